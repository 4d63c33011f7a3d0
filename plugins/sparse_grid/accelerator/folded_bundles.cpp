#include "sparse_grid/accelerator/folded_bundles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded_program.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t slice_entries = 128;  // and items of a group

sdk::Program build_bundle_program(const Device& device, bool is_double) {
  return folded_program(device, kernels::folded_bundles_kernel,
                        folded_options(device, is_double, slice_entries));
}

// Parts of lists, each of a single tile, for a group each: [slices][4].
std::vector<std::uint32_t> slices_of(const std::vector<std::uint32_t>& lists) {
  std::vector<std::uint32_t> slices;
  const auto most = static_cast<std::uint32_t>(slice_entries);
  for (std::size_t tile = 0; 4 * tile < lists.size(); ++tile) {
    const std::uint32_t end = lists[4 * tile] + lists[4 * tile + 1];
    for (std::uint32_t at = lists[4 * tile]; at < end; at += most) {
      slices.insert(slices.end(),
                    {static_cast<std::uint32_t>(tile), at, std::min(at + most, end), 0});
    }
  }
  return slices;
}

}  // namespace

void require_folded_bytes(const sdk::Host& host, double needed, double allowed) {
  host.trial_fact("folded_bytes", needed, "B");
  if (needed <= allowed) return;
  throw sdk::Error(
      ASSAY_UNSUPPORTED,
      fmt::format("folded lists need {:.0f} bytes, and {:.0f} are allowed: set linear_hats to "
                  "\"together\", or allow more kinks in a tile",
                  needed, allowed));
}

void require_words(std::uint64_t count, const char* what) {
  if (count <= std::numeric_limits<std::uint32_t>::max()) return;
  throw sdk::Error(ASSAY_UNSUPPORTED,
                   fmt::format("folded {} have {} words, and 2^32 can be numbered: set linear_hats "
                               "to \"together\"",
                               what, count));
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

template <class Real>
FoldedBundles<Real>::FoldedBundles(const Device& device, const SupportLists<Real>& lists,
                                   double most_bytes) {
  const auto& host = device.host;
  const auto program = build_bundle_program(device, sizeof(Real) == 8);
  const auto parts = lists.tile_parts();
  const auto slices = slices_of(parts);
  const std::size_t slice_count = slices.size() / 4;
  const Words part_table(host, parts);
  const Words slice_table(host, slices);
  const auto launch_slices = [&](const char* kernel, const auto&... results) {
    program.kernel(kernel).template launch_on<1>(
        nullptr, {slice_count * slice_entries}, {slice_entries}, lists.entries(), lists.shapes(),
        lists.bounds(), lists.tiles(), lists.list(), part_table, slice_table, results...);
  };
  Words counts(host, 2 * slice_count);
  Words depth(host, 1);
  depth.fill(0);
  launch_slices("count_bundles", counts, depth);
  auto starts = read(counts);
  const auto sums = sums_before(starts, 2, "bundles");
  deepest = read(depth).front();
  count = sums[0];
  terms = sums[1];
  for (std::size_t slice = 0; slice < slice_count; ++slice) {
    if (slices[4 * slice + 1] != parts[4 * slices[4 * slice]]) continue;
    tile_starts.insert(tile_starts.end(), {starts[2 * slice], starts[2 * slice + 1]});
  }
  counts.write(starts);

  const std::size_t entries = lists.list().size();
  host.trial_fact("folded_bundles", count);
  host.trial_fact("folded_terms", terms);
  require_folded_bytes(host, bytes(count, static_cast<double>(entries)), most_bytes);
  bundles = {host, 4 * std::size_t{count}};
  keys = {host, 4 * std::size_t{count}};
  lines = {host, 2 * std::size_t{count}};
  ranges = {host, 2 * std::size_t{count}};
  entry_bundles = {host, 2 * entries};
  entry_lines = {host, 2 * entries};
  entry_numbers = {host, entries};
  launch_slices("write_bundles", counts, bundles, keys, lines, ranges, entry_bundles, entry_lines,
                entry_numbers);
  launch_slices("join_bundles", bundles, ranges, entry_bundles);
  host.finish();
}

template <class Real>
void FoldedBundles<Real>::compile(const Device& device, bool is_double) {
  build_bundle_program(device, is_double);
}

template <class Real>
double FoldedBundles<Real>::bytes(double bundles, double entries) {
  return bundles * (10 * sizeof(std::uint32_t) + 2 * sizeof(Real)) +
         entries * (3 * sizeof(std::uint32_t) + 2 * sizeof(Real));
}

template struct FoldedBundles<float>;
template struct FoldedBundles<double>;

}  // namespace sparse_grid::accelerator
