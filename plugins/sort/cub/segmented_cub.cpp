// The variant segmented.cub: CUB's sorts of many arrays in one call.
#include <algorithm>
#include <cstddef>

#include "sort/cub/keys.hpp"
#include "sort/cub/pairs.hpp"
#include "sort/cub/variants.hpp"

namespace sorting::cub_peers {
namespace {

namespace sdk = assay::sdk;

template <class Key, class Payload>
class SegmentedCub final : public sdk::Trial {
 public:
  explicit SegmentedCub(const sdk::Task& task)
      : host_(task.host()),
        pairs_(host_, task),
        kind_(task.configuration().text("kind") == "radix" ? Segmented::radix : Segmented::sort),
        storage_(host_,
                 std::max<std::size_t>(
                     segmented_storage<Key, Payload>(kind_, pairs_.total(), pairs_.arrays()), 1)) {
    pairs_.make_room();
    host_.trial_fact("temporary_bytes", static_cast<double>(storage_.size()), "B");
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
      if (pairs_.total() > 0) {
        segmented_sort(kind_, {sdk::device_pointer(host_, storage_), storage_.size()}, all,
                       pairs_.total(), pairs_.arrays(), pairs_.offsets(), stream);
      }
      pairs_.enqueue_keys(stream);
    });
  }

  sdk::Host host_;
  Pairs<Key, Payload> pairs_;
  Segmented kind_;
  sdk::Buffer<std::byte> storage_;
  sdk::Graph graph_;  // records enqueue()
};

}  // namespace

sdk::VariantDescription segmented_cub() {
  return {.name = "segmented.cub",
          .problem = "sort/pairs",
          .doc = "CUB's segmented sorts, one call for all arrays; stable.",
          .backend = ASSAY_CUDA,
          .parameters = {{"kind",
                          "sort: DeviceSegmentedSort, which groups arrays by length; radix: "
                          "DeviceSegmentedRadixSort, with one block for each array.",
                          {"sort", "radix"}},
                         keys_parameter(),
                         {"graph", "The call is recorded once and replayed.", {false, true}}},
          .constraints = {keys_constraint(),
                          {"not graph or kind == 'radix'",
                           "DeviceSegmentedSort waits halfway for the lengths it has found, which "
                           "a recording cannot do"}},
          .prepare = prepare_for<SegmentedCub>};
}

}  // namespace sorting::cub_peers
