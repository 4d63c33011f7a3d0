#include "sparse_grid/accelerator/folded/numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t marks_of_group = 128;  // also the items of a group

sdk::Program build_numbering_program(const Device& device) {
  return sdk::build(device.host, "sparse_grid/folded/numbering.kernel",
                    options_for(device, false, marks_of_group));
}

}  // namespace

Numbering::Numbering(const Device& device)
    : host_(device.host), program_(build_numbering_program(device)) {}

void Numbering::compile(const Device& device) { build_numbering_program(device); }

std::uint32_t Numbering::number(const Words& marks, const Words& numbers, Words& items) const {
  const auto of = static_cast<std::uint32_t>(marks.size());
  Words counts(host_, rounded_up(of, marks_of_group) / marks_of_group);
  launch_items(nullptr, program_.kernel("count_marks"), of, marks_of_group, marks, of, counts);
  auto starts = read(counts);
  const std::uint32_t count = sums_before(starts, 1, "products").front();
  counts.write(starts);
  items = {host_, std::max(count, 1U)};
  launch_items(nullptr, program_.kernel("number_marks"), of, marks_of_group, marks, of, counts,
               numbers, items);
  host_.finish();
  return count;
}

std::vector<std::uint32_t> Numbering::look_up(const std::vector<std::uint32_t>& where,
                                              const Words& numbers) const {
  const Words places(host_, where);
  const Words values(host_, where.size());
  launch_items(nullptr, program_.kernel("look_up"), where.size(), marks_of_group, places,
               static_cast<std::uint32_t>(where.size()), numbers, values);
  return read(values);
}

std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t>& counts, std::size_t stride,
                                       const char* what) {
  std::vector<std::uint64_t> sums(stride);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint32_t count = counts[i];
    counts[i] = static_cast<std::uint32_t>(sums[i % stride]);
    sums[i % stride] += count;
  }
  for (const std::uint64_t sum : sums) require_words(sum, what);
  return {sums.begin(), sums.end()};
}

void require_words(std::uint64_t count, const char* what) {
  if (count <= std::numeric_limits<std::uint32_t>::max()) return;
  throw sdk::Error(
      ASSAY_UNSUPPORTED,
      fmt::format(
          "folded {} have {} words, but only 2^32 can be numbered: set linear_hats to \"together\"",
          what, count));
}

void require_bytes(const sdk::Host& host, double needed, double allowed) {
  host.trial_fact("folded_bytes", needed, "B");
  if (needed <= allowed) return;
  throw sdk::Error(ASSAY_UNSUPPORTED,
                   fmt::format("folded lists need {:.0f} bytes, but only {:.0f} are allowed: set "
                               "linear_hats to \"together\", or allow more kinks in a tile",
                               needed, allowed));
}

}  // namespace sparse_grid::accelerator::folded
