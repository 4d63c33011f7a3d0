#include "framework/device/comparison_kernel.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "assay/sizes.hpp"
#include "framework/device/own_kernels.hpp"

namespace assay::device {
namespace {

constexpr std::size_t comparison_group_size = 128;

// What a work group found of its elements. The kernel's found_t has the same layout.
struct Found {
  double error;
  double deviation;
  double magnitude;
  std::uint64_t beyond;
  std::uint64_t fine;
  std::uint64_t rounded;
};

// Does the arithmetic of framework/worker/tally.cpp. Constants: GROUP_SIZE, NUMBER (the type of
// the elements), COARSE (the bits of a double that the next lower precision lacks) and OF_EACH (is
// defined if elements have tolerances of their own).
constexpr const char* comparison_text = R"(
#ifdef __OPENCL_VERSION__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define INFINITE_BITS 0x7FF0000000000000UL

typedef struct {
  double error;
  double deviation;
  double magnitude;
  word_t beyond;
  word_t fine;
  word_t rounded;
} found_t;

#ifdef OF_EACH
KERNEL compare_each(GLOBAL const NUMBER* elements, word_t first, GLOBAL const NUMBER* expected,
                    word_t count, double absolute, double relative, GLOBAL found_t* of_groups,
                    GLOBAL const NUMBER* tolerances) {
#else
KERNEL compare(GLOBAL const NUMBER* elements, word_t first, GLOBAL const NUMBER* expected,
               word_t count, double absolute, double relative, GLOBAL found_t* of_groups) {
#endif
  LOCAL found_t of_items[GROUP_SIZE];
  found_t found = {0, 0, 0, 0, 0, 0};
  const word_t stride = (word_t)GROUPS * GROUP_SIZE;
  for (word_t k = (word_t)GROUP_ID * GROUP_SIZE + LOCAL_ID; k < count; k += stride) {
#ifdef OF_EACH
    const double own = tolerances[k];
    if ((BITS_OF(own) & INFINITE_BITS) == INFINITE_BITS) continue;
#endif
    const double x = elements[first + k];
    const double r = expected[k];
    const word_t x_bits = BITS_OF(x);
    const word_t r_bits = BITS_OF(r);
    const bool x_is_finite = (x_bits & INFINITE_BITS) != INFINITE_BITS;
    const bool r_is_finite = (r_bits & INFINITE_BITS) != INFINITE_BITS;
    const bool is_fine = x_is_finite && r_is_finite && (r_bits & COARSE) != 0;
    found.fine += is_fine;
    found.rounded += is_fine && (x_bits & COARSE) == 0;
    double error = 0;
    if (x_is_finite && r_is_finite) {
      const double off = fabs(x - r);
#ifdef OF_EACH
      const double tolerance = absolute + relative * fabs(r) + own;
#else
      const double tolerance = absolute + relative * fabs(r);
#endif
      found.deviation = fmax(found.deviation, off);
      found.magnitude = fmax(found.magnitude, fabs(r));
      if (off > 0) error = tolerance > 0 ? off / tolerance : 2;
    } else if (!(x == r || (x != x && r != r))) {
      error = 2;
    }
    found.beyond += error > 1;
    found.error = fmax(found.error, error);
  }
  of_items[LOCAL_ID] = found;
  BARRIER();
  for (unsigned int half_size = GROUP_SIZE / 2; half_size > 0; half_size /= 2) {
    if (LOCAL_ID < half_size) {
      const found_t other = of_items[LOCAL_ID + half_size];
      found.error = fmax(found.error, other.error);
      found.deviation = fmax(found.deviation, other.deviation);
      found.magnitude = fmax(found.magnitude, other.magnitude);
      found.beyond += other.beyond;
      found.fine += other.fine;
      found.rounded += other.rounded;
      of_items[LOCAL_ID] = found;
    }
    BARRIER();
  }
  if (LOCAL_ID == 0) of_groups[GROUP_ID] = of_items[0];
}
)";

std::string comparison_options(assay_element element, bool of_each) {
  const bool is_single = element == ASSAY_F32;
  return "-D GROUP_SIZE=" + std::to_string(comparison_group_size) +
         (is_single ? " -D NUMBER=float -D COARSE=0x3FFFFFFFFFFUL"
                    : " -D NUMBER=double -D COARSE=0x1FFFFFFFUL") +
         (of_each ? " -D OF_EACH" : "");
}

template <class T>
KernelArgument value(const T& bits) {
  return {ASSAY_ARG_BYTES, nullptr, &bits, sizeof bits};
}
KernelArgument buffer(Buffer& memory) { return {ASSAY_ARG_BUFFER, &memory, nullptr, 0}; }

}  // namespace

std::unique_ptr<Program> ComparisonKernel::build(ProgramBuilder& builder, assay_element element,
                                                 Tolerances tolerances) {
  const std::string text = std::string(words_of_kernels) + comparison_text;
  const assay_source source{"assay/comparison.kernel", text.c_str()};
  return builder.build({&source, 1},
                       comparison_options(element, tolerances == Tolerances::of_each));
}

const ComparisonKernel::Compiled* ComparisonKernel::compiled(Accelerator& device,
                                                             assay_element element,
                                                             Tolerances tolerances) {
  auto [place, is_new] = compiled_.try_emplace({element, tolerances});
  if (!is_new) return place->second ? &*place->second : nullptr;
  if (device.description().facts.at("has_double") == 0) return nullptr;
  try {
    Compiled made;
    made.program = build(device, element, tolerances);
    // Enough groups for a GPU's multiprocessors to keep their memory busy.
    made.groups = static_cast<std::size_t>(device.description().facts.at("compute_units")) * 16;
    made.found = device.create_buffer(made.groups * sizeof(Found));
    made.kernel = device.create_kernel(
        *made.program, tolerances == Tolerances::of_each ? "compare_each" : "compare");
    place->second = std::move(made);
    return &*place->second;
  } catch (const DeviceError&) {
    return nullptr;
  }
}

std::optional<Differences> ComparisonKernel::of(Accelerator& device, const Comparison& comparison) {
  check_buffer_range(comparison.elements->size(), comparison.offset, comparison.bytes(),
                     "comparing");
  check_buffer_range(comparison.expected->size(), 0, comparison.bytes(), "comparing with");
  Buffer* const own_tolerances = comparison.tolerances;
  if (own_tolerances != nullptr) {
    check_buffer_range(own_tolerances->size(), 0, comparison.bytes(), "comparing within");
  }
  if (comparison.count == 0) return Differences();
  const std::size_t size = comparison.bytes() / comparison.count;
  const bool is_image = comparison.elements->is_image() || comparison.expected->is_image();
  if (is_image || comparison.offset % size != 0) return std::nullopt;
  const Compiled* const own =
      compiled(device, comparison.element,
               own_tolerances == nullptr ? Tolerances::of_all : Tolerances::of_each);
  if (own == nullptr) return std::nullopt;
  const std::uint64_t first = comparison.offset / size;
  const std::uint64_t count = comparison.count;
  const std::size_t groups =
      std::min(own->groups, sdk::quotient_up(comparison.count, comparison_group_size));
  std::vector<KernelArgument> arguments = {buffer(*comparison.elements), value(first),
                                           buffer(*comparison.expected), value(count),
                                           value(comparison.absolute),   value(comparison.relative),
                                           buffer(*own->found)};
  if (own_tolerances != nullptr) arguments.push_back(buffer(*own_tolerances));
  const std::array global = {groups * comparison_group_size};
  const std::array local = {comparison_group_size};
  device.launch(nullptr, *own->kernel, global, local, arguments);
  std::vector<Found> found(groups);
  device.read(nullptr, *own->found, 0, found.data(), groups * sizeof(Found));
  Differences all;
  for (const Found& part : found) {
    all.beyond += part.beyond;
    all.error = std::max(all.error, part.error);
    all.deviation = std::max(all.deviation, part.deviation);
    all.magnitude = std::max(all.magnitude, part.magnitude);
    all.fine += part.fine;
    all.rounded += part.rounded;
  }
  return all;
}

}  // namespace assay::device
