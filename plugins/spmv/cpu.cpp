// loop.cpu, row by row, and merge.cpu, whose threads have equal shares of rows and entries.
#include <memory>
#include <vector>

#include "assay/processor.hpp"
#include "spmv/merge_path.hpp"
#include "spmv/spmv.hpp"

namespace spmv {
namespace {

using namespace assay::sdk;

// The sum of the products from entry `first` to before `end`, as SUMS sums side by side: an
// addition need not wait for the one before.
template <class Real, std::size_t SUMS>
Real sum_of_products(const Inputs<Real>& in, std::size_t first, std::size_t end) {
  Real sums[SUMS] = {};
  std::size_t k = first;
  for (; k + SUMS <= end; k += SUMS) {
    for (std::size_t s = 0; s < SUMS; ++s) sums[s] += in.entries[k + s] * in.x[in.columns[k + s]];
  }
  for (; k < end; ++k) sums[0] += in.entries[k] * in.x[in.columns[k]];
  for (std::size_t s = 1; s < SUMS; ++s) sums[0] += sums[s];
  return sums[0];
}

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task) : in_(task), y_(elements<Real>(task.output("y"))) {}

  void run() override {
    for (std::size_t i = 0; i < y_.size(); ++i) {
      y_[i] = sum_of_products<Real, 1>(in_, in_.offsets[i], in_.offsets[i + 1]);
    }
  }

 private:
  Inputs<Real> in_;
  std::span<Real> y_;
};

template <class Real, std::size_t SUMS>
class Merge : public Trial {
 public:
  explicit Merge(const Task& task)
      : threads_(static_cast<int>(threads_of(task))),
        in_(task),
        y_(elements<Real>(task.output("y"))),
        carries_(threads_of(task)) {
    const std::size_t steps = in_.rows() + in_.entries.size();
    for (std::size_t t = 0; t <= carries_.size(); ++t) {
      ends_.push_back(path_point(in_.offsets, steps * t / carries_.size()));
    }
  }

  void run() override {
#pragma omp parallel for schedule(static, 1) num_threads(threads_) if (threads_ > 1)
    for (std::size_t t = 0; t < carries_.size(); ++t)
      carries_[t] = sum_share(ends_[t], ends_[t + 1]);
    for (std::size_t t = 0; t + 1 < carries_.size(); ++t) {
      if (const std::size_t row = ends_[t + 1].row; row < y_.size()) y_[row] += carries_[t];
    }
  }

 private:
  // Sums the rows that end in a share; returns the sum of what is there of the row after them.
  Real sum_share(PathPoint at, PathPoint end) {
    for (; at.row < end.row; ++at.row) {
      const std::size_t row_end = in_.offsets[at.row + 1];
      y_[at.row] = sum_of_products<Real, SUMS>(in_, at.entry, row_end);
      at.entry = row_end;
    }
    return sum_of_products<Real, SUMS>(in_, at.entry, end.entry);
  }

  int threads_;
  Inputs<Real> in_;
  std::span<Real> y_;
  std::vector<Real> carries_;    // [threads]
  std::vector<PathPoint> ends_;  // [threads + 1]
};

std::unique_ptr<Trial> prepare_merge(const Task& task) {
  return by_precision(task.input("x"), [&]<class Real>() -> std::unique_ptr<Trial> {
    switch (task.configuration().size("sums")) {
      case 1:
        return std::make_unique<Merge<Real, 1>>(task);
      case 2:
        return std::make_unique<Merge<Real, 2>>(task);
      case 4:
        return std::make_unique<Merge<Real, 4>>(task);
      default:
        return std::make_unique<Merge<Real, 8>>(task);
    }
  });
}

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "spmv/csr",
                  .doc = "Row by row in one thread.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
  plugin.variant({.name = "merge.cpu",
                  .problem = "spmv/csr",
                  .doc = "Threads with equal shares of rows and entries; a row may be shared.",
                  .parameters = {{"sums", "Sums of a row that are added up side by side.",
                                  powers_of_two(1, 8), 2},
                                 threads_parameter()},
                  .constraints = {threads_constraint()},
                  .prepare = prepare_merge});
}

}  // namespace spmv
