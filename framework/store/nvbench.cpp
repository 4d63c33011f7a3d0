#include "framework/store/nvbench.hpp"

#include <cmath>
#include <map>
#include <optional>

#include "framework/core/objective.hpp"
#include "framework/core/value_text.hpp"
#include "framework/store/nvbench_samples.hpp"

namespace assay {
namespace {

// A kind of time that a file can hold; listed in order of preference.
struct NvbenchClock {
  const char* tag;
  Objective objective;
  CacheMode cache;
};
const NvbenchClock nvbench_clocks[] = {
    {"nv/json/bin:nv/cold/sample_times", {"device-time"}, CacheMode::cold},
    {"nv/json/bin:nv/cpu_only/sample_times", {"time"}, CacheMode::warm}};

const std::map<std::string, std::string> nvbench_units = {{"duration", "s"},
                                                          {"item_rate", "1/s"},
                                                          {"byte_rate", "B/s"},
                                                          {"bytes", "B"},
                                                          {"frequency", "Hz"}};

// The elements of a list; none if nvbench wrote null, as it does for an empty list.
const ForeignJson& list_member(const ForeignJson& object, const char* key) {
  static const ForeignJson none = ForeignJson::array();
  const ForeignJson* list = member(object, key);
  return list != nullptr && list->is_array() ? *list : none;
}

// The value of a named value, absent if null. nvbench writes numbers as texts, lest JSON round
// them.
std::optional<Value> value_of(const ForeignJson& named) {
  const ForeignJson* json = member(named, "value");
  if (json == nullptr) return std::nullopt;
  const std::string text = json->is_string() ? json->get<std::string>() : json->dump();
  const std::string type = text_member(named, "type");
  return type == "int64" || type == "float64" ? value_from_text(text) : Value(text);
}

std::optional<Value> value_named(const ForeignJson& summary, const std::string& name) {
  for (const auto& named : list_member(summary, "data")) {
    if (text_member(named, "name") == name) return value_of(named);
  }
  return std::nullopt;
}

// The summaries that are numbers, as facts.
std::vector<Fact> facts_of(const ForeignJson& state) {
  std::vector<Fact> facts;
  for (const auto& summary : list_member(state, "summaries")) {
    const auto value = value_named(summary, "value");
    if (!value) continue;
    const auto* integer = std::get_if<std::int64_t>(&*value);
    const auto* real = std::get_if<double>(&*value);
    if (integer == nullptr && (real == nullptr || !std::isfinite(*real))) continue;
    const auto unit = nvbench_units.find(text_member(summary, "hint"));
    facts.push_back({text_member(summary, "tag"),
                     integer != nullptr ? static_cast<double>(*integer) : *real,
                     unit == nvbench_units.end() ? "" : unit->second});
  }
  return facts;
}

const ForeignJson* summary_tagged(const ForeignJson& state, const std::string& tag) {
  for (const auto& summary : list_member(state, "summaries")) {
    if (text_member(summary, "tag") == tag) return &summary;
  }
  return nullptr;
}

class NvbenchReader {
 public:
  NvbenchReader(const ForeignJson& document, std::filesystem::path file)
      : document_(document), file_(std::move(file)) {}

  RecordedBenchmarks read() {
    RecordedBenchmarks recorded;
    recorded.tool = "nvbench";
    recorded.program = program();
    recorded.machine = machine();
    const ForeignJson* meta = member(document_, "meta");
    recorded.environment = ForeignJson{{"nvbench", meta == nullptr ? ForeignJson() : *meta}}.dump(
        -1, ' ', false, ForeignJson::error_handler_t::replace);
    for (const auto& benchmark : list_member(document_, "benchmarks")) {
      const std::string name = text_member(benchmark, "name");
      for (const auto& state : list_member(benchmark, "states")) {
        recorded.benchmarks.push_back(read_state(name, state));
      }
    }
    if (!recorded.benchmarks.empty()) return recorded;
    throw environment_error(
        "{}: has no results of any benchmark; was the choice of axes too narrow?", file_.string());
  }

 private:
  [[nodiscard]] Error complaint(const std::string& title, const std::string& text) const {
    return environment_error("{}: {}: {}", file_.string(), title, text);
  }

  [[nodiscard]] std::string program() const {
    const ForeignJson* meta = member(document_, "meta");
    if (meta == nullptr) return "nvbench";
    const ForeignJson& words = list_member(*meta, "argv");
    return words.empty() || !words[0].is_string() ? "nvbench"
                                                  : program_name(words[0].get<std::string>());
  }

  // Devices are named as assay names them: "cuda:0".
  [[nodiscard]] MachineRecord machine() const {
    MachineRecord machine;
    for (const auto& device : list_member(document_, "devices")) {
      const ForeignJson* id = member(device, "id");
      if (id != nullptr) machine.attributes["cuda:" + id->dump()] = text_member(device, "name");
    }
    return machine;
  }

  [[nodiscard]] RecordedBenchmark read_state(const std::string& name,
                                             const ForeignJson& state) const {
    RecordedBenchmark benchmark;
    benchmark.name = name;
    benchmark.title = fmt::format("{} {}", name, text_member(state, "name"));
    if (name.empty()) throw complaint(benchmark.title, "expected a benchmark with a \"name\"");
    for (const auto& axis : list_member(state, "axis_values")) {
      const auto value = value_of(axis);
      if (value) benchmark.arguments.emplace_back(text_member(axis, "name"), *value);
    }
    const ForeignJson* device = member(state, "device");
    benchmark.backend = device == nullptr ? "cpu" : "cuda";
    benchmark.device = device == nullptr ? "cpu" : "cuda:" + device->dump();
    benchmark.mode = mode_text(nvbench_clocks[0].objective, nvbench_clocks[0].cache);
    const ForeignJson* skipped = member(state, "is_skipped");
    if (skipped != nullptr && *skipped == true) {
      benchmark.trials.push_back(skipped_result(text_member(state, "skip_reason")));
    } else {
      read_samples(state, benchmark);
    }
    return benchmark;
  }

  // nvbench also reports an exception of the benchmark as a reason to skip it.
  static TrialResult skipped_result(const std::string& reason) {
    TrialResult result;
    result.status =
        reason.starts_with("Unexpected error") ? TrialStatus::error : TrialStatus::unsupported;
    result.message = reason.empty() ? "skipped, without a reason" : reason;
    return result;
  }

  void read_samples(const ForeignJson& state, RecordedBenchmark& benchmark) const {
    for (const auto& clock : nvbench_clocks) {
      const ForeignJson* summary = summary_tagged(state, clock.tag);
      if (summary == nullptr) continue;
      benchmark.mode = mode_text(clock.objective, clock.cache);
      TrialResult& result = benchmark.trials.emplace_back();
      result.status = TrialStatus::ok;
      result.facts = facts_of(state);
      const bool on_device = clock.objective.name == "device-time";
      for (const double seconds : sample_times(*summary, benchmark.title)) {
        Sample& sample = result.samples.emplace_back();
        // nvbench does not write the host's time for single samples; it would include the device's.
        sample.seconds = seconds;
        if (on_device) sample.device_seconds = seconds;
      }
      return;
    }
    throw complaint(benchmark.title,
                    "it has only means of its times, which give no interval; run it again with "
                    "--jsonbin in place of --json, which keeps the samples");
  }

  [[nodiscard]] std::vector<double> sample_times(const ForeignJson& summary,
                                                 const std::string& title) const {
    const auto name = value_named(summary, "filename");
    const auto size = value_named(summary, "size");
    const auto* text = name ? std::get_if<std::string>(&*name) : nullptr;
    const auto* count = size ? std::get_if<std::int64_t>(&*size) : nullptr;
    if (text == nullptr || count == nullptr || *count <= 0) {
      throw complaint(title, "its samples lack a file name or a size; measure it again");
    }
    return read_nvbench_samples(beside(*text), static_cast<std::uint64_t>(*count));
  }

  // The path of a binary file. `name` is relative to the JSON file, or, in older versions, to the
  // folder in which the program ran; in that case the last folder of `name` is looked for next to
  // the JSON file.
  [[nodiscard]] std::filesystem::path beside(const std::filesystem::path& name) const {
    const auto folder = file_.parent_path();
    std::error_code ignored;
    if (std::filesystem::exists(folder / name, ignored)) return folder / name;
    return folder / name.parent_path().filename() / name.filename();
  }

  const ForeignJson& document_;
  std::filesystem::path file_;
};

}  // namespace

bool is_nvbench(const ForeignJson& document) {
  const ForeignJson* benchmarks = member(document, "benchmarks");
  const ForeignJson* devices = member(document, "devices");
  return devices != nullptr && devices->is_array() && benchmarks != nullptr &&
         benchmarks->is_array();
}

RecordedBenchmarks nvbench_benchmarks(const ForeignJson& document,
                                      const std::filesystem::path& file) {
  return NvbenchReader(document, file).read();
}

}  // namespace assay
