// std-map.cpu, map-gp2idx.cpu, hash-gp2idx.cpu and prefix-tree.cpu: the recursive algorithms on the
// data structures that the paper uses for comparison.
#include <string>

#include "compact_grid/cpu/maps.hpp"
#include "compact_grid/cpu/prefix_tree.hpp"
#include "compact_grid/cpu/structure_trials.hpp"
#include "compact_grid/cpu/variants.hpp"

namespace compact_grid {
namespace {

namespace sdk = assay::sdk;

template <template <class> class Structure>
struct Trials {
  template <class T>
  using Hierarchize = StructureHierarchizeTrial<T, Structure<T>>;
  template <class T>
  using Evaluate = StructureEvaluateTrial<T, Structure<T>>;
};

// The two variants of one structure.
template <template <class> class Structure>
void describe_structure(sdk::Plugin& plugin, const std::string& name, const std::string& what) {
  plugin.variant({.name = name,
                  .problem = "compact-grid/hierarchize",
                  .doc = "The paper's recursive Algorithm 1, pole by pole, over " + what,
                  .parameters = {sdk::threads_parameter()},
                  .constraints = {sdk::threads_constraint()},
                  .prepare = prepare_for_precision<Trials<Structure>::template Hierarchize>});
  plugin.variant({.name = name,
                  .problem = "compact-grid/evaluate",
                  .doc = "The paper's recursive Algorithm 2, point by point, over " + what,
                  .parameters = {sdk::threads_parameter()},
                  .constraints = {sdk::threads_constraint()},
                  .prepare = prepare_for_precision<Trials<Structure>::template Evaluate>});
}

}  // namespace

void describe_structures(sdk::Plugin& plugin) {
  describe_structure<StdMap>(plugin, "std-map.cpu",
                             "std::map from level and index vectors to values.");
  describe_structure<MapGp2idx>(plugin, "map-gp2idx.cpu", "std::map from positions to values.");
  describe_structure<HashGp2idx>(plugin, "hash-gp2idx.cpu",
                                 "std::unordered_map from positions to values.");
  describe_structure<PrefixTree>(
      plugin, "prefix-tree.cpu",
      "a tree of arrays, one depth for each dimension, the last holding values.");
}

}  // namespace compact_grid
