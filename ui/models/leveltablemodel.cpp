// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/leveltablemodel.h"

#include "ui/bridge/format.h"
#include "ui/models/levelrow.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <algorithm>

namespace snug::ui {

namespace {

/// Floats of 16 and 32 bits stand together, and behind them what changes no type.
constexpr int kFloats = 16, kCopies = 99;

} // namespace

LevelTableModel::LevelTableModel(QObject *parent) : QAbstractTableModel(parent) {}

void LevelTableModel::setOffers(const std::vector<LevelOffer> &offers)
{
    m_offers.clear();
    m_offerRanks.clear();
    int rank = 0; // offers begin with the largest level
    for (const LevelOffer &one : offers) {
        m_offers.emplace(one.name, one);
        m_offerRanks.emplace(one.name, one.bits == 0 ? 1 : --rank);
    }
    replaceRows();
}

void LevelTableModel::begin(const std::vector<LevelOffer> &offers)
{
    m_ticked.clear();
    setPlan(nullptr);
    setOffers(offers);
}

void LevelTableModel::setPlan(std::shared_ptr<const Plan> plan)
{
    const bool sameTable = m_plan && plan && m_plan->variants.size() == plan->variants.size();
    const QStringList tickedBefore = ticked();
    const std::shared_ptr<const Plan> old = std::exchange(m_plan, std::move(plan)); // m_rows points into it
    const std::vector<Row> rows = wantedRows();
    const auto sameRow = [](const Row &a, const Row &b) {
        return a.kind == b.kind && (a.kind == GroupKind ? a.group == b.group : a.variant->level == b.variant->level);
    };
    if (sameTable && std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), sameRow)) {
        m_rows = rows;
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    } else {
        replaceRows();
    }
    if (m_plan && old && ticked() != tickedBefore)
        emit ticksChanged(); // a level came or went with a setting
}

void LevelTableModel::setShowAll(bool all)
{
    if (all == m_showAll)
        return;
    m_showAll = all;
    replaceRows();
}

void LevelTableModel::setKvType(KvType type)
{
    if (type == m_kvType)
        return;
    m_kvType = type;
    if (!m_rows.empty())
        emit dataChanged(index(0, ContextColumn), index(rowCount() - 1, ContextColumn));
    emit headerDataChanged(Qt::Horizontal, ContextColumn, ContextColumn);
}

int LevelTableModel::levelCount() const { return m_plan ? static_cast<int>(m_plan->variants.size()) : 0; }

bool LevelTableModel::hidesLevels() const
{
    const auto shown =
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row &row) { return row.kind == LevelKind; });
    return shown < levelCount();
}

QStringList LevelTableModel::ticked() const
{
    QStringList names;
    for (const Row &row : m_rows)
        if (row.kind == LevelKind && m_ticked.contains(row.variant->level) && usable(*row.variant))
            names << QString::fromStdString(row.variant->level);
    return names;
}

void LevelTableModel::setTicked(const QStringList &names)
{
    std::set<std::string> wanted;
    for (const QString &name : names)
        wanted.insert(name.toStdString());
    if (wanted == m_ticked)
        return;
    m_ticked = std::move(wanted);
    replaceRows();
    emit ticksChanged();
}

QString LevelTableModel::recommended() const
{
    if (m_plan)
        for (const VariantPlan &variant : m_plan->variants)
            if (variant.recommended)
                return QString::fromStdString(variant.level);
    return {};
}

std::optional<JobSpec> LevelTableModel::remedySpec(int row) const
{
    if (row < 0 || row >= rowCount())
        return std::nullopt;
    const Row &found = m_rows[static_cast<std::size_t>(row)];
    if (found.kind != RemedyKind || found.variant->remedies.empty())
        return std::nullopt;
    return found.variant->remedies.front().change;
}

bool LevelTableModel::remedyIsImportance(int row) const
{
    if (row < 0 || row >= rowCount())
        return false;
    const Row &found = m_rows[static_cast<std::size_t>(row)];
    return found.kind == RemedyKind && wantsImportance(*found.variant);
}

void LevelTableModel::setMakesImportance(bool makes)
{
    if (m_makesImportance == makes)
        return;
    m_makesImportance = makes;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, LevelColumn), {RemedyMakeRole});
}

int LevelTableModel::waitingForImportance() const
{
    return m_plan ? static_cast<int>(std::ranges::count_if(m_plan->variants, wantsImportance)) : 0;
}

const LevelOffer *LevelTableModel::offer(const VariantPlan &variant) const
{
    const auto found = m_offers.find(variant.level);
    return found == m_offers.end() ? nullptr : &found->second;
}

bool LevelTableModel::shownAtFirst(const VariantPlan &variant) const
{
    const LevelOffer *known = offer(variant);
    return variant.recommended || usual(variant) || (known && known->usual);
}

int LevelTableModel::group(const VariantPlan &variant) const
{
    const LevelOffer *known = offer(variant);
    if (known && known->bits == 0)
        return kCopies;
    return std::clamp(known ? known->bits : static_cast<int>(variant.bitsPerWeight), 1, kFloats);
}

/// By size as planned, which need not be the order of the names; a group with unknown figures keeps its order.
void LevelTableModel::sortGroups(std::vector<const VariantPlan *> &variants) const
{
    for (auto first = variants.begin(); first != variants.end();) {
        const auto other = [&](const VariantPlan *variant) { return group(*variant) != group(**first); };
        const auto last = std::find_if(first, variants.end(), other);
        if (std::all_of(first, last, [](const VariantPlan *variant) { return figuresKnown(*variant); }))
            std::stable_sort(first, last, [](const VariantPlan *a, const VariantPlan *b) {
                return a->outputBytes < b->outputBytes;
            });
        first = last;
    }
}

std::vector<const VariantPlan *> LevelTableModel::wantedVariants() const
{
    std::vector<const VariantPlan *> variants;
    if (m_plan)
        for (const VariantPlan &variant : m_plan->variants)
            if (m_showAll || shownAtFirst(variant) || m_ticked.contains(variant.level))
                variants.push_back(&variant);
    const auto rank = [this](const VariantPlan &variant) {
        const auto found = m_offerRanks.find(variant.level);
        return found == m_offerRanks.end() ? 0 : found->second;
    };
    std::ranges::stable_sort(variants, [&](const VariantPlan *a, const VariantPlan *b) {
        if (m_showAll && group(*a) != group(*b))
            return group(*a) < group(*b);
        // Figures of some levels are not known; by them alone there would be no order.
        return m_offers.empty() ? a->bitsPerWeight < b->bitsPerWeight : rank(*a) < rank(*b);
    });
    if (m_showAll)
        sortGroups(variants);
    return variants;
}

std::vector<LevelTableModel::Row> LevelTableModel::wantedRows() const
{
    std::vector<Row> rows;
    std::set<QString> said; // one cause may stand in the way of many levels: the first of them says so
    int lastGroup = 0;
    for (const VariantPlan *variant : wantedVariants()) {
        if (m_showAll && group(*variant) != std::exchange(lastGroup, group(*variant)))
            rows.push_back({nullptr, GroupKind, lastGroup});
        rows.push_back({variant, LevelKind});
        if (const QString note = noteText(*variant); !note.isEmpty() && said.insert(note).second)
            rows.push_back({variant, RemedyKind});
    }
    return rows;
}

void LevelTableModel::replaceRows()
{
    beginResetModel();
    m_rows = wantedRows();
    endResetModel();
}

int LevelTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LevelTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LevelTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == KindRole)
        return row.kind;
    if (row.kind == GroupKind)
        return index.column() == LevelColumn ? groupData(row.group, role) : QVariant();
    if (row.kind == RemedyKind)
        return index.column() == LevelColumn ? remedyData(*row.variant, role) : QVariant();
    return levelData(*row.variant, index.column(), role);
}

bool LevelTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable))
        return false;
    const std::string &level = m_rows[static_cast<std::size_t>(index.row())].variant->level;
    const bool tick = value.toInt() == Qt::Checked;
    if (tick == m_ticked.contains(level))
        return true;
    if (tick)
        m_ticked.insert(level);
    else
        m_ticked.erase(level);
    emit dataChanged(this->index(index.row(), 0), this->index(index.row(), ColumnCount - 1));
    emit ticksChanged();
    return true;
}

Qt::ItemFlags LevelTableModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags common = Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.kind != LevelKind)
        return common;
    const Qt::ItemFlags level = common | Qt::ItemIsSelectable;
    if (!usable(*row.variant))
        return level;
    return index.column() == LevelColumn ? level | Qt::ItemIsUserCheckable : level;
}

QVariant LevelTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != UnitRole && role != Qt::TextAlignmentRole))
        return {};
    if (role == UnitRole)
        return unitText(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(section == LevelColumn || section == VerdictColumn ? Qt::AlignLeft : Qt::AlignRight);
    return columnTitle(section);
}

QString LevelTableModel::unitText(int column) const
{
    switch (column) {
    case LevelColumn:
        return tr("tick any number");
    case BitsColumn:
        return tr("per weight");
    case SizeColumn:
        return sizeUnit(m_plan.get()).name;
    case RamColumn:
        return tr("%1 to make", "a memory unit").arg(ramUnit(m_plan.get()).name);
    case VramColumn:
        return tr("%1 to make", "a memory unit").arg(vramUnit(m_plan.get()).name);
    case TimeColumn:
        return tr("min:s");
    case ContextColumn:
        return m_kvType == KvType::F16 ? tr("KV f16") : m_kvType == KvType::Q8_0 ? tr("KV q8_0") : tr("KV q4_0");
    default:
        return tr("on this machine");
    }
}

QVariant LevelTableModel::levelData(const VariantPlan &variant, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return cellText(variant, column);
    case Qt::ToolTipRole:
        return toolTip(variant, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column == LevelColumn || column == VerdictColumn ? Qt::AlignLeft : Qt::AlignRight) |
                                   Qt::AlignVCenter);
    case Qt::CheckStateRole:
        if (column != LevelColumn)
            return {};
        return m_ticked.contains(variant.level) && usable(variant) ? Qt::Checked : Qt::Unchecked;
    case NameRole:
        return QString::fromStdString(variant.level);
    case DescriptionRole:
        return levelWords(offer(variant) ? offer(variant)->description : variant.description);
    case RecommendedRole:
        return praised(variant) && usable(variant);
    case VerdictRole:
        return static_cast<int>(usable(variant) ? variant.verdict : Verdict::Unknown);
    case CellVerdictRole:
        return usable(variant) && column == decidingColumn(variant) ? QVariant(static_cast<int>(variant.verdict))
                                                                    : QVariant();
    case UsableRole:
        return usable(variant);
    case SecondLineRole:
        return secondLine(variant);
    case WarningRole:
        return warned(variant);
    case SizeFractionRole:
        return m_plan->model.sourceBytes == 0
                   ? 0.0
                   : static_cast<double>(variant.outputBytes) / static_cast<double>(m_plan->model.sourceBytes);
    case ReadersRole:
        return QVariant::fromValue(readerMarks(variant));
    case Qt::AccessibleTextRole:
        return spokenText(variant, column);
    default:
        return {};
    }
}

QString LevelTableModel::spokenText(const VariantPlan &variant, int column) const
{
    const QString text = cellText(variant, column);
    if (column != LevelColumn)
        return text;
    const QString name = praised(variant) ? tr("%1, recommended").arg(text) : text;
    const QString readers = readersText(variant);
    return readers.isEmpty() ? name : QStringLiteral("%1, %2").arg(name, readers);
}

QVariant LevelTableModel::groupData(int bits, int role) const
{
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    return bits == kCopies   ? tr("As in the source")
           : bits == kFloats ? tr("Floats, not quantized")
                             : tr("%1-bit types").arg(bits);
}

/// The level whose note row says, further up, why this one cannot be made either; null where it has a row of its own.
const VariantPlan *LevelTableModel::refusedAlike(const VariantPlan &variant) const
{
    if (usable(variant))
        return nullptr;
    const QString note = noteText(variant);
    const auto found = std::ranges::find_if(
        m_rows, [&](const Row &row) { return row.kind == RemedyKind && noteText(*row.variant) == note; });
    return found == m_rows.end() || found->variant == &variant ? nullptr : found->variant;
}

/// A level that does not do what its name says tells so in every view; what it is for stands in the long one.
QString LevelTableModel::secondLine(const VariantPlan &variant) const
{
    if (warned(variant))
        return joined(QString::fromStdString(variant.fallbackNote), refusalsText(variant));
    if (const QString refusals = refusalsText(variant); !refusals.isEmpty())
        return refusals;
    if (const VariantPlan *alike = refusedAlike(variant); alike && !wantsImportance(variant))
        return tr("For the same reason as %1.").arg(QString::fromStdString(alike->level));
    const LevelOffer *known = offer(variant);
    return m_showAll && known ? levelWords(known->sentence) : QString();
}

QVariant LevelTableModel::remedyData(const VariantPlan &variant, int role) const
{
    const Remedy *remedy = variant.remedies.empty() ? nullptr : &variant.remedies.front();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
    case RemedyTextRole:
        return noteText(variant);
    case RemedyButtonRole:
        if (wantsImportance(variant))
            return tr("Choose a file…");
        return remedy && remedy->change ? QString::fromStdString(remedy->buttonText) : QString();
    case RemedyMakeRole:
        return m_makesImportance && wantsImportance(variant) ? tr("Make one now…") : QString();
    default:
        return {};
    }
}

QString LevelTableModel::cellText(const VariantPlan &variant, int column) const
{
    if (column == LevelColumn)
        return QString::fromStdString(variant.level);
    if (column == VerdictColumn)
        return wantsImportance(variant) ? tr("Needs a matrix")
               : !usable(variant)       ? tr("Not possible")
                                        : verdictWord(variant.verdict);
    return figuresKnown(variant) ? figureText(variant, column) : QStringLiteral("–");
}

QString LevelTableModel::figureText(const VariantPlan &variant, int column) const
{
    switch (column) {
    case BitsColumn:
        return decimalText(variant.bitsPerWeight, 2);
    case SizeColumn:
        return inUnit(variant.outputBytes, sizeUnit(m_plan.get()), 2);
    case RamColumn:
        if (variant.ramPeakBytes() == 0) // nothing was worked out, because nothing would do
            return variant.ram == Verdict::DoesNotFit ? tr("too much") : tr("not known");
        return inUnit(variant.ramPeakBytes(), ramUnit(m_plan.get()), 1);
    case VramColumn:
        return inUnit(vramPeakBytes(variant), vramUnit(m_plan.get()), 1);
    case TimeColumn:
        if (variant.seconds <= 0)
            return QStringLiteral("–"); // a level that cannot be made takes no time; its remedy says why
        return variant.seconds < 0.5 ? QStringLiteral("<0:01") : clockText(variant.seconds);
    default: {
        const auto tokens = context(variant);
        return !tokens ? tr("not known") : *tokens == 0 ? tr("none") : countText(*tokens);
    }
    }
}

QString LevelTableModel::toolTip(const VariantPlan &variant, int column) const
{
    if (column == LevelColumn) {
        const LevelOffer *known = offer(variant);
        const QString text =
            joined(known ? levelWords(known->sentence) : QString(), QString::fromStdString(variant.fallbackNote));
        const QString readers = readersDetail(variant);
        return readers.isEmpty() ? text : text + QLatin1Char('\n') + readers;
    }
    if (column == VerdictColumn && !usable(variant))
        return noteText(variant);
    if (column == VerdictColumn || column == decidingColumn(variant))
        return QString::fromStdString(variant.verdictReason);
    if (column == ContextColumn && !variant.context.device.empty())
        return tr("Longest context that fits %1.").arg(QString::fromStdString(variant.context.device));
    return {};
}

std::optional<std::uint64_t> LevelTableModel::context(const VariantPlan &variant) const
{
    switch (m_kvType) {
    case KvType::F16:
        return variant.context.f16;
    case KvType::Q8_0:
        return variant.context.q8_0;
    case KvType::Q4_0:
        break;
    }
    return variant.context.q4_0;
}

} // namespace snug::ui
