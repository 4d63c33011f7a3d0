// The variant gnu-parallel.cpu: the parallel mode of GCC's standard library (Singler, Sanders,
// Putze 2007, "MCSTL: The multi-core standard template library").
#include <omp.h>

#include <cstdint>
#include <parallel/algorithm>
#include <string>
#include <vector>

#include "sort/cpu/representation.hpp"
#include "sort/cpu/variants.hpp"

namespace sorting {
namespace {

namespace sdk = assay::sdk;
namespace gnu = __gnu_parallel;        // tags
namespace parallel = std::__parallel;  // algorithms

// Sorts one array by all threads. The library leaves short arrays to one thread.
template <class Tag>
struct ParallelSort {
  static constexpr bool is_stable = false;
  template <class Iterator, class Less>
  void operator()(Iterator first, Iterator last, Less less) const {
    parallel::sort(first, last, less, tag);
  }
  Tag tag;
};
template <class Tag>
ParallelSort(Tag) -> ParallelSort<Tag>;
struct ParallelStableSort {
  static constexpr bool is_stable = true;
  template <class Iterator, class Less>
  void operator()(Iterator first, Iterator last, Less less) const {
    parallel::stable_sort(first, last, less, tag);
  }
  gnu::multiway_mergesort_tag tag;
};

template <class Payload>
class GnuParallelTrial : public sdk::Trial {
 public:
  explicit GnuParallelTrial(const sdk::Task& task)
      : host_(task.host()),
        arrays_(task),
        threads_(static_cast<gnu::_ThreadIndex>(sdk::threads_of(task))),
        is_over_(task.configuration().text("split") == "over"),
        algorithm_(task.configuration().text("algorithm")) {
    const auto form = representation_named(task.configuration().text("representation"));
    const std::size_t longest = arrays_.offsets.longest();
    if (is_over_) {
      workspaces_.assign(threads_, Workspace<Payload>(form, longest, 1));
    } else {
      workspaces_.assign(1, Workspace<Payload>(form, longest, threads_));
    }
  }

  void restore() override { arrays_.copy_unsorted(); }
  void run() override {
    const sdk::Phase phase(host_, "kernel");
    if (is_over_) return order_over();
    if (algorithm_ == "quicksort") return order_within(ParallelSort{gnu::quicksort_tag(threads_)});
    if (algorithm_ == "balanced-quicksort") {
      return order_within(ParallelSort{gnu::balanced_quicksort_tag(threads_)});
    }
    if (algorithm_ == "multiway-mergesort") {
      return order_within(ParallelSort{gnu::multiway_mergesort_tag(threads_)});
    }
    if (algorithm_ == "multiway-mergesort-sampling") {
      return order_within(ParallelSort{gnu::multiway_mergesort_sampling_tag(threads_)});
    }
    order_within(ParallelStableSort{gnu::multiway_mergesort_tag(threads_)});
  }

 private:
  template <class Sort>
  void order_within(const Sort& sort) {
    for (std::size_t array = 0; array < arrays_.offsets.arrays(); ++array) {
      workspaces_.front().order(arrays_.array(array), sort);
    }
  }
  void order_over() {
#pragma omp parallel for schedule(dynamic) num_threads(static_cast <int>(threads_))
    for (std::size_t array = 0; array < arrays_.offsets.arrays(); ++array) {
      const auto thread = static_cast<std::size_t>(omp_get_thread_num());
      workspaces_[thread].order(arrays_.array(array), ParallelSort{gnu::sequential_tag()});
    }
  }

  sdk::Host host_;
  Arrays<Payload> arrays_;
  gnu::_ThreadIndex threads_;
  bool is_over_;
  std::string algorithm_;
  std::vector<Workspace<Payload>> workspaces_;  // split over arrays: one for each thread
};

}  // namespace

sdk::VariantDescription gnu_parallel() {
  return {
      .name = "gnu-parallel.cpu",
      .problem = "sort/pairs",
      .doc =
          "The parallel mode of GCC's standard library: all threads on one array after the "
          "other, or on several arrays at a time.",
      .parameters =
          {{"split",
            "within: all threads sort one array (the library sorts arrays below 1000 pairs with "
            "one thread); over: each thread sorts its own arrays, with the sequential sort.",
            {"within", "over"}},
           {"algorithm",
            "The library's algorithm for one array.",
            {"multiway-mergesort", "multiway-mergesort-sampling", "quicksort", "balanced-quicksort",
             "stable-multiway-mergesort"},
            "multiway-mergesort",
            "split == 'within'"},
           representation_parameter(),
           sdk::threads_parameter()},
      .constraints = {stability_constraint(
                          "(split == 'within' and algorithm == 'stable-multiway-mergesort')"),
                      representation_constraint(), sdk::threads_constraint()},
      .prepare = prepare_for_payload<GnuParallelTrial>};
}

}  // namespace sorting
