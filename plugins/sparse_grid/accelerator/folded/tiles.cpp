#include "sparse_grid/accelerator/folded/tiles.hpp"

#include <algorithm>
#include <utility>

#include "kernels.hpp"
#include "sparse_grid/accelerator/folded/program.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t items_of_box = 32;

sdk::Program build_tile_program(const Device& device, bool is_double) {
  return build_program(device, kernels::tiles_kernel, options_for(device, is_double, items_of_box));
}

// Boxes of ranges [ranges][2], and the kinks in them. Creating memory takes longer than either, so
// what one call has had serves the next.
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

  // [ranges]
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
  std::size_t room_ = 0;  // ranges that the following has room for
  Words table_;
  sdk::Buffer<Real> bounds_;
  Words kinks_;
};

}  // namespace

template <class Real>
Tiles<Real>::Tiles(const Device& device, const GridEntries<Real>& entries,
                   const OrderedData<Real>& data, std::size_t points, const TileLimits& limits) {
  Measure<Real> measure(device, entries, data);
  std::vector<std::uint32_t> open;  // ranges that may be too long
  for (std::size_t first = 0; first < points; first += limits.points) {
    open.insert(open.end(), {static_cast<std::uint32_t>(first),
                             static_cast<std::uint32_t>(std::min(limits.points, points - first))});
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> done;
  while (!open.empty()) {
    const auto kinks = measure.kinks_in(open);
    std::vector<std::uint32_t> halves;
    for (std::size_t i = 0; i < kinks.size(); ++i) {
      const std::uint32_t first = open[2 * i];
      const std::uint32_t count = open[2 * i + 1];
      if (kinks[i] <= limits.kinks || count == 1) {
        done.emplace_back(first, count);
        continue;
      }
      const std::uint32_t half = (count + 1) / 2;
      halves.insert(halves.end(), {first, half, first + half, count - half});
    }
    open = std::move(halves);
  }
  std::ranges::sort(done);
  for (const auto& [first, count] : done) ranges.insert(ranges.end(), {first, count});
  boxes = measure.boxes_around(ranges);
}

template <class Real>
void Tiles<Real>::compile(const Device& device, bool is_double) {
  build_tile_program(device, is_double);
}

template struct Tiles<float>;
template struct Tiles<double>;

}  // namespace sparse_grid::accelerator::folded
