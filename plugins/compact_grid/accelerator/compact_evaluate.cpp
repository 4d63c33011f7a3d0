#include "compact_grid/accelerator/compact_evaluate.hpp"

#include <string>

#include "assay/sizes.hpp"

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

sdk::Program build_compact_evaluate(const Target& target) {
  auto options = grid_options(target, Tables::global);
  options.define("SHARED_LEVELS", shares_levels(target.configuration) ? 1 : 0)
      .define("POINTS", target.number("points_per_item"));
  return build(target, "compact_grid/compact_evaluate.kernel", options, Tables::global);
}

}  // namespace

ParameterSet CompactEvaluate::parameters(assay_backend backend) {
  ParameterSet set = common_parameters(backend, 128);
  set.parameters.push_back({"points_per_item",
                            "Points of a work item, which visit each subspace one after the other.",
                            sdk::powers_of_two(1, 8)});
  set.parameters.push_back(level_vector_parameter());
  set.constraints.push_back({"work_group_size * points_per_item * dimensions * " +
                                 std::string(bytes_of_number) + " <= local_memory_bytes - 1024",
                             "the coordinates of a group's points must fit into local memory"});
  return set;
}

void CompactEvaluate::compile(const Target& target) {
  static_cast<void>(build_compact_evaluate(target));
}

template <class T>
CompactEvaluate::CompactEvaluate(const Target& target, std::span<const T> points)
    : tables_(target),
      points_(target.host, std::as_bytes(points)),
      kernel_(build_compact_evaluate(target).kernel("evaluate")),
      count_(points.size() / target.grid.dimensions()),
      group_(target.group()) {
  const std::size_t of_item = target.number("points_per_item");
  items_ = target.whole_groups(sdk::quotient_up(count_, of_item));
  local_bytes_ = group_ * of_item * target.grid.dimensions() * sizeof(T);
}
template CompactEvaluate::CompactEvaluate(const Target&, std::span<const float>);
template CompactEvaluate::CompactEvaluate(const Target&, std::span<const double>);

std::size_t CompactEvaluate::enqueue(const sdk::Buffer<std::byte>& coefficients,
                                     const sdk::Buffer<std::byte>& values) const {
  kernel_.launch<1>({items_}, {group_}, coefficients, tables_.words(), points_, count_, values,
                    sdk::LocalMemory{local_bytes_});
  return 1;
}

}  // namespace compact_grid::accelerator
