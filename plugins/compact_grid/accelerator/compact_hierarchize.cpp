#include "compact_grid/accelerator/compact_hierarchize.hpp"

#include <string>

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

Tables tables_of(const Target& target) {
  const std::string where = target.text("table");
  if (where == "on-the-fly") return Tables::on_the_fly;
  if (where == "global") return Tables::global;
  return where == "local" ? Tables::local : Tables::constant;
}

sdk::Program build_compact_hierarchize(const Target& target) {
  const Tables tables = tables_of(target);
  auto options = grid_options(target, tables);
  options.define("SHARED_LEVELS", shares_levels(target.configuration) ? 1 : 0);
  return build(target, "compact_grid/compact_hierarchize.kernel", options, tables);
}

}  // namespace

ParameterSet CompactHierarchize::parameters(assay_backend backend) {
  ParameterSet set = common_parameters(backend, 128);
  set.parameters.push_back(
      {"table",
       "Where binomial coefficients come from: computed when needed, or read from a table in "
       "global memory, in local memory (copied by each work group) or in constants of the program.",
       {"constant", "local", "global", "on-the-fly"}});
  set.parameters.push_back(level_vector_parameter());
  set.constraints.push_back(
      {"table != 'on-the-fly' or index_bits == 64 or subspaces * dimensions < 4294967296",
       "a binomial coefficient times its last factor needs more than 32 bits"});
  return set;
}

void CompactHierarchize::compile(const Target& target) {
  static_cast<void>(build_compact_hierarchize(target));
}

CompactHierarchize::CompactHierarchize(const Target& target)
    : tables_(target),
      kernel_(build_compact_hierarchize(target).kernel("hierarchize_sum")),
      group_(target.group()),
      passes_(target.grid.dimensions()) {
  const grid_tables tables = target.grid.tables();
  for_each_pass(target.grid, [&](uint dimension, const Face& face) {
    for (uint sum = target.grid.levels(); sum-- > 0;) {
      launches_.push_back(
          {dimension, face.fixed, face.sides, sum, vectors_of_sum(tables, face.dimensions, sum)});
    }
  });
}

std::size_t CompactHierarchize::enqueue(const sdk::Buffer<std::byte>& numbers) const {
  for (const Launch& launch : launches_) {
    kernel_.launch<1>({launch.subspaces * group_}, {group_}, numbers, tables_.words(),
                      launch.dimension, launch.fixed, launch.sides, launch.sum);
  }
  return launches_.size();
}

}  // namespace compact_grid::accelerator
