// The variant std-sort.cpu: the standard library's sorts, each array by one thread.
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sort/cpu/representation.hpp"
#include "sort/cpu/variants.hpp"

namespace sorting {
namespace {

namespace sdk = assay::sdk;

struct StdSort {
  static constexpr bool is_stable = false;
  template <class Iterator, class Less>
  void operator()(Iterator first, Iterator last, Less less) const {
    std::sort(first, last, less);
  }
};
struct StdStableSort {
  static constexpr bool is_stable = true;
  template <class Iterator, class Less>
  void operator()(Iterator first, Iterator last, Less less) const {
    std::stable_sort(first, last, less);
  }
};

template <class Payload>
class StdSortTrial : public sdk::Trial {
 public:
  explicit StdSortTrial(const sdk::Task& task)
      : host_(task.host()),
        arrays_(task),
        is_stable_(task.configuration().text("algorithm") == "stable_sort"),
        arrays_per_turn_(task.configuration().integer("arrays_per_turn")),
        workspaces_(
            sdk::threads_of(task),
            Workspace<Payload>(representation_named(task.configuration().text("representation")),
                               arrays_.offsets.longest(), 1)) {}

  void restore() override { arrays_.copy_unsorted(); }
  void run() override {
    const sdk::Phase phase(host_, "kernel");
    if (is_stable_) {
      order_all(StdStableSort());
    } else {
      order_all(StdSort());
    }
  }

 private:
  template <class Sort>
  void order_all(const Sort& sort) {
    const std::size_t arrays = arrays_.offsets.arrays();
#pragma omp parallel num_threads(static_cast <int>(workspaces_.size()))
    {
      auto& workspace = workspaces_[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic, arrays_per_turn_)
      for (std::size_t array = 0; array < arrays; ++array) {
        workspace.order(arrays_.array(array), sort);
      }
    }
  }

  sdk::Host host_;
  Arrays<Payload> arrays_;
  bool is_stable_;
  std::int64_t arrays_per_turn_;
  std::vector<Workspace<Payload>> workspaces_;  // one for each thread
};

}  // namespace

sdk::VariantDescription std_sort() {
  return {.name = "std-sort.cpu",
          .problem = "sort/pairs",
          .doc = "The standard library's sorts, with one thread for each array.",
          .parameters = {{"algorithm",
                          "sort (introsort) or stable_sort (merge sort, with a buffer).",
                          {"sort", "stable_sort"}},
                         representation_parameter(),
                         {"arrays_per_turn", "Arrays that a thread takes at a time.",
                          sdk::powers_of_two(1, 256), 1},
                         sdk::threads_parameter()},
          .constraints = {stability_constraint("algorithm == 'stable_sort'"),
                          representation_constraint(), sdk::threads_constraint()},
          .prepare = prepare_for_payload<StdSortTrial>};
}

}  // namespace sorting
