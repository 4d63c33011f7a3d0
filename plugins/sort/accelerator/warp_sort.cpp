#include "sort/accelerator/warp_sort.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

WarpShape::WarpShape(assay_backend where, const sdk::Bindings& configuration, std::size_t bytes)
    : backend(where),
      work_group_size(static_cast<std::size_t>(configuration.integer("work_group_size"))),
      lanes(static_cast<std::size_t>(configuration.integer("lanes"))),
      elements(static_cast<std::size_t>(configuration.integer("elements_per_lane"))),
      carries_positions(accelerator::carries_positions(configuration)),
      payload_bytes(bytes) {}

sdk::CompileOptions WarpShape::options() const {
  auto options = sdk::dialect_options(backend).define("WORK_GROUP_SIZE", work_group_size);
  options.define("PAYLOAD_BITS", 8 * payload_bytes)
      .define("CARRY_POSITIONS", carries_positions ? 1 : 0)
      .define("LANES", lanes)
      .define("ELEMENTS", elements);
  return options;
}

std::size_t WarpShape::local_bytes() const {
  const std::size_t staged = 33 * elements;  // words of a warp, one in 33 unused
  return work_group_size / 32 * staged * (carries_positions ? 4 : payload_bytes);
}

ParameterSet WarpSort::parameters(assay_backend /*backend*/) {
  return {
      {{"work_group_size", "Work items in a group.", sdk::powers_of_two(32, 1024), 128},
       {"lanes", "Lanes of a warp that sort an array.", sdk::powers_of_two(1, 32), 32},
       {"elements_per_lane", "Elements that a lane holds in its registers.",
        sdk::powers_of_two(1, 32), 32},
       carry_parameter("positions tell equal keys apart, so the sort is stable.")},
      {{"compute_capability >= 80",
        "warps find a maximum in one instruction only on devices of compute capability 8.0 or "
        "newer"},
       {"longest_array <= lanes * elements_per_lane",
        "a whole array must fit into the registers; block-sort takes longer ones"},
       {"lanes * elements_per_lane < 4 * longest_array or lanes * elements_per_lane == 1",
        "more than three quarters of the places would be empty"},
       {"33 * elements_per_lane * work_group_size / 32 * (payload if carry == 'payloads' else 4) "
        "<= local_memory_bytes",
        "sorted arrays must fit into local memory, through which they are stored"},
       stability_constraint("carry == 'positions'")}};
}

sdk::Program WarpSort::build(const Device& device, const WarpShape& shape,
                             const sdk::Bindings& /*configuration*/) {
  return sdk::build(device.host, "sort/warp_sort.kernel", shape.options());
}

WarpSort::WarpSort(const Device& device, const WarpShape& shape, const sdk::Bindings& configuration,
                   const PairsOnDevice& pairs)
    : shape_(shape),
      pairs_(pairs),
      kernel_(build(device, shape, configuration).kernel("warp_sort")) {}

std::size_t WarpSort::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  const std::size_t groups = quotient_up(batch.arrays * shape_.lanes, shape_.work_group_size);
  kernel_.launch_on<1>(queue, {groups * shape_.work_group_size}, {shape_.work_group_size},
                       pairs_.keys, pairs_.payloads, pairs_.unsorted_payloads, pairs_.offsets,
                       batch.first, batch.first + batch.arrays,
                       sdk::LocalMemory{shape_.local_bytes()});
  return 1;
}

}  // namespace sorting::accelerator
