#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace assay {

// A list of assignments of indices 0 .. n_k - 1 to variables k, in lexicographic order: what an
// AssignmentGraph of a list is built from. Any number of variables; time and memory are linear in
// the number of indices plus the sum of the n_k.
class SortedAssignments {
 public:
  // Each assignment has one index per variable, below domain_sizes of it; there are fewer than
  // 2^32.
  SortedAssignments(const std::vector<std::uint32_t>& domain_sizes,
                    const std::vector<std::vector<std::uint32_t>>& assignments);

  [[nodiscard]] std::size_t variables() const { return columns_.size(); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  // Positions in the list of two equal assignments, ascending; nothing if all differ.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> duplicate() const;
  // The place in the list of the assignment that comes in order at `rank`.
  [[nodiscard]] std::uint32_t row(std::size_t rank) const { return rows_[rank]; }
  // How many leading variables have the same indices as in the assignment ranked just before; 0 for
  // the first.
  [[nodiscard]] std::uint32_t shared(std::size_t rank) const { return shared_[rank]; }
  // The indices of a variable, in the order of the list.
  [[nodiscard]] const std::vector<std::uint32_t>& column(std::size_t variable) const {
    return columns_[variable];
  }

 private:
  void sort_by(const std::vector<std::uint32_t>& column, std::uint32_t domain_size);
  void compare_neighbours();

  std::vector<std::vector<std::uint32_t>> columns_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> shared_;
};

}  // namespace assay
