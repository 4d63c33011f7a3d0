// The common part of the formats for people: contents of tables and sentences, as plain one-line
// text. Internal to reports.
#pragma once

#include <string>
#include <vector>

#include "framework/compare/comparison.hpp"
#include "framework/compare/table.hpp"

namespace assay {

// One row per entry: winner mark, variant, median, interval, derived quantities, speed-up, share of
// the floor, samples. Columns that are empty for all entries are left out.
[[nodiscard]] Table result_table(const InstanceComparison& instance, double confidence);
// One row per published number: its source, its name, the published value, assay's own, their
// ratio, and the entry that assay's own belongs to. Empty without published figures.
[[nodiscard]] Table published_table(const InstanceComparison& instance);
// The sentence above published_table().
inline constexpr const char* published_heading =
    "Published by others, neither measured nor verified here:";
// The title of a column, such as "rate [1/s]".
[[nodiscard]] std::string with_unit(const std::string& name, const std::string& unit);
// Removes the empty columns from index `from` on.
void drop_empty_columns(Table& table, std::size_t from);
// The instance's facts as lines of at most `columns` columns: "subgrids 21, utilisation 0.5 %".
[[nodiscard]] std::vector<std::string> fact_lines(const InstanceComparison& instance,
                                                  std::size_t columns);
// One row per measured entry and phase. Empty if no sample had phases or device work.
[[nodiscard]] Table phase_table(const InstanceComparison& instance);

// A text such as "12 wrong-output (tile=4: off by 3e5 tolerances)" of at most `columns` columns.
[[nodiscard]] std::string failure_text(const FailureKind& failure, std::size_t columns);
// A text such as "machine 0123456789abcdef: cpu A, cores 2".
[[nodiscard]] std::string machine_text(const StoredMachine& machine);

}  // namespace assay
