// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/bench.h"

#include "core/jobs/bench/benchdevices.h"
#include "core/jobs/bench/benchkernels.h"
#include "core/jobs/bench/benchpipeline.h"
#include "core/jobs/json.h"

#include <fmt/format.h>

#include <regex>

namespace snug {

Result<std::vector<BenchRow>> bench(const BenchOptions &options)
{
    std::regex expression;
    try {
        expression = std::regex(options.filter);
    } catch (const std::regex_error &) {
        return fail(ErrorCode::Usage,
                    fmt::format("--filter \"{}\" is not a regular expression. Correct it.", options.filter));
    }
    const BenchWanted wanted = [&](const std::string &name) { return std::regex_search(name, expression); };
    std::vector<BenchRow> rows;
    benchKernels(wanted, rows);
    benchDevices(wanted, rows);
    SNUG_TRY(benchPipelines(options, wanted, rows));
    return rows;
}

std::string toJson(const std::vector<BenchRow> &rows)
{
    Json json{{"benchmarks", Json::array()}};
    for (const BenchRow &row : rows)
        json["benchmarks"].push_back({{"name", row.name},
                                      {"weights_per_second", row.weightsPerSecond},
                                      {"bytes_per_second", row.bytesPerSecond},
                                      {"remark", row.remark},
                                      {"seconds", row.seconds},
                                      {"ram_peak_bytes", row.ramPeakBytes}});
    return printed(json);
}

} // namespace snug
