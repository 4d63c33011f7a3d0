#include "sort/accelerator/bitonic.hpp"

#include <cstdint>

namespace sorting::accelerator {

namespace sdk = assay::sdk;

Bitonic::Bitonic(assay_backend where, const sdk::Bindings& configuration, std::size_t bytes)
    : backend(where),
      work_group_size(static_cast<std::size_t>(configuration.integer("work_group_size"))),
      item_strides(log2_of(static_cast<std::size_t>(configuration.integer("elements_per_item")))),
      carries_positions(accelerator::carries_positions(configuration)),
      payload_bytes(bytes) {}

ParameterSet Bitonic::parameters(assay_backend backend) {
  const bool is_cuda = backend == ASSAY_CUDA;
  return {{{"work_group_size", "Work items in a group.", sdk::powers_of_two(is_cuda ? 32 : 1, 1024),
            is_cuda ? 256 : 16},
           {"elements_per_item",
            "Elements that a work item holds in its registers: with 2^s it orders s strides "
            "between two barriers.",
            sdk::powers_of_two(2, 16), 4},
           carry_parameter("positions tell equal keys apart, so the sort is stable.")},
          {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
           {"not stable or carry == 'positions'",
            "the instance requires that pairs with equal keys keep their order, which only "
            "positions tell"}}};
}

sdk::CompileOptions Bitonic::options() const {
  auto options = sdk::dialect_options(backend).define("WORK_GROUP_SIZE", work_group_size);
  options.define("PAYLOAD_BITS", 8 * payload_bytes)
      .define("CARRY_POSITIONS", carries_positions ? 1 : 0)
      .define("ITEM_STRIDES", item_strides);
  return options;
}

}  // namespace sorting::accelerator
