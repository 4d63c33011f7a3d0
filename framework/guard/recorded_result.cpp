#include "framework/guard/recorded_result.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "framework/compare/measurement.hpp"
#include "framework/inference/median.hpp"

namespace assay::guard {
namespace {

using LogTimes = std::vector<double>;

// The records of all configurations of a stage, by the text of the configuration.
std::map<std::string, ConfigurationRecord> records_of(const std::vector<StoredTrial>& trials,
                                                      const std::string& stage) {
  std::map<std::string, ConfigurationRecord> records;
  for (const StoredTrial& trial : trials) {
    if (trial.key.stage != stage) continue;
    ConfigurationRecord& record = records[canonical_text(trial.key.configuration)];
    record.configuration = trial.key.configuration;
    record.log_times.push_back(std::log(trial.objective->median));
  }
  return records;
}

LogTimes every_other(const LogTimes& all, std::size_t first) {
  LogTimes some;
  for (std::size_t k = first; k < all.size(); k += 2) some.push_back(all[k]);
  return some;
}

// The part of a record that chooses and the part that determines the level.
struct Parts {
  LogTimes choosing;
  LogTimes level;
};

// The larger half determines the level. A single process can only choose.
Parts halves(const ConfigurationRecord& record) {
  if (record.log_times.size() == 1) return {record.log_times, {}};
  return {every_other(record.log_times, 1), every_other(record.log_times, 0)};
}

}  // namespace

RecordedResult choose_recorded(const std::vector<ConfigurationRecord>& records) {
  const ConfigurationRecord& only = records.front();
  if (records.size() == 1) return {only.configuration, only.log_times, 1};
  const bool searched = std::ranges::all_of(
      records, [](const ConfigurationRecord& record) { return !record.searched.empty(); });
  RecordedResult best;
  double least = 0;
  for (const ConfigurationRecord& record : records) {
    Parts parts = searched ? Parts{record.searched, record.log_times} : halves(record);
    const double time = inference::median_of(std::move(parts.choosing));
    // A configuration with a known level precedes one that merely seems fast.
    const bool better =
        best.log_times.empty() == parts.level.empty() ? time < least : best.log_times.empty();
    if (best.configurations > 0 && !better) continue;
    best = {record.configuration, std::move(parts.level), records.size()};
    least = time;
  }
  return best;
}

std::optional<RecordedResult> recorded_result(Session& session, std::int64_t run, const Case& one) {
  std::vector<StoredTrial> trials = recorded_trials(session, run, one);
  std::map<std::int64_t, std::string> names;
  for (const StoredVariant& variant : session.store().variants()) names[variant.id] = variant.name;
  std::erase_if(trials, [&](const StoredTrial& trial) {
    return names.at(trial.key.variant) != one.candidate.variant.name ||
           trial.key.device != one.candidate.device.id;
  });
  std::ranges::stable_sort(trials, {}, [](const StoredTrial& trial) { return trial.key.process; });
  const auto search = records_of(trials, "search");
  for (const char* stage : {"final", "guard", "run"}) {
    std::vector<ConfigurationRecord> records;
    for (auto& [text, record] : records_of(trials, stage)) {
      const auto met = search.find(text);
      if (met != search.end()) record.searched = met->second.log_times;
      records.push_back(std::move(record));
    }
    if (!records.empty()) return choose_recorded(records);
  }
  if (search.empty()) return std::nullopt;
  std::vector<ConfigurationRecord> records;
  for (const auto& [_, record] : search) records.push_back(record);
  return choose_recorded(records);
}

std::vector<StoredTrial> recorded_trials(Session& session, std::int64_t run, const Case& one) {
  TrialFilter filter;
  filter.run = run;
  filter.instances = {one.instance.id};
  std::vector<StoredTrial> trials = session.store().trials(filter);
  const std::string mode = session.key(one.instance, one.candidate, {"guard"}).mode;
  std::erase_if(trials, [&](const StoredTrial& trial) {
    return trial.key.mode != mode || !is_verified(trial) || trial.objective->median <= 0;
  });
  return trials;
}

}  // namespace assay::guard
