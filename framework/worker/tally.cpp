#include "framework/worker/tally.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>

#include "assay/small_float.hpp"
#include "framework/core/error.hpp"
#include "framework/core/shares.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

// Elements are converted in blocks to one type that holds all values of both sides: complex where
// one of them is, long double where an integer takes part, since its 64-bit mantissa (x86) holds
// every 64-bit integer, and double for all others.
using Complex = std::complex<double>;
constexpr std::int64_t block_size = 1024;

template <class Wide>
using Block = std::array<Wide, block_size>;

template <class T>
constexpr bool is_complex_number = false;
template <class T>
constexpr bool is_complex_number<std::complex<T>> = true;

template <class Wide, class T>
Wide widened(T value) {
  if constexpr (is_complex_number<T> && is_complex_number<Wide>) {
    return Wide(value.real(), value.imag());
  } else if constexpr (is_complex_number<T>) {
    throw internal_error("complex elements must be compared as complex numbers");
  } else if constexpr (is_complex_number<Wide>) {
    return Wide(static_cast<double>(value));
  } else {
    return static_cast<Wide>(value);
  }
}

template <class Wide, class T>
void widen(const std::byte* source, std::int64_t stride, std::int64_t count, Wide* target) {
  const auto widen_by = [&](std::int64_t bytes) {
    for (std::int64_t k = 0; k < count; ++k) {
      T value;
      std::memcpy(&value, source + k * bytes, sizeof(T));
      target[k] = widened<Wide>(value);
    }
  };
  constexpr auto size = static_cast<std::int64_t>(sizeof(T));
  // The compiler makes vectors of adjacent elements.
  stride == 1 ? widen_by(size) : widen_by(stride * size);
}

template <class Wide>
void widen(assay_element element, const std::byte* source, std::int64_t stride, std::int64_t count,
           Wide* target) {
  switch (element) {
    case ASSAY_F32:
      return widen<Wide, float>(source, stride, count, target);
    case ASSAY_F64:
      return widen<Wide, double>(source, stride, count, target);
    case ASSAY_I8:
      return widen<Wide, std::int8_t>(source, stride, count, target);
    case ASSAY_U8:
      return widen<Wide, std::uint8_t>(source, stride, count, target);
    case ASSAY_I16:
      return widen<Wide, std::int16_t>(source, stride, count, target);
    case ASSAY_U16:
      return widen<Wide, std::uint16_t>(source, stride, count, target);
    case ASSAY_I32:
      return widen<Wide, std::int32_t>(source, stride, count, target);
    case ASSAY_U32:
      return widen<Wide, std::uint32_t>(source, stride, count, target);
    case ASSAY_I64:
      return widen<Wide, std::int64_t>(source, stride, count, target);
    case ASSAY_U64:
      return widen<Wide, std::uint64_t>(source, stride, count, target);
    case ASSAY_F16:
      return widen<Wide, sdk::Float16>(source, stride, count, target);
    case ASSAY_BF16:
      return widen<Wide, sdk::BFloat16>(source, stride, count, target);
    case ASSAY_F8_E4M3:
      return widen<Wide, sdk::Float8E4M3>(source, stride, count, target);
    case ASSAY_F8_E5M2:
      return widen<Wide, sdk::Float8E5M2>(source, stride, count, target);
    case ASSAY_BOOL8:
      return widen<Wide, std::uint8_t>(source, stride, count, target);
    case ASSAY_C64:
      return widen<Wide, std::complex<float>>(source, stride, count, target);
    case ASSAY_C128:
      return widen<Wide, std::complex<double>>(source, stride, count, target);
  }
}

// Reads elements first .. first + count - 1 in row-major order, for any strides.
template <class Wide>
void read_block(const assay_tensor& tensor, std::int64_t first, std::int64_t count,
                Block<Wide>& block) {
  const auto size = static_cast<std::int64_t>(element_size(tensor.element));
  const auto* data = static_cast<const std::byte*>(tensor.data);
  const std::int64_t row = tensor.rank == 0 ? 1 : tensor.shape[tensor.rank - 1];
  const std::int64_t stride = tensor.rank == 0 ? 1 : tensor.stride[tensor.rank - 1];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t number = first + done;
    const std::int64_t piece = std::min(count - done, row - number % row);
    widen(tensor.element, data + memory_offset(tensor, number) * size, stride, piece,
          block.data() + done);
    done += piece;
  }
}

// The bits of a double beyond the 24 significant ones of float, or beyond the 11 of half.
constexpr std::uint64_t beyond_float = (std::uint64_t{1} << 29U) - 1;
constexpr std::uint64_t beyond_half = (std::uint64_t{1} << 42U) - 1;

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

// The deviation in units of the tolerance.
template <class Wide>
double deviation(Wide x, Wide r, const assay_expectation& expectation) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (is_nan(r)) return is_nan(x) ? 0 : infinite;
  if (x == r) return 0;
  if (!is_finite(x) || !is_finite(r)) return infinite;
  const auto magnitude = std::abs(r);
  using Real = std::remove_const_t<decltype(magnitude)>;
  const Real tolerance =
      static_cast<Real>(expectation.absolute) + static_cast<Real>(expectation.relative) * magnitude;
  return tolerance > 0 ? static_cast<double>(std::abs(x - r) / tolerance) : infinite;
}

// Compares a block one by one.
template <class Wide>
void compare_each(std::span<const Wide> got, std::span<const Wide> expected, std::int64_t first,
                  const assay_expectation& expectation, Tally& tally) {
  for (std::size_t k = 0; k < got.size(); ++k) {
    const Wide x = got[k];
    const Wide r = expected[k];
    if (is_finite(x) && is_finite(r)) {
      tally.deviation = std::max(tally.deviation, static_cast<double>(std::abs(x - r)));
      tally.magnitude = std::max(tally.magnitude, static_cast<double>(std::abs(r)));
    }
    const double error = deviation(x, r, expectation);
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
bool compare_at_a_glance(const Block<double>& got, const Block<double>& expected,
                         const assay_expectation& expectation, Tally& tally) {
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
      // Both are false of a NaN.
      const bool is_plain = (off <= absolute + relative * r) & is_number(r);
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

// Compares elements first .. last - 1.
template <class Wide>
Tally tally_as(const assay_tensor& output, const assay_expectation& expectation, std::int64_t first,
               std::int64_t last) {
  // What lies beyond the end of the last block is 0 on both sides.
  Block<Wide> got{};
  Block<Wide> expected{};
  Tally tally;
  for (; first < last; first += block_size) {
    const std::int64_t count = std::min(block_size, last - first);
    const auto size = static_cast<std::size_t>(count);
    read_block(output, first, count, got);
    read_block(expectation.reference, first, count, expected);
    std::fill(got.begin() + count, got.end(), Wide{});
    std::fill(expected.begin() + count, expected.end(), Wide{});
    const auto got_numbers = std::span<const Wide>(got).first(size);
    const auto expected_numbers = std::span<const Wide>(expected).first(size);
    if constexpr (std::is_same_v<Wide, double>) {
      if (is_floating(output.element)) {
        count_rounded(output.element, got_numbers, expected_numbers, tally);
      }
      if (compare_at_a_glance(got, expected, expectation, tally)) continue;
    }
    compare_each(got_numbers, expected_numbers, first, expectation, tally);
  }
  return tally;
}

Tally tally_of_range(const assay_tensor& output, const assay_expectation& expectation,
                     std::int64_t first, std::int64_t last) {
  const assay_element elements[] = {output.element, expectation.reference.element};
  if (std::ranges::any_of(elements, is_complex)) {
    return tally_as<Complex>(output, expectation, first, last);
  }
  if (std::ranges::any_of(elements, is_integer)) {
    return tally_as<long double>(output, expectation, first, last);
  }
  return tally_as<double>(output, expectation, first, last);
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

Tally tally_of(const assay_tensor& output, const assay_expectation& expectation) {
  constexpr std::size_t fewest = std::size_t{1}
                                 << 18U;  // compared in the time that a thread starts
  Tally tally;
  share_out(
      static_cast<std::size_t>(element_count(output)), fewest,
      [&](std::size_t first, std::size_t last) {
        return tally_of_range(output, expectation, static_cast<std::int64_t>(first),
                              static_cast<std::int64_t>(last));
      },
      [&](const Tally& share) { tally.add(share); });
  return tally;
}

}  // namespace assay
