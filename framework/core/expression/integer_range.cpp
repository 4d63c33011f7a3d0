#include "framework/core/expression/integer_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace assay {
namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr IntegerRange whole_range{lowest, highest};

// The sum of two bounds; `total` becomes false, and the result is cut off, if it needs more than 64
// bits.
std::int64_t sum_of_bounds(std::int64_t a, std::int64_t b, bool& total) {
  std::int64_t result = 0;
  if (!__builtin_add_overflow(a, b, &result)) return result;
  total = false;
  return a < 0 ? lowest : highest;
}

std::int64_t difference_of_bounds(std::int64_t a, std::int64_t b, bool& total) {
  std::int64_t result = 0;
  if (!__builtin_sub_overflow(a, b, &result)) return result;
  total = false;
  return a < b ? lowest : highest;
}

std::int64_t product_of_bounds(std::int64_t a, std::int64_t b, bool& total) {
  std::int64_t result = 0;
  if (!__builtin_mul_overflow(a, b, &result)) return result;
  total = false;
  return (a < 0) != (b < 0) ? lowest : highest;
}

// The quotient of two bounds, rounded down or up; b is not 0.
std::int64_t quotient_of_bounds(std::int64_t a, std::int64_t b, bool up, bool& total) {
  if (b == -1) return difference_of_bounds(0, a, total);
  const std::int64_t rest = a % b;
  const bool positive = (a < 0) == (b < 0);
  return a / b + (rest == 0 || positive != up ? 0 : up ? 1 : -1);
}

// The bounds of an operator that is monotone in each operand while the other one is fixed.
template <class Operator>
IntegerRangeResult at_corners(const IntegerRange& a, const IntegerRange& b, const Operator& apply) {
  IntegerRangeResult result;
  const auto corners = {apply(a.low, b.low, result.total), apply(a.low, b.high, result.total),
                        apply(a.high, b.low, result.total), apply(a.high, b.high, result.total)};
  result.range = {std::min(corners), std::max(corners)};
  return result;
}

// The bounds of a quotient or remainder by divisors of one sign.
IntegerRangeResult divided(Opcode opcode, const IntegerRange& a, const IntegerRange& b) {
  if (opcode != Opcode::modulo) {
    return at_corners(a, b, [&](std::int64_t x, std::int64_t y, bool& total) {
      return quotient_of_bounds(x, y, opcode == Opcode::ceil_divide, total);
    });
  }
  // A remainder has the sign of the divisor.
  return {b.low > 0 ? IntegerRange{0, b.high - 1} : IntegerRange{b.low + 1, 0}};
}

// The bounds of a quotient or remainder by any divisors: the results by divisors below zero and by
// those above zero are joined.
IntegerRangeResult quotients(Opcode opcode, const IntegerRange& a, const IntegerRange& b) {
  std::optional<IntegerRangeResult> result;
  if (b.low < 0) result = divided(opcode, a, {b.low, std::min<std::int64_t>(b.high, -1)});
  if (b.high > 0) {
    const auto above = divided(opcode, a, {std::max<std::int64_t>(b.low, 1), b.high});
    result = result
                 ? IntegerRangeResult{result->range.hull(above.range), result->total && above.total}
                 : above;
  }
  if (!result) return {{}, false};
  if (b.contains(0)) result->total = false;
  return *result;
}

}  // namespace

double IntegerRange::magnitude() const {
  return std::max(std::abs(static_cast<double>(low)), std::abs(static_cast<double>(high)));
}

IntegerRange IntegerRange::hull(const IntegerRange& other) const {
  return {std::min(low, other.low), std::max(high, other.high)};
}

IntegerRangeResult combine_ranges(Opcode opcode, const IntegerRange& a, const IntegerRange& b) {
  IntegerRangeResult result;
  auto& [range, total] = result;
  switch (opcode) {
    case Opcode::add:
      range = {sum_of_bounds(a.low, b.low, total), sum_of_bounds(a.high, b.high, total)};
      return result;
    case Opcode::subtract:
      range = {difference_of_bounds(a.low, b.high, total),
               difference_of_bounds(a.high, b.low, total)};
      return result;
    case Opcode::multiply:
      return at_corners(a, b, product_of_bounds);
    case Opcode::minimum:
      return {{std::min(a.low, b.low), std::min(a.high, b.high)}};
    case Opcode::maximum:
      return {{std::max(a.low, b.low), std::max(a.high, b.high)}};
    case Opcode::power:
    case Opcode::shift_left:
    case Opcode::shift_right:
      return {whole_range, false};
    case Opcode::bit_and:
    case Opcode::bit_or:
    case Opcode::bit_xor:
      return {whole_range, true};
    default:
      return quotients(opcode, a, b);
  }
}

IntegerRangeResult range_of_unary(Opcode opcode, const IntegerRange& a) {
  auto negated = combine_ranges(Opcode::subtract, {0, 0}, a);
  if (opcode == Opcode::negate || a.high <= 0) return negated;
  if (a.low >= 0) return {a};
  return {{0, std::max(negated.range.high, a.high)}, negated.total};
}

}  // namespace assay
