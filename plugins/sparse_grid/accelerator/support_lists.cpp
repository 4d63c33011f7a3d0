#include "sparse_grid/accelerator/support_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "sparse_grid/accelerator/layout.hpp"
#include "sparse_grid/library/support_lists.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t group_size = 128;
// Small enough that a chunk's sums fit into local memory.
constexpr std::size_t most_chunk_entries = 1024;
constexpr std::size_t least_chunk_entries = 256;
// The number of items, one for each chunk and tile, that keeps a device busy.
constexpr std::size_t enough_items = std::size_t{1} << 17U;

std::uint32_t narrow(std::size_t value) { return static_cast<std::uint32_t>(value); }

sdk::Program build_program(const Device& device, bool is_double) {
  auto options = dialect_options(device, is_double);
  options.define("WORK_GROUP_SIZE", group_size).define("MOST_CHUNK", most_chunk_entries);
  return sdk::build(device.host, "sparse_grid/support_lists.kernel", options);
}

std::uint32_t entries_of_chunk(std::size_t entries, std::size_t tiles) {
  std::size_t size = most_chunk_entries;
  while (size > least_chunk_entries && entries / size * tiles < enough_items) size /= 2;
  return narrow(size);
}

}  // namespace

template <class Real>
Boxes<Real> boxes_of(const Device& device, const OrderedData<Real>& data, std::size_t points) {
  const std::uint32_t count = narrow(data.stride / points);
  const std::size_t dimensions = data.columns.size() / data.stride;
  Boxes<Real> boxes{{device.host, 2 * dimensions * count}, count};
  launch_items(nullptr, build_program(device, sizeof(Real) == 8).kernel("bound_tiles"),
               dimensions * count, group_size, data.columns, data.order, narrow(dimensions), count,
               narrow(points), boxes.bounds);
  return boxes;
}

template <class Real>
SupportLists<Real>::SupportLists(const Device& device, const SupportEntries& entries,
                                 GridEntries<Real> grid, Boxes<Real> tiles,
                                 const ListLimits& limits)
    : host_(device.host),
      grid_(std::move(grid)),
      boxes_(std::move(tiles)),
      chunk_entries_(entries_of_chunk(grid_.count, boxes_.count)) {
  const auto program = build_program(device, sizeof(Real) == 8);
  count_entries_ = program.kernel("count_entries");
  list_entries_ = program.kernel("list_entries");
  add_segments_ = program.kernel("add_segments");
  add_entries_ = program.kernel("add_entries");
  if (limits.on_host) {
    const ListCut<Real> cut(entries, chunk_entries_, read(boxes_.bounds), boxes_.count);
    const auto starts = divide(sparse_grid::count_entries(cut), limits);
    if (batches_.size() > 1) {
      throw sdk::Error(ASSAY_UNSUPPORTED,
                       "lists created on the host must all fit into list_megabytes together; those "
                       "created on the device need not");
    }
    std::vector<std::uint32_t> list(list_.size());
    sparse_grid::list_entries<Real>(cut, starts, list);
    list_.write(list);
    brought_ = batches_.data();
  } else {
    const Words counts(host_, std::size_t{chunks()} * boxes_.count);
    launch_cut(count_entries_, 0, boxes_.count, nullptr, counts);
    divide(read(counts), limits);
    if (batches_.size() == 1) bring(batches_.front(), nullptr);
  }
}

template <class Real>
void SupportLists<Real>::compile(const Device& device, bool is_double) {
  build_program(device, is_double);
}

template <class Real>
std::size_t SupportLists<Real>::most_segments() const {
  return std::ranges::max_element(batches_, {}, &Batch::segments)->segments;
}
template <class Real>
std::size_t SupportLists<Real>::most_entries() const {
  return list_.size();
}

template <class Real>
std::vector<std::uint32_t> SupportLists<Real>::tile_parts() const {
  if (batches_.size() > 1) {
    throw sdk::Error(ASSAY_UNSUPPORTED,
                     "folded lists must all fit into list_megabytes together; others need not");
  }
  std::vector<std::uint32_t> starts(boxes_.count);
  std::vector<std::uint32_t> ends(boxes_.count);
  batches_.front().starts.read(starts);
  batches_.front().starts.read(ends, std::size_t{chunks()} * boxes_.count);
  std::vector<std::uint32_t> parts(4 * std::size_t{boxes_.count});
  for (std::size_t tile = 0; tile < boxes_.count; ++tile) {
    parts[4 * tile] = starts[tile];
    parts[4 * tile + 1] = ends[tile] - starts[tile];
  }
  return parts;
}

template <class Real>
std::uint32_t SupportLists<Real>::chunks() const {
  return (grid_.count + chunk_entries_ - 1) / chunk_entries_;
}

template <class Real>
void SupportLists<Real>::launch_cut(const sdk::Kernel& kernel, std::uint32_t first_tile,
                                    std::uint32_t tiles, assay_queue* queue,
                                    const auto&... results) const {
  launch_items(queue, kernel, std::size_t{chunks()} * tiles, group_size, grid_.words, grid_.shapes,
               grid_.count, chunk_entries_, boxes_.bounds, boxes_.count, first_tile, tiles,
               results...);
}

template <class Real>
std::vector<std::uint32_t> SupportLists<Real>::divide(const std::vector<std::uint32_t>& counts,
                                                      const ListLimits& limits) {
  std::vector<std::uint64_t> lengths(boxes_.count);
  for (auto row = counts.begin(); row != counts.end(); row += boxes_.count) {
    for (std::uint32_t tile = 0; tile < boxes_.count; ++tile) lengths[tile] += row[tile];
  }
  const std::uint64_t longest = *std::ranges::max_element(lengths);
  const auto capacity = std::min<std::uint64_t>(limits.list_bytes / sizeof(std::uint32_t),
                                                std::numeric_limits<std::uint32_t>::max());
  if (longest > capacity) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format(
            "the longest list needs {} bytes, but only {} are allowed: raise list_megabytes",
            longest * sizeof(std::uint32_t), limits.list_bytes));
  }
  std::vector<std::uint32_t> first_starts;
  std::uint64_t total = 0;
  std::size_t most = 0;
  for (std::uint32_t first = 0; first < boxes_.count;) {
    std::uint64_t entries = 0;
    std::uint32_t end = first;
    while (end < boxes_.count && entries + lengths[end] <= capacity) entries += lengths[end++];
    auto starts = add_batch(counts, std::span(lengths).subspan(first, end - first), first,
                            limits.segment_entries);
    if (first == 0) first_starts = std::move(starts);
    total += entries;
    most = std::max<std::size_t>(most, entries);
    first = end;
  }
  list_ = {host_, most};
  host_.trial_fact("list_entries", static_cast<double>(total));
  host_.trial_fact("list_bytes", static_cast<double>(most * sizeof(std::uint32_t)), "B");
  host_.trial_fact("list_batches", static_cast<double>(batches_.size()));
  return first_starts;
}

template <class Real>
std::vector<std::uint32_t> SupportLists<Real>::add_batch(const std::vector<std::uint32_t>& counts,
                                                         std::span<const std::uint64_t> lengths,
                                                         std::uint32_t first_tile,
                                                         std::size_t segment_entries) {
  Batch batch;
  batch.first_tile = first_tile;
  batch.tiles = narrow(lengths.size());
  std::vector<std::uint32_t> next(lengths.size());  // where the list of each tile continues
  std::vector<std::uint32_t> segments;
  std::vector<std::uint32_t> first_segments{0};
  for (std::uint32_t tile = 0; tile < batch.tiles; ++tile) {
    next[tile] = batch.entries;
    const std::uint64_t length = lengths[tile];
    const auto parts = narrow((length + segment_entries - 1) / segment_entries);
    for (std::uint32_t part = 0; part < parts; ++part) {
      const auto at = [&](std::uint64_t p) { return narrow(p * length / parts); };
      segments.insert(segments.end(), {first_tile + tile, batch.entries + at(part),
                                       at(part + 1) - at(part), parts == 1 ? 1U : 0U});
    }
    batch.entries += narrow(length);
    batch.divided = batch.divided || parts > 1;
    first_segments.push_back(narrow(segments.size() / 4));
  }
  std::vector<std::uint32_t> starts((chunks() + std::size_t{1}) * batch.tiles);
  for (std::size_t chunk = 0; chunk <= chunks(); ++chunk) {
    std::uint32_t* const row = starts.data() + chunk * batch.tiles;
    std::ranges::copy(next, row);
    if (chunk == chunks()) break;
    const std::uint32_t* const of_chunk = counts.data() + chunk * boxes_.count + first_tile;
    for (std::uint32_t tile = 0; tile < batch.tiles; ++tile) next[tile] += of_chunk[tile];
  }
  batch.segments = first_segments.back();
  batch.segment_table = {host_, segments};
  batch.first_segments = {host_, first_segments};
  batch.starts = {host_, starts};
  batches_.push_back(std::move(batch));
  return starts;
}

template <class Real>
void SupportLists<Real>::bring(const Batch& batch, assay_queue* queue) {
  if (brought_ == &batch) return;
  launch_cut(list_entries_, batch.first_tile, batch.tiles, queue, batch.starts, list_);
  brought_ = &batch;
}

template <class Real>
void SupportLists<Real>::add_segments(const Batch& batch, const Reals& partial,
                                      const OrderedData<Real>& data, const Reals& common,
                                      const Reals& values, assay_queue* queue) const {
  if (!batch.divided) return;
  const std::uint32_t tile_points = narrow(data.stride / boxes_.count);
  const std::uint32_t places = batch.tiles * tile_points;
  launch_items(queue, add_segments_, places, group_size, partial, batch.first_segments, tile_points,
               batch.first_tile * tile_points, places, common, data.order, values);
}

template <class Real>
void SupportLists<Real>::add_entries(const Batch& batch, const Reals& entry_sums,
                                     std::size_t points, std::size_t slices, const Reals& sums,
                                     assay_queue* queue) const {
  const auto slice_tiles = narrow((batch.tiles + slices - 1) / slices);
  add_entries_.template launch_on<2>(queue, {chunks() * group_size, slices}, {group_size, 1},
                                     grid_.words, grid_.count, chunk_entries_, batch.starts,
                                     batch.tiles, list_, entry_sums, slice_tiles, narrow(points),
                                     sums);
}

template class SupportLists<float>;
template class SupportLists<double>;
template Boxes<float> boxes_of(const Device&, const OrderedData<float>&, std::size_t);
template Boxes<double> boxes_of(const Device&, const OrderedData<double>&, std::size_t);

}  // namespace sparse_grid::accelerator
