#include "framework/worker/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

#include "assay/small_float.hpp"
#include "framework/core/error.hpp"
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
void widen(const std::byte* source, std::int64_t stride, std::int64_t count, Wide* target) {
  for (std::int64_t k = 0; k < count; ++k) {
    T value;
    std::memcpy(&value, source + k * stride * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    if constexpr (is_complex_number<T> && is_complex_number<Wide>) {
      target[k] = Wide(value.real(), value.imag());
    } else if constexpr (is_complex_number<T>) {
      throw internal_error("complex elements must be compared as complex numbers");
    } else if constexpr (is_complex_number<Wide>) {
      target[k] = Wide(static_cast<double>(value));
    } else {
      target[k] = static_cast<Wide>(value);
    }
  }
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

struct Worst {
  std::int64_t number = -1;  // row-major
  double error = 0;
  Complex got;  // without an imaginary part where neither side is complex
  Complex expected;
};

struct Tally {
  std::int64_t beyond = 0;  // elements beyond the tolerance
  Worst worst;
  Worst first_not_finite;
  double deviation = 0;   // largest of finite elements
  double magnitude = 0;   // largest number expected
  std::int64_t fine = 0;  // as in Digits
  std::int64_t rounded = 0;
};

// The bits of a double beyond the 24 significant ones of float, or beyond the 11 of half.
constexpr std::uint64_t beyond_float = (std::uint64_t{1} << 29U) - 1;
constexpr std::uint64_t beyond_half = (std::uint64_t{1} << 42U) - 1;

bool has_bits(double number, std::uint64_t mask) {
  return (std::bit_cast<std::uint64_t>(number) & mask) != 0;
}

// Counts the elements of a block that are expected to have digits that a lower precision does not
// hold, and those of them that have no such digits.
void count_rounded(assay_element element, std::span<const double> got,
                   std::span<const double> expected, Tally& tally) {
  const bool single = element == ASSAY_F32;
  const std::uint64_t mask = single ? beyond_half : beyond_float;
  for (std::size_t k = 0; k < got.size(); ++k) {
    const double wanted = single ? double{static_cast<float>(expected[k])} : expected[k];
    const bool fine = std::isfinite(got[k]) && std::isfinite(wanted) && has_bits(wanted, mask);
    tally.fine += fine ? 1 : 0;
    tally.rounded += fine && !has_bits(got[k], mask) ? 1 : 0;
  }
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

std::string text_of(Complex number, bool complex) {
  if (!complex) return fmt::format("{}", number.real());
  return fmt::format("{}{:+}i", number.real(), number.imag());
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

template <class Wide>
Tally tally_as(const assay_tensor& output, const assay_expectation& expectation) {
  Block<Wide> got;
  Block<Wide> expected;
  Tally tally;
  const std::int64_t total = element_count(output);
  for (std::int64_t first = 0; first < total; first += block_size) {
    const std::int64_t count = std::min(block_size, total - first);
    read_block(output, first, count, got);
    read_block(expectation.reference, first, count, expected);
    if constexpr (std::is_same_v<Wide, double>) {
      if (is_floating(output.element)) {
        const auto size = static_cast<std::size_t>(count);
        count_rounded(output.element, std::span(got).first(size), std::span(expected).first(size),
                      tally);
      }
    }
    for (std::int64_t k = 0; k < count; ++k) {
      const Wide x = got[static_cast<std::size_t>(k)];
      const Wide r = expected[static_cast<std::size_t>(k)];
      if (is_finite(x) && is_finite(r)) {
        tally.deviation = std::max(tally.deviation, static_cast<double>(std::abs(x - r)));
        tally.magnitude = std::max(tally.magnitude, static_cast<double>(std::abs(r)));
      }
      const double error = deviation(x, r, expectation);
      if (error <= 1 && error <= tally.worst.error) continue;
      const Worst element{first + k, error, shown(x), shown(r)};
      if (error > tally.worst.error) tally.worst = element;
      if (error > 1) ++tally.beyond;
      if (!is_finite(x) && is_finite(r) && tally.first_not_finite.number < 0) {
        tally.first_not_finite = element;
      }
    }
  }
  return tally;
}

bool holds_poison(const assay_tensor& output, std::int64_t number, std::uint8_t poison) {
  const std::size_t size = element_size(output.element);
  const auto* element = static_cast<const std::uint8_t*>(output.data) +
                        static_cast<std::size_t>(memory_offset(output, number)) * size;
  return std::all_of(element, element + size, [&](std::uint8_t byte) { return byte == poison; });
}

Verification judge(const assay_tensor& output, const assay_origin& origin, const Tally& tally,
                   std::uint8_t poison, bool complex) {
  if (tally.beyond == 0) return {TrialStatus::ok, tally.worst.error, ""};
  const bool finite = tally.first_not_finite.number < 0;
  const Worst& worst = finite ? tally.worst : tally.first_not_finite;
  const bool unwritten = holds_poison(output, worst.number, poison);
  return {finite ? TrialStatus::wrong_output : TrialStatus::not_finite, tally.worst.error,
          fmt::format("output '{}' at {}: got {}{}, expected {} (off by {:.3g} times the "
                      "tolerance); {} of {} elements exceed the tolerance",
                      output.name, index_text(output, worst.number, origin),
                      text_of(worst.got, complex), unwritten ? " (never written)" : "",
                      text_of(worst.expected, complex), worst.error, tally.beyond,
                      element_count(output))};
}

// The elements of an output that are compared: from `origin` on as many as the reference has in
// each dimension.
assay_tensor compared_part(const assay_tensor& output, const assay_tensor& reference,
                           const assay_origin& origin) {
  assay_tensor part = output;
  bool fits = output.rank == reference.rank;
  std::int64_t first = 0;
  for (std::uint32_t k = 0; fits && k < output.rank; ++k) {
    part.shape[k] = reference.shape[k];
    const std::int64_t room = output.shape[k] - reference.shape[k];
    fits = origin.at[k] >= 0 && origin.at[k] <= room;
    first += origin.at[k] * output.stride[k];
  }
  if (!fits) {
    throw internal_error("the problem's reference for output '{}' is {}, but the output is {}",
                         output.name, type_text(reference), type_text(output));
  }
  part.data = static_cast<std::byte*>(output.data) +
              first * static_cast<std::int64_t>(element_size(output.element));
  return part;
}

Verification compare_one(const assay_tensor& whole, const assay_expectation& expectation,
                         const assay_origin& origin, std::uint8_t poison) {
  const assay_tensor& reference = expectation.reference;
  const assay_tensor output = compared_part(whole, reference, origin);
  if (std::isinf(expectation.absolute)) return {};
  const bool complex = is_complex(output.element) || is_complex(reference.element);
  const bool integer = is_integer(output.element) || is_integer(reference.element);
  const Tally tally = complex   ? tally_as<Complex>(output, expectation)
                      : integer ? tally_as<long double>(output, expectation)
                                : tally_as<double>(output, expectation);
  Verification verdict = judge(output, origin, tally, poison, complex);
  const double relative_error = tally.deviation / tally.magnitude;
  if (is_floating(output.element) && tally.magnitude > 0) {
    verdict.digits.relative_error = relative_error;
    verdict.digits.magnitude = tally.magnitude;
  }
  if (!integer && tally.magnitude > 0) {
    verdict.facts.push_back({relative_error_fact, relative_error, ""});
  }
  verdict.digits.fine = tally.fine;
  verdict.digits.rounded = tally.rounded;
  return verdict;
}

}  // namespace

std::vector<std::span<const std::byte>> compared_memory(const assay_tensor& output,
                                                        const assay_expectation& expectation,
                                                        const assay_origin& origin) {
  if (std::isinf(expectation.absolute)) return {{}};
  const assay_tensor part = compared_part(output, expectation.reference, origin);
  std::vector<std::span<const std::byte>> pieces;
  for_each_run(part, [&](const std::byte* first, std::int64_t count, std::int64_t) {
    if (pieces.size() > most_pieces) return;
    pieces.emplace_back(first, static_cast<std::size_t>(count) * element_size(part.element));
  });
  if (pieces.empty() || pieces.size() > most_pieces) return {memory_of(part)};
  return pieces;
}

Verification compare(std::span<const assay_tensor> outputs,
                     std::span<const assay_expectation> expectations, std::uint8_t poison,
                     std::span<const assay_origin> origins) {
  if (outputs.size() != expectations.size()) {
    throw internal_error("the problem has {} outputs but a reference for {}", outputs.size(),
                         expectations.size());
  }
  if (!origins.empty() && origins.size() != expectations.size()) {
    throw internal_error("the problem has {} references but origins for {}", expectations.size(),
                         origins.size());
  }
  Verification verdict;
  Digits digits;
  std::vector<Fact> facts;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const assay_origin origin = origins.empty() ? assay_origin{} : origins[k];
    Verification one = compare_one(outputs[k], expectations[k], origin, poison);
    digits.add(one.digits);
    if (!one.facts.empty() && (facts.empty() || one.facts[0].value > facts[0].value)) {
      facts = one.facts;
    }
    const bool first_failure = verdict.status == TrialStatus::ok && one.status != TrialStatus::ok;
    if (first_failure || (verdict.status == one.status && one.error > verdict.error)) {
      verdict = std::move(one);
    }
  }
  verdict.digits = digits;
  verdict.facts = std::move(facts);
  return verdict;
}

}  // namespace assay
