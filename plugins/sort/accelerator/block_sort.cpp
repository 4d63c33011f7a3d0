#include "sort/accelerator/block_sort.hpp"

#include <cstdint>

namespace sorting::accelerator {

namespace sdk = assay::sdk;

BlockShape::BlockShape(assay_backend where, const sdk::Bindings& configuration, std::size_t bytes)
    : Radix(where, configuration,
            log2_of(static_cast<std::size_t>(configuration.integer("digits"))),
            accelerator::carries_positions(configuration), bytes) {}

ParameterSet BlockShape::parameters(int work_group_size, int elements, int resident_groups) {
  ParameterSet set = Radix::parameters(work_group_size, elements, resident_groups);
  set.parameters.push_back({"digits", "Values of a digit: 2^b. Each b bits take one pass.",
                            sdk::powers_of_two(16, 2048), 256});
  set.parameters.push_back(
      carry_parameter("positions are shorter than payloads of 8 bytes. Stable either way."));
  return set;
}

sdk::Constraint BlockShape::fits_local_memory(const std::string& pairs) {
  return {"(" + pairs +
              ") * ((4 + payload) if carry == 'payloads' else 8) + work_group_size / 8 * (digits + "
              "1) <= local_memory_bytes",
          "a group's pairs must fit into local memory, and each warp's counts of digits"};
}

ParameterSet BlockSort::parameters(assay_backend /*backend*/) {
  ParameterSet set = BlockShape::parameters(256, 16, 4);
  set.constraints.push_back({"longest_array <= work_group_size * elements_per_item",
                             "a whole array must fit into the registers; cluster-sort and onesweep "
                             "take longer ones"});
  // Local memory is sized for the longest array, rounded up to whole rows.
  set.constraints.push_back(BlockShape::fits_local_memory("longest_array + work_group_size"));
  return set;
}

sdk::Program BlockSort::build(const Device& device, const BlockShape& shape,
                              const sdk::Bindings& /*configuration*/) {
  return sdk::build(device.host, "sort/block_sort.kernel", shape.options());
}

BlockSort::BlockSort(const Device& device, const BlockShape& shape,
                     const sdk::Bindings& configuration, const PairsOnDevice& pairs)
    : shape_(shape),
      pairs_(pairs),
      kernel_(build(device, shape, configuration).kernel("block_sort")) {}

std::size_t BlockSort::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  const std::size_t group = shape_.work_group_size;
  const std::size_t capacity = quotient_up(batch.longest, group) * group;
  kernel_.launch_on<1>(queue, {batch.arrays * group}, {group}, pairs_.keys, pairs_.payloads,
                       pairs_.unsorted_payloads, pairs_.offsets, batch.first,
                       static_cast<std::uint32_t>(capacity),
                       sdk::LocalMemory{shape_.local_bytes(capacity)});
  return 1;
}

}  // namespace sorting::accelerator
