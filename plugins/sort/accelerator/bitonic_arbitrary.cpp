#include "sort/accelerator/bitonic_arbitrary.hpp"

#include "sort/accelerator/tiles.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

ParameterSet BitonicArbitrary::parameters(assay_backend backend) {
  ParameterSet set = Bitonic::parameters(backend);
  add_tile(set);
  return set;
}

sdk::Program BitonicArbitrary::build(const Device& device, const Bitonic& shape,
                                     const sdk::Bindings& configuration) {
  return sdk::build(device.host, "sort/bitonic_arbitrary.kernel",
                    tile_options(shape, tile_of(configuration)));
}

BitonicArbitrary::BitonicArbitrary(const Device& device, const Bitonic& shape,
                                   const sdk::Bindings& configuration, const PairsOnDevice& pairs)
    : shape_(shape),
      tile_(tile_of(configuration)),
      pairs_(pairs),
      positions_(positions(device, shape, pairs)),
      kernel_(build(device, shape, configuration).kernel("bitonic_arbitrary")) {}

std::size_t BitonicArbitrary::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  kernel_.launch_on<1>(queue, {batch.arrays * shape_.work_group_size}, {shape_.work_group_size},
                       pairs_.keys, shape_.carries_positions ? positions_ : pairs_.payloads,
                       pairs_.payloads, pairs_.unsorted_payloads, pairs_.offsets, batch.first,
                       sdk::LocalMemory{shape_.local_bytes(tile_)});
  return 1;
}

}  // namespace sorting::accelerator
