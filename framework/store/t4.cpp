#include "framework/store/t4.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/store/cut_text.hpp"
#include "framework/store/foreign_json.hpp"
#include "framework/store/packed_text.hpp"
#include "framework/store/space_builder.hpp"
#include "framework/store/t4_origin.hpp"
#include "framework/store/t4_words.hpp"

namespace assay {
namespace {

using Json = ForeignJson;

// Whether a parameter can have this value. Unsigned integers beyond 63 bits do not fit.
bool is_value(const Json& json) {
  if (json.is_number_unsigned()) {
    return json.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
  }
  return json.is_number() || json.is_string() || json.is_boolean();
}

// Reads one document. Each error message begins with the file and, if it is about one result, names
// that result next.
class Reader {
 public:
  Reader(const Json& document, std::string place)
      : document_(document), place_(std::move(place)), builder_(place_) {}

  RecordedSpace read(std::string name) {
    const Json& results = results_of_document();
    if (const Json* unit = time_unit()) {
      file_unit_ = seconds_per(unit->get<std::string>(), "");
    } else {
      file_unit_ = unit_of_objectives(results);
    }
    for (std::size_t k = 0; k < results.size(); ++k) read_result(results[k], k);
    auto origin = origin_of_document(name);
    auto space = std::move(builder_).build(std::move(name));
    space.origin = std::move(origin);
    space.objective.name = objective_;
    space.whole = !says_partly();
    return space;
  }

 private:
  // `where` is a place such as "results[3]", or empty for the document as a whole.
  [[nodiscard]] Error complaint(const std::string& where, const std::string& text) const {
    return environment_error("{}: {}{}{}", place_, where, where.empty() ? "" : ": ", text);
  }

  [[nodiscard]] RecordedOrigin origin_of_document(const std::string& name) const {
    try {
      return t4_origin(document_, name);
    } catch (const Error& error) {
      throw complaint("metadata.assay", error.what());
    }
  }

  // Whether the file says that it holds only part of a space. Only assay's own files say so; all
  // others are assumed to be whole.
  [[nodiscard]] bool says_partly() const {
    const Json* metadata = member(document_, "metadata");
    const Json* ours = metadata == nullptr ? nullptr : member(*metadata, "assay");
    const Json* whole = ours == nullptr ? nullptr : member(*ours, "whole");
    return whole != nullptr && *whole == false;
  }

  const Json& results_of_document() const {
    if (member(document_, "cache") != nullptr) {
      throw complaint(
          "",
          "is a cache file of Kernel Tuner, not a T4 file; let its store_output_file write one");
    }
    const Json* results = member(document_, "results");
    if (results == nullptr || !results->is_array()) {
      throw complaint("", "is not a T4 file: expected an object with a list \"results\"");
    }
    return *results;
  }

  const Json* time_unit() const {
    const Json* metadata = member(document_, "metadata");
    const Json* unit = metadata == nullptr ? nullptr : member(*metadata, "timeunit");
    if (unit != nullptr && !unit->is_string()) {
      throw complaint("metadata.timeunit", "expected a text such as \"milliseconds\"");
    }
    return unit;
  }

  [[nodiscard]] double seconds_per(const std::string& name, const std::string& where) const {
    if (const auto seconds = t4_seconds_per(name)) return *seconds;
    throw complaint(where, fmt::format("there is no unit of time '{}'; {}", name,
                                       did_you_mean(name, t4_units())));
  }

  // The unit of the values under "times", in seconds.
  [[nodiscard]] double times_unit(const std::string& where) const {
    if (file_unit_) return *file_unit_;
    throw complaint(where,
                    "its times have no unit, and neither has its objective; find out which it is "
                    "and add it to the file: \"metadata\": {\"timeunit\": UNIT}, where UNIT is "
                    "\"seconds\", \"milliseconds\", \"microseconds\" or \"nanoseconds\"");
  }

  // The unit of the objective in files such as KTT's, which name only that one; it holds for all
  // their times.
  [[nodiscard]] static std::optional<double> unit_of_objectives(const Json& results) {
    for (const auto& result : results) {
      const Json* list = member(result, "measurements");
      if (list == nullptr) continue;
      const std::string objective = objective_name(result);
      for (const auto& measurement : *list) {
        if (text_member(measurement, "name") != objective) continue;
        if (const auto unit = t4_seconds_per(text_member(measurement, "unit"))) return unit;
      }
    }
    return std::nullopt;
  }

  void read_result(const Json& result, std::size_t number) {
    const std::string where = fmt::format("results[{}]", number);
    const Bindings configuration = configuration_of(result, where);
    const TrialStatus status = status_of(result, where);
    if (status == TrialStatus::invalid) return builder_.add_excluded(where, configuration);
    require_same_objective(result, where);
    RecordedOutcome outcome = times_of(result, where);
    outcome.status = status;
    if (status == TrialStatus::ok) outcome.objective = objective_of(result, outcome, where);
    builder_.add(where, configuration, std::move(outcome));
  }

  [[nodiscard]] Bindings configuration_of(const Json& result, const std::string& where) const {
    const Json* json = member(result, "configuration");
    if (json == nullptr || !json->is_object() || json->empty()) {
      throw complaint(where, "expected an object with a \"configuration\" of parameters");
    }
    Bindings configuration;
    for (const auto& [name, value] : json->items()) {
      if (!is_value(value)) {
        throw complaint(where, fmt::format("the value {} of '{}' is not a number, text or boolean",
                                           value.dump(), name));
      }
      configuration.emplace_back(name, value_from_json(nlohmann::json(value)));
    }
    return configuration;
  }

  [[nodiscard]] TrialStatus status_of(const Json& result, const std::string& where) const {
    const Json* json = member(result, "invalidity");
    const std::string name = json != nullptr && json->is_string() ? json->get<std::string>() : "";
    if (const auto status = t4_status(name)) return *status;
    throw complaint(where, fmt::format("there is no invalidity '{}'; {}", name,
                                       did_you_mean(name, t4_invalidities())));
  }

  // The first objective that a result names.
  [[nodiscard]] static std::string objective_name(const Json& result) {
    const Json* list = member(result, "objectives");
    if (list == nullptr || !list->is_array() || list->empty()) return "time";
    const Json& first = list->front();
    return first.is_string() ? first.get<std::string>() : first.dump();
  }

  // Throws unless all results of the file have one objective, since a file ranks by one.
  void require_same_objective(const Json& result, const std::string& where) {
    const std::string name = objective_name(result);
    if (objective_.empty()) objective_ = name;
    if (name == objective_) return;
    throw complaint(where, fmt::format("its objective is '{}', but that of the results before is "
                                       "'{}'; keep only the results of one objective",
                                       name, objective_));
  }

  // Sums up all times of a result, in any spelling of their names.
  [[nodiscard]] RecordedOutcome times_of(const Json& result, const std::string& where) const {
    RecordedOutcome outcome;
    const Json* times = member(result, "times");
    if (times == nullptr || times->empty()) return outcome;
    const double unit = times_unit(where);
    for (const auto& [name, value] : times->items()) {
      if (value.is_null()) continue;
      const std::string place = fmt::format("{}: times.{}", where, name);
      if (name == "runtimes") {
        outcome.runtimes = seconds_list(value, unit, place);
        continue;
      }
      const bool compiling = name == "compilation" || name == "compilation_time";
      (compiling ? outcome.compile_seconds : outcome.other_seconds) +=
          seconds_of(value, unit, place);
    }
    return outcome;
  }

  [[nodiscard]] double seconds_of(const Json& value, double unit, const std::string& where) const {
    if (value.is_number() && value.get<double>() >= 0) return value.get<double>() * unit;
    throw complaint(
        where, fmt::format("{} is not a time; expected a number of 0 or more",
                           value.is_null() ? "null, a NaN or an infinity" : excerpt(value.dump())));
  }

  [[nodiscard]] std::vector<double> seconds_list(const Json& list, double unit,
                                                 const std::string& where) const {
    if (!list.is_array()) throw complaint(where, "expected a list of times");
    std::vector<double> seconds;
    for (const auto& value : list) seconds.push_back(seconds_of(value, unit, where));
    return seconds;
  }

  // The measurement that the objective names, or else the mean of the samples; in seconds.
  double objective_of(const Json& result, const RecordedOutcome& outcome,
                      const std::string& where) {
    double seconds = 0;
    if (const Json* measurement = measurement_of(result, where)) {
      const double unit = objective_unit(*measurement, where);
      const Json* value = member(*measurement, "value");
      seconds = seconds_of(value == nullptr ? Json() : *value, unit,
                           fmt::format("{}: '{}' of a correct result", where, objective_));
      require_no_contradiction(outcome, seconds, unit, where);
    } else if (t4_is_time(objective_) && !outcome.runtimes.empty()) {
      seconds = mean_runtime(outcome);
    } else {
      throw complaint(where,
                      fmt::format("it is marked correct but has no measurement '{}'", objective_));
    }
    if (seconds > 0) return seconds;
    throw complaint(where, fmt::format("its '{}' is 0, but must be more", objective_));
  }

  [[nodiscard]] static double mean_runtime(const RecordedOutcome& outcome) {
    return std::accumulate(outcome.runtimes.begin(), outcome.runtimes.end(), 0.0) /
           static_cast<double>(outcome.runtimes.size());
  }

  // Throws if a time is the same number in two units: somebody gave the file a unit that its times
  // do not have.
  void require_no_contradiction(const RecordedOutcome& outcome, double seconds, double unit,
                                const std::string& where) const {
    if (!file_unit_ || *file_unit_ == unit || outcome.runtimes.empty()) return;
    const double times = mean_runtime(outcome) / *file_unit_;
    const double objective = seconds / unit;
    if (std::abs(times - objective) > 0.1 * objective) return;
    throw complaint(
        where, fmt::format("its runtimes are {:.6g} in the unit of metadata.timeunit, its '{}' is "
                           "{:.6g} in a unit of its own, and the two units differ; correct "
                           "metadata.timeunit",
                           times, objective_, objective));
  }

  [[nodiscard]] const Json* measurement_of(const Json& result, const std::string& where) const {
    const Json* found = nullptr;
    const Json* list = member(result, "measurements");
    if (list == nullptr) return nullptr;
    for (const auto& measurement : *list) {
      const Json* name = member(measurement, "name");
      if (name == nullptr || *name != objective_) continue;
      if (found != nullptr) {
        throw complaint(where, fmt::format("it has two measurements '{}'; keep one", objective_));
      }
      found = &measurement;
    }
    return found;
  }

  // The unit of the objective, in seconds. An empty unit means the unit of the file.
  double objective_unit(const Json& measurement, const std::string& where) {
    const Json* json = member(measurement, "unit");
    const std::string name = json != nullptr && json->is_string() ? json->get<std::string>() : "";
    if (name.empty() ? !t4_is_time(objective_) : !t4_seconds_per(name)) {
      throw complaint(where, fmt::format("the objective '{}' in '{}' is not a time; only times can "
                                         "be compared, where less is better",
                                         objective_, name));
    }
    const double unit = name.empty() ? times_unit(where) : seconds_per(name, where);
    if (!objective_unit_) objective_unit_ = unit;
    if (*objective_unit_ == unit) return unit;
    throw complaint(where, fmt::format("its '{}' is in '{}', but that of the results before is "
                                       "not: the file mixes units; give all results the same one",
                                       objective_, name));
  }

  const Json& document_;
  std::string place_;
  SpaceBuilder builder_;
  std::optional<double> file_unit_;
  std::optional<double> objective_unit_;
  std::string objective_;
};

// The name of a space by its file: "convolution-A100" for "/data/convolution-A100_T4.json.gz".
std::string space_name(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  for (const std::string_view ending : {".gz", ".json", "_T4"}) {
    if (name.ends_with(ending) && name.size() > ending.size()) {
      name.resize(name.size() - ending.size());
    }
  }
  return name;
}

}  // namespace

RecordedSpace t4_space(const ForeignJson& document, const std::string& place) {
  return Reader(document, place).read(space_name(place));
}

RecordedSpace parse_t4(const std::string& text, const std::string& place) {
  return t4_space(parse_foreign_json(text, place), place);
}

RecordedSpace read_t4(const std::filesystem::path& path) {
  return parse_t4(read_packed_text(path), path.string());
}

}  // namespace assay
