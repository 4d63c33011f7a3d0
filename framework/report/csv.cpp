// RFC 4180: a header, then a row per entry; times in seconds, in the shortest form that reads back.
#include <fmt/format.h>

#include <ostream>

#include "framework/report/writers.hpp"

namespace assay {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' ? "\"\"" : std::string(1, c);
  }
  return result + '"';
}

std::string number(double value) { return fmt::format("{}", value); }

// Fields of the entry, in the order of the header.
std::vector<std::string> measured_fields(const std::optional<Measurement>& best) {
  if (!best) {
    return std::vector<std::string>(13);
  }
  const auto bound = [&](double Interval::*member) {
    return best->speed_up ? number((*best->speed_up).*member) : "";
  };
  return {canonical_text(best->configuration),
          best->stage,
          number(best->time.median),
          number(best->time.lower),
          number(best->time.upper),
          fmt::format("{}", best->samples),
          fmt::format("{}", best->processes),
          best->device ? number(*best->device) : "",
          bound(&Interval::median),
          bound(&Interval::lower),
          bound(&Interval::upper),
          best->floor ? number(best->floor->share) : "",
          !best->floor                ? ""
          : best->floor->memory_bound ? "memory"
                                      : "compute"};
}

void write_row(const std::vector<std::string>& fields, std::ostream& out) {
  const char* separator = "";
  for (const std::string& field : fields) {
    out << separator << quoted(field);
    separator = ",";
  }
  out << "\r\n";
}

class CsvWriter : public Writer {
 public:
  void write(const Comparison& comparison, std::ostream& out) const override {
    write_row({"machine",        "mode",        "problem",        "arguments",    "input_digest",
               "variant",        "build",       "device",         "rank",         "verdict",
               "configuration",  "stage",       "median",         "lower",        "upper",
               "samples",        "processes",   "device_seconds", "speed_up",     "speed_up_lower",
               "speed_up_upper", "floor_share", "floor_bound",    "failed_trials"},
              out);
    for (const MachineComparison& machine : comparison.machines) {
      for (const InstanceComparison& instance : machine.instances) {
        for (std::size_t i = 0; i < instance.entries.size(); ++i) {
          write_entry(comparison, machine, instance, i, out);
        }
      }
    }
  }

 private:
  static void write_entry(const Comparison& comparison, const MachineComparison& machine,
                          const InstanceComparison& instance, std::size_t i, std::ostream& out) {
    const Entry& entry = instance.entries[i];
    std::size_t failed = 0;
    for (const FailureKind& failure : entry.failures) {
      failed += failure.count;
    }
    std::vector<std::string> fields = {machine.machine.fingerprint,
                                       comparison.mode,
                                       instance.record.problem,
                                       canonical_text(instance.record.arguments),
                                       instance.record.input_digest,
                                       entry.variant.name,
                                       entry.variant.build_id,
                                       entry.device,
                                       entry.best ? fmt::format("{}", i + 1) : "",
                                       to_string(instance.verdict.kind)};
    for (std::string& field : measured_fields(entry.best)) {
      fields.push_back(std::move(field));
    }
    fields.push_back(fmt::format("{}", failed));
    write_row(fields, out);
  }
};

}  // namespace

std::unique_ptr<Writer> make_csv_writer() { return std::make_unique<CsvWriter>(); }

}  // namespace assay
