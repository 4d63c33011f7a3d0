// Orders of data points in which neighbours in the list are close in the cube, so that neighbours
// meet nearly the same points of a grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sparse_grid {

// The mark of an empty place in an order or a table of points.
constexpr std::uint32_t no_point = 0xffffffffU;

enum class Curve {
  given,    // the original order
  z_order,  // Morton: the bits of all coordinates interleaved
  hilbert,  // neighbours on the curve are neighbours in the cube
  kd_tree,  // halves of equal size along the widest dimension, left before right
};

// The curve named "given", "z-order", "hilbert" or "k-d". Throws std::invalid_argument for another
// name.
Curve curve_named(std::string_view name);

// The rule by which data points are sorted.
struct DataOrder {
  Curve curve = Curve::given;
  // The dimensions that are used, the most significant first; a curve uses at most 64 of them. Must
  // not be empty unless the order is the given one.
  std::vector<std::uint32_t> dimensions = {};
  // The bits of each coordinate that are used along a curve. If this is 0 or too many, as many as
  // fit into 64 bits together, but at most 16.
  std::size_t bits = 0;
  std::size_t leaf = 32;  // for a k-d tree: number of points that is not split further
};

// The number of dimensions that a curve uses, and of bits of each.
struct CurveCells {
  std::size_t dimensions;
  std::size_t bits;
};
// The cells of a curve for up to `dimensions` dimensions, with `bits` as in DataOrder.
CurveCells curve_cells(std::size_t dimensions, std::size_t bits);
inline bool is_curve(Curve curve) { return curve == Curve::z_order || curve == Curve::hilbert; }

// The order along a curve of all dimensions, with all bits that fit.
DataOrder along(Curve curve, std::size_t dimensions);

// 0, 1, ..., count - 1
std::vector<std::uint32_t> given_order(std::size_t count);

// The numbers of the points of [points][dimensions], all coordinates in [0, 1], in the given order.
// Points that the order does not distinguish keep their original order, except within a leaf of a
// k-d tree.
template <class Real>
std::vector<std::uint32_t> sorted(std::span<const Real> data, std::size_t dimensions,
                                  const DataOrder& order);

}  // namespace sparse_grid
