#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "framework/core/random.hpp"

namespace assay::guard {

// A source of disturbances for consecutive runs.
class Noise {
 public:
  virtual ~Noise() = default;
  // The time of the next run; positive, and about 1 if undisturbed.
  virtual double next(Random& random) = 0;
  // Begins a fresh process.
  virtual void restart(Random&) {}
};

enum class Build { baseline, candidate };

// The log-factor of a build throughout one process, caused by where its code and data happen to
// lie; drawn anew for each build and process. An empty function means 0.
using Layout = std::function<double(Random&)>;

// A simulated machine that executes the runs of two builds one after the other, in consecutive
// processes. The candidate's runs take exp(effect) times as long.
class Machine {
 public:
  Machine(std::unique_ptr<Noise> noise, Layout layout, double effect, std::uint64_t seed);

  void start_process();
  [[nodiscard]] double run(Build build);

 private:
  std::unique_ptr<Noise> noise_;
  Layout layout_;
  double effect_;
  Random random_;
  std::array<double, 2> layouts_ = {0, 0};
};

}  // namespace assay::guard
