// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kinds of button are kept as a property; the style does the rest.

#include "ui/theme/buttons.h"

#include <QVariant>

namespace snug::ui {

namespace {
constexpr char kKindProperty[] = "snugKind";
} // namespace

void setButtonKind(QAbstractButton *button, ButtonKind kind)
{
    button->setProperty(kKindProperty, static_cast<int>(kind));
    if (kind == ButtonKind::Link)
        button->setCursor(Qt::PointingHandCursor);
    button->updateGeometry();
    button->update();
}

ButtonKind buttonKind(const QWidget *button)
{
    const QVariant kind = button ? button->property(kKindProperty) : QVariant();
    return kind.isValid() ? static_cast<ButtonKind>(kind.toInt()) : ButtonKind::Normal;
}

QPushButton *makeButton(const QString &text, ButtonKind kind, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setButtonKind(button, kind);
    return button;
}

QPushButton *makeButton(const QString &text, Icon which, ButtonKind kind, QWidget *parent)
{
    QPushButton *button = makeButton(text, kind, parent);
    button->setIcon(icon(which));
    return button;
}

QPushButton *makeIconButton(Icon which, const QString &name, ButtonKind kind, QWidget *parent)
{
    QPushButton *button = makeButton(QString(), which, kind, parent);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace snug::ui
