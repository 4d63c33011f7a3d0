#include "forest/level_wise/shape.hpp"

#include <algorithm>
#include <string_view>
#include <thread>

#include "forest/library/codes.hpp"

namespace forest::level_wise {
namespace {

namespace sdk = assay::sdk;

// The least capacity of a subtree: smaller thresholds share its code, and it limits no device.
constexpr std::uint32_t least_capacity = 64;

const assay_value* find(const sdk::Bindings& arguments, std::string_view name) {
  for (const auto& binding : arguments.all()) {
    if (name == binding.name) return &binding.value;
  }
  return nullptr;
}

std::uint32_t bins_of(const sdk::Task& task) {
  if (const auto* bins = find(task.arguments(), "bins")) {
    return static_cast<std::uint32_t>(bins->integer);
  }
  return settings_of(task).bins;
}
bool is_gini(const sdk::Task& task) {
  if (const auto* criterion = find(task.arguments(), "criterion")) {
    return criterion->text == std::string_view("gini");
  }
  return settings_of(task).criterion == Criterion::gini;
}

std::size_t code_bytes_of(const sdk::Task& task, std::uint32_t bins) {
  TrainingData data;
  data.samples = static_cast<std::uint32_t>(task.input("attributes").shape[1]);
  return code_bytes(data, bins);
}

// One thread is left to drive the device.
std::size_t threads_of(std::size_t wanted) {
  const std::size_t all = std::thread::hardware_concurrency();
  return wanted > 0 ? wanted : std::max<std::size_t>(all, 2) - 1;
}

}  // namespace

Shape::Shape(const sdk::Task& task, assay_backend where)
    : backend(where),
      bins(bins_of(task)),
      is_gini(level_wise::is_gini(task)),
      code_bytes(code_bytes_of(task, bins)) {
  const sdk::Bindings& given = task.configuration();
  const auto size = [&](const char* name) { return static_cast<std::size_t>(given.integer(name)); };
  group = size("work_group_size");
  elements = size("elements_per_item");
  subtree_group = size("subtree_group_size");
  subtree_at_once = size("subtree_attributes");
  most_small = std::max(1U, static_cast<std::uint32_t>(given.integer("subtree_threshold")));
  capacity = std::max(least_capacity, most_small);
  const assay_value* cpu_threshold = find(given, "cpu_threshold");
  most_hosted = cpu_threshold != nullptr ? static_cast<std::uint32_t>(cpu_threshold->integer) : 0;
  host_threads = most_hosted > 0 ? threads_of(size("threads")) : 0;
  by_histogram = given.text("search") == "histograms";
  copies = size("histogram_copies");
  at_once = size("attributes_at_once");
  by_row = given.text("layout") == "rows";
  repeats = given.text("bootstrap") == "list";
  side_bits = given.text("sides") == "bits" ? 1 : 8;
  few_labels = static_cast<std::uint32_t>(given.integer("few_labels"));
  item_strides = size("item_strides");
}

std::size_t Shape::subtree_bytes() const {
  const std::size_t slots = capacity / 2;
  return 8 * (2 * std::size_t{capacity} + 6 * slots) +
         4 * (12 * (std::size_t{capacity} + 1) + 5 * slots);
}

// Groups of one item suit CPUs, whose OpenCL compilers take minutes for the many barriers of larger
// groups that grow a subtree. CUDA sums over whole warps.
ParameterSet parameters(assay_backend backend) {
  std::vector<sdk::Value> subtree_groups = sdk::powers_of_two(64, 1024);
  if (backend == ASSAY_OPENCL) subtree_groups.insert(subtree_groups.begin(), sdk::Value(1));
  return {
      {{"work_group_size", "Work items that work on a node.", sdk::powers_of_two(64, 1024), 256},
       {"elements_per_item",
        "Samples that a work item handles of those that a group handles at a time.",
        sdk::powers_of_two(1, 16), 4},
       {"subtree_threshold",
        "Nodes of at most this many draws are grown to whole subtrees by a group, in local memory; "
        "0: none.",
        {0, 64, 128, 256, 512, 1024, 2048},
        256},
       {"subtree_group_size", "Work items that grow a subtree.", subtree_groups,
        backend == ASSAY_OPENCL ? 1 : 128},
       {"subtree_attributes",
        "Attributes that a node of a subtree tries at once, at most, and as far as a group's "
        "memory has room for as many copies of the level's samples.",
        {1, 2, 4, 8},
        backend == ASSAY_OPENCL ? 1 : 8},
       {"search",
        "How splits between bins are found: with histograms in local memory or, as for exact "
        "values, with a sorted list of samples for each attribute.",
        {"histograms", "sorted-lists"},
        "histograms",
        "bins > 0"},
       {"histogram_copies", "Copies of a histogram that items add to in turn.",
        sdk::powers_of_two(1, 8), 1, "bins > 0 and search == 'histograms'"},
       {"attributes_at_once",
        "Attributes whose histograms a group makes in one pass.",
        {1, 2, 3, 4, 5, 6, 7, 8},
        4,
        "bins > 0 and search == 'histograms'"},
       {"few_labels",
        "With at most this many labels, draws are counted with sums for each two of them; with "
        "more, by a sort.",
        {0, 2, 4, 8, 16},
        backend == ASSAY_OPENCL ? 0 : 8},
       {"item_strides",
        "Consecutive strides of a sort in local memory that a work item handles by itself.",
        {1, 2, 3, 4},
        backend == ASSAY_OPENCL ? 3 : 2},
       {"layout",
        "What lies together in memory: codes of one attribute, or codes of one sample.",
        {"columns", "rows"}},
       {"bootstrap",
        "A sample drawn several times appears once, with a weight, or as often as it was drawn.",
        {"counts", "list"}},
       {"sides",
        "How the child that a sample belongs to is stored for each row: as a bit of a word, or as "
        "a byte.",
        {"bits", "bytes"}},
       {"trees_per_batch",
        "Trees that grow at the same time; 0: as many as memory allows.",
        {0, 1, 4, 16, 64}}},
      {{"work_group_size <= max_work_group_size and subtree_group_size <= max_work_group_size",
        "the device allows no larger work group"},
       {"work_group_size * (28 * elements_per_item + 48) + 1024 + 8 * label_count <= "
        "local_memory_bytes and work_group_size * (28 * elements_per_item + 48) + 1024 <= 49152",
        "a tile and the counts of the labels must fit into local memory"},
       {"bins == 0 or search != 'histograms' or "
        "attributes_at_once * histogram_copies * bins * label_count * 4 + 48 * work_group_size + "
        "32 <= local_memory_bytes",
        "histograms must fit into local memory: take fewer copies, fewer attributes at once, or "
        "search = 'sorted-lists'"},
       {"subtree_threshold * 98 + 24 * subtree_group_size + 1024 <= local_memory_bytes",
        "a subtree must fit into local memory"},
       {"label_count * 4 + 16 * work_group_size <= local_memory_bytes",
        "draws of all labels must fit into local memory"},
       {"attribute_count <= 65535", "a launch cannot have more groups in a dimension"}}};
}

void add_host_parameters(ParameterSet& set) {
  set.parameters.push_back({"cpu_threshold",
                            "Nodes of at most this many draws are grown to whole subtrees by the "
                            "host, while the device goes on with others; 0: none.",
                            {0, 4, 16, 64, 256, 512, 1024, 2048, 4096},
                            64});
  auto threads = sdk::powers_of_two(1, 64);
  threads.insert(threads.begin(), sdk::Value(0));
  set.parameters.push_back({"threads",
                            "Threads of the host that grow subtrees; 0: all hardware threads but "
                            "one, which drives the device.",
                            std::move(threads), 0, "cpu_threshold > 0"});
  set.constraints.push_back(
      {"cpu_threshold == 0 or layout == 'columns'", "the host reads codes by column"});
}

}  // namespace forest::level_wise
