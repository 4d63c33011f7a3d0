// factors.cpu: evaluation in which the hats and cells of all levels are computed once for each
// point and combined along the enumeration of the subspaces.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "assay/sizes.hpp"
#include "compact_grid/library/memory.hpp"
#include "compact_grid/library/tensors.hpp"
#include "compact_grid/vectorised/kernels.hpp"
#include "compact_grid/vectorised/variants.hpp"

namespace compact_grid {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t lane_multiple = 16;  // required by PointSet

// The points of one block, their hats and cells, and the kernel's scratch memory.
template <class T>
class FactorBlock {
 public:
  FactorBlock(const EvaluateTensors<T>& given, std::size_t most)
      : given_(given),
        room_(sdk::rounded_up(most, lane_multiple)),
        x_(dimensions() * room_),
        hats_(dimensions() * levels() * room_),
        cells_(hats_.size()),
        weights_(room_),
        sums_(room_),
        products_((dimensions() + 1) * room_),
        at_centre_(products_.size()),
        within_(products_.size()) {}

  // Evaluates points first .. first + count - 1.
  void evaluate(const Kernels<T>& kernels, std::size_t first, std::size_t count) {
    load(first, count);
    std::ranges::fill(sums_, T{0});
    for_each_face(given_.grid, [&](const Face& face) { add_face(kernels, face); });
    std::copy_n(sums_.begin(), count, given_.values.begin() + static_cast<std::ptrdiff_t>(first));
  }

 private:
  [[nodiscard]] std::size_t dimensions() const { return given_.grid.dimensions(); }
  [[nodiscard]] std::size_t levels() const { return given_.grid.levels(); }

  // Loads the points of a block; an incomplete block is filled up with its last point.
  void load(std::size_t first, std::size_t count) {
    for (std::size_t p = 0; p < room_; ++p) {
      const T* const point = given_.points.data() + (first + std::min(p, count - 1)) * dimensions();
      for (std::size_t t = 0; t < dimensions(); ++t) x_[t * room_ + p] = point[t];
    }
    for (std::size_t t = 0; t < dimensions(); ++t) {
      for (std::size_t level = 0; level < levels(); ++level) {
        const std::size_t at = (t * levels() + level) * room_;
        fill_level(level, x_.data() + t * room_, hats_.data() + at, cells_.data() + at);
      }
    }
  }
  void fill_level(std::size_t level, const T* x, T* hats, std::int32_t* cells) const {
    const auto width = static_cast<T>(std::uint64_t{1} << level);
    const auto last = static_cast<std::int32_t>((std::uint32_t{1} << level) - 1);
    for (std::size_t p = 0; p < room_; ++p) {
      const T scaled = x[p] * width;
      cells[p] = std::min(static_cast<std::int32_t>(scaled), last);  // x = 1 lies in the last one
      hats[p] = 1 - std::abs(2 * (scaled - static_cast<T>(cells[p])) - 1);
    }
  }

  void add_face(const Kernels<T>& kernels, const Face& face) {
    std::ranges::fill(weights_, T{1});
    std::vector<const T*> hats;
    std::vector<const std::int32_t*> cells;
    for (std::size_t t = 0; t < dimensions(); ++t) {
      if ((face.fixed >> t & 1) == 0) {
        hats.push_back(hats_.data() + t * levels() * room_);
        cells.push_back(cells_.data() + t * levels() * room_);
        continue;
      }
      const bool right = (face.sides >> t & 1) != 0;
      for (std::size_t p = 0; p < room_; ++p) {
        const T x = x_[t * room_ + p];
        weights_[p] *= right ? x : 1 - x;
      }
    }
    const T* const coefficients = given_.coefficients.data() + face.first;
    if (face.dimensions == 0) {
      for (std::size_t p = 0; p < room_; ++p) sums_[p] += weights_[p] * *coefficients;
      return;
    }
    kernels.evaluate(
        {room_, face.dimensions, given_.grid.levels(), hats.data(), cells.data(), weights_.data(),
         sums_.data(), products_.data(), at_centre_.data(), within_.data()},
        coefficients);
  }

  const EvaluateTensors<T>& given_;
  std::size_t room_;
  std::vector<T> x_;                  // [dimensions][room]
  std::vector<T> hats_;               // [dimensions][levels][room]
  std::vector<std::int32_t> cells_;   // [dimensions][levels][room]
  std::vector<T> weights_;            // [room]
  std::vector<T> sums_;               // [room]
  std::vector<T> products_;           // [dimensions + 1][room]
  std::vector<T> at_centre_;          // [dimensions + 1][room]
  std::vector<std::int32_t> within_;  // [dimensions + 1][room]
};

template <class T>
class FactorsTrial final : public sdk::Trial {
 public:
  explicit FactorsTrial(const sdk::Task& task)
      : host_(task.host()),
        given_(task),
        kernels_(sdk::for_simd_bits(task.configuration().integer("simd_bits"),
                                    [](auto width) { return kernels<T, width>(); })),
        block_points_(static_cast<std::size_t>(task.configuration().integer("block_points"))),
        threads_(static_cast<int>(sdk::threads_of(task))) {
    tell_compact_bytes(host_, given_.coefficients.size_bytes(), given_.grid);
  }

  void run() override {
    const sdk::Phase phase(host_, "evaluate");
    const std::size_t points = given_.values.size();
#pragma omp parallel num_threads(threads_)
    {
      FactorBlock<T> block(given_, std::min(block_points_, points));
#pragma omp for schedule(dynamic)
      for (std::size_t first = 0; first < points; first += block_points_) {
        block.evaluate(kernels_, first, std::min(block_points_, points - first));
      }
    }
  }

 private:
  sdk::Host host_;
  EvaluateTensors<T> given_;
  Kernels<T> kernels_;
  std::size_t block_points_;
  int threads_;
};

}  // namespace

sdk::VariantDescription factors_variant() {
  return {.name = "factors.cpu",
          .problem = "compact-grid/evaluate",
          .doc =
              "Hat functions and cells of all levels are computed once for each point and combined "
              "along the tree of the level vectors, a block of points at a time.",
          .parameters = {{"block_points",
                          "Points that walk over the subspaces together: many points share what "
                          "they read of large grids, few keep their products in the nearest cache.",
                          sdk::powers_of_two(16, 8192), 256},
                         sdk::simd_bits_parameter(),
                         sdk::threads_parameter()},
          .constraints = {sdk::simd_bits_constraint(), sdk::threads_constraint()},
          .prepare = prepare_for_precision<FactorsTrial>};
}

}  // namespace compact_grid
