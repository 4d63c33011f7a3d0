#include "sort/accelerator/bitonic_shared.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

ParameterSet BitonicShared::parameters(assay_backend backend) {
  ParameterSet set = Bitonic::parameters(backend);
  set.constraints.push_back(
      {"longest_array * ((4 + payload) if carry == 'payloads' else 8) <= local_memory_bytes",
       "a whole array must fit into local memory; bitonic-global and bitonic-arbitrary take longer "
       "ones"});
  return set;
}

sdk::Program BitonicShared::build(const Device& device, const Bitonic& shape,
                                  const sdk::Bindings& /*configuration*/) {
  return sdk::build(device.host, "sort/bitonic_shared.kernel", shape.options());
}

BitonicShared::BitonicShared(const Device& device, const Bitonic& shape,
                             const sdk::Bindings& configuration, const PairsOnDevice& pairs)
    : shape_(shape),
      pairs_(pairs),
      kernel_(build(device, shape, configuration).kernel("bitonic_shared")) {}

std::size_t BitonicShared::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  kernel_.launch_on<1>(queue, {batch.arrays * shape_.work_group_size}, {shape_.work_group_size},
                       pairs_.keys, pairs_.payloads, pairs_.unsorted_payloads, pairs_.offsets,
                       batch.first, sdk::LocalMemory{shape_.local_bytes(batch.longest)});
  return 1;
}

}  // namespace sorting::accelerator
