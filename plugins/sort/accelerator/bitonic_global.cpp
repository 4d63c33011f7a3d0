#include "sort/accelerator/bitonic_global.hpp"

#include <algorithm>
#include <cstdint>

#include "sort/accelerator/tiles.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

ParameterSet BitonicGlobal::parameters(assay_backend backend) {
  ParameterSet set = Bitonic::parameters(backend);
  add_tile(set);
  set.parameters.push_back({"fused",
                            "Whether one launch orders the strides of a phase that lie within a "
                            "tile in local memory, or all strides are ordered in global memory.",
                            {false, true},
                            true});
  return set;
}

sdk::Program BitonicGlobal::build(const Device& device, const Bitonic& shape,
                                  const sdk::Bindings& configuration) {
  return sdk::build(device.host, "sort/bitonic_global.kernel",
                    tile_options(shape, tile_of(configuration)));
}

BitonicGlobal::BitonicGlobal(const Device& device, const Bitonic& shape,
                             const sdk::Bindings& configuration, const PairsOnDevice& pairs)
    : shape_(shape),
      tile_(tile_of(configuration)),
      is_fused_(configuration.boolean("fused")),
      pairs_(pairs),
      positions_(positions(device, shape, pairs)) {
  const sdk::Program program = build(device, shape, configuration);
  sort_tiles_ = program.kernel("sort_tiles");
  merge_tiles_ = program.kernel("merge_tiles");
  merge_strides_ = program.kernel("merge_strides");
  gather_payloads_ = program.kernel("gather_payloads");
}

struct BitonicGlobal::Launches {
  // Launches `parts` groups for each array; `more` follows the arguments that all kernels begin
  // with.
  void launch(const sdk::Kernel& kernel, std::size_t parts, const auto&... more) {
    const std::size_t local = sort.shape_.work_group_size;
    const auto& carried = sort.shape_.carries_positions ? sort.positions_ : sort.pairs_.payloads;
    kernel.launch_on<1>(queue, {batch.arrays * parts * local}, {local}, sort.pairs_.keys, carried,
                        sort.pairs_.offsets, batch.first, static_cast<std::uint32_t>(parts),
                        more...);
    ++count;
  }
  void tiles(const sdk::Kernel& kernel) {
    launch(kernel, quotient_up(batch.longest, sort.tile_),
           sdk::LocalMemory{sort.shape_.local_bytes(sort.tile_)});
  }
  // Orders the strides 2^(left - 1), ... of a phase, as many as an item holds but none below 2^end.
  // Returns how many strides were ordered.
  std::uint32_t strides(std::uint32_t left, std::uint32_t end, bool mirrored) {
    const std::uint32_t ordered = std::min(left - end, sort.shape_.item_strides);
    const std::size_t blocks = quotient_up(batch.longest, std::size_t{1} << left);
    launch(sort.merge_strides_,
           quotient_up(blocks << (left - ordered), sort.shape_.work_group_size), left - 1, ordered,
           std::uint32_t{mirrored});
    return ordered;
  }

  const BitonicGlobal& sort;
  const Batch& batch;
  assay_queue* queue;
  std::size_t count = 0;
};

std::size_t BitonicGlobal::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  Launches launches{*this, batch, queue};
  launches.tiles(sort_tiles_);
  const std::uint32_t tile_strides = log2_of(tile_);
  const std::uint32_t end = is_fused_ ? tile_strides : 0;
  for (std::uint32_t phase = tile_strides; std::size_t{1} << phase < batch.longest; ++phase) {
    for (std::uint32_t left = phase + 1; left > end;) {
      left -= launches.strides(left, end, left == phase + 1);
    }
    if (is_fused_) launches.tiles(merge_tiles_);
  }
  if (shape_.carries_positions) {
    const std::size_t parts = quotient_up(batch.longest, tile_);
    gather_payloads_.launch_on<1>(queue, {batch.arrays * parts * shape_.work_group_size},
                                  {shape_.work_group_size}, positions_, pairs_.payloads,
                                  pairs_.unsorted_payloads, pairs_.offsets, batch.first,
                                  static_cast<std::uint32_t>(parts));
    ++launches.count;
  }
  return launches.count;
}

}  // namespace sorting::accelerator
