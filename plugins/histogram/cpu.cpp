// loop.cpu and threads.cpu: number by number, and with private histograms for each thread.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "assay/precision.hpp"
#include "assay/processor.hpp"
#include "assay/sizes.hpp"
#include "histogram/histogram.hpp"

namespace histogram {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : bins_(task),
        x_(elements<const Real>(task.input("x"))),
        counts_(elements<std::uint32_t>(task.output("counts"))) {}

  void run() override {
    std::ranges::fill(counts_, 0);
    const Bins<Real> bins = bins_;  // no store to the counts can change it
    for (const Real number : x_) {
      const std::int32_t bin = bins.of(number);
      if (bin < bins.count) ++counts_[static_cast<std::size_t>(bin)];
    }
  }

 private:
  Bins<Real> bins_;
  std::span<const Real> x_;
  std::span<std::uint32_t> counts_;
};

// Each thread counts its part of the numbers in histograms of its own, which are added up at the
// end. It finds the bins of a block of numbers first, by vectors, and then counts them. Neighbours
// go to different replicas, since a counter cannot be read again until it has been written.
template <class Real>
class Threads : public Trial {
 public:
  explicit Threads(const Task& task)
      : bins_(task),
        threads_(threads_of(task)),
        replicas_(task.configuration().size("replicas")),
        block_(task.configuration().size("block")),
        x_(elements<const Real>(task.input("x"))),
        counts_(elements<std::uint32_t>(task.output("counts"))),
        histogram_((counts_.size() + 1) * replicas_),
        own_(threads_ * histogram_) {}

  void run() override {
    const int threads = static_cast<int>(threads_);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::size_t thread = 0; thread < threads_; ++thread) count_part(thread);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) counts_[bin] = total(bin);
  }

 private:
  // Of a histogram, the replicas of a bin lie side by side. The last bin is for numbers in none.
  void count_part(std::size_t thread) {
    const std::span own = std::span(own_).subspan(thread * histogram_, histogram_);
    std::ranges::fill(own, 0);
    const Bins<Real> bins = bins_;  // no store to the bins found can change it
    std::vector<std::int32_t> found(block_);
    const std::size_t part = quotient_up(x_.size(), threads_);
    const std::size_t end = std::min((thread + 1) * part, x_.size());
    for (std::size_t begin = thread * part; begin < end; begin += block_) {
      const auto numbers = x_.subspan(begin, std::min(block_, end - begin));
      for (std::size_t k = 0; k < numbers.size(); ++k) found[k] = bins.of(numbers[k]);
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        // The number of replicas is a power of two.
        ++own[static_cast<std::size_t>(found[k]) * replicas_ + (k & (replicas_ - 1))];
      }
    }
  }

  [[nodiscard]] std::uint32_t total(std::size_t bin) const {
    std::uint32_t sum = 0;
    for (std::size_t thread = 0; thread < threads_; ++thread) {
      const std::uint32_t* const replicas = &own_[thread * histogram_ + bin * replicas_];
      for (std::size_t k = 0; k < replicas_; ++k) sum += replicas[k];
    }
    return sum;
  }

  Bins<Real> bins_;
  std::size_t threads_;
  std::size_t replicas_;
  std::size_t block_;
  std::span<const Real> x_;
  std::span<std::uint32_t> counts_;
  std::size_t histogram_;  // counters of a thread
  std::vector<std::uint32_t> own_;
};

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "histogram/bins",
                  .doc = "One loop in one thread.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
  plugin.variant(
      {.name = "threads.cpu",
       .problem = "histogram/bins",
       .doc = "Private histograms for each thread, added up at the end.",
       .parameters = {{"replicas", "Histograms of a thread, which neighbours take in turn.",
                       powers_of_two(1, 8), 4},
                      {"block", "Numbers whose bins are found before they are counted.",
                       powers_of_two(16, 4096), 512},
                      threads_parameter()},
       .constraints = {{"replicas == 1 or (bins + 1) * replicas * 4 <= l2_bytes",
                        "the replicas would not fit into a core's cache"},
                       threads_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Threads>(task.input("x"), task);
       }});
}

}  // namespace histogram
