// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Follows the focused control through moves and scrolling.

#include "ui/theme/focusring.h"

#include "ui/theme/paint.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>

namespace snug::ui {

namespace {
constexpr char kWantedProperty[] = "snugFocusRing";
constexpr int kReach = 4; // how far the ring reaches beyond the control

/// Widgets that scroll with the control, up to the window.
QWidget *ringParent(QWidget *control)
{
    QWidget *parent = control->parentWidget();
    while (parent && !parent->isWindow()) {
        const QWidget *viewport = parent->parentWidget();
        if (viewport && qobject_cast<QAbstractScrollArea *>(viewport->parentWidget()))
            break;
        parent = parent->parentWidget();
    }
    return parent;
}

/// Turns the focus events of all watched controls into rings.
class Watcher : public QObject
{
public:
    using QObject::QObject;
    std::function<void(QWidget *)> show;
    std::function<void()> hide;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::FocusIn) {
            const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
            const bool byMouse = reason == Qt::MouseFocusReason;
            if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
                m_last = byMouse ? nullptr : watched;
            if (m_last == watched)
                show(static_cast<QWidget *>(watched));
        } else if (event->type() == QEvent::FocusOut) {
            hide();
        }
        return false;
    }

private:
    QObject *m_last = nullptr; // compared only
};

} // namespace

FocusRing::FocusRing(QWidget *control) : QWidget(ringParent(control)), m_control(control)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    for (QWidget *widget = control; widget && widget != parentWidget(); widget = widget->parentWidget())
        widget->installEventFilter(this);
    place();
    show();
}

void FocusRing::watch(QWidget *control)
{
    static QPointer<FocusRing> ring;
    static auto *const watcher = [] {
        auto *made = new Watcher(qApp);
        made->show = [](QWidget *focused) {
            delete ring.data();
            if (wanted(focused) && ringParent(focused))
                ring = new FocusRing(focused);
        };
        made->hide = [] { delete ring.data(); };
        return made;
    }();
    control->removeEventFilter(watcher);
    control->installEventFilter(watcher);
}

bool FocusRing::wanted(const QWidget *control)
{
    const QVariant said = control->property(kWantedProperty);
    if (said.isValid())
        return said.toBool();
    if (control->objectName() == QLatin1String("qt_spinbox_lineedit") ||
        qobject_cast<const QComboBox *>(control->parentWidget()))
        return false;
    return qobject_cast<const QAbstractButton *>(control) || qobject_cast<const QComboBox *>(control) ||
           qobject_cast<const QLineEdit *>(control) || qobject_cast<const QAbstractSpinBox *>(control);
}

void FocusRing::setWanted(QWidget *control, bool wanted)
{
    control->setProperty(kWantedProperty, wanted);
    if (wanted)
        watch(control);
}

void FocusRing::place()
{
    if (!m_control || !parentWidget())
        return;
    const QRect area(m_control->mapTo(parentWidget(), QPoint(0, 0)), m_control->size());
    setGeometry(area.adjusted(-kReach, -kReach, kReach, kReach));
    raise();
}

void FocusRing::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintFocusRing(painter, QRectF(rect()).adjusted(kReach, kReach, -kReach, -kReach), kControlRadius);
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
        place();
        break;
    case QEvent::Hide:
        if (watched == m_control)
            deleteLater();
        break;
    default:
        break;
    }
    return false;
}

} // namespace snug::ui
