#include "framework/scenario/beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"
#include "framework/core/expression/expression.hpp"
#include "framework/core/names.hpp"

namespace assay {
namespace {

Error error_of(const toml::node& node, const std::string& key, const std::string& message) {
  return usage_error("{}: 'published.{}' {}", location(node), key, message);
}

std::string text_of(const toml::node& node, const std::string& key) {
  if (!node.is_string()) {
    throw error_of(node, key, fmt::format("must be a text, not {}", kind_of(node)));
  }
  return node.as_string()->get();
}

double number_of(const toml::node& node, const std::string& key) {
  const auto value = node.value<double>();
  if (!node.is_number() || !value || !std::isfinite(*value)) {
    throw error_of(node, key, fmt::format("must be a finite number, not {}", kind_of(node)));
  }
  return *value;
}

double positive_of(const toml::node& node, const std::string& key) {
  const double value = number_of(node, key);
  if (!(value > 0)) throw error_of(node, key, fmt::format("must be above 0, not {}", value));
  return value;
}

// A figure being read, with the conditions that select its instances.
struct Draft {
  PublishedFigure figure;
  std::vector<std::string> problems;  // empty: every problem
  Bindings where;
};

constexpr const char* one_of_keys =
    "source, machine, label, variant, parameters.PARAMETER, problem, seconds, samples, "
    "where.ARGUMENT, values.QUANTITY, facts.FACT, columns, rows";

// Assigns the value of a key, no matter whether it is written in the table itself or in one of its
// rows.
void assign(Draft& draft, const std::string& key, const toml::node& node) {
  PublishedFigure& figure = draft.figure;
  const std::size_t dot = key.find('.');
  const std::string group = key.substr(0, dot);
  const std::string name = dot == std::string::npos ? "" : key.substr(dot + 1);
  if (key == "source") {
    figure.source = text_of(node, key);
  } else if (key == "machine") {
    figure.machine = text_of(node, key);
  } else if (key == "label") {
    figure.label = text_of(node, key);
  } else if (key == "variant") {
    figure.variant = text_of(node, key);
  } else if (key == "seconds") {
    figure.seconds = positive_of(node, key);
  } else if (key == "samples") {
    figure.samples = positive_of(node, key);
  } else if (group == "where" && !name.empty()) {
    const auto value = scalar(node);
    if (!value) throw error_of(node, key, fmt::format("must be a value, not {}", kind_of(node)));
    draft.where.emplace_back(name, *value);
  } else if (group == "parameters" && !name.empty()) {
    const auto value = scalar(node);
    if (!value) throw error_of(node, key, fmt::format("must be a value, not {}", kind_of(node)));
    figure.parameters.emplace_back(name, *value);
  } else if (group == "values" && !name.empty()) {
    figure.values.emplace_back(name, number_of(node, key));
  } else if (group == "facts" && !name.empty()) {
    figure.facts.emplace_back(name, number_of(node, key));
  } else {
    const std::vector<std::string> known = {"source",  "machine", "label",     "variant", "problem",
                                            "seconds", "samples", "where",     "values",  "facts",
                                            "columns", "rows",    "parameters"};
    throw usage_error("{}: unknown key 'published.{}'; {} (keys: {})", location(node), key,
                      did_you_mean(group, known), one_of_keys);
  }
}

// Reads the keys that apply to every row.
Draft read_common(const TomlTable& reader) {
  Draft draft;
  draft.figure.place = location(reader.raw());
  for (const auto& [key, node] : reader.raw()) {
    const std::string name(key.str());
    if (name == "columns" || name == "rows") continue;
    if (name == "problem") {
      for (const auto& problem : reader.values("problem")) {
        if (!std::holds_alternative<std::string>(problem)) {
          throw reader.error_at("problem", "must be the name of a problem");
        }
        draft.problems.push_back(std::get<std::string>(problem));
      }
    } else if (const auto* group = node.as_table()) {
      for (const auto& [inner, value] : *group) {
        assign(draft, fmt::format("{}.{}", name, inner.str()), value);
      }
    } else {
      assign(draft, name, node);
    }
  }
  return draft;
}

// Reads one draft for each row, or a single draft if there are no rows.
std::vector<Draft> read_drafts(const TomlTable& reader) {
  const Draft common = read_common(reader);
  if (reader.has("columns") != reader.has("rows")) {
    throw reader.error_at(
        reader.has("rows") ? "rows" : "columns",
        "needs its counterpart: 'columns' names the keys, 'rows' holds their values");
  }
  if (!reader.has("rows")) return {common};
  std::vector<std::string> columns;
  for (const auto& column : reader.values("columns")) columns.push_back(to_string(column));
  const auto* rows = reader.raw().get("rows")->as_array();
  if (rows == nullptr || rows->empty()) {
    throw reader.error_at("rows", rows == nullptr ? "must be an array of arrays" : "is empty");
  }
  std::vector<Draft> drafts;
  for (const auto& row : *rows) {
    const auto* cells = row.as_array();
    if (cells == nullptr || cells->size() != columns.size()) {
      throw error_of(
          row, "rows",
          fmt::format("must hold arrays of {} values, one for each column", columns.size()));
    }
    drafts.push_back(common);
    drafts.back().figure.place = location(row);
    for (std::size_t c = 0; c < columns.size(); ++c)
      assign(drafts.back(), columns[c], *cells->get(c));
  }
  return drafts;
}

// The scenario's instances that match the problem names and the arguments, each extended by those
// arguments that it leaves open.
std::vector<InstancePattern> fitting(const std::vector<InstancePattern>& instances,
                                     const std::vector<std::string>& problems,
                                     const Bindings& where) {
  std::vector<InstancePattern> patterns;
  for (InstancePattern pattern : instances) {
    const bool named = problems.empty() || std::find(problems.begin(), problems.end(),
                                                     pattern.problem) != problems.end();
    bool fits = named;
    for (const auto& [name, value] : where) {
      const Value* given = find(pattern.arguments, name);
      fits = fits && (given == nullptr || same_value(*given, value));
    }
    if (!fits) continue;
    for (const auto& [name, value] : where) {
      if (find(pattern.arguments, name) == nullptr) pattern.arguments.emplace_back(name, value);
    }
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

void require_derived(const PublishedFigure& figure, const std::vector<DerivedQuantity>& derived) {
  std::vector<std::string> names;
  for (const auto& quantity : derived) names.push_back(quantity.name);
  for (const auto& [name, value] : figure.values) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw usage_error("{}: 'published.values.{}' is not a quantity of a [[derived]]; {}",
                      figure.place, name, did_you_mean(name, names));
  }
}

// Checks and completes a draft. A figure that fits no instance is an error if `must_fit` is set.
PublishedFigure finished(Draft draft, const std::vector<InstancePattern>& instances,
                         const std::vector<DerivedQuantity>& derived, bool must_fit) {
  PublishedFigure& figure = draft.figure;
  if (figure.source.empty()) {
    throw usage_error("{}: 'published.source' is missing: say where the figure was published",
                      figure.place);
  }
  if (!figure.seconds && figure.values.empty() && figure.facts.empty()) {
    throw usage_error("{}: 'published' has no figure: give seconds, values or facts", figure.place);
  }
  require_derived(figure, derived);
  figure.instances = fitting(instances, draft.problems, draft.where);
  if (must_fit && figure.instances.empty()) {
    throw usage_error("{}: 'published' matches no [[instance]] of the scenario: {}{}", figure.place,
                      draft.problems.empty()
                          ? ""
                          : fmt::format("problem {}, ", fmt::join(draft.problems, " or ")),
                      to_string(draft.where));
  }
  return std::move(draft.figure);
}

DerivedQuantity read_derived(const toml::table& table,
                             const std::vector<InstancePattern>& instances) {
  const TomlTable reader(table, "derived", {"name", "unit", "value", "problem", "against"});
  DerivedQuantity quantity;
  quantity.place = location(table);
  quantity.name = reader.required_text("name");
  quantity.expression = reader.required_text("value");
  reader.read("unit", quantity.unit);
  std::vector<std::string> names;
  try {
    (void)Expression::parse_collecting(quantity.expression, names);
  } catch (const Error& error) {
    throw reader.error_at("value", fmt::format("is not an expression: {}", error.what()));
  }
  if (const auto* against = reader.table("against")) {
    for (const auto& [key, node] : *against) {
      const auto value = scalar(node);
      if (!value) throw reader.error_at("against", "must be a table of arguments and their values");
      quantity.against.emplace_back(std::string(key.str()), *value);
    }
  }
  std::vector<std::string> problems;
  for (const auto& problem : reader.values("problem")) problems.push_back(to_string(problem));
  quantity.instances = fitting(instances, problems, {});
  if (quantity.instances.empty()) {
    throw reader.error_at("problem", "is not the problem of any [[instance]] of the scenario");
  }
  return quantity;
}

}  // namespace

Beside read_beside(const TomlTable& top, const std::vector<InstancePattern>& instances) {
  Beside beside;
  std::size_t fits = 0;  // of figures and quantities to instances; each fit is stored
  const auto require_few = [&](const char* key, std::size_t more) {
    constexpr std::size_t most_fits = 1'000'000;
    if ((fits += more) <= most_fits) return;
    throw top.error_at(key, fmt::format("match the scenario's instances more than {} times: give "
                                        "fewer of them or fewer instances",
                                        most_fits));
  };
  for (const auto* table : top.tables("derived")) {
    beside.derived.push_back(read_derived(*table, instances));
    require_few("derived", beside.derived.back().instances.size());
  }
  for (const auto* table : top.tables("published")) {
    const auto drafts = read_drafts(TomlTable(*table, "published", {}));
    const std::size_t before = beside.published.size();
    for (const auto& draft : drafts) {
      // A scenario may include a whole table of figures and measure only some of its rows, but not
      // none.
      const bool last_chance = &draft == &drafts.back() && beside.published.size() == before;
      auto figure = finished(draft, instances, beside.derived, last_chance);
      require_few("published", figure.instances.size());
      if (!figure.instances.empty()) beside.published.push_back(std::move(figure));
    }
  }
  return beside;
}

}  // namespace assay
