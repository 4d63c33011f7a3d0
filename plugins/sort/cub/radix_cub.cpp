// The variant radix.cub: cub::DeviceRadixSort, one call for each array.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "sort/cub/each_array.hpp"
#include "sort/cub/keys.hpp"
#include "sort/cub/pairs.hpp"
#include "sort/cub/variants.hpp"

namespace sorting::cub_peers {
namespace {

namespace sdk = assay::sdk;

template <class Key, class Payload>
class RadixCub final : public sdk::Trial {
 public:
  explicit RadixCub(const sdk::Task& task)
      : host_(task.host()), pairs_(host_, task), arrays_(host_, task) {
    pairs_.make_room();
    const std::size_t bytes =
        std::max<std::size_t>(radix_storage<Key, Payload>(arrays_.offsets().longest()), 1);
    for (std::size_t q = 0; q < arrays_.queues(); ++q) {
      storages_.emplace_back(host_, bytes);
      pointers_.push_back({sdk::device_pointer(host_, storages_.back()), bytes});
    }
    host_.trial_fact("temporary_bytes", static_cast<double>(bytes * arrays_.queues()), "B");
    const bool is_graph = task.configuration().boolean("graph");
    graph_ = sdk::Graph(
        host_, [this] { enqueue(); },
        is_graph ? sdk::Replay::recorded_when_loaded : sdk::Replay::called);
  }

  void run() override {
    const sdk::Phase phase(host_, "kernel");
    graph_.launch();
  }
  void outputs() override { pairs_.download(); }

 private:
  void enqueue() {
    sdk::native_work(host_, nullptr, [&](void* stream) {
      const auto all = pairs_.enqueue_columns(stream);
      arrays_.enqueue(true, [&](std::size_t first, std::size_t count, std::size_t q, void* queue) {
        radix_sort<Key, Payload>(pointers_[q],
                                 {all.keys + first, all.payloads + first, all.sorted_keys + first,
                                  all.sorted_payloads + first},
                                 count, queue);
      });
      pairs_.enqueue_keys(stream);
    });
  }

  sdk::Host host_;
  Pairs<Key, Payload> pairs_;
  EachArray arrays_;
  std::vector<sdk::Buffer<std::byte>> storages_;  // one for each queue
  std::vector<Storage> pointers_;
  sdk::Graph graph_;  // records enqueue()
};

}  // namespace

sdk::VariantDescription radix_cub() {
  return {.name = "radix.cub",
          .problem = "sort/pairs",
          .doc = "cub::DeviceRadixSort::SortPairs, one call for each array; stable.",
          .backend = ASSAY_CUDA,
          .parameters = {keys_parameter(),
                         EachArray::parameter(),
                         {"graph", "Calls are recorded once and replayed as one.", {false, true}}},
          .constraints = {keys_constraint(), EachArray::constraint()},
          .prepare = prepare_for<RadixCub>,
          .queues = EachArray::most_queues};
}

}  // namespace sorting::cub_peers
