#include "framework/worker/element_tolerances.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/shares.hpp"
#include "framework/worker/element_blocks.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

// The number of the first element from `first` to `last` - 1 that is no tolerance; `last` if all
// are.
std::int64_t find_no_tolerance(const assay_tensor& tolerances, std::int64_t first,
                               std::int64_t last) {
  Block<double> block{};
  for (; first < last; first += block_size) {
    const std::int64_t count = std::min(block_size, last - first);
    read_block(tolerances, first, count, block);
    // False of a NaN.
    const auto is_tolerance = [](double number) { return number >= 0; };
    const auto end = block.begin() + count;
    const auto found = std::find_if_not(block.begin(), end, is_tolerance);
    if (found != end) return first + (found - block.begin());
  }
  return last;
}

// The first element that is no tolerance; the number of elements if all are.
std::int64_t find_no_tolerance(const assay_tensor& tolerances) {
  constexpr std::size_t fewest = std::size_t{1} << 18U;
  const std::int64_t total = element_count(tolerances);
  std::int64_t found = total;
  share_out(
      static_cast<std::size_t>(total), fewest,
      [&](std::size_t first, std::size_t last) {
        const auto end = static_cast<std::int64_t>(last);
        const std::int64_t number =
            find_no_tolerance(tolerances, static_cast<std::int64_t>(first), end);
        return number == end ? total : number;
      },
      [&](std::int64_t of_share) { found = std::min(found, of_share); });
  return found;
}

void check_one(const std::string& problem, const assay_tensor& reference,
               const assay_tensor& tolerances) {
  check_tensor(tolerances, true);
  const std::string place =
      fmt::format("problem '{}': the tolerances of the elements of '{}'", problem, reference.name);
  if (!is_floating(tolerances.element)) {
    throw usage_error("{} are {}, but must be f32 or f64", place, type_text(tolerances));
  }
  if (!same_shape(tolerances, reference)) {
    throw usage_error("{} are {}, but the reference is {}", place, type_text(tolerances),
                      type_text(reference));
  }
  const std::int64_t number = find_no_tolerance(tolerances);
  if (number == element_count(tolerances)) return;
  Block<double> element{};
  read_block(tolerances, number, 1, element);
  throw usage_error("{} must be 0 or more, or infinite, but that at {} is {}", place,
                    index_text(tolerances, number), element[0]);
}

}  // namespace

void check_element_tolerances(const std::string& problem,
                              std::span<const assay_expectation> expectations,
                              std::span<const assay_tensor> tolerances) {
  if (tolerances.empty()) return;
  if (tolerances.size() != expectations.size()) {
    throw usage_error(
        "problem '{}' has {} expectations, but hands out tolerances of the elements of {}: those "
        "that need none must have a tensor without data",
        problem, expectations.size(), tolerances.size());
  }
  for (std::size_t k = 0; k < tolerances.size(); ++k) {
    if (tolerances[k].data != nullptr) {
      check_one(problem, expectations[k].reference, tolerances[k]);
    }
  }
}

}  // namespace assay
