// loop.cpu, a partial sort of each row, and threshold.cpu, which passes over what is not above the
// smallest number chosen so far.
#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <vector>

#include "assay/processor.hpp"
#include "rows/matrix.hpp"
#include "top_k/kernels.hpp"
#include "top_k/top_k.hpp"

namespace top_k {
namespace {

using namespace assay::sdk;

template <class Real>
class Loop : public Trial {
 public:
  explicit Loop(const Task& task)
      : extents_(task),
        x_(elements<const Real>(task.input("x"))),
        values_(elements<Real>(task.output("values"))),
        places_(elements<std::uint32_t>(task.output("places"))),
        order_(extents_.columns) {}

  void run() override {
    const std::size_t k = places_.size() / extents_.rows;
    for (std::size_t row = 0; row < extents_.rows; ++row) {
      const Real* const x = x_.data() + row * extents_.columns;
      std::iota(order_.begin(), order_.end(), 0U);
      std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(k),
                        order_.end(),
                        [x](std::uint32_t a, std::uint32_t b) { return is_larger(x[a], x[b]); });
      for (std::size_t i = 0; i < k; ++i) {
        places_[row * k + i] = order_[i];
        values_[row * k + i] = x[order_[i]];
      }
    }
  }

 private:
  rows::Extents extents_;
  std::span<const Real> x_;
  std::span<Real> values_;
  std::span<std::uint32_t> places_;
  std::vector<std::uint32_t> order_;
};

template <class Real>
struct Candidate {
  Real value;
  std::uint32_t place;
};
template <class Real>
using Candidates = std::vector<Candidate<Real>>;

// Leaves the k largest, the smallest of them last, if there are more than k.
template <class Real>
void keep_largest(Candidates<Real>& candidates, std::size_t k) {
  if (candidates.size() <= k) return;
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(k - 1),
                   candidates.end(), [](const Candidate<Real>& a, const Candidate<Real>& b) {
                     return is_larger(a.value, b.value);
                   });
  candidates.resize(k);
}

// How a task selects: the configuration, with the loop for it.
template <class Real>
struct Method {
  explicit Method(const Task& task)
      : k(static_cast<std::size_t>(task.output("places").shape[1])),
        block(task.configuration().size("vectors") * task.configuration().size("simd_bits") / 8 /
              sizeof(Real)),
        room(k * task.configuration().size("room") + block),
        next_above(for_simd_bits(task.configuration().integer("simd_bits"), [](auto width) {
                     return kernels<Real, width>();
                   }).next_above[std::countr_zero(task.configuration().size("vectors"))]) {}

  // Appends the numbers of a part of a row, first .. end - 1, that may be among the k largest of
  // the part: k of them, or all if it has fewer. `found` is empty at first.
  void select(std::span<const Real> row, std::size_t first, std::size_t end,
              Candidates<Real>& found) const {
    std::size_t at = std::min(first + room - block, end);
    for (std::size_t place = first; place < at; ++place) append(row, place, found);
    keep_largest(found, k);
    while (at < end) {
      const Real bound = found[k - 1].value;  // of the k largest when they were kept last
      if (bound != bound) break;              // nothing is larger than NaN
      at = next_above(row.data(), at, end, bound);
      for (const std::size_t next = std::min(at + block, end); at < next; ++at) {
        if (is_larger(row[at], bound)) append(row, at, found);
      }
      if (found.size() + block > room) keep_largest(found, k);
    }
    keep_largest(found, k);
  }

  std::size_t k;
  std::size_t block;  // numbers that are compared together
  std::size_t room;   // candidates after which the largest are kept
  NextAbove<Real> next_above;

 private:
  static void append(std::span<const Real> row, std::size_t place, Candidates<Real>& found) {
    found.push_back({row[place], static_cast<std::uint32_t>(place)});
  }
};

// Threads share the rows, or, where there are more threads than rows, parts of rows.
template <class Real>
class Threshold : public Trial {
 public:
  explicit Threshold(const Task& task)
      : extents_(task),
        method_(task),
        threads_(static_cast<int>(threads_of(task))),
        parts_(quotient_up(threads_of(task), extents_.rows)),
        x_(elements<const Real>(task.input("x"))),
        values_(elements<Real>(task.output("values"))),
        places_(elements<std::uint32_t>(task.output("places"))),
        found_(parts_ > 1 ? extents_.rows * parts_ : 0) {}

  void run() override {
#pragma omp parallel num_threads(threads_) if (threads_ > 1)
    {
      Candidates<Real> found;
#pragma omp for schedule(static)
      for (std::size_t n = 0; n < extents_.rows * parts_; ++n) {
        Candidates<Real>& of_part = parts_ > 1 ? found_[n] : found;
        of_part.clear();
        select_part(n / parts_, n % parts_, of_part);
        if (parts_ == 1) deliver(n, found);
      }
    }
    if (parts_ > 1) {
      for (std::size_t row = 0; row < extents_.rows; ++row) combine_parts(row);
    }
  }

 private:
  void select_part(std::size_t row, std::size_t part, Candidates<Real>& found) const {
    const std::size_t columns = extents_.columns;
    method_.select(x_.subspan(row * columns, columns), columns * part / parts_,
                   columns * (part + 1) / parts_, found);
  }
  void combine_parts(std::size_t row) {
    Candidates<Real>& all = found_[row * parts_];
    for (std::size_t part = 1; part < parts_; ++part) {
      const Candidates<Real>& more = found_[row * parts_ + part];
      all.insert(all.end(), more.begin(), more.end());
    }
    keep_largest(all, method_.k);
    deliver(row, all);
  }
  void deliver(std::size_t row, const Candidates<Real>& chosen) {
    for (std::size_t i = 0; i < method_.k; ++i) {
      values_[row * method_.k + i] = chosen[i].value;
      places_[row * method_.k + i] = chosen[i].place;
    }
  }

  rows::Extents extents_;
  Method<Real> method_;
  int threads_;
  std::size_t parts_;  // of a row
  std::span<const Real> x_;
  std::span<Real> values_;
  std::span<std::uint32_t> places_;
  std::vector<Candidates<Real>> found_;  // [rows, parts], if there are several parts
};

}  // namespace

void describe_cpu(Plugin& plugin) {
  plugin.variant({.name = "loop.cpu",
                  .problem = "top-k/rows",
                  .doc = "A partial sort of each row's columns in one thread.",
                  .prepare = [](const Task& task) {
                    return prepare_by_precision<Loop>(task.input("x"), task);
                  }});
  plugin.variant(
      {.name = "threshold.cpu",
       .problem = "top-k/rows",
       .doc = "Threads compare blocks of numbers with the k-th largest so far, with vectors, and "
              "collect those that are larger.",
       .parameters = {{"room",
                       "Numbers collected, in multiples of k, before the k largest are kept.",
                       powers_of_two(2, 16), 4},
                      {"vectors", "Vectors of numbers that are compared together.",
                       powers_of_two(1, 16), 4},
                      simd_bits_parameter(),
                      threads_parameter()},
       .constraints = {simd_bits_constraint(), threads_constraint()},
       .prepare = [](const Task& task) {
         return prepare_by_precision<Threshold>(task.input("x"), task);
       }});
}

}  // namespace top_k
