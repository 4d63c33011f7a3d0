#include "framework/judge/precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "framework/judge/charge.hpp"
#include "framework/worker/tensor.hpp"

namespace assay::judge {
namespace {

// Rounds to eight bits, which every lower precision holds, bfloat16 included.
template <class T>
T coarse(T value) {
  if (!std::isfinite(value)) return value;
  int exponent = 0;
  const T mantissa = std::frexp(value, &exponent);
  return std::ldexp(std::round(mantissa * 256) / 256, exponent);
}

template <class T>
void change(const assay_tensor& tensor, double factor) {
  for_each_run(tensor, [&](const std::byte* first, std::int64_t count, std::int64_t) {
    // The arena belongs to the judge, which may write to it; everyone else only reads input
    // tensors.
    auto* elements = reinterpret_cast<T*>(const_cast<std::byte*>(first));
    for (std::int64_t k = 0; k < count; ++k) {
      elements[k] = static_cast<T>(static_cast<double>(coarse(elements[k])) * factor);
    }
  });
}

bool is_setup(const std::set<std::string>& setup, const assay_tensor& input) {
  return setup.contains(input.name);
}

class Examination {
 public:
  Examination(Performer& performer, const std::set<std::string>& setup)
      : performer_(performer), setup_(setup) {
    for (const assay_tensor& input : performer.arena().inputs()) {
      if (!is_floating(input.element) || is_setup(setup, input)) continue;
      examined_ = true;
      single_ |= input.element == ASSAY_F32;
    }
    for (const assay_tensor& output : performer.arena().outputs()) {
      single_ |= output.element == ASSAY_F32;
    }
  }

  void examine() {
    if (!examined_) return;
    const auto coarse = outputs_at(0);
    const auto near = outputs_at(single_ ? 0x1p-18 : 0x1p-40);
    const auto far = outputs_at(0x1p-4);
    std::size_t all = 0;
    std::size_t visible = 0;
    std::size_t blind = 0;
    for (std::size_t k = 0; k < coarse.size(); ++k) {
      ++all;
      if (coarse[k] == far[k]) continue;
      ++visible;
      blind += coarse[k] == near[k] ? 1 : 0;
    }
    if (2 * visible <= all || 10 * blind <= 9 * visible) return;
    charge(Charge::lower_precision,
           fmt::format("{} of {} elements of its outputs stay the same, bit for bit, when inputs "
                       "change by 2^{}: it rounds the inputs to fewer digits than {} has",
                       blind, visible, single_ ? -18 : -40, single_ ? "float" : "double"));
  }

 private:
  // The bits of the floating-point outputs for inputs at the given relative distance from the
  // coarse ones. Each array has its own factor, which preserves the order of sorted data and is not
  // cancelled by others.
  std::vector<std::uint64_t> outputs_at(double distance) {
    int number = 0;
    for (const assay_tensor& input : performer_.arena().inputs()) {
      if (!is_floating(input.element) || is_setup(setup_, input)) continue;
      const double factor = 1 - distance / (1 + number++ % 4);
      if (input.element == ASSAY_F32) {
        change<float>(input, factor);
      } else {
        change<double>(input, factor);
      }
    }
    performer_.refresh();
    performer_.run(Caches::as_they_are);
    performer_.put_out();
    std::vector<std::uint64_t> bits;
    for (const assay_tensor& output : performer_.arena().outputs()) {
      if (is_floating(output.element)) add_bits(output, bits);
    }
    return bits;
  }

  static void add_bits(const assay_tensor& output, std::vector<std::uint64_t>& bits) {
    const std::size_t size = element_size(output.element);
    const auto memory = memory_of(output);
    for (std::size_t at = 0; at < memory.size(); at += size) {
      std::uint64_t element = 0;
      std::memcpy(&element, memory.data() + at, size);
      bits.push_back(element);
    }
  }

  Performer& performer_;
  const std::set<std::string>& setup_;
  bool examined_ = false;
  bool single_ = false;  // whether an input or an output is a float
};

}  // namespace

void examine_precision(Performer& performer, const std::set<std::string>& setup) {
  Examination(performer, setup).examine();
}

}  // namespace assay::judge
