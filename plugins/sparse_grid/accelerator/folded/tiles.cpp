#include "sparse_grid/accelerator/folded/tiles.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "sparse_grid/accelerator/folded/program.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t items_of_box = 32;

sdk::Program build_tile_program(const Device& device, bool is_double) {
  return sdk::build(device.host, "sparse_grid/folded/tiles.kernel",
                    options_for(device, is_double, items_of_box));
}

// A range of neighbours.
struct Range {
  std::uint32_t first;
  std::uint32_t count;
};
using Ranges = std::vector<Range>;

std::array<Range, 2> halves_of(const Range& range) {
  const std::uint32_t half = (range.count + 1) / 2;
  return {Range{range.first, half}, Range{range.first + half, range.count - half}};
}

// The table [ranges][2] of ranges. An empty range, which is half of a range of one point, stands
// for that point.
std::vector<std::uint32_t> table_of(const Ranges& ranges) {
  std::vector<std::uint32_t> table;
  for (const auto& [first, count] : ranges) {
    table.insert(table.end(), {count == 0 ? first - 1 : first, std::max(count, 1U)});
  }
  return table;
}

// Computes boxes of ranges [ranges][2], and the kinks in them. Allocating memory takes longer than
// either, so that the memory of one call is reused by the next.
template <class Real>
class Measure {
 public:
  Measure(const Device& device, const GridEntries<Real>& entries, const OrderedData<Real>& data)
      : host_(device.host),
        entries_(entries),
        data_(data),
        dimensions_(data.columns.size() / data.stride) {
    const auto program = build_tile_program(device, sizeof(Real) == 8);
    bound_ranges_ = program.kernel("bound_ranges");
    count_kinks_ = program.kernel("count_kinks");
  }

  // Returns the number of kinks of each range.
  std::vector<std::uint32_t> kinks_in(const std::vector<std::uint32_t>& ranges) {
    const std::size_t count = ranges.size() / 2;
    if (count > room_) {
      room_ = 2 * count;
      table_ = {host_, 2 * room_};
      bounds_ = {host_, 2 * dimensions_ * room_};
      kinks_ = {host_, room_};
    }
    bound(ranges, table_, bounds_);
    const auto boxes = static_cast<std::uint32_t>(count);
    launch_items(nullptr, count_kinks_, count * items_of_box, items_of_box, entries_.words,
                 entries_.shapes, entries_.count, bounds_, boxes, kinks_);
    std::vector<std::uint32_t> kinks(count);
    kinks_.read(kinks);
    return kinks;
  }

  Boxes<Real> boxes_around(const std::vector<std::uint32_t>& ranges) const {
    const auto count = static_cast<std::uint32_t>(ranges.size() / 2);
    Boxes<Real> around{{host_, 2 * dimensions_ * count}, count};
    Words table(host_, ranges.size());
    bound(ranges, table, around.bounds);
    host_.finish();
    return around;
  }

 private:
  void bound(const std::vector<std::uint32_t>& ranges, Words& table,
             const sdk::Buffer<Real>& bounds) const {
    const auto count = static_cast<std::uint32_t>(ranges.size() / 2);
    table.write(ranges);
    launch_items(nullptr, bound_ranges_, count * items_of_box, items_of_box, data_.columns,
                 static_cast<std::uint32_t>(dimensions_), static_cast<std::uint32_t>(data_.stride),
                 table, count, bounds);
  }

  sdk::Host host_;
  const GridEntries<Real>& entries_;
  const OrderedData<Real>& data_;
  std::size_t dimensions_;
  sdk::Kernel bound_ranges_;
  sdk::Kernel count_kinks_;
  std::size_t room_ = 0;  // ranges that the following buffers have room for
  Words table_;
  sdk::Buffer<Real> bounds_;
  Words kinks_;
};

}  // namespace

template <class Real>
Tiles<Real>::Tiles(const Device& device, const GridEntries<Real>& entries,
                   const OrderedData<Real>& data, std::size_t points, const TileLimits& limits) {
  Measure<Real> measure(device, entries, data);
  Ranges open;  // ranges that may be too long
  for (std::size_t first = 0; first < points; first += limits.points) {
    open.push_back({static_cast<std::uint32_t>(first),
                    static_cast<std::uint32_t>(std::min(limits.points, points - first))});
  }
  Ranges done;
  while (!open.empty()) {
    // Each range is measured with its halves, because waiting for the device takes longer than
    // measuring them.
    Ranges looked_at;
    for (const Range& range : open) {
      looked_at.push_back(range);
      std::ranges::copy(halves_of(range), std::back_inserter(looked_at));
    }
    const auto kinks = measure.kinks_in(table_of(looked_at));
    const auto settles = [&](std::size_t i) {
      const bool is_short = kinks[i] <= limits.kinks || looked_at[i].count <= 1;
      if (is_short) done.push_back(looked_at[i]);
      return is_short;
    };
    open.clear();
    for (std::size_t i = 0; i < looked_at.size(); i += 3) {
      if (settles(i)) continue;
      for (const std::size_t half : {i + 1, i + 2}) {
        if (settles(half)) continue;
        std::ranges::copy(halves_of(looked_at[half]), std::back_inserter(open));
      }
    }
  }
  std::ranges::sort(done, {}, &Range::first);
  ranges = table_of(done);
  boxes = measure.boxes_around(ranges);
}

template <class Real>
void Tiles<Real>::compile(const Device& device, bool is_double) {
  build_tile_program(device, is_double);
}

template struct Tiles<float>;
template struct Tiles<double>;

}  // namespace sparse_grid::accelerator::folded
