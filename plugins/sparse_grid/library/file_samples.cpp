#include "sparse_grid/library/file_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "assay/plugin.hpp"
#include "sparse_grid/library/grid.hpp"
#include "sparse_grid/library/random.hpp"
#include "tables/condition.hpp"
#include "tables/table.hpp"

namespace sparse_grid {
namespace {

using assay::sdk::Error;
using tables::Condition;
using tables::find_column;
using tables::split_list;
using tables::TableReader;

// A target: the numbers of a column, or a condition that defines two classes.
class Target {
 public:
  Target(const TableReader& table, const std::string& file, const std::string& text) {
    if (text.find_first_of("=<>") != std::string::npos) {
      condition_.emplace(table, file, text);
      column_ = condition_->column();
    } else {
      column_ = find_column(table, file, text);
    }
  }
  [[nodiscard]] std::size_t column() const { return column_; }
  [[nodiscard]] double value(const TableReader& table) const {
    if (condition_) return condition_->holds(table) ? 1 : -1;
    return table.number(column_);
  }

 private:
  std::optional<Condition> condition_;
  std::size_t column_ = 0;
};

std::vector<std::size_t> feature_columns(const TableReader& table, const std::string& path,
                                         const Selection& selection,
                                         const std::optional<Target>& target) {
  std::vector<std::size_t> columns;
  for (const auto& name : split_list(selection.features)) {
    columns.push_back(find_column(table, path, name));
    if (std::ranges::count(columns, columns.back()) > 1) {
      throw Error(ASSAY_INVALID, fmt::format("feature '{}' is listed twice", name));
    }
    if (target && columns.back() == target->column()) {
      throw Error(ASSAY_INVALID, fmt::format("column '{}' is both a feature and the target", name));
    }
  }
  if (columns.empty()) {
    for (std::size_t k = 0; k < table.columns().size(); ++k) {
      if (!target || k != target->column()) columns.push_back(k);
    }
  }
  if (columns.empty() || columns.size() > max_dimensions) {
    throw Error(ASSAY_INVALID, fmt::format("{} gives {} features, but 1 to {} are possible", path,
                                           columns.size(), max_dimensions));
  }
  return columns;
}

void scale_feature(Samples& samples, std::size_t k, double border, const std::string& path,
                   const std::string& name) {
  const std::size_t d = samples.dimensions;
  double least = samples.points[k];
  double greatest = least;
  for (std::size_t j = k; j < samples.points.size(); j += d) {
    least = std::min(least, samples.points[j]);
    greatest = std::max(greatest, samples.points[j]);
  }
  // Computed from halves, since the whole range of doubles would overflow.
  const double range = greatest / 2 - least / 2;
  if (!(range > 0)) {
    throw Error(ASSAY_DATA_ERROR,
                fmt::format("{}: column '{}' is {} in all {} rows chosen and cannot be scaled; "
                            "leave it out of the features",
                            path, name, least, samples.size()));
  }
  for (std::size_t j = k; j < samples.points.size(); j += d) {
    const double share = std::clamp((samples.points[j] / 2 - least / 2) / range, 0.0, 1.0);
    samples.points[j] = border + (1 - 2 * border) * share;
  }
}

}  // namespace

FileSamples read_samples(const std::string& path, const Selection& selection) {
  const auto table = tables::open_table(path);
  std::optional<Target> target;
  if (!selection.target.empty()) target.emplace(*table, path, selection.target);
  const auto columns = feature_columns(*table, path, selection, target);
  std::vector<Condition> conditions;
  for (const auto& text : split_list(selection.filter)) conditions.emplace_back(*table, path, text);

  FileSamples result;
  Samples& samples = result.samples;
  samples.dimensions = columns.size();
  while (table->next()) {
    ++result.file_rows;
    const auto holds = [&](const Condition& condition) { return condition.holds(*table); };
    if (!std::ranges::all_of(conditions, holds)) continue;
    for (const std::size_t column : columns) samples.points.push_back(table->number(column));
    if (target) samples.targets.push_back(target->value(*table));
  }
  result.filtered_rows = samples.size();
  if (samples.size() == 0 || (samples.size() < selection.rows && !selection.fewer)) {
    throw Error(
        ASSAY_DATA_ERROR,
        fmt::format("{} has {} rows, of which {} pass the filter '{}', but {} were asked for", path,
                    result.file_rows, samples.size(), selection.filter,
                    std::max<std::size_t>(selection.rows, 1)));
  }
  if (selection.rows > 0) {
    Random random(selection.seed, 4);
    keep_random_choice(samples, selection.rows, random);
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    scale_feature(samples, k, selection.border, path, table->columns()[columns[k]]);
  }
  return result;
}

}  // namespace sparse_grid
