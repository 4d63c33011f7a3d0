#include "compact_grid/accelerator/factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "assay/sizes.hpp"
#include "assay/stopwatch.hpp"
#include "compact_grid/accelerator/z_order.hpp"

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

bool tabulates(const Target& target) { return target.text("hats") == "local"; }

sdk::Program build_factors(const Target& target) {
  auto options = grid_options(target, Tables::global);
  options.define("POINTS", target.number("points_per_item"))
      .define("SPLITS", target.number("splits"))
      .define("INNER", target.number("inner"))
      .define("STAGE", target.number("stage"))
      .define("TABULATED", tabulates(target) ? 1 : 0);
  return build(target, "compact_grid/factors.kernel", options, Tables::global);
}

// Returns the points' numbers in the configuration's order; the time taken is added to the trial's
// facts.
template <class T>
std::vector<std::uint32_t> ordered(const Target& target, std::span<const T> points) {
  const std::size_t d = target.grid.dimensions();
  if (points.size() / d > UINT32_MAX) {
    throw sdk::Error(
        ASSAY_UNSUPPORTED,
        fmt::format("{} points are more than 32 bits can count; choose fewer", points.size() / d));
  }
  const sdk::Stopwatch watch;
  std::vector<std::uint32_t> order;
  if (target.text("order") == "z-order") {
    order = z_order(points, d);
  } else {
    order.resize(points.size() / d);
    std::iota(order.begin(), order.end(), 0U);
  }
  target.host.trial_fact("order_seconds", watch.seconds(), "s");
  return order;
}

// The coordinates [dimensions][points] of points [points][dimensions], in the given order.
template <class T>
std::vector<T> coordinates_in_order(std::span<const T> points, std::size_t dimensions,
                                    std::span<const std::uint32_t> order) {
  std::vector<T> coordinates(points.size());
  for (std::size_t t = 0; t < dimensions; ++t) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      coordinates[t * order.size() + k] = points[order[k] * dimensions + t];
    }
  }
  return coordinates;
}

}  // namespace

ParameterSet Factors::parameters(assay_backend backend) {
  ParameterSet set = common_parameters(backend, 256);
  set.parameters.push_back({"points_per_item",
                            "Points of a work item, which walk over the subspaces together.",
                            sdk::powers_of_two(1, 4)});
  set.parameters.push_back(
      {"splits",
       "Parts of the level vectors, each with work groups of its own: a group reads less of the "
       "grid, and groups that run together read the same part of it.",
       sdk::powers_of_two(1, 64)});
  set.parameters.push_back(
      {"inner",
       "Components of level vectors with loops of their own, which keep their products in "
       "registers; products of the other components are kept in memory.",
       {4, 3, 5}});
  set.parameters.push_back(
      {"order",
       "Order of the points: along a curve that fills the cube (z-order), or as given.",
       {"z-order", "given"}});
  set.parameters.push_back(
      {"stage",
       "Numbers of the grid that a group copies to local memory at a time, in whole subspaces; "
       "longer subspaces are read through the cache; 0: all are.",
       {0, 1024, 2048, 4096, 8192}});
  set.parameters.push_back({"hats",
                            "Hat functions of each level: computed when needed, or once for each "
                            "point, into local memory.",
                            {"computed", "local"}});
  set.constraints.push_back(
      {"((work_group_size * points_per_item * (dimensions + 1) * levels if hats == 'local' else 0) "
       "+ "
       "stage) * " +
           std::string(bytes_of_number) + " <= local_memory_bytes - 1024",
       "the hat functions of a group's points, and the stage, must fit into local memory"});
  return set;
}

void Factors::compile(const Target& target) { static_cast<void>(build_factors(target)); }

template <class T>
Factors::Factors(const Target& target, std::span<const T> points)
    : tables_(target),
      count_(points.size() / target.grid.dimensions()),
      splits_(target.number("splits")),
      group_(target.group()),
      parts_(target.host, splits_ * count_ * sizeof(T)) {
  const std::size_t d = target.grid.dimensions();
  const auto order = ordered(target, points);
  order_ = {target.host, std::span<const std::uint32_t>(order)};
  const std::vector<T> coordinates = coordinates_in_order<T>(points, d, order);
  coordinates_ = {target.host, std::as_bytes(std::span<const T>(coordinates))};
  const sdk::Program program = build_factors(target);
  evaluate_split_ = program.kernel("evaluate_split");
  add_splits_ = program.kernel("add_splits");
  const std::size_t of_item = target.number("points_per_item");
  items_ = target.whole_groups(sdk::quotient_up(count_, of_item));
  const std::size_t hats =
      tabulates(target) ? group_ * of_item * (d + 1) * target.grid.levels() : 0;
  local_bytes_ = std::max<std::size_t>(hats + target.number("stage"), 1) * sizeof(T);
}
template Factors::Factors(const Target&, std::span<const float>);
template Factors::Factors(const Target&, std::span<const double>);

std::size_t Factors::enqueue(const sdk::Buffer<std::byte>& coefficients,
                             const sdk::Buffer<std::byte>& values) const {
  evaluate_split_.launch<2>({items_, splits_}, {group_, 1}, coefficients, tables_.words(),
                            coordinates_, count_, parts_, sdk::LocalMemory{local_bytes_});
  add_splits_.launch<1>({sdk::rounded_up(count_, group_)}, {group_}, parts_, order_, count_,
                        values);
  return 2;
}

}  // namespace compact_grid::accelerator
