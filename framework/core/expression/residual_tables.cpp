#include "framework/core/expression/residual_tables.hpp"

#include <algorithm>
#include <cstring>

namespace assay {
namespace {

std::uint64_t hash_of_bytes(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t hash = count;
  for (std::uint64_t word = 0; count > 0; word = 0) {
    const std::size_t some = std::min(count, sizeof word);
    std::memcpy(&word, bytes, some);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    bytes += some;
    count -= some;
  }
  return hash;
}

}  // namespace

ResidualTables::Function ResidualTables::insert(std::span<const std::size_t> variables,
                                                std::span<const std::uint8_t> results) {
  new_variables_.clear();
  for (const std::size_t variable : variables) {
    new_variables_.push_back(static_cast<std::uint32_t>(variable));
  }
  new_results_.assign(results.begin(), results.end());
  return insert_scratch();
}

ResidualTables::Function ResidualTables::bind(Id table, std::size_t variable, std::uint32_t index) {
  const Table& old = tables_[table];
  const auto before = variables(old);
  const auto at = std::find(before.begin(), before.end(), variable);
  if (at == before.end()) return {false, table};
  std::size_t stride = 1;
  for (auto after = at + 1; after != before.end(); ++after) stride *= sizes_[*after];
  new_variables_.assign(before.begin(), at);
  new_variables_.insert(new_variables_.end(), at + 1, before.end());
  const auto all = results(old);
  const std::size_t period = stride * sizes_[variable];
  new_results_.resize(all.size() / sizes_[variable]);
  auto* to = new_results_.data();
  for (std::size_t k = index * stride; k < all.size(); k += period) {
    for (std::size_t n = 0; n < stride; ++n) *to++ = all[k + n];
  }
  return insert_scratch();
}

// Inserts the function in the scratch members.
ResidualTables::Function ResidualTables::insert_scratch() {
  remove_idle_variables();
  if (new_variables_.empty()) return {true, new_results_.front()};
  const auto hash = NumberTable::hash(new_variables_.data(), new_variables_.size(),
                                      hash_of_bytes(new_results_.data(), new_results_.size()));
  const std::size_t known = numbers_.size();
  const Id id = numbers_.number(hash, [&](Id other) {
    return std::ranges::equal(variables(tables_[other]), new_variables_) &&
           std::ranges::equal(results(tables_[other]), new_results_);
  });
  if (id < known) return {false, id};
  tables_.push_back(
      {variables_.size(), new_variables_.size(), results_.size(), new_results_.size()});
  variables_.insert(variables_.end(), new_variables_.begin(), new_variables_.end());
  results_.insert(results_.end(), new_results_.begin(), new_results_.end());
  return {false, id};
}

// Drops the variables that make no difference to the results.
void ResidualTables::remove_idle_variables() {
  std::size_t stride = 1;  // from one index of a variable to the next
  for (std::size_t k = new_variables_.size(); k-- > 0;) {
    const std::size_t period = stride * sizes_[new_variables_[k]];
    bool idle = true;
    for (std::size_t at = 0; at < new_results_.size() && idle; at += period) {
      idle = std::memcmp(&new_results_[at], &new_results_[at] + stride, period - stride) == 0;
    }
    if (!idle) {
      stride = period;
      continue;
    }
    keep_first(stride, period);
    new_variables_.erase(new_variables_.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

// Keeps the first `kept` of every `period` results.
void ResidualTables::keep_first(std::size_t kept, std::size_t period) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < new_results_.size(); at += period, count += kept) {
    std::memmove(&new_results_[count], &new_results_[at], kept);
  }
  new_results_.resize(count);
}

}  // namespace assay
