#include "framework/report/beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"

namespace assay {
namespace {

// The names that an expression may use. Of two of one name the one added first counts.
class Names {
 public:
  void add(const std::string& name, Value value) {
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return;
    names_.push_back(name);
    values_.push_back(std::move(value));
  }
  // Throws usage Error for an unknown name, division by zero, or a result that is no finite number.
  [[nodiscard]] double evaluate(const std::string& text) const {
    std::vector<Scalar> slots;
    for (const Value& value : values_) slots.push_back(Scalar::of(value));
    const Scalar result = Expression::parse(text, names_).evaluate(slots);
    if (result.kind == Scalar::Kind::text || !std::isfinite(result.number())) {
      throw usage_error("its value is no finite number");
    }
    return result.number();
  }

 private:
  std::vector<std::string> names_;
  std::vector<Value> values_;
};

// `seconds`, facts and arguments, in this order of precedence; `own_facts` before the instance's.
Names names_of(const InstanceRecord& record, double seconds, const NamedNumbers& own_facts) {
  Names names;
  names.add("seconds", seconds);
  for (const auto& [name, value] : own_facts) names.add(name, value);
  for (const Fact& fact : record.facts) names.add(fact.name, fact.value);
  for (const auto& [name, value] : record.arguments) names.add(name, value);
  return names;
}

// The quantities that belong to the instance, each name once.
std::vector<const DerivedQuantity*> quantities_of(const InstanceRecord& record,
                                                  const Beside& beside) {
  std::vector<const DerivedQuantity*> quantities;
  for (const DerivedQuantity& quantity : beside.derived) {
    const bool known = std::any_of(quantities.begin(), quantities.end(),
                                   [&](const auto* q) { return q->name == quantity.name; });
    if (!known && matches_any(quantity.instances, record.problem, record.arguments)) {
      quantities.push_back(&quantity);
    }
  }
  return quantities;
}

std::optional<double> derive(const DerivedQuantity& quantity, const Names& names,
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

// The entry of that name on the instance that differs by some arguments.
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

// What follows from one measurement of an entry.
std::vector<DerivedValue> derived_values(const InstanceComparison& instance,
                                         const std::string& label, const Measurement& measurement,
                                         const Beside& beside, const Surroundings& surroundings,
                                         std::vector<std::string>& notes) {
  std::vector<DerivedValue> values;
  for (const DerivedQuantity* quantity : quantities_of(instance.record, beside)) {
    Names names = names_of(instance.record, measurement.seconds, {});
    if (instance.objective.is_energy()) names.add("joules", measurement.value.median);
    for (const Fact& fact : measurement.facts) names.add(fact.name, fact.value);
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

// The result of ours that a figure stands beside.
struct Counterpart {
  std::string label;
  Measurement measurement;
};

// Of the variant that the figure names, with the parameters that it names; else the fastest.
std::optional<Counterpart> counterpart(const InstanceComparison& instance,
                                       const PublishedFigure& figure, const Beside& beside,
                                       const Surroundings& surroundings) {
  for (const Entry& entry : instance.entries) {
    if (!entry.best || (!figure.variant.empty() && entry.variant.name != figure.variant)) continue;
    if (figure.parameters.empty()) return Counterpart{entry.label, *entry.best};
    auto best = surroundings.best(entry, figure.parameters);
    if (!best) continue;
    std::vector<std::string> noted;  // already, where the entry itself was looked at
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
