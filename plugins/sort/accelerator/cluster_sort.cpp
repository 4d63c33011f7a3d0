#include "sort/accelerator/cluster_sort.hpp"

#include <cstdint>

namespace sorting::accelerator {

namespace sdk = assay::sdk;

ClusterShape::ClusterShape(assay_backend where, const sdk::Bindings& configuration,
                           std::size_t bytes)
    : BlockShape(where, configuration, bytes),
      groups(static_cast<std::size_t>(configuration.integer("cluster"))) {}

std::size_t ClusterShape::local_bytes(std::size_t pairs) const {
  return BlockShape::local_bytes(pairs + pairs / 32) + 4;
}

ParameterSet ClusterSort::parameters(assay_backend /*backend*/) {
  ParameterSet set = BlockShape::parameters(512, 16, 2);
  set.parameters.push_back({"cluster",
                            "Groups that sort an array together: with 2^m, m merges follow the "
                            "sort of each group's part.",
                            sdk::powers_of_two(2, 8), 8});
  set.constraints.push_back(
      {"compute_capability >= 90",
       "groups can form clusters only on devices of compute capability 9.0 or newer"});
  set.constraints.push_back({"longest_array <= cluster * work_group_size * elements_per_item",
                             "a whole array must fit into the registers of a cluster; onesweep "
                             "takes longer ones"});
  set.constraints.push_back(
      {"work_group_size >= 64", "two warps search for the two ends of a group's part"});
  // The places that ClusterShape::local_bytes counts: one in 33 is unused, and one follows all
  // others.
  set.constraints.push_back(BlockShape::fits_local_memory(
      "ceil_div(longest_array, cluster * work_group_size) * work_group_size * 33 / 32 + 1"));
  return set;
}

sdk::Program ClusterSort::build(const Device& device, const ClusterShape& shape,
                                const sdk::Bindings& /*configuration*/) {
  auto options = shape.options();
  options.define("CLUSTER", shape.groups);
  return sdk::build(device.host, "sort/cluster_sort.kernel", options);
}

ClusterSort::ClusterSort(const Device& device, const ClusterShape& shape,
                         const sdk::Bindings& configuration, const PairsOnDevice& pairs)
    : shape_(shape),
      pairs_(pairs),
      kernel_(build(device, shape, configuration).kernel("cluster_sort")) {}

std::size_t ClusterSort::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  const std::size_t group = shape_.work_group_size;
  const std::size_t capacity = quotient_up(batch.longest, shape_.groups * group) * group;
  kernel_.launch_on<1>(queue, {batch.arrays * shape_.groups * group}, {group}, pairs_.keys,
                       pairs_.payloads, pairs_.unsorted_payloads, pairs_.offsets, batch.first,
                       static_cast<std::uint32_t>(capacity),
                       sdk::LocalMemory{shape_.local_bytes(capacity)});
  return 1;
}

}  // namespace sorting::accelerator
