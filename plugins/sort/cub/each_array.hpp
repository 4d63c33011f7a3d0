// Calls that sort one array each, distributed over queues.
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

  // Calls sort(first pair, pairs, queue's number, its stream) for each array of at least two pairs
  // or, with `all`, at least one, cycling through the queues. The queues wait for the work in the
  // default queue, and later work of the default queue waits for them.
  using Sort = std::function<void(std::size_t, std::size_t, std::size_t, void*)>;
  void enqueue(bool all, const Sort& sort) const;

  [[nodiscard]] std::size_t queues() const { return streams_.size(); }
  [[nodiscard]] const Offsets& offsets() const { return offsets_; }

 private:
  assay::sdk::Host host_;
  Offsets offsets_;
  std::vector<assay::sdk::Queue> queues_;  // empty: only the default queue
  std::vector<void*> streams_;
};

}  // namespace sorting::cub_peers
