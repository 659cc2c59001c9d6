// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/liftedlimit.h"

#include <QCoreApplication>

#include <algorithm>

namespace snug::ui {

namespace {

struct LiftedLimit
{
    Q_DECLARE_TR_FUNCTIONS(snug::ui::LiftedLimit)
};

bool wantsRemedy(const VariantPlan &variant) { return variant.ram == Verdict::DoesNotFit && variant.remedies.empty(); }

bool canBeMade(const VariantPlan &variant) { return variant.ram == Verdict::Fits || variant.ram == Verdict::Tight; }

} // namespace

void offerToLiftLimit(Plan &plan, const std::function<Result<Plan>(const JobSpec &)> &planAgain)
{
    if (!plan.spec.ramLimitBytes || std::none_of(plan.variants.begin(), plan.variants.end(), wantsRemedy))
        return;
    JobSpec change = plan.spec;
    change.ramLimitBytes.reset();
    const auto lifted = planAgain(change);
    if (!lifted || lifted->variants.size() != plan.variants.size())
        return;
    for (std::size_t i = 0; i < plan.variants.size(); ++i)
        if (wantsRemedy(plan.variants[i]) && canBeMade(lifted->variants[i]))
            plan.variants[i].remedies.push_back({LiftedLimit::tr("Without a limit it fits.").toStdString(),
                                                 LiftedLimit::tr("Lift the limit").toStdString(), change});
}

} // namespace snug::ui
