// The variant radix.thrust: thrust::stable_sort_by_key, one call for each array.
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "sort/cub/each_array.hpp"
#include "sort/cub/keys.hpp"
#include "sort/cub/pairs.hpp"
#include "sort/cub/variants.hpp"

namespace sorting::cub_peers {
namespace {

namespace sdk = assay::sdk;

template <class Key, class Payload>
class RadixThrust final : public sdk::Trial {
 public:
  explicit RadixThrust(const sdk::Task& task)
      : host_(task.host()), pairs_(host_, task), arrays_(host_, task) {
    if (task.configuration().text("policy") == "par") return;
    for (std::size_t q = 0; q < arrays_.queues(); ++q) {
      kept_.push_back(std::make_unique<KeptMemory>());
    }
    restore();
    enqueue();  // allocates the memory before the first run
    host_.finish();
  }

  void restore() override {
    sdk::native_work(host_, nullptr, [&](void* stream) { pairs_.enqueue_restore(stream); });
  }
  void run() override {
    const sdk::Phase phase(host_, "kernel");
    enqueue();
  }
  void outputs() override { pairs_.download(); }

 private:
  void enqueue() {
    sdk::native_work(host_, nullptr, [&](void* stream) {
      pairs_.enqueue_ranks(stream);
      arrays_.enqueue(false, [&](std::size_t first, std::size_t count, std::size_t q, void* queue) {
        thrust_sort(pairs_.keys() + first, pairs_.payloads() + first, count,
                    kept_.empty() ? nullptr : kept_[q].get(), queue);
      });
      pairs_.enqueue_keys(stream);
    });
  }

  sdk::Host host_;
  Pairs<Key, Payload> pairs_;
  EachArray arrays_;
  std::vector<std::unique_ptr<KeptMemory>> kept_;  // one for each queue; empty with policy par
};

}  // namespace

sdk::VariantDescription radix_thrust() {
  return {.name = "radix.thrust",
          .problem = "sort/pairs",
          .doc = "thrust::stable_sort_by_key, one call for each array; stable.",
          .backend = ASSAY_CUDA,
          .parameters = {{"policy",
                          "par_nosync with temporary memory that is kept from call to call; par: "
                          "each call allocates, frees and waits.",
                          {"par_nosync", "par"}},
                         keys_parameter(),
                         EachArray::parameter()},
          .constraints = {keys_constraint(),
                          EachArray::constraint(),
                          {"queues == 1 or policy == 'par_nosync'",
                           "each call waits for the one before it"}},
          .prepare = prepare_for<RadixThrust>,
          .queues = EachArray::most_queues};
}

}  // namespace sorting::cub_peers
