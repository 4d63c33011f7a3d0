// Support lists on the device: kernels/sparse_grid/support.h says what they are,
// support_lists.kernel makes them.
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

// Boxes of data points: [2 * dimensions][count], the least coordinates of a dimension, then the
// greatest.
template <class Real>
struct Boxes {
  assay::sdk::Buffer<Real> bounds;
  std::uint32_t count = 0;
};
// The box around each `points` neighbours of the data, whose stride is a multiple of that.
template <class Real>
Boxes<Real> boxes_of(const Device& device, const OrderedData<Real>& data, std::size_t points);

struct ListLimits {
  std::size_t segment_entries;  // of a part of a list that a group walks, at most
  std::size_t list_bytes;       // of the lists that are on the device at a time
  bool on_host;                 // where they are made
};

// The grid's entries, and for every tile of the data points the list of those that it meets. Where
// the lists would not fit into memory together, tiles go in batches whose lists are made anew
// whenever their turn comes.
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
    Words segment_table;         // [segments][4]: support_list.kernel
    Words first_segments;        // [tiles + 1] of each tile
    Words starts;                // [chunks + 1][tiles]: support_lists.kernel
  };

  // Throws ASSAY_UNSUPPORTED, with the bytes, where there is no memory for the longest list, or
  // lists made on the host do not fit together.
  SupportLists(const Device& device, const SupportEntries& entries, GridEntries<Real> grid,
               Boxes<Real> tiles, const ListLimits& limits);

  // Compiles the programs.
  static void compile(const Device& device, bool is_double);

  // Where the list of each tile begins and how many entries it has, in [tiles][4] words of which
  // the others are 0. Throws ASSAY_UNSUPPORTED unless all lists are there.
  [[nodiscard]] std::vector<std::uint32_t> tile_parts() const;

  [[nodiscard]] const std::vector<Batch>& batches() const { return batches_; }
  // Segments and entries of the batch that has most of them.
  [[nodiscard]] std::size_t most_segments() const;
  [[nodiscard]] std::size_t most_entries() const;

  [[nodiscard]] const Words& entries() const { return grid_.words; }
  [[nodiscard]] std::uint32_t entry_count() const { return grid_.count; }
  [[nodiscard]] const Reals& shapes() const { return grid_.shapes; }
  [[nodiscard]] const Boxes<Real>& boxes() const { return boxes_; }
  [[nodiscard]] const Reals& bounds() const { return boxes_.bounds; }
  [[nodiscard]] std::uint32_t tiles() const { return boxes_.count; }
  // The list of the batch that was brought last.
  [[nodiscard]] const Words& list() const { return list_; }

  // Enqueues the making of a batch's lists unless they are there.
  void bring(const Batch& batch, assay_queue* queue);

  // values[order[i]] = common[i] times the sum of point i over the segments of its tile, where
  // there are several; partial: [segments][points of a tile].
  void add_segments(const Batch& batch, const Reals& partial, const OrderedData<Real>& data,
                    const Reals& common, const Reals& values, assay_queue* queue) const;
  // sums[slice][g] += what the batch's lists have left for grid point g in `entry_sums`, one for
  // each entry of its lists; always in the same order. sums: [slices][points]
  void add_entries(const Batch& batch, const Reals& entry_sums, std::size_t points,
                   std::size_t slices, const Reals& sums, assay_queue* queue) const;

 private:
  [[nodiscard]] std::uint32_t chunks() const;
  // A work item for each chunk of entries and each of the tiles.
  void launch_cut(const assay::sdk::Kernel& kernel, std::uint32_t first_tile, std::uint32_t tiles,
                  assay_queue* queue, const auto&... results) const;
  // Cuts the tiles into batches; counts: [chunks][tiles]. Returns the `starts` of the first.
  std::vector<std::uint32_t> divide(const std::vector<std::uint32_t>& counts,
                                    const ListLimits& limits);
  // Of `lengths.size()` tiles from `first_tile` on, whose lists are so long.
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
