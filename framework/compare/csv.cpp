// CSV as in RFC 4180: a header, then one row per entry, published number and member of a front.
// Times are in seconds and energies in joules, in the shortest form that reads back exactly.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "framework/compare/table.hpp"
#include "framework/compare/writers.hpp"

namespace assay {
namespace {

using Fields = std::vector<std::string>;

// Rows of published numbers leave all measured columns empty, so that averaging a column does not
// take them for measurements. Rows of front members do so to avoid counting a measurement twice.
const Fields instance_columns = {"machine", "mode", "problem", "arguments", "input_digest"};
const Fields entry_columns = {"variant",        "build",        "device",
                              "rank",           "verdict",      "configuration",
                              "stage",          "median",       "lower",
                              "upper",          "samples",      "processes",
                              "device_seconds", "speed_up",     "speed_up_lower",
                              "speed_up_upper", "floor_share",  "floor_bound",
                              "failed_trials",  "disqualified", "unverified_samples",
                              "agrees_with"};
const Fields published_columns = {
    "published_in", "published_on", "published_label",     "quantity", "unit",
    "published",    "ours",         "published_over_ours", "beside"};
const Fields front_columns = {"front",       "front_variant", "front_device", "front_configuration",
                              "front_stage", "front_median",  "front_lower",  "front_upper"};

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
          fmt::format("{}", best->processes.size()),
          number(best->device),
          bound(&Interval::median),
          bound(&Interval::lower),
          bound(&Interval::upper),
          best->floor ? number(best->floor->share) : "",
          !best->floor                ? ""
          : best->floor->memory_bound ? "memory"
                                      : "compute"};
}

// The number of unverified samples (empty if unknown) and the variant that the result agrees with.
Fields verification_fields(const std::optional<Measurement>& best) {
  if (!best) return Fields(2);
  return {best->verified ? fmt::format("{}", best->verified->unverified) : "", best->agrees_with};
}

void append(Fields& fields, const Fields& more) {
  fields.insert(fields.end(), more.begin(), more.end());
}

// Writes the rows of one comparison.
class Rows {
 public:
  Rows(const Comparison& comparison, std::ostream& out) : comparison_(comparison), out_(out) {
    for (const MachineComparison& machine : comparison.machines) {
      for (const InstanceComparison& instance : machine.instances) gather_columns(instance);
      for (const ParetoFront& front : machine.fronts) {
        for (const auto& axis : front.axes) add_column(axes_, column_of(axis.name, axis.unit));
      }
    }
  }

  void write() {
    Fields header = instance_columns;
    append(header, entry_columns);
    append(header, derived_);
    if (any_published_) append(header, published_columns);
    if (!axes_.empty()) append(header, front_columns);
    for (const std::string& axis : axes_) header.push_back("front " + axis);
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
      for (const ParetoFront& front : machine.fronts) write_front(machine, front);
    }
  }

 private:
  static std::string column_of(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
  }

  static void add_column(Fields& columns, const std::string& column) {
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) {
      columns.push_back(column);
    }
  }

  void gather_columns(const InstanceComparison& instance) {
    any_published_ = any_published_ || !instance.published.empty();
    for (const Entry& entry : instance.entries) {
      if (!entry.best) continue;
      for (const DerivedValue& value : entry.best->derived) {
        add_column(derived_, column_of(value.name, value.unit));
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
      const auto at =
          std::find(derived_.begin(), derived_.end(), column_of(value.name, value.unit));
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
    fields.push_back(fmt::format("{}", entry.disqualified.size()));  // configurations
    append(fields, verification_fields(entry.best));
    append(fields, derived_fields(entry.best));
    write_row(std::move(fields));
  }

  void write_published(const MachineComparison& machine, const InstanceComparison& instance,
                       const PublishedEntry& entry) {
    for (const PublishedQuantity& quantity : entry.quantities) {
      Fields fields = instance_fields(machine, instance);
      append(fields, Fields(entry_columns.size() + derived_.size()));
      append(fields, {entry.source, entry.machine, entry.label, quantity.name, quantity.unit,
                      number(quantity.published), number(quantity.ours), number(quantity.ratio),
                      entry.beside});
      write_row(std::move(fields));
    }
  }

  void write_front(const MachineComparison& machine, const ParetoFront& front) {
    for (const ParetoMember& member : front.members) {
      Fields fields = instance_fields(machine, machine.instances[member.instance]);
      const std::size_t others =
          entry_columns.size() + derived_.size() + (any_published_ ? published_columns.size() : 0);
      append(fields, Fields(others));
      append(fields,
             {front.label, member.label, member.device, canonical_text(member.configuration),
              member.stage, number(member.value.median), number(member.value.lower),
              number(member.value.upper)});
      Fields values(axes_.size());
      for (std::size_t k = 0; k < front.axes.size(); ++k) {
        const auto at = std::find(axes_.begin(), axes_.end(),
                                  column_of(front.axes[k].name, front.axes[k].unit));
        values[static_cast<std::size_t>(at - axes_.begin())] = number(member.values[k]);
      }
      append(fields, values);
      write_row(std::move(fields));
    }
  }

  // Writes a row; columns for which it has no field stay empty.
  void write_row(Fields fields) {
    const std::size_t front = axes_.empty() ? 0 : front_columns.size() + axes_.size();
    fields.resize(instance_columns.size() + entry_columns.size() + derived_.size() +
                  (any_published_ ? published_columns.size() : 0) + front);
    write_csv_row(fields, out_);
  }

  const Comparison& comparison_;
  std::ostream& out_;
  Fields derived_;
  Fields axes_;  // names of the fronts' axes
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
