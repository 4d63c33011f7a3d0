// Orders of data points: what is near in the list is near in the cube, so that what neighbours in
// the list meet of a grid is nearly the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sparse_grid {

// In an order or a table of points: a place without one.
constexpr std::uint32_t no_point = 0xffffffffU;

enum class Curve {
  given,    // as the points come
  z_order,  // Morton: the bits of all coordinates in turn
  hilbert,  // neighbours on the curve are neighbours in the cube
  kd_tree,  // halves of equal size along the widest dimension, left before right
};

// "given", "z-order", "hilbert", "k-d". Throws std::invalid_argument for another name.
Curve curve_named(std::string_view name);

// How data points are sorted.
struct DataOrder {
  Curve curve = Curve::given;
  // Those that count, the most significant first; of a curve's no more than 64 do. Not empty unless
  // the order is the given one.
  std::vector<std::uint32_t> dimensions = {};
  // Bits of each coordinate that count along a curve. As many as fit into 64 bits together, 16 at
  // the most, where this is more, or 0.
  std::size_t bits = 0;
  std::size_t leaf = 32;  // of a k-d tree: points that are not split any more
};

// How many dimensions count along a curve, and how many bits of each.
struct CurveCells {
  std::size_t dimensions;
  std::size_t bits;
};
// Where `dimensions` of them shall count, and `bits` as in DataOrder.
CurveCells curve_cells(std::size_t dimensions, std::size_t bits);
inline bool is_curve(Curve curve) { return curve == Curve::z_order || curve == Curve::hilbert; }

// Along a curve of all dimensions, with all bits that fit.
DataOrder along(Curve curve, std::size_t dimensions);

// 0, 1, ..., count - 1
std::vector<std::uint32_t> given_order(std::size_t count);

// The numbers of the points of [points][dimensions], all coordinates in [0, 1], in that order.
// Points between which the order does not decide keep theirs, but in a k-d tree's leaf.
template <class Real>
std::vector<std::uint32_t> sorted(std::span<const Real> data, std::size_t dimensions,
                                  const DataOrder& order);

}  // namespace sparse_grid
