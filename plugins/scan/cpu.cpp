// loop.cpu, one number after the other, and blocks.cpu, whose threads scan blocks side by side.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "assay/processor.hpp"
#include "scan/scan.hpp"

namespace scan {
namespace {

using namespace assay::sdk;

// Sums are added up in double, also those of floats: that costs no time, as each addition waits for
// the one before.
template <class Real>
void scan_in_order(std::span<const Real> x, double before, Real* y) {
  for (std::size_t k = 0; k < x.size(); ++k) y[k] = static_cast<Real>(before += double{x[k]});
}

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : x_(elements<const Real>(task.input("x"))), y_(elements<Real>(task.output("y"))) {}

  void run() override { scan_in_order(x_, 0, y_.data()); }

 private:
  std::span<const Real> x_;
  std::span<Real> y_;
};

template <class Real>
double sum_of(std::span<const Real> x) {
  constexpr std::size_t lanes = 8;  // the compiler makes vectors of them
  std::array<double, lanes> sums{};
  std::size_t k = 0;
  for (; k + lanes <= x.size(); k += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += double{x[k + lane]};
  }
  double sum = 0;
  for (; k < x.size(); ++k) sum += double{x[k]};
  for (const double of_lane : sums) sum += of_lane;
  return sum;
}

// Scans STREAMS neighbouring blocks at the same pace: while an addition waits for the one before,
// those of the other blocks proceed. `before`: the sum before each block.
template <class Real, std::size_t STREAMS>
void scan_side_by_side(std::span<const Real> x, std::array<double, STREAMS> before, Real* y) {
  const std::size_t block = x.size() / STREAMS;
  for (std::size_t k = 0; k < block; ++k) {
    for (std::size_t s = 0; s < STREAMS; ++s) {
      before[s] += double{x[s * block + k]};
      y[s * block + k] = static_cast<Real>(before[s]);
    }
  }
}

// Goes through the array in chunks, in which each thread has a part of STREAMS blocks. First all
// blocks are summed, then scanned while they are still in the caches.
template <class Real, std::size_t STREAMS>
class Blocks : public Trial {
 public:
  Blocks(const Task& task, std::size_t threads)
      : block_(task.configuration().size("block")),
        threads_(static_cast<int>(threads)),
        sums_(threads),
        x_(elements<const Real>(task.input("x"))),
        y_(elements<Real>(task.output("y"))) {}

  void run() override {
    const std::size_t chunk = sums_.size() * part();
#pragma omp parallel num_threads(threads_) if (threads_ > 1)
    {
      double before = 0;  // the sum of all earlier chunks, which each thread adds up for itself
      for (std::size_t first = 0; first < x_.size(); first += chunk) {
#pragma omp for schedule(static, 1)
        for (std::size_t t = 0; t < sums_.size(); ++t) sum_part(first + t * part(), sums_[t]);
        double after = before;
        for (const Sums& of_part : sums_) {
          for (const double sum : of_part) after += sum;
        }
#pragma omp for schedule(static, 1)
        for (std::size_t t = 0; t < sums_.size(); ++t) scan_part(first + t * part(), t, before);
        before = after;
      }
    }
  }

 private:
  using Sums = std::array<double, STREAMS>;  // of the blocks of a part

  [[nodiscard]] std::size_t part() const { return STREAMS * block_; }
  // `count` numbers from `first` on, or as many as there are.
  [[nodiscard]] std::span<const Real> numbers(std::size_t first, std::size_t count) const {
    first = std::min(first, x_.size());
    return x_.subspan(first, std::min(count, x_.size() - first));
  }

  void sum_part(std::size_t first, Sums& sums) const {
    for (std::size_t s = 0; s < STREAMS; ++s) sums[s] = sum_of(numbers(first + s * block_, block_));
  }

  void scan_part(std::size_t first, std::size_t number, double before) {
    for (std::size_t t = 0; t < number; ++t) {
      for (const double sum : sums_[t]) before += sum;
    }
    const std::span<const Real> x = numbers(first, part());
    if (x.size() < part()) return scan_in_order(x, before, y_.data() + (x.data() - x_.data()));
    Sums before_block;
    for (std::size_t s = 0; s < STREAMS; ++s) {
      before_block[s] = before;
      before += sums_[number][s];
    }
    scan_side_by_side<Real, STREAMS>(x, before_block, y_.data() + first);
  }

  std::size_t block_;
  int threads_;
  std::vector<Sums> sums_;  // [threads]
  std::span<const Real> x_;
  std::span<Real> y_;
};

template <std::size_t STREAMS>
std::unique_ptr<Trial> prepare_blocks(const Task& task) {
  return by_precision(task.input("x"), [&]<class Real>() -> std::unique_ptr<Trial> {
    return std::make_unique<Blocks<Real, STREAMS>>(task, threads_of(task));
  });
}

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "scan/array",
                  .doc = "One number after the other in one thread; adds up in double.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
  plugin.variant({.name = "blocks.cpu",
                  .problem = "scan/array",
                  .doc = "Threads sum blocks, then scan them from the caches; adds up in double.",
                  .parameters = {{"block", "Numbers of a block.", powers_of_two(256, 65536), 4096},
                                 {"streams", "Blocks that a thread scans side by side.",
                                  powers_of_two(1, 8), 4},
                                 threads_parameter()},
                  .constraints = {threads_constraint()},
                  .prepare = [](const Task& task) {
                    switch (task.configuration().integer("streams")) {
                      case 1:
                        return prepare_blocks<1>(task);
                      case 2:
                        return prepare_blocks<2>(task);
                      case 4:
                        return prepare_blocks<4>(task);
                      default:
                        return prepare_blocks<8>(task);
                    }
                  }});
}

}  // namespace scan
