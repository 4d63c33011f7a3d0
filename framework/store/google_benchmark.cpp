#include "framework/store/google_benchmark.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "framework/core/names.hpp"
#include "framework/core/objective.hpp"
#include "framework/inference/median.hpp"
#include "framework/store/google_benchmark_name.hpp"

namespace assay {
namespace {

const std::map<std::string, double> google_units = {
    {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};

// Numeric members of an entry that are not counters: they count or identify the entry, or are
// recorded in another way.
const std::set<std::string> google_members = {"family_index", "per_family_instance_index",
                                              "repetitions",  "repetition_index",
                                              "threads",      "iterations",
                                              "real_time",    "cpu_time"};

// One benchmark while its repetitions, which need not be consecutive in the file, are collected.
struct GoogleRuns {
  TrialResult measured;
  std::vector<TrialResult> failures;
  std::set<std::int64_t> repetitions;
  std::vector<std::string> facts;  // in order of appearance
  std::map<std::string, std::vector<double>> values;
  double unit = 0;
};

std::string unit_of_fact(const std::string& name) {
  if (name == "cpu_time" || name == "real_time") return "s";
  if (name == "bytes_per_second") return "B/s";
  return name.ends_with("_per_second") ? "1/s" : "";
}

// The caches as "L1 data 32 KiB, L2 unified 1024 KiB": enough to tell machines apart.
std::string caches_text(const ForeignJson& caches) {
  std::string text;
  for (const auto& cache : caches) {
    const ForeignJson* level = member(cache, "level");
    const ForeignJson* size = member(cache, "size");
    if (level == nullptr || !level->is_number() || size == nullptr || !size->is_number()) continue;
    text += fmt::format("{}L{} {} {} KiB", text.empty() ? "" : ", ", level->dump(),
                        text_member(cache, "type"), size->get<double>() / 1024);
  }
  return text;
}

MachineRecord google_machine(const ForeignJson& context) {
  MachineRecord machine;
  const auto take = [&](const char* key, const char* attribute) {
    const ForeignJson* number = member(context, key);
    if (number == nullptr || !number->is_number() || !(number->get<double>() > 0)) return;
    machine.attributes[attribute] = number->dump();
  };
  take("num_cpus", "cores");
  take("mhz_per_cpu", "mhz");
  if (const ForeignJson* caches = member(context, "caches")) {
    const std::string text = caches_text(*caches);
    if (!text.empty()) machine.attributes["caches"] = text;
  }
  return machine;
}

bool is_time(const ForeignJson* json) {
  return json != nullptr && json->is_number() && json->get<double>() >= 0 &&
         std::isfinite(json->get<double>());
}

class GoogleReader {
 public:
  GoogleReader(const ForeignJson& document, std::string place, BenchmarkTime time)
      : document_(document),
        place_(std::move(place)),
        measured_(time == BenchmarkTime::real ? "real_time" : "cpu_time"),
        other_(time == BenchmarkTime::real ? "cpu_time" : "real_time"),
        objective_{time == BenchmarkTime::real ? Objective().name : foreign_cpu_time} {}

  RecordedBenchmarks read() {
    const ForeignJson& entries = *member(document_, "benchmarks");
    for (std::size_t k = 0; k < entries.size(); ++k) read_entry(entries[k], k);
    if (order_.empty()) {
      throw environment_error("{}: has no benchmarks; was --benchmark_filter too narrow?", place_);
    }
    const ForeignJson& context = *member(document_, "context");
    RecordedBenchmarks file;
    file.tool = "google-benchmark";
    file.program = program_name(text_member(context, "executable"));
    if (file.program.empty()) file.program = file.tool;
    file.machine = google_machine(context);
    // Filled in member by member: an initializer list would leak if memory runs out halfway.
    ForeignJson environment = ForeignJson::object();
    environment[file.tool] = context;
    environment["labels"] = labels_;
    file.environment = environment.dump(-1, ' ', false, ForeignJson::error_handler_t::replace);
    for (const auto& name : order_) file.benchmarks.push_back(benchmark_of(name, runs_.at(name)));
    return file;
  }

 private:
  [[nodiscard]] Error complaint(const std::string& where, const std::string& text) const {
    return environment_error("{}: {}: {}", place_, where, text);
  }

  void read_entry(const ForeignJson& entry, std::size_t number) {
    const std::string run_name = text_member(entry, "run_name");
    const std::string name = run_name.empty() ? text_member(entry, "name") : run_name;
    const std::string where = fmt::format("benchmarks[{}] ({})", number, name);
    if (name.empty()) throw complaint(where, "expected an object with a \"name\"");
    const std::string type = text_member(entry, "run_type");
    if (type != "iteration" && type != "aggregate") {
      throw complaint(where,
                      "its \"run_type\" is neither iteration nor aggregate; write the file with "
                      "Google Benchmark 1.5 or newer");
    }
    const std::string aggregate = text_member(entry, "aggregate_name");
    // BigO and RMS entries describe a family of benchmarks; they have no repetitions of their own.
    if (aggregate == "BigO" || aggregate == "RMS") return;
    const auto [place, is_new] = runs_.try_emplace(name);
    if (is_new) order_.push_back(name);
    if (type == "iteration") read_repetition(entry, place->second, where);
    const std::string label = text_member(entry, "label");
    if (!label.empty()) labels_[name] = label;
  }

  void read_repetition(const ForeignJson& entry, GoogleRuns& runs, const std::string& where) const {
    const ForeignJson* index = member(entry, "repetition_index");
    const auto repetition = index != nullptr && index->is_number_integer()
                                ? index->get<std::int64_t>()
                                : static_cast<std::int64_t>(runs.repetitions.size());
    if (!runs.repetitions.insert(repetition).second) {
      throw complaint(where, fmt::format("its repetition {} occurs twice; keep one, or give "
                                         "different benchmarks different names",
                                         repetition));
    }
    if (auto failure = failure_of(entry)) return runs.failures.push_back(*std::move(failure));
    const double unit = unit_of(entry, where);
    runs.unit = unit;
    Sample& sample = runs.measured.samples.emplace_back();
    sample.seconds = unit * time_of(entry, measured_, where);
    if (!(sample.seconds > 0)) {
      throw complaint(
          where,
          fmt::format("its {} is 0; it must be more: was the work to be measured optimised away?",
                      measured_));
    }
    if (is_time(member(entry, other_)))
      add_fact(runs, other_, unit * time_of(entry, other_, where));
    for (const auto& [name, value] : entry.items()) {
      const bool counts = google_members.count(name) == 0 || name == "iterations";
      if (value.is_number() && counts) add_fact(runs, name, value.get<double>());
    }
  }

  static std::optional<TrialResult> failure_of(const ForeignJson& entry) {
    const auto is_set = [&](const char* key) {
      const ForeignJson* flag = member(entry, key);
      return flag != nullptr && *flag == true;
    };
    TrialResult failure;
    if (is_set("error_occurred")) {
      failure.status = TrialStatus::error;
      failure.message = text_member(entry, "error_message");
    } else if (is_set("skipped")) {
      failure.status = TrialStatus::unsupported;
      failure.message = text_member(entry, "skip_message");
    } else {
      return std::nullopt;
    }
    if (failure.message.empty()) failure.message = "recorded elsewhere, without its text";
    return failure;
  }

  [[nodiscard]] double unit_of(const ForeignJson& entry, const std::string& where) const {
    const std::string name = text_member(entry, "time_unit");
    const auto unit = google_units.find(name);
    if (unit != google_units.end()) return unit->second;
    throw complaint(where, fmt::format("there is no time_unit '{}'; {}", name,
                                       did_you_mean(name, {"ns", "us", "ms", "s"})));
  }

  [[nodiscard]] double time_of(const ForeignJson& entry, const char* key,
                               const std::string& where) const {
    const ForeignJson* time = member(entry, key);
    if (is_time(time)) return time->get<double>();
    const char* none = entry.contains(key) ? "not a number, a NaN or an infinity" : "missing";
    throw complaint(where,
                    fmt::format("its {} is {}; it must be a number above 0; measure it again", key,
                                time == nullptr ? none : time->dump()));
  }

  static void add_fact(GoogleRuns& runs, const std::string& name, double value) {
    auto& values = runs.values[name];
    if (values.empty()) runs.facts.push_back(name);
    values.push_back(value);
  }

  [[nodiscard]] RecordedBenchmark benchmark_of(const std::string& title, GoogleRuns& runs) const {
    if (runs.repetitions.empty()) {
      throw complaint(title,
                      "it has only aggregates (mean, median, ...), which give no interval; run it "
                      "again with --benchmark_report_aggregates_only=false, and without "
                      "ReportAggregatesOnly() in its source");
    }
    auto parsed = parse_google_name(title);
    RecordedBenchmark benchmark = {title,
                                   std::move(parsed.name),
                                   std::move(parsed.arguments),
                                   "cpu",
                                   "cpu",
                                   mode_text(objective_, CacheMode::warm),
                                   {},
                                   runs.unit};
    if (!runs.measured.samples.empty()) {
      runs.measured.status = TrialStatus::ok;
      for (const auto& name : runs.facts) {
        runs.measured.facts.push_back(
            {name, inference::median_of(runs.values.at(name)), unit_of_fact(name)});
      }
      benchmark.trials.push_back(std::move(runs.measured));
    }
    std::move(runs.failures.begin(), runs.failures.end(), std::back_inserter(benchmark.trials));
    return benchmark;
  }

  const ForeignJson& document_;
  std::string place_;
  const char* measured_;  // becomes the samples: "real_time" or "cpu_time"
  const char* other_;     // becomes a fact: whichever of the two is not measured_
  Objective objective_;
  std::vector<std::string> order_;  // names in order of appearance
  std::map<std::string, GoogleRuns> runs_;
  std::map<std::string, std::string> labels_;  // by benchmark name, for those that have a label
};

}  // namespace

bool is_google_benchmark(const ForeignJson& document) {
  const ForeignJson* benchmarks = member(document, "benchmarks");
  const ForeignJson* context = member(document, "context");
  return context != nullptr && context->is_object() && benchmarks != nullptr &&
         benchmarks->is_array();
}

RecordedBenchmarks google_benchmarks(const ForeignJson& document, const std::string& place,
                                     BenchmarkTime time) {
  return GoogleReader(document, place, time).read();
}

}  // namespace assay
