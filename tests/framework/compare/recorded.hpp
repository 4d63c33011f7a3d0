// A store to be filled with trials of chosen times.
#pragma once

#include <map>
#include <random>
#include <sstream>
#include <tuple>

#include "framework/compare/writer.hpp"
#include "framework/inference/median.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {

// `count` times evenly spread around `center`, up to a share of `spread` of it on either side; for
// odd counts their median is exactly `center`.
inline std::vector<double> around(double center, std::size_t count = 21, double spread = 0.01) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double place =
        count == 1 ? 0 : 2 * static_cast<double>(i) / static_cast<double>(count - 1) - 1;
    values.push_back(center * (1 + spread * place));
  }
  return values;
}

struct Recorded {
  Recorded() : store(folder / "s.db") { use_machine("a"); }

  void use_machine(const std::string& cpu) {
    machine = store.machine({{{"cpu", cpu}, {"cores", "2"}}});
    run = store.begin_run({"assay tune", "quick", "", "0.1", "{}"}, machine);
  }

  struct Options {
    std::string stage = "final";
    std::int64_t tile = 1;
    std::int64_t level = 5;
    std::string device = "cpu";
    std::string build = "build1";
    std::string mode = "time warm";
    std::vector<PhaseTime> phases = {};
    std::vector<Fact> facts = {};
    double device_share = 0;                             // of each sample
    double joules = 0;                                   // of each run; 0: samples have no energy
    Slowed slowed = Slowed::no;                          // of all samples
    std::vector<std::optional<double>> clocks_mhz = {};  // of the first samples after the warm-up
  };

  std::int64_t ok(const std::string& variant, const std::vector<double>& seconds) {
    return ok(variant, seconds, Options());
  }
  std::int64_t ok(const std::string& variant, const std::vector<double>& seconds,
                  const Options& options) {
    TrialResult result;
    result.status = TrialStatus::ok;
    result.verification_error = 0.01;
    result.facts = options.facts;
    for (const double value : seconds) {
      result.samples.push_back({value, options.device_share * value, false, options.phases});
      result.samples.back().slowed = options.slowed;
      const std::size_t place = result.samples.size() - 1;
      if (place < options.clocks_mhz.size()) {
        result.samples.back().clock_mhz = options.clocks_mhz[place];
      }
      if (options.joules != 0) {
        // Energies scatter as the times do.
        const double joules = options.joules * value / seconds.front();
        result.samples.back().energy = {100, 1, 7, 7 + 100 * joules};
      }
    }
    // A warm-up of an hour reveals any code that counts it.
    result.samples.insert(result.samples.begin(), Sample{3600, 0, true, {}});
    const Objective objective = objective_of_mode(options.mode);
    std::vector<double> values;
    for (const Sample& sample : result.samples) {
      if (sample.counts()) values.push_back(objective.of(sample));
    }
    const auto [least, most] = std::ranges::minmax(values);
    return record(variant, result, Interval{inference::median_of(values), least, most}, options);
  }

  // Records `count` rounds of finals. Each round has its own speed, equal for all variants, and
  // each process some noise, equal in every call for the same variant and tile.
  void rounds(const std::string& variant, double center, const Options& options,
              std::size_t count = 10, double noise = 0.002) {
    std::mt19937 random(static_cast<unsigned>(variant.size() + 7 * variant.back()) +
                        static_cast<unsigned>(options.tile));
    for (std::size_t round = 0; round < count; ++round) {
      const double machine_speed = 1 + 0.03 * static_cast<double>(round % 3);
      const double luck = 1 + noise * (static_cast<double>(random() % 2001) / 1000 - 1);
      ok(variant, around(center * machine_speed * luck), options);
    }
  }
  void rounds(const std::string& variant, double center) { rounds(variant, center, Options()); }

  std::int64_t failed(const std::string& variant, TrialStatus status, const std::string& message) {
    TrialResult result;
    result.status = status;
    result.message = message;
    Options options;
    options.stage = "search";
    return record(variant, result, std::nullopt, options);
  }

  std::int64_t record(const std::string& variant, const TrialResult& result,
                      const std::optional<Interval>& objective, const Options& options) {
    TrialKey key;
    key.machine = machine;
    key.instance = store.instance(instance_of(options.level));
    key.variant = store.variant(variant_of(variant, options.build));
    key.device = options.device;
    key.configuration = {{"tile", options.tile}};
    key.stage = options.stage;
    key.mode = options.mode;
    // In finals, each process is another round of the run.
    if (options.stage == "final") {
      key.process = processes[{run, key.instance, key.variant, options.device + options.mode,
                               options.tile}]++;
    }
    return store.record_trial(run, key, result, objective);
  }

  [[nodiscard]] InstanceComparison only(const CompareOptions& options = {}) const {
    const Comparison comparison = compare(store, options);
    return comparison.machines.at(0).instances.at(0);
  }

  TemporaryFolder folder;
  Store store;
  std::int64_t machine = 0;
  std::int64_t run = 0;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string, std::int64_t>,
           std::uint32_t>
      processes;
};

inline std::string written(const Comparison& comparison, const std::string& format,
                           bool colour = false) {
  std::ostringstream out;
  make_writer(format, colour)->write(comparison, out);
  return out.str();
}

}  // namespace assay::test
