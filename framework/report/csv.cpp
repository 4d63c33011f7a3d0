// RFC 4180: a header, then a row per entry and a row per published number; times in seconds and
// energies in joules, in the shortest form that reads back.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "framework/report/table.hpp"
#include "framework/report/writers.hpp"

namespace assay {
namespace {

using Fields = std::vector<std::string>;

// Published rows leave all of the measured columns empty, so that no average over a column takes
// them for measurements.
const Fields instance_columns = {"machine", "mode", "problem", "arguments", "input_digest"};
const Fields entry_columns = {"variant",        "build",         "device",         "rank",
                              "verdict",        "configuration", "stage",          "median",
                              "lower",          "upper",         "samples",        "processes",
                              "device_seconds", "speed_up",      "speed_up_lower", "speed_up_upper",
                              "floor_share",    "floor_bound",   "failed_trials"};
const Fields published_columns = {
    "published_in", "published_on", "published_label",     "quantity", "unit",
    "published",    "ours",         "published_over_ours", "beside"};

std::string number(double value) { return fmt::format("{}", value); }
std::string number(const std::optional<double>& value) { return value ? number(*value) : ""; }

// Fields of the entry, in the order of the header.
Fields measured_fields(const std::optional<Measurement>& best) {
  if (!best) {
    return Fields(13);
  }
  const auto bound = [&](double Interval::*member) {
    return best->speed_up ? number((*best->speed_up).*member) : "";
  };
  return {canonical_text(best->configuration),
          best->stage,
          number(best->value.median),
          number(best->value.lower),
          number(best->value.upper),
          fmt::format("{}", best->samples),
          fmt::format("{}", best->processes),
          number(best->device),
          bound(&Interval::median),
          bound(&Interval::lower),
          bound(&Interval::upper),
          best->floor ? number(best->floor->share) : "",
          !best->floor                ? ""
          : best->floor->memory_bound ? "memory"
                                      : "compute"};
}

void append(Fields& fields, const Fields& more) {
  fields.insert(fields.end(), more.begin(), more.end());
}

// One comparison being written.
class Rows {
 public:
  Rows(const Comparison& comparison, std::ostream& out) : comparison_(comparison), out_(out) {
    for (const MachineComparison& machine : comparison.machines) {
      for (const InstanceComparison& instance : machine.instances) gather_columns(instance);
    }
  }

  void write() {
    Fields header = instance_columns;
    append(header, entry_columns);
    append(header, derived_);
    if (any_published_) append(header, published_columns);
    write_csv_row(header, out_);
    for (const MachineComparison& machine : comparison_.machines) {
      for (const InstanceComparison& instance : machine.instances) {
        for (std::size_t i = 0; i < instance.entries.size(); ++i) {
          write_entry(machine, instance, i);
        }
        for (const PublishedEntry& entry : instance.published) {
          write_published(machine, instance, entry);
        }
      }
    }
  }

 private:
  static std::string column_of(const DerivedValue& value) {
    return value.unit.empty() ? value.name : fmt::format("{} [{}]", value.name, value.unit);
  }

  void gather_columns(const InstanceComparison& instance) {
    any_published_ = any_published_ || !instance.published.empty();
    for (const Entry& entry : instance.entries) {
      if (!entry.best) continue;
      for (const DerivedValue& value : entry.best->derived) {
        const std::string column = column_of(value);
        if (std::find(derived_.begin(), derived_.end(), column) == derived_.end()) {
          derived_.push_back(column);
        }
      }
    }
  }

  [[nodiscard]] Fields instance_fields(const MachineComparison& machine,
                                       const InstanceComparison& instance) const {
    return {machine.machine.fingerprint, comparison_.mode, instance.record.problem,
            canonical_text(instance.record.arguments), instance.record.input_digest};
  }

  [[nodiscard]] Fields derived_fields(const std::optional<Measurement>& best) const {
    Fields fields(derived_.size());
    if (!best) return fields;
    for (const DerivedValue& value : best->derived) {
      const auto at = std::find(derived_.begin(), derived_.end(), column_of(value));
      fields[static_cast<std::size_t>(at - derived_.begin())] = number(value.value);
    }
    return fields;
  }

  void write_entry(const MachineComparison& machine, const InstanceComparison& instance,
                   std::size_t i) {
    const Entry& entry = instance.entries[i];
    std::size_t failed = 0;
    for (const FailureKind& failure : entry.failures) {
      failed += failure.count;
    }
    Fields fields = instance_fields(machine, instance);
    append(fields, {entry.variant.name, entry.variant.build_id, entry.device,
                    entry.best ? fmt::format("{}", i + 1) : "", to_string(instance.verdict.kind)});
    append(fields, measured_fields(entry.best));
    fields.push_back(fmt::format("{}", failed));
    append(fields, derived_fields(entry.best));
    if (any_published_) append(fields, Fields(published_columns.size()));
    write_csv_row(fields, out_);
  }

  void write_published(const MachineComparison& machine, const InstanceComparison& instance,
                       const PublishedEntry& entry) {
    for (const PublishedQuantity& quantity : entry.quantities) {
      Fields fields = instance_fields(machine, instance);
      append(fields, Fields(entry_columns.size() + derived_.size()));
      append(fields, {entry.source, entry.machine, entry.label, quantity.name, quantity.unit,
                      number(quantity.published), number(quantity.ours), number(quantity.ratio),
                      entry.beside});
      write_csv_row(fields, out_);
    }
  }

  const Comparison& comparison_;
  std::ostream& out_;
  Fields derived_;
  bool any_published_ = false;
};

class CsvWriter : public Writer {
 public:
  void write(const Comparison& comparison, std::ostream& out) const override {
    Rows(comparison, out).write();
  }
};

}  // namespace

std::unique_ptr<Writer> make_csv_writer() { return std::make_unique<CsvWriter>(); }

}  // namespace assay
