#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "framework/tune/strategy/basic_strategy.hpp"
#include "framework/tune/strategy/make.hpp"

namespace assay {
namespace {

// Particle swarm optimisation (Kennedy, Eberhart 1995) in steps along the lists of values: each
// particle keeps moving, attracted by the best place that it has seen and by the best of all; its
// place is rounded to a configuration.
class Swarm final : public BasicStrategy {
 public:
  explicit Swarm(const StrategyInputs& inputs)
      : BasicStrategy(inputs),
        most_(inputs.settings.count("particles")),
        inertia_(inputs.settings["inertia"]),
        own_(inputs.settings["own"]),
        common_(inputs.settings["common"]) {}

 private:
  struct Particle {
    std::vector<double> place;
    std::vector<double> velocity;
    std::vector<double> best;
    double objective;  // at the best place
  };

  std::optional<std::uint64_t> do_propose() override {
    if (particles_.size() < most_) return at_random();
    const std::size_t number = next_++ % particles_.size();
    const std::vector<double> attractor = particles_[best_particle()].best;
    Particle& particle = particles_[number];
    std::vector<std::uint32_t> wanted;
    for (std::size_t j = 0; j < attractor.size(); ++j) {
      const double last = static_cast<double>(space().parameters()[j].values.size()) - 1;
      double& place = particle.place[j];
      double& velocity = particle.velocity[j];
      velocity = inertia_ * velocity + own_ * uniform() * (particle.best[j] - place) +
                 common_ * uniform() * (attractor[j] - place);
      velocity = std::clamp(velocity, -last / 2, last / 2);
      place = std::clamp(place + velocity, 0.0, last);
      wanted.push_back(static_cast<std::uint32_t>(std::lround(place)));
    }
    const auto index = unknown_near(wanted);
    if (index) pilots_[*index] = number;
    return index;
  }

  void do_observe(std::uint64_t index, std::optional<double> objective) override {
    if (!objective) return;
    const auto assignment = space().assignment(index);
    const std::vector<double> place(assignment.begin(), assignment.end());
    const auto pilot = pilots_.find(index);
    if (pilot == pilots_.end()) {
      if (particles_.size() < most_) particles_.push_back(launched(place, *objective));
      return;
    }
    Particle& particle = particles_[pilot->second];
    if (*objective < particle.objective) {
      particle.best = place;
      particle.objective = *objective;
    }
    pilots_.erase(pilot);
  }

  Particle launched(const std::vector<double>& place, double objective) {
    std::vector<double> velocity;
    for (const auto& parameter : space().parameters()) {
      velocity.push_back((uniform() - 0.5) * (static_cast<double>(parameter.values.size()) - 1));
    }
    return {place, velocity, place, objective};
  }

  [[nodiscard]] std::size_t best_particle() const {
    const auto best = std::min_element(
        particles_.begin(), particles_.end(),
        [](const Particle& a, const Particle& b) { return a.objective < b.objective; });
    return static_cast<std::size_t>(best - particles_.begin());
  }

  std::size_t most_;
  double inertia_;
  double own_;
  double common_;
  std::vector<Particle> particles_;
  std::size_t next_ = 0;                                   // the next particle to move
  std::unordered_map<std::uint64_t, std::size_t> pilots_;  // the particle that a trial belongs to
};

}  // namespace

std::unique_ptr<Strategy> make_swarm(const StrategyInputs& inputs) {
  return std::make_unique<Swarm>(inputs);
}

}  // namespace assay
