#include "sort/accelerator/rank_sort.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

RankShape::RankShape(assay_backend where, const sdk::Bindings& configuration, std::size_t bytes)
    : backend(where),
      work_group_size(static_cast<std::size_t>(configuration.integer("work_group_size"))),
      lanes(static_cast<std::size_t>(configuration.integer("lanes"))),
      payload_bytes(bytes) {}

sdk::CompileOptions RankShape::options() const {
  return sdk::dialect_options(backend)
      .define("WORK_GROUP_SIZE", work_group_size)
      .define("PAYLOAD_BITS", 8 * payload_bytes)
      .define("CARRY_POSITIONS", 0)
      .define("LANES", lanes);
}

ParameterSet RankSort::parameters(assay_backend /*backend*/) {
  return {{{"work_group_size", "Work items in a group.", sdk::powers_of_two(32, 1024), 128},
           {"lanes", "Work items that sort an array.", sdk::powers_of_two(1, 128), 8}},
          {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
           {"lanes <= work_group_size", "a group must sort whole arrays"},
           {"lanes < 2 * longest_array or lanes == 1", "half of the work items would have no pair"},
           {"longest_array <= 1024",
            "comparisons grow with the square of the length; other sorts take longer arrays"},
           {"work_group_size // lanes * (longest_array + 1) * 4 <= local_memory_bytes",
            "the keys of all arrays of a group must fit into local memory"}}};
}

sdk::Program RankSort::build(const Device& device, const RankShape& shape,
                             const sdk::Bindings& /*configuration*/) {
  return sdk::build(device.host, "sort/rank_sort.kernel", shape.options());
}

RankSort::RankSort(const Device& device, const RankShape& shape, const sdk::Bindings& configuration,
                   const PairsOnDevice& pairs)
    : shape_(shape),
      pairs_(pairs),
      kernel_(build(device, shape, configuration).kernel("rank_sort")) {}

std::size_t RankSort::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  const std::size_t groups = quotient_up(batch.arrays, shape_.arrays_of_group());
  // An odd stride spreads the arrays of a group over the banks of local memory.
  const std::uint32_t stride = batch.longest | 1U;
  kernel_.launch_on<1>(queue, {groups * shape_.work_group_size}, {shape_.work_group_size},
                       pairs_.keys, pairs_.payloads, pairs_.unsorted_payloads, pairs_.offsets,
                       batch.first, batch.first + batch.arrays, stride,
                       sdk::LocalMemory{shape_.arrays_of_group() * stride * sizeof(std::uint32_t)});
  return 1;
}

}  // namespace sorting::accelerator
