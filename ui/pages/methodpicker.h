// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The method of the Quantize page: a row of choices, what the chosen one is and which programs read what it makes, and,
// where there are several, the format of its folders.

#pragma once

#include "core/jobs/offer.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

namespace snug::ui {

class SegmentedBox;
class WrappedLabel;

/// GUI thread only.
class MethodPicker : public QWidget
{
    Q_OBJECT

public:
    explicit MethodPicker(std::vector<MethodOffer> methods, QWidget *parent = nullptr);
    /// Tells nobody. What there is not leaves the first method, or the method's first format.
    void setChoice(const std::string &method, const std::string &format);
    /// As JobSpec::method.
    std::string method() const;
    /// As JobSpec::format: empty for the method's own.
    std::string format() const;

signals:
    void changed();

private:
    void setupLayout();
    void fillFormats();
    void refresh();
    const MethodOffer &chosen() const;

    std::vector<MethodOffer> m_methods;
    std::map<std::string, std::string> m_formats; ///< chosen last, by method
    SegmentedBox *m_row;
    WrappedLabel *m_sentence;
    QWidget *m_formatRow;
    QWidget *m_formatHolder;
    SegmentedBox *m_formatBox = nullptr; ///< made anew for every method
    WrappedLabel *m_formatSentence;
};

} // namespace snug::ui
