#include "forest/published/shape.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "forest/library/codes.hpp"

namespace forest::published {
namespace {

namespace sdk = assay::sdk;

constexpr std::uint32_t most_draws_of_entry = 0xffff;  // as in kernels/forest/interval.h

std::size_t log2_of(const sdk::Bindings& configuration, const char* name) {
  return static_cast<std::size_t>(
      std::countr_zero(static_cast<std::uint64_t>(configuration.integer(name))));
}

bool has(const sdk::Bindings& configuration, std::string_view name) {
  return std::ranges::any_of(configuration.all(),
                             [&](const auto& binding) { return name == binding.name; });
}

}  // namespace

const std::string most_entries_expression =
    "(draws_per_tree if draws == 'list' else min(draws_per_tree, training_samples) + "
    "ceil_div(draws_per_tree, 65535))";

Outline::Outline(const sdk::Task& task) {
  const assay_tensor& values = task.input("attributes");
  data.attributes = static_cast<std::uint32_t>(values.shape[0]);
  data.samples = static_cast<std::uint32_t>(values.shape[1]);
  settings.bootstrap_size = static_cast<std::uint32_t>(task.arguments().integer("bootstrap_size"));
  settings.criterion =
      task.arguments().text("criterion") == "gini" ? Criterion::gini : Criterion::entropy;
  settings.bins = static_cast<std::uint32_t>(task.arguments().integer("bins"));
}

Shape::Shape(const sdk::Bindings& configuration, const TrainingData& data, const Settings& settings)
    : work_group_size(static_cast<std::size_t>(configuration.integer("work_group_size"))),
      tile(static_cast<std::size_t>(configuration.integer("tile"))),
      item_strides(log2_of(configuration, "elements_per_item")),
      cells(static_cast<std::size_t>(configuration.integer("cells"))),
      is_recounted(configuration.text("left_counts") == "recounted"),
      draws_are_entries(!has(configuration, "draws") || configuration.text("draws") == "list"),
      keys_are_codes(settings.bins > 0 || configuration.text("keys") == "codes"),
      key_bytes(keys_are_codes ? code_bytes(data, settings.bins) : sizeof(float)),
      criterion(settings.criterion) {}

ParameterSet Shape::parameters(assay_backend backend) {
  ParameterSet set;
  set.parameters = {
      {"work_group_size", "Work items that look for a split together.",
       sdk::powers_of_two(32, 1024), backend == ASSAY_CUDA ? 256 : 64},
      {"tile",
       "Entries that are sorted in local memory; for larger nodes the sort continues in global "
       "memory.",
       sdk::powers_of_two(256, 16384), 1024},
      {"elements_per_item", "Entries that a work item sorts in its registers at a time.",
       sdk::powers_of_two(2, 16), 4},
      {"cells",
       "Counts in local memory, one for each label and each work item that scans; if there are too "
       "few, fewer items scan.",
       sdk::powers_of_two(256, 16384), 2048},
      {"left_counts",
       "How a work item finds the label counts left of its part of a node: by a scan among the "
       "items, or by recounting from the node's beginning, as in the paper's Algorithm 5.7.1.",
       {"scanned", "recounted"}},
      {"draws",
       "A sample drawn several times appears once with a weight (counts), or as often as it was "
       "drawn (list), as in the paper.",
       {"counts", "list"}},
      {"keys",
       "What is compared: values, as in the paper, or their ranks in the column, sorted once by "
       "the host. Bins are always compared by their numbers.",
       {"values", "codes"},
       std::nullopt,
       "bins == 0"}};
  set.constraints = {
      {"work_group_size <= max_work_group_size",
       "the device does not allow work groups that large"},
      {"label_count <= cells", "each label needs a count in local memory"},
      {"work_group_size <= tile", "some work items of a group would have nothing to sort"}};
  return set;
}

sdk::CompileOptions Shape::options(assay_backend backend) const {
  sdk::CompileOptions options =
      sdk::dialect_options(backend).define("WORK_GROUP_SIZE", work_group_size);
  options.define("PAYLOAD_BITS", 32)
      .define("CARRY_POSITIONS", 0)
      .define("TILE_STRIDES", std::countr_zero(tile))
      .define("ITEM_STRIDES", item_strides)
      .define("CELLS", cells)
      .define("RECOUNTED", is_recounted ? 1 : 0)
      .define("DRAWS", draws_are_entries ? 1 : 0)
      .define("KEYS", keys_are_codes ? 0 : 1)
      .define("KEY_BITS", 8 * key_bytes)
      .define("CRITERION", static_cast<int>(criterion));
  return options;
}

std::size_t Shape::count_bytes(std::uint32_t labels) const {
  return (4 * (std::size_t{labels} + 3 + cells) + 7) / 8 * 8;
}

std::size_t most_entries(const Shape& shape, const TrainingData& data, const Settings& settings) {
  const std::size_t draws = settings.draws(data.samples);
  if (shape.draws_are_entries) return draws;
  return std::min<std::size_t>(draws, data.samples) +
         (draws + most_draws_of_entry - 1) / most_draws_of_entry;
}

}  // namespace forest::published
