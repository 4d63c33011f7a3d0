#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "framework/core/random.hpp"

namespace assay::guard {

// What disturbs one run after the other.
class Noise {
 public:
  virtual ~Noise() = default;
  // The time of the next run, where an undisturbed one takes about 1. Positive.
  virtual double next(Random& random) = 0;
  // A fresh process begins.
  virtual void restart(Random&) {}
};

enum class Build { baseline, candidate };

// The log-factor that a build has for the length of one process, from where its code and data
// happen to lie; drawn anew for each build and process. None: 0.
using Layout = std::function<double(Random&)>;

// A simulated machine that runs two builds, one run after the other, in processes one after the
// other. The candidate's runs take exp(effect) times as long.
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
