#include "framework/guard/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "framework/core/error.hpp"
#include "framework/core/random.hpp"
#include "framework/guard/bookkeeping.hpp"
#include "framework/guard/rounds.hpp"
#include "framework/inference/looks.hpp"
#include "framework/inference/planning.hpp"

namespace assay::guard {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t draws_of_comparisons = 2000;

void copy_plugin(const fs::path& file, const fs::path& target) {
  std::error_code error;
  fs::copy_file(file, target, fs::copy_options::overwrite_existing, error);
  std::ofstream behind(target, std::ios::binary | std::ios::app);
  behind << "another build to assay, and the same code\n";
  behind.close();
  if (error || !behind) {
    throw environment_error("cannot copy the plugin {} to {}: {}", file.string(), target.string(),
                            error ? error.message() : "writing failed");
  }
}

// The measurements of all blocks of a case.
struct Told {
  std::vector<std::vector<double>> log_ratios;  // of each pair; one list for each block
  std::vector<double> effects;
  double start_seconds = 0;  // of all blocks together
  double pair_seconds = 0;
  std::size_t pairs = 0;
};

void take_in(const Block& block, Told& told) {
  auto& ratios = told.log_ratios.emplace_back();
  for (const inference::TimePair& pair : block.pairs) ratios.push_back(inference::log_ratio(pair));
  told.effects.push_back(inference::block_effect(block.pairs));
  told.start_seconds += block.start_seconds;
  told.pair_seconds += block.seconds - block.start_seconds;
  told.pairs += block.pairs.size();
}

CalibrationRecord summary(const Told& told, const GuardOptions& options) {
  const inference::Components parts = inference::components(told.log_ratios);
  const auto blocks = static_cast<double>(told.effects.size());
  CalibrationRecord record;
  record.blocks = static_cast<std::uint32_t>(told.effects.size());
  record.pairs = options.block.pairs;
  record.false_positive_rate = false_positive_rate(told.effects, options, draws_of_comparisons);
  record.alpha = options.alpha;
  record.between = std::sqrt(parts.between);
  record.within = std::sqrt(parts.within);
  record.lag_one = parts.lag_one;
  record.block_seconds = told.start_seconds / blocks;
  record.pair_seconds = told.pair_seconds / static_cast<double>(told.pairs);
  return record;
}

// The looks that need at most half of the blocks. Throws usage Error if there are none.
std::vector<inference::Look> looks_within(std::size_t blocks, const GuardOptions& options) {
  std::vector<std::size_t> looks = options.looks;
  std::erase_if(looks, [&](std::size_t look) { return 2 * look > blocks; });
  if (looks.empty()) {
    throw usage_error("{} blocks are too few to calibrate a guard that looks after {}; take {}",
                      blocks, options.looks.front(), 2 * options.looks.front());
  }
  return inference::plan_looks(looks, options.alpha);
}

}  // namespace

BuildCopy::BuildCopy(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".so") continue;
      copy_plugin(entry.path(), folder_ / entry.path().filename());
    }
  }
}

double false_positive_rate(const std::vector<double>& effects, const GuardOptions& options,
                           std::size_t draws) {
  const auto planned = looks_within(effects.size(), options);
  const inference::Criteria criteria = screening_criteria(options, 0);
  Random random(options.seed);
  std::vector<double> drawn = effects;
  std::size_t rejected = 0;
  for (std::size_t draw = 0; draw < draws; ++draw) {
    random.shuffle(std::span(drawn));
    inference::SequentialTest test(planned, criteria);
    for (const double effect : drawn) {
      const auto decision = test.add(effect);
      if (!decision || !decision->final) continue;
      const inference::Outcome outcome = decision->verdict.outcome;
      rejected +=
          outcome == inference::Outcome::faster || outcome == inference::Outcome::slower ? 1 : 0;
      break;
    }
  }
  return static_cast<double>(rejected) / static_cast<double>(draws);
}

std::vector<CaseCalibration> calibrate(const GuardRun& run, BlockSource& blocks,
                                       const std::vector<Case>& cases, const GuardOptions& options,
                                       std::size_t block_count, GuardObserver& observer,
                                       const std::atomic<bool>& stop) {
  static_cast<void>(looks_within(block_count, options));  // throws before anything is measured
  std::vector<CaseCalibration> all;
  for (const Case& one : cases) {
    observer.case_begins(one, all.size() + 1, cases.size());
    CaseCalibration& calibration = all.emplace_back();
    calibration.failure = one.problem;
    Told told;
    while (calibration.failure.empty() && told.effects.size() < block_count) {
      if (stop) {
        calibration.failure = "interrupted";
        break;
      }
      const Block block = blocks.measure(one);
      calibration.failure = block.ok() ? block.inconclusive : block.failure;
      if (!calibration.failure.empty()) break;
      take_in(block, told);
      observer.block_done(one, told.effects.size(), block_count);
    }
    if (!calibration.failure.empty()) continue;
    CalibrationRecord record = summary(told, options);
    record.machine = run.machine;
    record.key = one.key;
    run.store.record_calibration(record);
    calibration.detectable = smallest_claim(record, options);
    calibration.record = std::move(record);
  }
  return all;
}

}  // namespace assay::guard
