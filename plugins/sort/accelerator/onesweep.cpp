#include "sort/accelerator/onesweep.hpp"

#include <algorithm>

namespace sorting::accelerator {

namespace sdk = assay::sdk;

namespace {

// The group that counts digits keeps separate counts for each lane of a warp, so that a
// multiprocessor has room for only one such group.
constexpr std::size_t counting_group_size = 1024;
constexpr std::size_t counting_bytes = std::size_t{4} * OnesweepShape::passes * 256 * 32;

}  // namespace

OnesweepShape::OnesweepShape(assay_backend where, const sdk::Bindings& configuration,
                             std::size_t bytes)
    : Radix(where, configuration, digit_bits, false, bytes) {}

ParameterSet Onesweep::parameters(assay_backend /*backend*/) {
  ParameterSet set = Radix::parameters(384, 20, 2);
  set.parameters.push_back({"look_back",
                            "Tiles that are examined together to find what precedes a tile.",
                            sdk::powers_of_two(1, 16), 4});
  set.constraints.push_back({"longest_array < 1073741824", "two bits of a count say whose it is"});
  set.constraints.push_back(
      {"work_group_size * elements_per_item * (4 + payload) + 1024 + work_group_size / 8 * 257 "
       "<= local_memory_bytes",
       "a tile must fit into local memory, and each warp's counts of digits"});
  set.constraints.push_back({"local_memory_bytes >= 131072 and max_work_group_size >= 1024",
                             "digits are counted by 1024 items in 128 KiB of local memory"});
  set.constraints.push_back({"arrays * 8192 <= global_memory_bytes / 16",
                             "counts of so many arrays' digits take too much memory"});
  return set;
}

sdk::Program Onesweep::build(const Device& device, const OnesweepShape& shape,
                             const sdk::Bindings& configuration) {
  auto options = shape.options();
  options.define("LOOK_BACK", configuration.integer("look_back"));
  return sdk::build(device.host, "sort/onesweep.kernel", options);
}

Onesweep::Onesweep(const Device& device, const OnesweepShape& shape,
                   const sdk::Bindings& configuration, const PairsOnDevice& pairs)
    : shape_(shape),
      pairs_(pairs),
      counting_groups_(static_cast<std::size_t>(device.host.device_fact("compute_units"))),
      other_keys_(device.host, pairs.keys.size()),
      other_payloads_(device.host, pairs.payloads.size()) {
  make_tiles(device.host);
  const sdk::Program program = build(device, shape, configuration);
  clear_rows_ = program.kernel("clear_rows");
  count_all_digits_ = program.kernel("count_all_digits");
  sort_tiles_ = program.kernel("sort_tiles");
}

void Onesweep::make_tiles(const sdk::Host& host) {
  std::vector<std::uint64_t> offsets(pairs_.arrays() + 1);
  pairs_.offsets.read(offsets);
  std::vector<std::uint32_t> tile_arrays;
  first_tiles_.push_back(0);
  for (std::size_t array = 0; array < pairs_.arrays(); ++array) {
    const std::size_t tiles = quotient_up(offsets[array + 1] - offsets[array], shape_.capacity());
    tile_arrays.insert(tile_arrays.end(), tiles, static_cast<std::uint32_t>(array));
    first_tiles_.push_back(static_cast<std::uint32_t>(tile_arrays.size()));
  }
  if (tile_arrays.empty()) tile_arrays.push_back(0);  // devices have no empty memory
  tile_arrays_ = {host, std::span<const std::uint32_t>(tile_arrays)};
  first_tiles_there_ = {host, std::span<const std::uint32_t>(first_tiles_)};
  const std::size_t row = OnesweepShape::passes * shape_.digits();
  rows_ = {host, std::max<std::size_t>((first_tiles_.back() + pairs_.arrays()) * row, 1)};
  tickets_ = {host, std::max<std::size_t>(pairs_.arrays() * OnesweepShape::passes, 1)};
}

std::size_t Onesweep::enqueue(const Batch& batch, assay_queue* queue) const {
  if (batch.longest < 2) return 0;
  const std::size_t group = shape_.work_group_size;
  const std::uint32_t first = first_tiles_[batch.first];
  const std::uint32_t end = first_tiles_[batch.first + batch.arrays];
  const std::size_t tiles = end - first;

  // A row in groups of four words.
  const std::size_t quads = OnesweepShape::passes * shape_.digits() / 4;
  const std::uint64_t count = (tiles + batch.arrays) * quads;
  clear_rows_.launch_on<1>(queue, {rounded_up(count, group)}, {group}, rows_,
                           std::uint64_t{(first + batch.first) * quads}, count);
  const std::size_t share = quotient_up(tiles, counting_groups_);
  count_all_digits_.launch_on<1>(
      queue, {quotient_up(tiles, share) * counting_group_size}, {counting_group_size}, pairs_.keys,
      pairs_.offsets, tile_arrays_, first_tiles_there_, rows_, tickets_, batch.first, first, end,
      static_cast<std::uint32_t>(share), sdk::LocalMemory{counting_bytes});
  const sdk::LocalMemory memory{shape_.local_bytes(shape_.capacity()) + 4 * shape_.digits()};
  for (std::uint32_t pass = 0; pass < OnesweepShape::passes; ++pass) {
    const bool is_back = pass % 2 != 0;
    sort_tiles_.launch_on<1>(
        queue, {tiles * group}, {group}, is_back ? other_keys_ : pairs_.keys,
        is_back ? other_payloads_ : pairs_.payloads, is_back ? pairs_.keys : other_keys_,
        is_back ? pairs_.payloads : other_payloads_, pairs_.offsets, tile_arrays_,
        first_tiles_there_, rows_, tickets_, batch.first, first, pass, memory);
  }
  return 2 + OnesweepShape::passes;
}

}  // namespace sorting::accelerator
