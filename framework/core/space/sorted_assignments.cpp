#include "framework/core/space/sorted_assignments.hpp"

#include <numeric>

namespace assay {

SortedAssignments::SortedAssignments(const std::vector<std::uint32_t>& domain_sizes,
                                     const std::vector<std::vector<std::uint32_t>>& assignments)
    : columns_(domain_sizes.size()), rows_(assignments.size()), shared_(assignments.size(), 0) {
  for (auto& column : columns_) column.reserve(assignments.size());
  for (const auto& assignment : assignments) {
    for (std::size_t k = 0; k < columns_.size(); ++k) columns_[k].push_back(assignment[k]);
  }
  std::iota(rows_.begin(), rows_.end(), std::uint32_t{0});
  // A radix sort, the last variable first.
  for (std::size_t k = columns_.size(); k-- > 0;) sort_by(columns_[k], domain_sizes[k]);
  compare_neighbours();
}

// Sorts the rows by one variable's indices; stable.
void SortedAssignments::sort_by(const std::vector<std::uint32_t>& column,
                                std::uint32_t domain_size) {
  if (domain_size < 2) return;
  // The place of the next row with each index.
  std::vector<std::uint32_t> next(domain_size + std::size_t{1}, 0);
  for (const std::uint32_t index : column) ++next[index + std::size_t{1}];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> sorted(rows_.size());
  for (const std::uint32_t row : rows_) sorted[next[column[row]]++] = row;
  rows_ = std::move(sorted);
}

void SortedAssignments::compare_neighbours() {
  for (std::size_t rank = 1; rank < rows_.size(); ++rank) {
    std::uint32_t& shared = shared_[rank];
    while (shared < columns_.size() &&
           columns_[shared][rows_[rank]] == columns_[shared][rows_[rank - 1]]) {
      ++shared;
    }
  }
}

std::optional<std::pair<std::size_t, std::size_t>> SortedAssignments::duplicate() const {
  for (std::size_t rank = 1; rank < rows_.size(); ++rank) {
    if (shared_[rank] == columns_.size()) return std::pair{rows_[rank - 1], rows_[rank]};
  }
  return std::nullopt;
}

}  // namespace assay
