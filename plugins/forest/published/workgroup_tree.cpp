#include "forest/published/workgroup_tree.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "forest/published/device_data.hpp"
#include "forest/published/device_node.hpp"
#include "forest/published/tree_room.hpp"

namespace forest::published {
namespace {

namespace sdk = assay::sdk;

constexpr std::size_t local_stack = 32;    // intervals of the stack in local memory
constexpr std::size_t pending_bytes = 32;  // size of pending_t

// How trees share the device.
struct TreePlacement {
  explicit TreePlacement(const sdk::Bindings& configuration)
      : is_bootstrap_local(configuration.text("bootstrap_in") == "local"),
        small_nodes_are_local(configuration.text("small_nodes_in") == "local"),
        trees_per_batch(static_cast<std::size_t>(configuration.integer("trees_per_batch"))),
        trees_per_launch(static_cast<std::size_t>(configuration.integer("trees_per_launch"))),
        queues(static_cast<std::size_t>(configuration.integer("queues"))),
        downloads_trees(configuration.text("download") == "trees") {}

  bool is_bootstrap_local;
  bool small_nodes_are_local;    // even if larger ones are sorted in global memory
  std::size_t trees_per_batch;   // 0: as many as the memory holds
  std::size_t trees_per_launch;  // 0: all trees of a batch
  std::size_t queues;
  bool downloads_trees;  // one copy for each tree; otherwise one for the whole batch
};

sdk::Program build_grow(const Device& device, const Shape& shape, const TreePlacement& placement,
                        std::size_t entries) {
  auto options = shape.options(device.backend);
  options.define("LOCAL_BOOTSTRAP", placement.is_bootstrap_local ? 1 : 0)
      .define("LOCAL_STACK", local_stack)
      .define("SORTED_IN", entries <= shape.tile             ? 0
                           : placement.small_nodes_are_local ? 2
                                                             : 1);
  return sdk::build(device.host, "forest/workgroup_tree.kernel", options);
}

// The elements that a tree has in each buffer; 0 in buffers that it does not need.
struct TreeRoom {
  TreeRoom(const TrainingData& data, const Settings& settings, const Shape& shape,
           bool is_bootstrap_local)
      : entries(most_entries(shape, data, settings)),
        times(shape.draws_are_entries ? 0 : data.samples),
        bootstrap(is_bootstrap_local ? 0 : entries),
        sorted(entries > shape.tile ? entries : 0),
        nodes(most_nodes(data, settings)) {
    const std::size_t pending = most_pending(data, settings);
    far_pending = pending > local_stack ? pending - local_stack : 0;
  }
  [[nodiscard]] std::vector<std::size_t> buffer_bytes() const {
    return {4 * times,
            4 * bootstrap,
            4 * bootstrap,
            4 * sorted,
            4 * sorted,
            pending_bytes * far_pending,
            sizeof(DeviceNode) * nodes,
            sizeof(std::uint32_t)};
  }

  std::size_t entries;
  std::size_t times;
  std::size_t bootstrap;
  std::size_t sorted;
  std::size_t nodes;
  std::size_t far_pending = 0;
};

// The buffers for the trees of a batch.
struct TreeBuffers {
  TreeBuffers(const sdk::Host& host, const TreeRoom& room, std::size_t trees)
      : times(host, size(room.times, trees)),
        rows(host, size(room.bootstrap, trees)),
        tags(host, size(room.bootstrap, trees)),
        keys(host, size(room.sorted, trees)),
        others(host, size(room.sorted, trees)),
        far_stack(host, size(room.far_pending * pending_bytes, trees)),
        nodes(host, room.nodes * trees),
        counts(host, trees) {}
  // The elements of a buffer, which has at least one.
  static std::size_t size(std::size_t of_tree, std::size_t trees) {
    return std::max<std::size_t>(of_tree * trees, 1);
  }

  sdk::Buffer<std::uint32_t> times;
  sdk::Buffer<std::uint32_t> rows;
  sdk::Buffer<std::uint32_t> tags;
  sdk::Buffer<std::uint32_t> keys;
  sdk::Buffer<std::uint32_t> others;
  sdk::Buffer<std::byte> far_stack;
  sdk::Buffer<DeviceNode> nodes;
  sdk::Buffer<std::uint32_t> counts;
};

class WorkgroupTreeTrial final : public sdk::Trial {
 public:
  WorkgroupTreeTrial(const sdk::Task& task, assay_backend backend)
      : device_{task.host(), backend},
        data_(training_data(task)),
        settings_(settings_of(task)),
        shape_(task.configuration(), data_, settings_),
        placement_(task.configuration()),
        kernel_(build_grow(device_, shape_, placement_, most_entries(shape_, data_, settings_))
                    .kernel("grow_trees")),
        on_device_(device_, data_, settings_, shape_),
        room_(data_, settings_, shape_, placement_.is_bootstrap_local),
        batch_(trees_of_batch(device_.host, settings_.trees, placement_.trees_per_batch,
                              room_.buffer_bytes(), on_device_.bytes())),
        buffers_(device_.host, room_, batch_),
        counts_(device_.host, batch_),
        nodes_(device_.host, batch_ * room_.nodes),
        output_(task) {
    for (std::size_t q = 0; placement_.queues > 1 && q < placement_.queues; ++q) {
      queues_.push_back(sdk::create_queue(device_.host));
    }
  }

  void run() override {
    ledger_ = {};
    on_device_.prepare(ledger_);
    trees_.assign(settings_.trees, {});
    for (std::size_t first = 0; first < settings_.trees; first += batch_) {
      const std::size_t trees = std::min(batch_, settings_.trees - first);
      grow(first, trees);
      const sdk::Phase phase(device_.host, "collect");
      download(trees);
#pragma omp parallel for schedule(dynamic)
      for (std::size_t slot = 0; slot < trees; ++slot) {
        trees_[first + slot] =
            tree_of({nodes_.data() + slot * room_.nodes, counts_[slot]}, on_device_);
      }
    }
    const sdk::Phase phase(device_.host, "collect");
    output_.write(trees_);
  }
  void outputs() override {
    ledger_.report(device_.host);
    device_.host.trial_fact("trees_per_batch", static_cast<double>(batch_));
  }

 private:
  // Grows the batch's trees and leaves them on the device.
  void grow(std::size_t first_tree, std::size_t trees) {
    const sdk::Phase phase(device_.host, "grow");
    for (const auto& queue : queues_) device_.host.wait(queue.get(), nullptr);
    const std::size_t share = placement_.trees_per_launch > 0 ? placement_.trees_per_launch : trees;
    for (std::size_t slot = 0, launch = 0; slot < trees; slot += share, ++launch) {
      assay_queue* queue = queues_.empty() ? nullptr : queues_[launch % queues_.size()].get();
      launch_trees(queue, first_tree, slot, std::min(share, trees - slot));
    }
    for (const auto& queue : queues_) device_.host.wait(nullptr, queue.get());
    buffers_.counts.read_async({counts_.data(), trees});
    ++ledger_.copies;
    finish();
  }
  void launch_trees(assay_queue* queue, std::size_t first_tree, std::size_t first_slot,
                    std::size_t trees) {
    const std::size_t local_bytes = 8 * shape_.tile + shape_.count_bytes(data_.label_count) +
                                    (placement_.is_bootstrap_local ? 8 * room_.entries : 0);
    kernel_.launch_on<1>(
        queue, {trees * shape_.work_group_size}, {shape_.work_group_size}, on_device_.columns,
        on_device_.labels, on_device_.table, buffers_.times, buffers_.rows, buffers_.tags,
        buffers_.keys, buffers_.others, buffers_.far_stack, buffers_.nodes, buffers_.counts,
        data_.samples, data_.attributes, data_.label_count, settings_.draws(data_.samples),
        settings_.bootstrap_size, settings_.attributes_tried, settings_.minimum_node_size,
        settings_.maximum_depth, settings_.seed, static_cast<std::uint32_t>(first_tree),
        static_cast<std::uint32_t>(first_slot), std::uint64_t{room_.entries},
        std::uint64_t{room_.far_pending}, std::uint64_t{room_.nodes},
        sdk::LocalMemory{local_bytes});
    ++ledger_.launches;
  }
  void download(std::size_t trees) {
    const std::size_t parts = placement_.downloads_trees ? trees : 1;
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t first = part * room_.nodes;
      const std::size_t count = placement_.downloads_trees ? counts_[part] : trees * room_.nodes;
      buffers_.nodes.read_async({nodes_.data() + first, count}, first);
      ++ledger_.copies;
    }
    finish();
  }
  void finish() {
    device_.host.finish();
    ++ledger_.synchronisations;
  }

  Device device_;
  TrainingData data_;
  Settings settings_;
  Shape shape_;
  TreePlacement placement_;
  sdk::Kernel kernel_;
  DeviceData on_device_;
  TreeRoom room_;
  std::size_t batch_;  // trees
  TreeBuffers buffers_;
  sdk::HostArray<std::uint32_t> counts_;
  sdk::HostArray<DeviceNode> nodes_;
  std::vector<sdk::Queue> queues_;  // empty: the default queue
  std::vector<Tree> trees_;
  Ledger ledger_;
  ForestOutput output_;
};

ParameterSet placement_parameters(assay_backend backend, bool is_monolithic) {
  ParameterSet set;
  set.parameters = {
      {"bootstrap_in", "Where the samples of a tree are kept while it grows.",
       is_monolithic ? std::vector<sdk::Value>{"global"}
                     : std::vector<sdk::Value>{"local", "global"}},
      {"small_nodes_in",
       "Where nodes that fit into a tile are sorted and scanned if others do not fit: in the tile, "
       "or with the others in global memory, which OpenCL compilers for CPUs handle in seconds "
       "instead of minutes.",
       {"local", "global"},
       backend == ASSAY_CUDA ? "local" : "global"},
      {"trees_per_launch", "Trees that one launch grows, one group for each; 0: all of a batch.",
       is_monolithic ? std::vector<sdk::Value>{1} : std::vector<sdk::Value>{0, 1, 8}},
      {"queues", "Queues (streams) that take launches in turn.", sdk::powers_of_two(1, 32),
       is_monolithic ? sdk::Value(16) : sdk::Value(1), "trees_per_launch > 0"},
      {"trees_per_batch",
       "Trees on the device at once; 0: as many as fit into its memory.",
       {0, 32, 64, 128, 256, 512}},
      {"download",
       "How nodes are copied to the host: with all their reserved room in one copy for a batch "
       "(whole), or in one copy for each tree (trees).",
       {"whole", "trees"}}};
  set.constraints = {
      {"8 * tile + 4 * (label_count + 3 + cells) + 41 * work_group_size + 1100 + (8 * " +
           most_entries_expression + " if bootstrap_in == 'local' else 0) <= local_memory_bytes",
       "the tile, the counts and, with bootstrap_in = 'local', 8 bytes for each sample of a tree "
       "must fit into local memory"}};
  return set;
}

sdk::VariantDescription describe(const char* name, const char* doc, assay_backend backend,
                                 bool is_monolithic) {
  ParameterSet set = Shape::parameters(backend);
  set.add(placement_parameters(backend, is_monolithic));
  auto variant = sdk::describe_accelerated(name, "forest/train", doc, backend, std::move(set));
  variant.prepare = [=](const sdk::Task& task) {
    return std::make_unique<WorkgroupTreeTrial>(task, backend);
  };
  variant.compile = [=](const sdk::Task& task) {
    const Outline outline(task);
    const Shape shape(task.configuration(), outline.data, outline.settings);
    static_cast<void>(build_grow({task.host(), backend}, shape, TreePlacement(task.configuration()),
                                 most_entries(shape, outline.data, outline.settings)));
  };
  return variant;
}

}  // namespace

sdk::VariantDescription workgroup_tree_variant(assay_backend backend) {
  return describe("workgroup-tree",
                  "One work group grows a tree, with an explicit stack and with the bootstrap in "
                  "local memory; all trees are grown in one launch.",
                  backend, false);
}
sdk::VariantDescription monolithic_variant(assay_backend backend) {
  return describe("monolithic",
                  "One launch grows a tree, with its bootstrap in global memory; launches go to "
                  "several queues, trees are grown in batches.",
                  backend, true);
}

}  // namespace forest::published
