#include "framework/worker/tally.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

#include "framework/core/error.hpp"
#include "framework/core/shares.hpp"
#include "framework/worker/element_blocks.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

using Complex = std::complex<double>;

// The bits of a double beyond the 24 significant ones of float, or beyond the 11 of half.
constexpr std::uint64_t beyond_float = (std::uint64_t{1} << 29U) - 1;
constexpr std::uint64_t beyond_half = (std::uint64_t{1} << 42U) - 1;

// Each chunk is compared as if it were alone. What is passed over at a glance depends on what was
// seen before, so if a thread went through all of its share at once, which of two errors that
// differ by a rounding counts as the worst would depend on the number of threads. A chunk is
// compared in several times what it takes to start a thread.
constexpr std::size_t chunk_size = std::size_t{1} << 18U;

bool has_bits(double number, std::uint64_t mask) {
  return (std::bit_cast<std::uint64_t>(number) & mask) != 0;
}

bool is_number(double number) { return std::abs(number) <= std::numeric_limits<double>::max(); }

// Counts the elements of a block that are expected to have digits that a lower precision does not
// hold, and those of them that have no such digits. Branches would keep the compiler from using
// vectors.
template <class Stored>
void count_rounded(std::uint64_t mask, std::span<const double> got,
                   std::span<const double> expected, Tally& tally) {
  std::int64_t fine = 0;
  std::int64_t rounded = 0;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const double wanted{static_cast<Stored>(expected[k])};
    const bool is_fine = is_number(got[k]) & is_number(wanted) & has_bits(wanted, mask);
    fine += is_fine ? 1 : 0;
    rounded += (is_fine & !has_bits(got[k], mask)) ? 1 : 0;
  }
  tally.fine += fine;
  tally.rounded += rounded;
}

void count_rounded(assay_element element, std::span<const double> got,
                   std::span<const double> expected, Tally& tally) {
  element == ASSAY_F32 ? count_rounded<float>(beyond_half, got, expected, tally)
                       : count_rounded<double>(beyond_float, got, expected, tally);
}

template <class Wide>
bool is_finite(Wide number) {
  if constexpr (is_complex_number<Wide>) {
    return std::isfinite(number.real()) && std::isfinite(number.imag());
  } else {
    return std::isfinite(number);
  }
}

template <class Wide>
bool is_nan(Wide number) {
  if constexpr (is_complex_number<Wide>) {
    return std::isnan(number.real()) || std::isnan(number.imag());
  } else {
    return std::isnan(number);
  }
}

template <class Wide>
Complex shown(Wide number) {
  if constexpr (is_complex_number<Wide>) {
    return number;
  } else {
    return static_cast<double>(number);
  }
}

// The deviation in units of the tolerance, of which `own` is the element's part.
template <class Wide>
double deviation(Wide x, Wide r, const assay_expectation& expectation, double own) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (is_nan(r)) return is_nan(x) ? 0 : infinite;
  if (x == r) return 0;
  if (!is_finite(x) || !is_finite(r)) return infinite;
  const auto magnitude = std::abs(r);
  using Real = std::remove_const_t<decltype(magnitude)>;
  const Real tolerance = static_cast<Real>(expectation.absolute) +
                         static_cast<Real>(expectation.relative) * magnitude +
                         static_cast<Real>(own);
  return tolerance > 0 ? static_cast<double>(std::abs(x - r) / tolerance) : infinite;
}

// Compares a block one by one. `own` has the tolerances of its elements; empty: there are none.
template <class Wide>
void compare_each(std::span<const Wide> got, std::span<const Wide> expected,
                  std::span<const double> own, std::int64_t first,
                  const assay_expectation& expectation, Tally& tally) {
  for (std::size_t k = 0; k < got.size(); ++k) {
    const Wide x = got[k];
    const Wide r = expected[k];
    if (is_finite(x) && is_finite(r)) {
      tally.deviation = std::max(tally.deviation, static_cast<double>(std::abs(x - r)));
      tally.magnitude = std::max(tally.magnitude, static_cast<double>(std::abs(r)));
    }
    const double error = deviation(x, r, expectation, own.empty() ? 0 : own[k]);
    if (error <= 1 && error <= tally.worst.error) continue;
    const Deviant element{first + static_cast<std::int64_t>(k), error, shown(x), shown(r)};
    if (error > tally.worst.error) tally.worst = element;
    if (error > 1) ++tally.beyond;
    if (!is_finite(x) && is_finite(r) && tally.first_not_finite.number < 0) {
      tally.first_not_finite = element;
    }
  }
}

// Compares a block of doubles with vectors. Does nothing and returns false if a number is not
// finite, beyond its tolerance, or worse than the worst before: those are looked at one by one.
// `own` has the tolerances of the elements, and is not read unless HasOwn.
template <bool HasOwn>
bool compare_at_a_glance(const Block<double>& got, const Block<double>& expected,
                         const Block<double>& own, const assay_expectation& expectation,
                         Tally& tally) {
  // Errors that equal the worst but for rounding are no worse.
  constexpr double slack = 1 + 8 * std::numeric_limits<double>::epsilon();
  const double share = std::min(1.0, slack * tally.worst.error);
  const double absolute = share * expectation.absolute;
  const double relative = share * expectation.relative;
  // A loop over lanes has no sum that runs from one iteration to the next, which the compiler would
  // have to keep in order.
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> deviations{};
  std::array<double, lanes> magnitudes{};
  std::array<double, lanes> others{};
  for (std::size_t first = 0; first < block_size; first += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const double r = std::abs(expected[first + lane]);
      const double off = std::abs(got[first + lane] - expected[first + lane]);
      double tolerance = absolute + relative * r;
      if constexpr (HasOwn) tolerance += share * own[first + lane];
      // Both are false of a NaN.
      const bool is_plain = (off <= tolerance) & is_number(r);
      others[lane] += is_plain ? 0.0 : 1.0;
      deviations[lane] = off > deviations[lane] ? off : deviations[lane];
      magnitudes[lane] = r > magnitudes[lane] ? r : magnitudes[lane];
    }
  }
  if (std::ranges::max(others) > 0) return false;
  tally.deviation = std::max(tally.deviation, std::ranges::max(deviations));
  tally.magnitude = std::max(tally.magnitude, std::ranges::max(magnitudes));
  return true;
}

// Elements of infinite tolerance are not compared: both sides become 0, which adds nothing to any
// tally.
template <class Wide>
void leave_out_boundless(Block<double>& own, Block<Wide>& got, Block<Wide>& expected) {
  for (std::size_t k = 0; k < own.size(); ++k) {
    const bool is_compared = is_number(own[k]);
    got[k] = is_compared ? got[k] : Wide{};
    expected[k] = is_compared ? expected[k] : Wide{};
    own[k] = is_compared ? own[k] : 0;
  }
}

// Compares elements first .. last - 1.
template <class Wide, bool HasOwn>
Tally tally_as(const assay_tensor& output, const assay_expectation& expectation,
               const assay_tensor* tolerances, std::int64_t first, std::int64_t last) {
  // What lies beyond the end of the last block is 0 on both sides.
  Block<Wide> got{};
  Block<Wide> expected{};
  Block<double> own{};
  Tally tally;
  for (; first < last; first += block_size) {
    const std::int64_t count = std::min(block_size, last - first);
    const auto size = static_cast<std::size_t>(count);
    read_block(output, first, count, got);
    read_block(expectation.reference, first, count, expected);
    std::fill(got.begin() + count, got.end(), Wide{});
    std::fill(expected.begin() + count, expected.end(), Wide{});
    if constexpr (HasOwn) {
      read_block(*tolerances, first, count, own);
      leave_out_boundless(own, got, expected);
    }
    const auto got_numbers = std::span<const Wide>(got).first(size);
    const auto expected_numbers = std::span<const Wide>(expected).first(size);
    if constexpr (std::is_same_v<Wide, double>) {
      if (is_floating(output.element)) {
        count_rounded(output.element, got_numbers, expected_numbers, tally);
      }
      if (compare_at_a_glance<HasOwn>(got, expected, own, expectation, tally)) continue;
    }
    const auto own_numbers = std::span<const double>(own).first(HasOwn ? size : 0);
    compare_each(got_numbers, expected_numbers, own_numbers, first, expectation, tally);
  }
  return tally;
}

template <bool HasOwn>
Tally tally_of_range(const assay_tensor& output, const assay_expectation& expectation,
                     const assay_tensor* tolerances, std::int64_t first, std::int64_t last) {
  const assay_element elements[] = {output.element, expectation.reference.element};
  if (std::ranges::any_of(elements, is_complex)) {
    return tally_as<Complex, HasOwn>(output, expectation, tolerances, first, last);
  }
  if (std::ranges::any_of(elements, is_integer)) {
    return tally_as<long double, HasOwn>(output, expectation, tolerances, first, last);
  }
  return tally_as<double, HasOwn>(output, expectation, tolerances, first, last);
}

}  // namespace

void Tally::add(const Tally& next) {
  beyond += next.beyond;
  if (next.worst.error > worst.error) worst = next.worst;
  if (first_not_finite.number < 0) first_not_finite = next.first_not_finite;
  deviation = std::max(deviation, next.deviation);
  magnitude = std::max(magnitude, next.magnitude);
  fine += next.fine;
  rounded += next.rounded;
}

Tally tally_of(const assay_tensor& output, const assay_expectation& expectation,
               const assay_tensor* tolerances, std::size_t threads) {
  const auto of_range = tolerances != nullptr && tolerances->data != nullptr
                            ? tally_of_range<true>
                            : tally_of_range<false>;
  const auto of_share = [&](std::size_t first, std::size_t last) {
    Tally share;
    for (; first < last; first += chunk_size) {
      share.add(of_range(output, expectation, tolerances, static_cast<std::int64_t>(first),
                         static_cast<std::int64_t>(std::min(first + chunk_size, last))));
    }
    return share;
  };
  Tally tally;
  share_out(
      static_cast<std::size_t>(element_count(output)), chunk_size, of_share,
      [&](const Tally& share) { tally.add(share); }, threads);
  return tally;
}

}  // namespace assay
