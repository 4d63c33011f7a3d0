// What the formats for people have in common: the tables' contents and the sentences, as plain
// one-line text. Internal to reports.
#pragma once

#include <string>
#include <vector>

#include "framework/report/comparison.hpp"
#include "framework/report/table.hpp"

namespace assay {

// One row per entry: winner mark, variant, median, interval, derived quantities, speed-up, share of
// the floor, samples. Columns that no entry fills are left out.
[[nodiscard]] Table result_table(const InstanceComparison& instance, double confidence);
// One row per published number: where it stands, what it is, theirs, ours, their ratio, and whose
// ours is. Empty without published figures.
[[nodiscard]] Table published_table(const InstanceComparison& instance);
// The sentence to stand above published_table.
inline constexpr const char* published_heading =
    "Published by others, neither measured nor verified here:";
// "rate [1/s]", the title of a column.
[[nodiscard]] std::string with_unit(const std::string& name, const std::string& unit);
// Leaves out the columns from the `from`-th on in which nothing stands.
void drop_empty_columns(Table& table, std::size_t from);
// The instance's facts as lines of at most `columns` columns: "subgrids 21, utilisation 0.5 %".
[[nodiscard]] std::vector<std::string> fact_lines(const InstanceComparison& instance,
                                                  std::size_t columns);
// One row per measured entry and phase. Empty if no sample had phases or device work.
[[nodiscard]] Table phase_table(const InstanceComparison& instance);

// "12 wrong-output (tile=4: off by 3e5 tolerances)", the text of at most `columns` columns.
[[nodiscard]] std::string failure_text(const FailureKind& failure, std::size_t columns);
// "machine 0123456789abcdef: cpu A, cores 2".
[[nodiscard]] std::string machine_text(const StoredMachine& machine);

}  // namespace assay
