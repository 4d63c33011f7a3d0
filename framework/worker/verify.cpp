#include "framework/worker/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "framework/core/error.hpp"
#include "framework/worker/element_tolerances.hpp"
#include "framework/worker/tensor.hpp"

namespace assay {
namespace {

std::string text_of(std::complex<double> number, bool complex) {
  if (!complex) return fmt::format("{}", number.real());
  return fmt::format("{}{:+}i", number.real(), number.imag());
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
  const Deviant& worst = finite ? tally.worst : tally.first_not_finite;
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
                         const assay_origin& origin, const assay_tensor* tolerances,
                         std::uint8_t poison, const Tally* known) {
  const assay_tensor& reference = expectation.reference;
  const assay_tensor output = compared_part(whole, reference, origin);
  if (std::isinf(expectation.absolute)) return {};
  const bool complex = is_complex(output.element) || is_complex(reference.element);
  const bool integer = is_integer(output.element) || is_integer(reference.element);
  const Tally tally = known != nullptr ? *known : tally_of(output, expectation, tolerances);
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
                     std::span<const assay_origin> origins,
                     std::span<const assay_tensor> tolerances, std::span<const Tally> known) {
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
    const Tally* const own = known.empty() ? nullptr : &known[k];
    Verification one =
        compare_one(outputs[k], expectations[k], origin, tolerances_of(k, tolerances), poison, own);
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
