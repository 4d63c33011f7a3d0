#include "sparse_grid/accelerator/folded/bundles.hpp"

#include <algorithm>

#include "sparse_grid/accelerator/folded/numbering.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t slice_entries = 128;  // also the items of a group

sdk::Program build_bundle_program(const Device& device, bool is_double) {
  return sdk::build(device.host, "sparse_grid/folded/bundles.kernel",
                    options_for(device, is_double, slice_entries));
}

// Slices of lists, each within a single tile and for one group: [slices][4].
std::vector<std::uint32_t> slices_of(const std::vector<std::uint32_t>& lists) {
  std::vector<std::uint32_t> slices;
  const auto most = static_cast<std::uint32_t>(slice_entries);
  for (std::size_t tile = 0; quad * tile < lists.size(); ++tile) {
    const std::uint32_t end = lists[quad * tile] + lists[quad * tile + 1];
    for (std::uint32_t at = lists[quad * tile]; at < end; at += most) {
      slices.insert(slices.end(),
                    {static_cast<std::uint32_t>(tile), at, std::min(at + most, end), 0});
    }
  }
  return slices;
}

}  // namespace

template <class Real>
Bundles<Real>::Bundles(const Device& device, const SupportLists<Real>& lists, double most_bytes) {
  const auto& host = device.host;
  const auto program = build_bundle_program(device, sizeof(Real) == 8);
  const auto parts = lists.tile_parts();
  const auto slices = slices_of(parts);
  const std::size_t slice_count = slices.size() / quad;
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
    if (slices[quad * slice + 1] != parts[quad * slices[quad * slice]]) continue;
    tile_starts.insert(tile_starts.end(), {starts[2 * slice], starts[2 * slice + 1]});
  }
  tile_starts.insert(tile_starts.end(), {count, terms});
  counts.write(starts);

  list_entries = lists.list().size();
  require_words(2 * list_entries, "entries");  // OF_CHILD_RANGE
  host.trial_fact("folded_bundles", count);
  host.trial_fact("folded_terms", terms);
  require_bytes(host, bytes(), most_bytes);
  bundles = {host, quad * count};
  keys = {host, quad * count};
  entries = {host, count};
  lines = {host, 2 * std::size_t{count}};
  ranges = {host, 2 * std::size_t{count}};
  entry_bundles = {host, 2 * list_entries};
  entry_lines = {host, 2 * list_entries};
  entry_numbers = {host, list_entries};
  launch_slices("write_bundles", counts, bundles, keys, lines, ranges, entries, entry_bundles,
                entry_lines, entry_numbers);
  launch_slices("join_bundles", bundles, ranges, entry_bundles);
  host.finish();
}

template <class Real>
void Bundles<Real>::compile(const Device& device, bool is_double) {
  build_bundle_program(device, is_double);
}

template <class Real>
double Bundles<Real>::bytes() const {
  return static_cast<double>(count) * (11 * sizeof(std::uint32_t) + 2 * sizeof(Real)) +
         static_cast<double>(list_entries) * (3 * sizeof(std::uint32_t) + 2 * sizeof(Real));
}

template struct Bundles<float>;
template struct Bundles<double>;

}  // namespace sparse_grid::accelerator::folded
