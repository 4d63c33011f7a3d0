#include "sort/accelerator/launching.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace sorting::accelerator {
namespace {

namespace sdk = assay::sdk;

std::vector<Batch> batches_of(const sdk::Task& task) {
  const auto total = static_cast<std::size_t>(sdk::element_count(task.input("keys")));
  const Offsets offsets(sdk::elements<const std::uint64_t>(task.input("offsets")), total);
  return cut(offsets, static_cast<std::size_t>(task.configuration().integer("arrays_per_launch")));
}

// Backends without graphs do not have the parameter.
bool wants_graph(const sdk::Bindings& configuration) {
  for (const auto& binding : configuration.all()) {
    if (binding.name == std::string_view("graph")) return binding.value.integer != 0;
  }
  return false;
}

}  // namespace

void Launching::add_parameters(ParameterSet& set, assay_backend backend) {
  std::vector<sdk::Value> batch_sizes = sdk::powers_of_two(1, 4096);
  batch_sizes.insert(batch_sizes.begin(), sdk::Value(0));
  set.parameters.push_back(
      {"arrays_per_launch", "Arrays that the same launches sort; 0: all.", batch_sizes});
  set.parameters.push_back({"queues", "Queues (streams) that take batches in turn.",
                            sdk::powers_of_two(1, most_queues), 1, "arrays_per_launch > 0"});
  set.constraints.push_back({"queues == 1 or (queues - 1) * arrays_per_launch < arrays",
                             "some queues would have nothing to do"});
  if (backend != ASSAY_CUDA) return;
  set.parameters.push_back(
      {"graph", "Launches are recorded once and replayed as one.", {false, true}});
}

Launching::Launching(const sdk::Host& host, const sdk::Task& task, Sort sort)
    : host_(host), batches_(batches_of(task)), sort_(std::move(sort)) {
  const std::int64_t queues = task.configuration().integer("queues");
  for (std::int64_t q = 0; q < queues && queues > 1; ++q) {
    queues_.push_back(sdk::create_queue(host_));
  }
  graph_ = sdk::Graph(
      host_, [this] { enqueue_batches(); },
      wants_graph(task.configuration()) ? sdk::Replay::recorded : sdk::Replay::called);
}

void Launching::enqueue_batches() {
  launches_ = 0;
  for (const auto& queue : queues_) host_.wait(queue.get(), nullptr);
  for (std::size_t b = 0; b < batches_.size(); ++b) {
    assay_queue* const queue = queues_.empty() ? nullptr : queues_[b % queues_.size()].get();
    launches_ += sort_(batches_[b], queue);
  }
  for (const auto& queue : queues_) host_.wait(nullptr, queue.get());
}

}  // namespace sorting::accelerator
