// What an online tuner keeps in a store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/trial.hpp"
#include "framework/scenario/plan.hpp"
#include "framework/store/open_run.hpp"
#include "framework/store/store.hpp"

namespace assay {

// Trials of the stage "search" are configurations as the search tried them; those of "final" are
// the leaders of the rounds, one process each time the program tunes. All are of the device's time.
class OnlineRecords {
 public:
  struct Recorded {
    const Contender* contender = nullptr;
    Bindings configuration;
    std::optional<double> median;  // nothing: it failed or was wrong
  };

  // Opens the store and begins a run in it. The contenders must outlive the object. Throws
  // environment Error as Store does.
  OnlineRecords(const std::filesystem::path& file, const std::string& tuner,
                const InstanceRecord& instance, std::span<const Contender> contenders);

  // What earlier runs of the program recorded, the last result of each configuration. Counts as
  // this run's own.
  [[nodiscard]] std::vector<Recorded> recall();

  void record(const Contender& contender, const Bindings& configuration, const TrialResult& result,
              const std::string& stage);
  // Marks the run as finished; otherwise it counts as interrupted.
  void finish() { run_.finish("finished"); }

 private:
  [[nodiscard]] TrialKey key(const Contender& contender, const std::string& stage);

  Store store_;
  std::span<const Contender> contenders_;
  std::int64_t machine_;
  std::int64_t instance_;
  OpenRun run_;
};

}  // namespace assay
