#include "sparse_grid/library/judgement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace sparse_grid {
namespace {

constexpr std::size_t most_chunks = 64;

// Calls use(chunk, m, row) for every data point, chunks in parallel. The partition is fixed, so
// that sums over chunks do not depend on the number of threads.
template <class T, class Use>
void for_each_row(const BasisTree& tree, const Labelled<T>& data, std::size_t chunks,
                  const Use& use) {
#pragma omp parallel for schedule(dynamic)
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    BasisTree::Scratch scratch;
    BasisRow row;
    std::vector<double> x(data.dimensions);
    const std::size_t last = data.size() * (chunk + 1) / chunks;
    for (std::size_t m = data.size() * chunk / chunks; m < last; ++m) {
      std::ranges::copy(data.points.subspan(m * data.dimensions, data.dimensions), x.begin());
      tree.evaluate(x, scratch, row);
      use(chunk, m, row);
    }
  }
}

std::size_t chunks_of(std::size_t data_points) {
  return std::clamp<std::size_t>(data_points / 256, 1, most_chunks);
}

struct Term {
  double residual = 0;
  double magnitude = 0;
};

double norm(const std::vector<Term>& terms, double Term::*member) {
  double squared = 0;
  for (const Term& term : terms) squared += term.*member * term.*member;
  return std::sqrt(squared);
}

}  // namespace

template <class T>
Judgement judge(const BasisTree& tree, const Labelled<T>& data, double lambda,
                std::span<const double> surpluses) {
  const std::size_t chunks = chunks_of(data.size());
  const std::size_t n = surpluses.size();
  std::vector<Term> partial(chunks * n);
  std::vector<double> squares(chunks, 0);
  for_each_row(tree, data, chunks, [&](std::size_t chunk, std::size_t m, const BasisRow& row) {
    double value = 0;
    double magnitude = 0;
    for (std::size_t e = 0; e < row.points.size(); ++e) {
      const double term = surpluses[row.points[e]] * row.values[e];
      value += term;
      magnitude += std::abs(term);
    }
    const auto target = static_cast<double>(data.targets[m]);
    const double error = target - value;
    magnitude += std::abs(target);
    squares[chunk] += error * error;
    Term* const own = partial.data() + chunk * n;
    for (std::size_t e = 0; e < row.points.size(); ++e) {
      own[row.points[e]].residual += error * row.values[e];
      own[row.points[e]].magnitude += magnitude * row.values[e];
    }
  });
  std::vector<Term> total(n);
  const double shift = lambda * static_cast<double>(data.size());
  for (std::size_t p = 0; p < n; ++p) {
    total[p] = {-shift * surpluses[p], shift * std::abs(surpluses[p])};
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      total[p].residual += partial[chunk * n + p].residual;
      total[p].magnitude += partial[chunk * n + p].magnitude;
    }
  }
  return {norm(total, &Term::residual), norm(total, &Term::magnitude),
          std::accumulate(squares.begin(), squares.end(), 0.0) / static_cast<double>(data.size())};
}

template <class T>
double mean_squared_error(const BasisTree& tree, const Labelled<T>& data,
                          std::span<const double> surpluses) {
  const std::size_t chunks = chunks_of(data.size());
  std::vector<double> squares(chunks, 0);
  for_each_row(tree, data, chunks, [&](std::size_t chunk, std::size_t m, const BasisRow& row) {
    double error = static_cast<double>(data.targets[m]);
    for (std::size_t e = 0; e < row.points.size(); ++e) {
      error -= surpluses[row.points[e]] * row.values[e];
    }
    squares[chunk] += error * error;
  });
  return std::accumulate(squares.begin(), squares.end(), 0.0) / static_cast<double>(data.size());
}

template Judgement judge(const BasisTree&, const Labelled<float>&, double, std::span<const double>);
template Judgement judge(const BasisTree&, const Labelled<double>&, double,
                         std::span<const double>);
template double mean_squared_error(const BasisTree&, const Labelled<float>&,
                                   std::span<const double>);
template double mean_squared_error(const BasisTree&, const Labelled<double>&,
                                   std::span<const double>);

}  // namespace sparse_grid
