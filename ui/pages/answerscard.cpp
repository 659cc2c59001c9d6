// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/answerscard.h"

#include "ui/pages/caption.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

namespace {

constexpr int kMark = 10;
constexpr int kLengths[] = {16, 64, 256, 1024};
constexpr int kUsualLength = 64;
constexpr double kTemperatures[] = {0, 0.3, 0.7, 1.0, 1.5};
constexpr int kSeedDigits = 9, kSeedWidth = 104;

/// The mark of a variant as a widget.
class MarkLabel : public QWidget
{
public:
    MarkLabel(VariantMark mark, QWidget *parent) : QWidget(parent), m_mark(mark) { setFixedSize(kMark + 4, kMark + 6); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintVariantMark(painter, QRectF(rect()).center(), kMark, m_mark);
    }

private:
    VariantMark m_mark;
};

QString escaped(const std::string &text, std::size_t from, std::size_t to)
{
    from = std::min(from, text.size());
    to = std::clamp(to, from, text.size());
    return QString::fromUtf8(text.data() + from, static_cast<qsizetype>(to - from))
        .toHtmlEscaped()
        .replace(QLatin1Char('\n'), QStringLiteral("<br/>"));
}

/// Off as long as nothing is drawn by lot.
void setupSeed(QLineEdit *seed)
{
    seed->setText(QString::number(CompareSpec().seed));
    seed->setMaxLength(kSeedDigits);
    seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]*")), seed));
    seed->setFixedWidth(kSeedWidth);
    seed->setEnabled(false);
}

QString inked(const QString &html, const QColor &ink)
{
    return html.isEmpty() ? QString() : QStringLiteral("<span style=\"color:%1\">%2</span>").arg(ink.name(), html);
}

} // namespace

QString answerHtml(const CompareAnswer &answer, std::optional<std::size_t> marked)
{
    const Tokens &colors = tokens();
    const std::size_t end = answer.text.size();
    if (!marked || *marked >= answer.textStarts.size())
        return inked(escaped(answer.text, 0, end), colors.text);
    std::size_t from = std::min(answer.textStarts[*marked], end);
    const std::size_t to = *marked + 1 < answer.textStarts.size() ? answer.textStarts[*marked + 1] : end;
    if (from + 1 < to && answer.text[from] == ' ')
        ++from; // the ground begins at the word
    QString token = escaped(answer.text, from, to);
    if (token.isEmpty() || token.contains(QLatin1String("<br")))
        token.prepend(QStringLiteral("↵"));
    return inked(escaped(answer.text, 0, from), colors.text2) +
           QStringLiteral("<span style=\"background-color:%1; color:%2; font-weight:600\">%3</span>")
               .arg(colors.tokenMark.name(), colors.tokenInk.name(), token) +
           inked(escaped(answer.text, to, end), colors.text);
}

std::optional<std::size_t> baseDifference(const std::vector<AnswerColumn> &columns)
{
    std::optional<std::size_t> first;
    for (const AnswerColumn &column : columns)
        if (column.answer.firstDifference)
            first = first ? std::min(*first, *column.answer.firstDifference) : column.answer.firstDifference;
    return first;
}

AnswersCard::AnswersCard(QWidget *parent)
    : QWidget(parent), m_prompt(new QLineEdit(this)), m_seed(new QLineEdit(this)), m_length(new QComboBox(this)),
      m_temperature(new QComboBox(this)), m_run(makeButton(tr("Run"), Icon::Play, ButtonKind::Normal, this)),
      m_note(new WrappedLabel(this)), m_line(new QHBoxLayout)
{
    auto *title = new QLabel(tr("Prompt"), this);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    title->setBuddy(m_prompt);
    m_prompt->setObjectName(QStringLiteral("promptLineEdit"));
    m_prompt->setAccessibleName(tr("Prompt"));
    m_prompt->setPlaceholderText(tr("Asks every ticked variant the same"));
    m_run->setObjectName(QStringLiteral("answerPushButton"));
    m_note->setObjectName(QStringLiteral("answersNoteLabel"));
    setTextLook(m_note, kSecondText, QFont::Normal, Ink::Text2);
    connect(m_prompt, &QLineEdit::textChanged, this, &AnswersCard::refreshButton);
    connect(m_prompt, &QLineEdit::returnPressed, m_run, &QPushButton::click);
    connect(m_run, &QPushButton::clicked, this, &AnswersCard::runRequested);
    auto *top = new QHBoxLayout;
    top->setSpacing(kSpace12);
    top->addWidget(title);
    top->addWidget(m_prompt, 1);
    top->addWidget(m_run);
    m_line->setSpacing(kCardGap);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addLayout(top);
    column->addWidget(makeOptions());
    column->addWidget(m_note);
    column->addLayout(m_line);
    refreshButton();
}

QWidget *AnswersCard::makeOptions()
{
    auto *options = new QWidget(this);
    m_length->setObjectName(QStringLiteral("answerLengthComboBox"));
    for (const int tokens : kLengths)
        m_length->addItem(tr("%n token(s)", nullptr, tokens), tokens);
    m_length->setCurrentIndex(m_length->findData(kUsualLength));
    m_temperature->setObjectName(QStringLiteral("answerTemperatureComboBox"));
    m_temperature->setToolTip(tr("0 always takes the likeliest token, so that only the weights make a difference. "
                                 "Above, the seed decides too, the same for all."));
    for (const double temperature : kTemperatures)
        m_temperature->addItem(temperature > 0 ? decimalText(temperature, 1) : tr("0, greedy", "temperature"),
                               temperature);
    m_seed->setObjectName(QStringLiteral("answerSeedLineEdit"));
    setupSeed(m_seed);
    connect(m_temperature, &QComboBox::currentIndexChanged, this,
            [this] { m_seed->setEnabled(m_temperature->currentData().toDouble() > 0); });
    auto *line = new QHBoxLayout(options);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    const auto add = [&](const QString &caption, QWidget *field) {
        QLabel *label = makeCaption(caption, options);
        label->setBuddy(field);
        field->setAccessibleName(caption);
        line->addWidget(label);
        line->addWidget(field);
        line->addSpacing(kSpace8);
    };
    add(tr("Length"), m_length);
    add(tr("Temperature"), m_temperature);
    add(tr("Seed"), m_seed);
    line->addStretch();
    return options;
}

void AnswersCard::fillIn(CompareSpec &spec) const
{
    spec.maxTokens = m_length->currentData().toULongLong();
    spec.temperature = m_temperature->currentData().toDouble();
    if (spec.temperature > 0 && !m_seed->text().isEmpty())
        spec.seed = m_seed->text().toULongLong();
}

QString AnswersCard::prompt() const { return m_prompt->text().trimmed(); }

void AnswersCard::setHindrance(const QString &reason)
{
    m_hindrance = reason;
    refreshButton();
}

void AnswersCard::setFailure(const QString &sentence)
{
    m_failure = sentence;
    refreshButton();
}

void AnswersCard::refreshButton()
{
    m_run->setEnabled(m_hindrance.isEmpty() && !prompt().isEmpty());
    m_run->setText(m_columns.empty() ? tr("Run") : tr("Run again"));
    const QString note = m_failure.isEmpty() ? m_hindrance : m_failure;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void AnswersCard::setAnswers(std::vector<AnswerColumn> columns)
{
    m_columns = std::move(columns);
    if (m_columns.size() > kMostColumns)
        m_columns.resize(kMostColumns);
    refresh();
    refreshButton();
}

void AnswersCard::refresh()
{
    delete m_holder;
    m_holder = nullptr;
    if (m_columns.empty())
        return;
    m_holder = new QWidget(this);
    auto *line = new QHBoxLayout(m_holder);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kCardGap);
    const std::optional<std::size_t> base = baseDifference(m_columns);
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        line->addWidget(makeColumn(m_columns[i], i == 0 ? base : m_columns[i].answer.firstDifference), 1);
    m_line->addWidget(m_holder);
}

QWidget *AnswersCard::makeColumn(const AnswerColumn &column, std::optional<std::size_t> marked)
{
    auto *card = new Card(m_holder);
    card->setObjectName(QStringLiteral("answerCard"));
    auto *title = new QLabel(column.title, card);
    title->setTextFormat(Qt::PlainText);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    QStringList facts;
    if (column.writing) {
        facts << tr("writing…");
    } else {
        if (column.answer.firstDifference) // first: what does not fit is cut at the end
            facts << tr("differs at token %1").arg(*column.answer.firstDifference + 1);
        facts << tr("%n token(s)", nullptr, static_cast<int>(column.answer.ids.size()));
        if (column.answer.tokensPerSecond > 0)
            facts << tr("%1 tokens/s")
                         .arg(decimalText(column.answer.tokensPerSecond, column.answer.tokensPerSecond < 10 ? 1 : 0));
    }
    auto *second = new ElidedLabel(facts.join(QStringLiteral(", ")), card);
    setTextLook(second, kSecondText, QFont::Normal, Ink::Text2);
    auto *text =
        new QLabel(column.writing ? inked(escaped(column.answer.text, 0, column.answer.text.size()), tokens().text)
                                  : answerHtml(column.answer, marked),
                   card);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    text->setAccessibleName(tr("Answer of %1").arg(column.title));
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding);
    setTextLook(text, kBodyText, QFont::Normal, Ink::Text);
    auto *top = new QHBoxLayout;
    top->setSpacing(kSpace8);
    top->addWidget(new MarkLabel(column.mark, card));
    top->addWidget(title, 1);
    auto *body = new QVBoxLayout(card);
    body->setContentsMargins(kSpace16, kSpace12, kSpace16, kSpace12);
    body->setSpacing(kSpace4);
    body->addLayout(top);
    body->addWidget(second);
    body->addWidget(text, 1);
    return card;
}

void AnswersCard::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh(); // colours are part of the texts
}

} // namespace snug::ui
