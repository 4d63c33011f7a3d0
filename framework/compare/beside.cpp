#include "framework/compare/beside.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/compare/quantity_names.hpp"
#include "framework/core/error.hpp"

namespace assay {
namespace {

std::optional<double> derive(const DerivedQuantity& quantity, const QuantityNames& names,
                             std::vector<std::string>& notes) {
  try {
    return names.evaluate(quantity.expression);
  } catch (const Error& error) {
    std::string note = fmt::format("{}: no {}: {}", quantity.place, quantity.name, error.what());
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) {
      notes.push_back(std::move(note));
    }
    return std::nullopt;
  }
}

std::optional<double> number_named(const NamedNumbers& numbers, const std::string& name) {
  for (const auto& [known, value] : numbers) {
    if (known == name) return value;
  }
  return std::nullopt;
}

// The entry labelled `label` on the instance whose arguments are this one's, overridden by
// `against`; nullptr if it has no result there.
const Entry* other_entry(const InstanceComparison& instance, const std::string& label,
                         const Bindings& against, const Surroundings& surroundings) {
  InstancePattern pattern{instance.record.problem, against};
  for (const auto& argument : instance.record.arguments) {
    if (find(against, argument.first) == nullptr) pattern.arguments.push_back(argument);
  }
  for (const InstanceComparison& other : surroundings.instances) {
    if (!matches(pattern, other.record.problem, other.record.arguments)) continue;
    for (const Entry& entry : other.entries) {
      if (entry.best && entry.label == label) return &entry;
    }
  }
  return nullptr;
}

// The derived quantities of one measurement of an entry.
std::vector<DerivedValue> derived_values(const InstanceComparison& instance,
                                         const std::string& label, const Measurement& measurement,
                                         const Beside& beside, const Surroundings& surroundings,
                                         std::vector<std::string>& notes) {
  std::vector<DerivedValue> values;
  for (const DerivedQuantity* quantity : quantities_of(instance.record, beside)) {
    QuantityNames names = names_of(
        instance.record, instance.objective,
        {measurement.value, measurement.seconds, measurement.facts, measurement.configuration});
    if (!quantity->against.empty()) {
      const Entry* other = other_entry(instance, label, quantity->against, surroundings);
      if (other == nullptr) continue;
      names.add("other_seconds", other->best->seconds);
    }
    if (const auto value = derive(*quantity, names, notes)) {
      values.push_back({quantity->name, quantity->unit, *value});
    }
  }
  return values;
}

// assay's own result next to which a published figure is shown.
struct Counterpart {
  std::string label;
  Measurement measurement;
};

// The entry of the variant and parameters that the figure names; the fastest entry if it names
// none.
std::optional<Counterpart> counterpart(const InstanceComparison& instance,
                                       const PublishedFigure& figure, const Beside& beside,
                                       const Surroundings& surroundings) {
  for (const Entry& entry : instance.entries) {
    if (!entry.best || (!figure.variant.empty() && entry.variant.name != figure.variant)) continue;
    if (figure.parameters.empty()) return Counterpart{entry.label, *entry.best};
    auto best = surroundings.best(entry, figure.parameters);
    if (!best) continue;
    std::vector<std::string> noted;  // a sink: the notes on the entry itself exist already
    best->derived = derived_values(instance, entry.label, *best, beside, surroundings, noted);
    return Counterpart{fmt::format("{} with {}", entry.label, to_string(figure.parameters)),
                       *std::move(best)};
  }
  return std::nullopt;
}

PublishedQuantity quantity_of(PublishedQuantity::Kind kind, std::string name, std::string unit,
                              double published, std::optional<double> ours) {
  PublishedQuantity quantity{kind, std::move(name), std::move(unit), published, ours, {}};
  if (ours && *ours != 0) quantity.ratio = published / *ours;
  return quantity;
}

void append_derived(const InstanceComparison& instance, const PublishedFigure& figure,
                    const Beside& beside, const Measurement* ours, PublishedEntry& entry,
                    std::vector<std::string>& notes) {
  for (const DerivedQuantity* quantity : quantities_of(instance.record, beside)) {
    auto published = number_named(figure.values, quantity->name);
    if (!published && figure.seconds && quantity->against.empty()) {
      const double seconds = *figure.seconds / figure.samples;
      published = derive(*quantity, names_of(instance.record, seconds, figure.facts), notes);
    }
    if (!published) continue;
    std::optional<double> measured;
    if (ours != nullptr) {
      for (const DerivedValue& value : ours->derived) {
        if (value.name == quantity->name) measured = value.value;
      }
    }
    entry.quantities.push_back(quantity_of(PublishedQuantity::Kind::derived, quantity->name,
                                           quantity->unit, *published, measured));
  }
}

void append_facts(const InstanceComparison& instance, const PublishedFigure& figure,
                  const Measurement* ours, PublishedEntry& entry) {
  for (const auto& [name, published] : figure.facts) {
    std::optional<double> own;
    std::string unit;
    const auto look_in = [&, &wanted = name](const std::vector<Fact>& facts) {
      for (const Fact& fact : facts) {
        if (fact.name != wanted || own) continue;
        own = fact.value;
        unit = fact.unit;
      }
    };
    look_in(instance.record.facts);
    if (ours != nullptr) look_in(ours->facts);
    entry.quantities.push_back(
        quantity_of(PublishedQuantity::Kind::fact, name, unit, published, own));
  }
}

}  // namespace

const char* to_string(PublishedQuantity::Kind kind) {
  switch (kind) {
    case PublishedQuantity::Kind::time:
      return "time";
    case PublishedQuantity::Kind::derived:
      return "derived";
    case PublishedQuantity::Kind::fact:
      return "fact";
  }
  return "time";
}

void add_derived(InstanceComparison& instance, const Beside& beside,
                 const Surroundings& surroundings) {
  for (Entry& entry : instance.entries) {
    if (!entry.best) continue;
    entry.best->derived =
        derived_values(instance, entry.label, *entry.best, beside, surroundings, instance.notes);
  }
}

void add_published(InstanceComparison& instance, const Beside& beside,
                   const Surroundings& surroundings) {
  for (const PublishedFigure& figure : beside.published) {
    if (!matches_any(figure.instances, instance.record.problem, instance.record.arguments)) {
      continue;
    }
    const auto found = counterpart(instance, figure, beside, surroundings);
    const Measurement* ours = found ? &found->measurement : nullptr;
    PublishedEntry entry{
        figure.source, figure.machine, figure.label, found ? found->label : "", {}};
    if (figure.seconds) {
      const auto time = ours != nullptr ? std::optional(ours->seconds) : std::nullopt;
      entry.quantities.push_back(quantity_of(PublishedQuantity::Kind::time, "time", "s",
                                             *figure.seconds / figure.samples, time));
    }
    append_derived(instance, figure, beside, ours, entry, instance.notes);
    append_facts(instance, figure, ours, entry);
    instance.published.push_back(std::move(entry));
  }
}

}  // namespace assay
