// Checks of variants by sums over all basis functions. A file that includes this header defines
// PLUGIN_FILE.
#pragma once

#include "tests/catch.hpp"
#include "tests/plugins/compact_grid/running.hpp"

namespace testing {

inline const std::vector<GridShape> shapes{
    {1, 1, false}, {1, 7, false}, {2, 1, false}, {2, 5, false}, {3, 4, false}, {4, 3, false},
    {5, 3, false}, {1, 1, true},  {1, 5, true},  {2, 4, true},  {3, 3, true},  {4, 2, true}};

// A variant and its configuration for each of the two problems.
struct Candidate {
  std::string name;
  Configuration hierarchize;
  Configuration evaluate;
};

// Both problems on one grid with random numbers, and the right results, which a derived class
// computes.
template <class T>
class Judgement {
 public:
  // `Host` is a host as in running.hpp.
  template <class Host>
  void require_hierarchized(Host& host, const Candidate& candidate) const {
    require_close(candidate,
                  hierarchized(host, candidate.name, shape_, numbers_, candidate.hierarchize),
                  coefficients_);
    CHECK(host.failure == "");
    CHECK(host.trial_facts["bytes_per_point"] >= sizeof(T));
  }
  template <class Host>
  void require_evaluated(Host& host, const Candidate& candidate) const {
    require_close(candidate,
                  evaluated(host, candidate.name, shape_, numbers_, points_, candidate.evaluate),
                  values_);
    CHECK(host.failure == "");
  }

 protected:
  explicit Judgement(const GridShape& shape) : shape_(shape) {}

  GridShape shape_;
  std::vector<T> numbers_;                 // nodal values or coefficients
  std::vector<long double> coefficients_;  // of the function with the nodal values numbers_
  std::vector<T> points_;                  // [values][dimensions]
  std::vector<long double> values_;        // of the function with the coefficients numbers_

 private:
  void require_close(const Candidate& candidate, const std::vector<T>& found,
                     const std::vector<long double>& expected) const {
    INFO(candidate.name << " " << shape_.dimensions << " " << shape_.levels << " "
                        << shape_.has_boundary << ", " << sizeof(T) << " bytes");
    REQUIRE(found.size() == expected.size());
    double worst = 0;
    for (std::size_t k = 0; k < found.size(); ++k) {
      worst = std::max(worst, static_cast<double>(std::abs(expected[k] - found[k])));
    }
    CHECK(worst < 200 * std::numeric_limits<T>::epsilon());
  }
};

// The right results by definition, for small grids.
template <class T>
class Judge : public Judgement<T> {
 public:
  explicit Judge(const GridShape& shape) : Judgement<T>(shape) {
    const auto grid = all_points(shape.dimensions, shape.levels, shape.has_boundary);
    this->numbers_ = random_numbers<T>(grid.size(), -1, 1, 3);
    this->coefficients_ = interpolating<T>(grid, this->numbers_);
    auto& points = this->points_;
    points = critical_points<T>(shape.dimensions, 5);
    const auto exact = coordinates_of<T>(grid);
    const auto taken = std::min<std::size_t>(exact.size(), 50 * shape.dimensions);
    points.insert(points.end(), exact.begin(), exact.begin() + static_cast<std::ptrdiff_t>(taken));
    for (std::size_t at = 0; at < points.size(); at += shape.dimensions) {
      this->values_.push_back(direct_sum<T>(grid, this->numbers_, points.data() + at));
    }
  }
};

// Checks every candidate on every shape in both precisions.
inline void require_all_hierarchized(const std::vector<Candidate>& candidates) {
  for (const auto& shape : shapes) {
    const Judge<double> doubles(shape);
    const Judge<float> floats(shape);
    for (const auto& candidate : candidates) {
      FakeHost host;
      doubles.require_hierarchized(host, candidate);
      floats.require_hierarchized(host, candidate);
    }
  }
}
inline void require_all_evaluated(const std::vector<Candidate>& candidates) {
  for (const auto& shape : shapes) {
    const Judge<double> doubles(shape);
    const Judge<float> floats(shape);
    for (const auto& candidate : candidates) {
      FakeHost host;
      doubles.require_evaluated(host, candidate);
      floats.require_evaluated(host, candidate);
    }
  }
}

}  // namespace testing
