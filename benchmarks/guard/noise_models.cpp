#include "benchmarks/guard/noise_models.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"

namespace assay::guard {
namespace {

class Normal final : public Noise {
 public:
  explicit Normal(double deviation) : deviation_(deviation) {}
  double next(Random& random) override { return std::max(0.1, 1 + deviation_ * random.normal()); }

 private:
  double deviation_;
};

class LogNormal final : public Noise {
 public:
  double next(Random& random) override { return std::exp(0.03 * random.normal()); }
};

class Bimodal final : public Noise {
 public:
  double next(Random& random) override {
    return (random.chance(1.0 / 3) ? 1.06 : 1) + 0.005 * random.normal();
  }
};

class Drifting final : public Noise {
 public:
  double next(Random& random) override {
    if (slope_ == 0) slope_ = random.chance(0.5) ? 1e-4 : -1e-4;
    // After 5000 runs the temperature is constant.
    if (runs_ < 5000) ++runs_;
    return 1 + slope_ * runs_ + 0.005 * random.normal();
  }

 private:
  double slope_ = 0;
  double runs_ = 0;
};

class Autocorrelated final : public Noise {
 public:
  double next(Random& random) override {
    constexpr double correlation = 0.95;
    state_ = correlation * state_ + std::sqrt(1 - correlation * correlation) * random.normal();
    return std::max(0.1, 1 + 0.02 * state_ + 0.005 * random.normal());
  }

 private:
  double state_ = 0;
};

class PeriodTwo final : public Noise {
 public:
  double next(Random& random) override {
    slow_ = !slow_;
    return (slow_ ? 1.04 : 1) + 0.005 * random.normal();
  }

 private:
  bool slow_ = false;
};

class Spiky final : public Noise {
 public:
  double next(Random& random) override {
    const double spike = random.chance(0.05) ? 0.5 * random.exponential() : 0;
    return 1 + spike + 0.01 * random.normal();
  }
};

// Resampled runs of one recorded kernel.
class Recorded final : public Noise {
 public:
  Recorded(const std::vector<double>& series, std::size_t stretch)
      : series_(series), stretch_(stretch) {}

  double next(Random& random) override {
    if (left_ == 0) restart(random);
    --left_;
    return series_[next_++];
  }

  void restart(Random& random) override {
    next_ = random.below(series_.size() - stretch_ + 1);
    left_ = stretch_;
  }

 private:
  std::vector<double> series_;
  std::size_t stretch_;
  std::size_t next_ = 0;
  std::size_t left_ = 0;
};

class InOrder final : public Noise {
 public:
  explicit InOrder(std::vector<double> series) : series_(std::move(series)) {}
  double next(Random&) override { return series_[next_++ % series_.size()]; }

 private:
  std::vector<double> series_;
  std::size_t next_ = 0;
};

template <class Kind>
NoiseModel model(std::string name, Kind noise, const Layout& layout = nullptr) {
  return {std::move(name), [noise, layout](double effect, std::uint64_t seed) {
            return Machine(std::make_unique<Kind>(noise), layout, effect, seed);
          }};
}

Layout normal_layout(double deviation) {
  return [deviation](Random& random) { return deviation * random.normal(); };
}

double fast_or_slow(Random& random) { return random.chance(1.0 / 3) ? std::log(1.03) : 0; }

// A model whose machines each draw one of the series at random and get the noise that `noise_of`
// makes of it.
template <class NoiseOf>
NoiseModel of_series(std::string name, std::vector<std::vector<double>> series, NoiseOf noise_of) {
  const auto kept = std::make_shared<const std::vector<std::vector<double>>>(std::move(series));
  return {std::move(name), [kept, noise_of](double effect, std::uint64_t seed) {
            const auto& one = (*kept)[Random(seed).below(kept->size())];
            return Machine(noise_of(one), nullptr, effect, ~seed);
          }};
}

void require_recorded(const std::vector<std::vector<double>>& series, std::size_t stretch) {
  if (stretch == 0) throw usage_error("stretches of 0 runs: a stretch must have one or more");
  if (series.empty()) throw environment_error("no recorded series");
  for (std::size_t s = 0; s < series.size(); ++s) {
    if (series[s].size() < stretch) {
      throw environment_error("recorded series {} has {} times: a stretch needs {}", s + 1,
                              series[s].size(), stretch);
    }
    for (const double time : series[s]) {
      if (std::isfinite(time) && time > 0) continue;
      throw environment_error(
          "recorded series {} has the time {}: times must be positive and finite", s + 1, time);
    }
  }
}

}  // namespace

std::vector<NoiseModel> noise_models() {
  return {model("normal", Normal(0.02)),
          model("log-normal", LogNormal()),
          model("bimodal", Bimodal()),
          model("drifting", Drifting()),
          model("autocorrelated", Autocorrelated()),
          model("period two", PeriodTwo()),
          model("spiky", Spiky()),
          model("between processes, 1 %", Normal(0.01), normal_layout(0.01)),
          model("between processes, 2 %", Normal(0.01), normal_layout(0.02)),
          model("two states", Normal(0.01), fast_or_slow)};
}

NoiseModel recorded_noise(std::string name, std::vector<std::vector<double>> series,
                          std::size_t stretch) {
  require_recorded(series, stretch);
  return of_series(std::move(name), std::move(series), [stretch](const std::vector<double>& one) {
    return std::make_unique<Recorded>(one, stretch);
  });
}

NoiseModel recorded_in_order(std::string name, std::vector<std::vector<double>> series) {
  require_recorded(series, 1);
  return of_series(std::move(name), std::move(series),
                   [](const std::vector<double>& one) { return std::make_unique<InOrder>(one); });
}

}  // namespace assay::guard
