#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "framework/core/number_table.hpp"

namespace assay {

// Distinct rows of fixed width, numbered in the order of their first insertion.
class RowSet {
 public:
  explicit RowSet(std::size_t width) : width_(width) {}

  [[nodiscard]] std::size_t size() const { return numbers_.size(); }
  [[nodiscard]] const std::uint32_t* row(std::size_t number) const {
    return rows_.data() + number * width_;
  }

  std::uint32_t insert(const std::vector<std::uint32_t>& row) {
    const std::size_t known = size();
    const std::uint32_t number = numbers_.number(
        NumberTable::hash(row.data(), width_),
        [&](std::uint32_t other) { return std::equal(row.begin(), row.end(), this->row(other)); });
    if (number == known) rows_.insert(rows_.end(), row.begin(), row.end());
    return number;
  }

 private:
  std::size_t width_;
  std::vector<std::uint32_t> rows_;
  NumberTable numbers_;
};

}  // namespace assay
