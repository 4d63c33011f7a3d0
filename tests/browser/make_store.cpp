// Writes a store of made-up trials, identical for identical arguments, that pages are tested and
// timed with.
//   make_store FILE TRIALS [INSTANCES]
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <utility>

#include "framework/inference/median.hpp"
#include "framework/store/store.hpp"

namespace {

using namespace assay;

constexpr std::int64_t degrees = 4;
constexpr std::size_t instances_unasked = 28;  // they differ in degree and size
constexpr std::size_t samples_each = 12;       // for each trial of the search
constexpr std::size_t finals = 10;             // rounds for each confirmed configuration
constexpr double failing = 0.05;               // share of the search's trials
// Only one instance has a Pareto front of more than the time, so that pages of the other instances
// cost what they cost without it.
constexpr const char* scenario = R"(# a scenario
[[instance]]
problem = "made/up"
degree = 1
size = 1000
[pareto]
higher = ["device_clock_mhz", "registers_per_mhz"]
[[derived]]
name = "registers_per_mhz"
value = "registers / device_clock_mhz"
)";

// The last name must not be taken for markup by a page.
const std::vector<std::string> names = {"plain.cpu", "tiled.cpu", "wide.gpu",
                                        "</script><b onclick=\"x\">&amp;"};

constexpr std::size_t device_kind = 2;  // index into names: the variant that runs on a device

struct Place {
  std::int64_t instance = 0;
  std::int64_t variant = 0;
  std::size_t kind = 0;  // of the variant: its index into names
  double size = 0;
  double degree = 0;
};

class Maker {
 public:
  Maker(const std::string& file, std::size_t trials, std::size_t instances)
      : store_(file), trials_(trials), instances_(instances) {
    machine_ = store_.machine({{{"cpu", "made up"}, {"cores", "8"}}});
    store_.save_peaks(machine_, "cpu", {8e11, 4e11, 5e10});
    begin_run();
    make_places();
  }

  void make() {
    // Two thirds of the trials belong to the first run, the rest to a second run with another
    // build.
    for (std::size_t k = 0; k < trials_; ++k) {
      if (k == trials_ * 2 / 3) {
        confirm();
        store_.finish_run(run_, "finished");
        build_ = "build-2";
        begin_run();
        make_places();
      }
      search(places_[k % places_.size()]);
    }
    confirm();
    store_.finish_run(run_, "finished");
  }

 private:
  void begin_run() {
    run_ = store_.begin_run(
        {"assay tune made-up", "made-up", scenario, "0", "{\"governor\":\"none\"}"}, machine_);
  }

  void make_places() {
    places_.clear();
    for (std::size_t i = 0; i < instances_; ++i) {
      const auto number = static_cast<std::int64_t>(i);
      const std::int64_t size = 1000 * (1 + number / degrees) * (1 + number / degrees);
      const std::int64_t degree = 1 + number % degrees;
      const double n = static_cast<double>(size);
      const double d = static_cast<double>(degree);
      const std::int64_t instance =
          store_.instance({"made/up",
                           {{"degree", degree},
                            {"size", size},
                            {"order", std::string(i % 2 ? "random" : "sorted")}},
                           "digest" + std::to_string(i),
                           {n * d * 10, n * 8, true},
                           {{"density", 100 * d / n, "%"}},
                           0.1});
      for (std::size_t kind = 0; kind < names.size(); ++kind) {
        VariantDescription variant;
        variant.name = names[kind];
        variant.problem = "made/up";
        variant.backend = "cpu";
        variant.plugin = "made-up";
        variant.build_id = build_;
        places_.push_back({instance, store_.variant(variant), kind, n, d});
      }
    }
  }

  TrialKey key_of(const Place& place, const std::string& stage, const Bindings& configuration) {
    TrialKey key;
    key.machine = machine_;
    key.instance = place.instance;
    key.variant = place.variant;
    key.device = "cpu";
    key.configuration = configuration;
    key.stage = stage;
    key.mode = "time warm";
    return key;
  }

  Bindings draw_configuration() {
    return {{"tile", std::int64_t{8} << draw(6)},
            {"unroll", std::int64_t{1} << draw(4)},
            {"layout", std::string(draw(2) == 0 ? "rows" : "columns")},
            {"threads", static_cast<std::int64_t>(1 + draw(8))}};
  }

  // Each variant has its own overhead and slope, so that they cross.
  double seconds_of(const Place& place, const Bindings& configuration) const {
    const double tile =
        std::log2(static_cast<double>(std::get<std::int64_t>(configuration[0].second)));
    const double unroll = static_cast<double>(std::get<std::int64_t>(configuration[1].second));
    const double shape = 1 + 0.08 * std::pow(tile - 6, 2) + 0.02 * unroll;
    const double kind = static_cast<double>(place.kind);
    return (2e-6 * (1 + 3 * kind) + place.size * place.degree * 1e-9 / (1 + kind)) * shape;
  }

  TrialResult measured(const Place& place, const Bindings& configuration, std::size_t samples) {
    TrialResult result;
    result.status = TrialStatus::ok;
    result.verification_error = 0.1;
    result.compile_seconds = 0.02;
    result.facts = {{"device_clock_mhz", 1500 + 200 * noise(), "MHz"}, {"registers", 32, ""}};
    const double center = seconds_of(place, configuration);
    for (std::size_t i = 0; i < samples; ++i) {
      const bool warm_up = i < 2;
      const double seconds = center * (1 + 0.02 * noise() * noise() + (warm_up ? 0.5 : 0));
      result.samples.push_back({seconds, 0, warm_up, {}});
      // One variant has phases by the device's clock alone, the others by the host's.
      for (const auto& [phase, share] : {std::pair{"prepare", 0.1}, std::pair{"kernel", 0.8}}) {
        const bool on_device = place.kind == device_kind;
        const double time = share * seconds;
        result.samples.back().phases.push_back({phase, on_device ? 0 : time, on_device ? time : 0});
      }
      // Half of the variants report the device's clock, for every fifth sample.
      if (place.kind % 2 == 0 && i % 5 == 4) {
        result.samples.back().clock_mhz = 1980 - 15.0 * static_cast<double>(i % 7);
      }
      if (i % 50 == 7) result.samples.back().slowed = i % 100 == 7 ? Slowed::kept : Slowed::retaken;
    }
    return result;
  }

  static Interval summary_of(const TrialResult& result) {
    std::vector<double> values;
    for (const Sample& sample : result.samples) {
      if (sample.counts()) values.push_back(sample.seconds);
    }
    std::sort(values.begin(), values.end());
    return {inference::median_of(values), values[1], values[values.size() - 2]};
  }

  void search(const Place& place) {
    const Bindings configuration = draw_configuration();
    const TrialKey key = key_of(place, "search", configuration);
    if (noise() < failing) {
      TrialResult failure;
      failure.status = draw(2) == 0 ? TrialStatus::compile_error : TrialStatus::wrong_output;
      failure.message = "made to fail <at random>";
      store_.record_trial(run_, key, failure, std::nullopt);
      return;
    }
    const TrialResult result = measured(place, configuration, samples_each);
    const Interval summary = summary_of(result);
    auto& best = bests_[{place.instance, place.variant}];
    if (best.second.empty() || summary.median < best.first) best = {summary.median, configuration};
    store_.record_trial(run_, key, result, summary);
  }

  // Measures the best configuration of each place again, in fresh processes.
  void confirm() {
    for (const Place& place : places_) {
      const auto best = bests_.find({place.instance, place.variant});
      if (best == bests_.end()) continue;
      for (std::uint32_t process = 0; process < finals; ++process) {
        TrialKey key = key_of(place, "final", best->second.second);
        key.process = process;
        const TrialResult result = measured(place, key.configuration, 60);
        store_.record_trial(run_, key, result, summary_of(result));
      }
    }
  }

  double noise() { return static_cast<double>(random_() >> 11) * 0x1p-53; }
  std::uint64_t draw(std::uint64_t below) { return random_() % below; }

  Store store_;
  std::size_t trials_;
  std::size_t instances_;
  std::mt19937_64 random_{1};
  std::int64_t machine_ = 0;
  std::int64_t run_ = 0;
  std::string build_ = "build-1";
  std::vector<Place> places_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<double, Bindings>> bests_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::cerr << "make_store FILE TRIALS [INSTANCES]\n";
    return 2;
  }
  const auto number = [&](int k) -> std::size_t { return std::strtoull(argv[k], nullptr, 10); };
  Maker(argv[1], number(2), argc == 4 ? number(3) : instances_unasked).make();
}
