// Calls that sort one array each, dealt over queues.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "assay/plugin.hpp"
#include "sort/library/arrays.hpp"

namespace sorting::cub_peers {

class EachArray {
 public:
  // The largest value of the parameter "queues".
  static constexpr std::uint32_t most_queues = 128;
  static assay::sdk::Parameter parameter();
  static assay::sdk::Constraint constraint();

  EachArray(const assay::sdk::Host& host, const assay::sdk::Task& task);
  EachArray(const EachArray&) = delete;
  EachArray& operator=(const EachArray&) = delete;

  // Calls sort(first pair, pairs, queue's number, its stream) for each array that has an order to
  // be found or, `all`, a pair, array by array on the next queue. Queues wait for what is in the
  // default queue, and it for them.
  using Sort = std::function<void(std::size_t, std::size_t, std::size_t, void*)>;
  void enqueue(bool all, const Sort& sort) const;

  [[nodiscard]] std::size_t queues() const { return streams_.size(); }
  [[nodiscard]] const Offsets& offsets() const { return offsets_; }

 private:
  assay::sdk::Host host_;
  Offsets offsets_;
  std::vector<assay::sdk::Queue> queues_;  // none: the default queue alone
  std::vector<void*> streams_;
};

}  // namespace sorting::cub_peers
