// Support lists on the device: described in kernels/sparse_grid/support.h, made by
// support_lists.kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/ordered_data.hpp"
#include "sparse_grid/library/support_entries.hpp"

namespace sparse_grid::accelerator {

// The grid's entries on the device.
template <class Real>
struct GridEntries {
  GridEntries(const assay::sdk::Host& host, const SupportEntries& entries)
      : words(host, entries.words),
        shapes(host, entries.shapes<Real>()),
        count(static_cast<std::uint32_t>(entries.size())) {}

  assay::sdk::Buffer<std::uint32_t> words;  // [count][4]
  assay::sdk::Buffer<Real> shapes;          // [count][2]
  std::uint32_t count;
};

// Boxes of data points: [2 * dimensions][count], for each dimension the least coordinates, then the
// greatest.
template <class Real>
struct Boxes {
  assay::sdk::Buffer<Real> bounds;
  std::uint32_t count = 0;
};
// The boxes of each `points` neighbours of the data, whose stride must be a multiple of `points`.
template <class Real>
Boxes<Real> boxes_of(const Device& device, const OrderedData<Real>& data, std::size_t points);

struct ListLimits {
  std::size_t segment_entries;  // greatest length of the part of a list that a group walks
  std::size_t list_bytes;       // of the lists that are on the device at the same time
  bool on_host;                 // whether the lists are made on the host
};

// The grid's entries, and for each tile of the data points the list of entries that it meets. If
// the lists do not fit into memory together, tiles are divided into batches whose lists are made
// again each time they are needed.
template <class Real>
class SupportLists {
 public:
  using Words = assay::sdk::Buffer<std::uint32_t>;
  using Reals = assay::sdk::Buffer<Real>;

  // Neighbouring tiles whose lists are on the device together.
  struct Batch {
    std::uint32_t first_tile = 0;
    std::uint32_t tiles = 0;
    std::uint32_t entries = 0;   // of all lists
    std::uint32_t segments = 0;  // parts of lists
    bool divided = false;        // some list has several segments
    Words segment_table;         // [segments][4], see support_list.kernel
    Words first_segments;        // [tiles + 1], of each tile
    Words starts;                // [chunks + 1][tiles], see support_lists.kernel
  };

  // Throws ASSAY_UNSUPPORTED, with the bytes, if there is no memory for the longest list, or if
  // lists made on the host do not fit into memory together.
  SupportLists(const Device& device, const SupportEntries& entries, GridEntries<Real> grid,
               Boxes<Real> tiles, const ListLimits& limits);

  // Compiles the programs.
  static void compile(const Device& device, bool is_double);

  // The begin and the number of entries of each tile's list, in [tiles][4] words of which the other
  // two are 0. Throws ASSAY_UNSUPPORTED unless all lists are on the device.
  [[nodiscard]] std::vector<std::uint32_t> tile_parts() const;

  [[nodiscard]] const std::vector<Batch>& batches() const { return batches_; }
  // The greatest number of segments, and of entries, of any batch.
  [[nodiscard]] std::size_t most_segments() const;
  [[nodiscard]] std::size_t most_entries() const;

  [[nodiscard]] const Words& entries() const { return grid_.words; }
  [[nodiscard]] std::uint32_t entry_count() const { return grid_.count; }
  [[nodiscard]] const Reals& shapes() const { return grid_.shapes; }
  [[nodiscard]] const Boxes<Real>& boxes() const { return boxes_; }
  [[nodiscard]] const Reals& bounds() const { return boxes_.bounds; }
  [[nodiscard]] std::uint32_t tiles() const { return boxes_.count; }
  // The lists of the batch that was made last.
  [[nodiscard]] const Words& list() const { return list_; }

  // Enqueues making a batch's lists unless they are on the device.
  void bring(const Batch& batch, assay_queue* queue);

  // values[order[i]] = common[i] times the sum of point i over the segments of its tile, for tiles
  // with several segments. `partial` is [segments][points of a tile].
  void add_segments(const Batch& batch, const Reals& partial, const OrderedData<Real>& data,
                    const Reals& common, const Reals& values, assay_queue* queue) const;
  // sums[slice][g] += what the batch's lists have stored for grid point g in `entry_sums`, one
  // element for each entry of its lists; always in the same order. `sums` is [slices][points].
  void add_entries(const Batch& batch, const Reals& entry_sums, std::size_t points,
                   std::size_t slices, const Reals& sums, assay_queue* queue) const;

 private:
  [[nodiscard]] std::uint32_t chunks() const;
  // Launches a work item for each chunk of entries and each of the tiles.
  void launch_cut(const assay::sdk::Kernel& kernel, std::uint32_t first_tile, std::uint32_t tiles,
                  assay_queue* queue, const auto&... results) const;
  // Cuts the tiles into batches; `counts` is [chunks][tiles]. Returns the `starts` of the first
  // batch.
  std::vector<std::uint32_t> divide(const std::vector<std::uint32_t>& counts,
                                    const ListLimits& limits);
  // Adds a batch of `lengths.size()` tiles from `first_tile` on, whose lists have these lengths.
  std::vector<std::uint32_t> add_batch(const std::vector<std::uint32_t>& counts,
                                       std::span<const std::uint64_t> lengths,
                                       std::uint32_t first_tile, std::size_t segment_entries);

  assay::sdk::Host host_;
  assay::sdk::Kernel count_entries_;
  assay::sdk::Kernel list_entries_;
  assay::sdk::Kernel add_segments_;
  assay::sdk::Kernel add_entries_;
  GridEntries<Real> grid_;
  Boxes<Real> boxes_;  // of the tiles
  std::uint32_t chunk_entries_;
  std::vector<Batch> batches_;
  Words list_;
  const Batch* brought_ = nullptr;
};

}  // namespace sparse_grid::accelerator
