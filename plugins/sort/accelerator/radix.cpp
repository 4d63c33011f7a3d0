#include "sort/accelerator/radix.hpp"

namespace sorting::accelerator {

namespace sdk = assay::sdk;

Radix::Radix(assay_backend where, const sdk::Bindings& configuration, std::size_t digit,
             bool positions, std::size_t bytes)
    : backend(where),
      work_group_size(static_cast<std::size_t>(configuration.integer("work_group_size"))),
      elements(static_cast<std::size_t>(configuration.integer("elements_per_item"))),
      matches_by_vote(configuration.text("match") == "votes"),
      resident_groups(static_cast<std::size_t>(configuration.integer("resident_groups"))),
      digit_bits(digit),
      carries_positions(positions),
      payload_bytes(bytes) {}

ParameterSet Radix::parameters(int work_group_size, int elements, int resident_groups) {
  return {
      {{"work_group_size",
        "Work items in a group.",
        {32, 64, 128, 192, 256, 384, 512, 768, 1024},
        work_group_size},
       {"elements_per_item",
        "Elements that an item holds in its registers.",
        {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 28, 32},
        elements},
       {"match",
        "How lanes of a warp find those with the same digit: by a vote for each of its bits, or by "
        "one instruction, which handles one digit after the other.",
        {"votes", "instruction"}},
       {"resident_groups",
        "Groups that a multiprocessor must have room for at a time: the compiler limits registers "
        "accordingly.",
        {1, 2, 3, 4, 5, 6, 8, 12, 16},
        resident_groups}},
      {{"work_group_size <= max_work_group_size", "the device allows no larger work group"},
       {"resident_groups * work_group_size <= max_threads_per_multiprocessor",
        "a multiprocessor does not have room for so many groups"},
       {"resident_groups * work_group_size * (24 + 2 * elements_per_item) <= registers_per_block",
        "registers would not suffice even for the pairs"}}};
}

sdk::CompileOptions Radix::options() const {
  auto options = sdk::dialect_options(backend).define("WORK_GROUP_SIZE", work_group_size);
  options.define("PAYLOAD_BITS", 8 * payload_bytes)
      .define("CARRY_POSITIONS", carries_positions ? 1 : 0)
      .define("ELEMENTS", elements)
      .define("DIGIT_BITS", digit_bits)
      .define("MATCH", matches_by_vote ? 0 : 1)
      .define("RESIDENT_GROUPS", resident_groups);
  return options;
}

std::size_t Radix::local_bytes(std::size_t pairs) const {
  const std::size_t warps = work_group_size / 32;
  return pairs * (4 + (carries_positions ? 4 : payload_bytes)) + 4 * warps * (digits() + 1);
}

}  // namespace sorting::accelerator
