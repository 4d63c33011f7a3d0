#include "sort/cub/each_array.hpp"

namespace sorting::cub_peers {

namespace sdk = assay::sdk;

sdk::Parameter EachArray::parameter() {
  return {"queues", "Queues (streams) that take the arrays in turn.",
          sdk::powers_of_two(1, most_queues), sdk::Value(1)};
}
sdk::Constraint EachArray::constraint() {
  return {"queues == 1 or queues <= arrays", "some queues would have nothing to do"};
}

EachArray::EachArray(const sdk::Host& host, const sdk::Task& task)
    : host_(host),
      offsets_(sdk::elements<const std::uint64_t>(task.input("offsets")),
               static_cast<std::size_t>(sdk::element_count(task.input("keys")))) {
  const std::int64_t queues = task.configuration().integer("queues");
  for (std::int64_t q = 0; q < queues && queues > 1; ++q) {
    queues_.push_back(sdk::create_queue(host_));
    streams_.push_back(sdk::native_queue(host_, queues_.back().get()));
  }
  if (queues_.empty()) streams_.push_back(sdk::native_queue(host_, nullptr));
}

void EachArray::enqueue(bool all, const Sort& sort) const {
  for (const auto& queue : queues_) host_.wait(queue.get(), nullptr);
  std::size_t turn = 0;
  for (std::size_t a = 0; a < offsets_.arrays(); ++a) {
    const std::size_t pairs = offsets_.length(a);
    if (pairs < (all ? 1 : 2)) continue;
    sort(offsets_.first(a), pairs, turn, streams_[turn]);
    turn = (turn + 1) % streams_.size();
  }
  for (const auto& queue : queues_) host_.wait(nullptr, queue.get());
}

}  // namespace sorting::cub_peers
