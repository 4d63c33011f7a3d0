// The common part of the sorts that order tiles of an array in local memory: kernels/sort/tiles.h.
#pragma once

#include <cstddef>

#include "sort/accelerator/bitonic.hpp"
#include "sort/accelerator/pairs_on_device.hpp"

namespace sorting::accelerator {

// Adds the parameter tile, and the constraints on a tile.
inline void add_tile(ParameterSet& set) {
  set.parameters.push_back({"tile",
                            "Neighbouring elements that a group sorts in local memory at a time.",
                            assay::sdk::powers_of_two(64, 16384), 1024});
  set.constraints.push_back(
      {"tile * ((4 + payload) if carry == 'payloads' else 8) <= local_memory_bytes",
       "a tile must fit into local memory"});
  set.constraints.push_back({"work_group_size * elements_per_item <= tile",
                             "some work items would have nothing to do in a tile"});
}
inline std::size_t tile_of(const assay::sdk::Bindings& configuration) {
  return static_cast<std::size_t>(configuration.integer("tile"));
}

inline assay::sdk::CompileOptions tile_options(const Bitonic& shape, std::size_t tile) {
  return shape.options().define("TILE_STRIDES", log2_of(tile));
}

// The buffer for the positions [total] of 4 bytes, or none if payloads are carried.
inline assay::sdk::Buffer<std::byte> positions(const Device& device, const Bitonic& shape,
                                               const PairsOnDevice& pairs) {
  if (!shape.carries_positions) return {};
  return {device.host, 4 * pairs.keys.size()};
}

}  // namespace sorting::accelerator
