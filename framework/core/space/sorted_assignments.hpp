#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace assay {

// A list of assignments of indices 0 .. n_k - 1 to variables k, in lexicographic order, from which
// an AssignmentGraph can be built. Any number of variables; time and memory are linear in the
// number of indices plus the sum of the n_k.
class SortedAssignments {
 public:
  // Each assignment has one index per variable k, below domain_sizes[k]; there are fewer than 2^32
  // assignments.
  SortedAssignments(const std::vector<std::uint32_t>& domain_sizes,
                    const std::vector<std::vector<std::uint32_t>>& assignments);

  [[nodiscard]] std::size_t variables() const { return columns_.size(); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  // Positions in the list of two equal assignments, ascending; nothing if all differ.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> duplicate() const;
  // The position in the list of the assignment with that rank in the order.
  [[nodiscard]] std::uint32_t row(std::size_t rank) const { return rows_[rank]; }
  // The number of leading variables whose indices are those of the assignment ranked just before; 0
  // for the first.
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
