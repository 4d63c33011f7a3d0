// The graph of the assignments that a set of rules admits.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "framework/core/error.hpp"
#include "framework/core/space/assignment_graph.hpp"
#include "framework/core/space/row_set.hpp"
#include "framework/core/space/rule_table.hpp"
#include "framework/core/space/variable_order.hpp"

namespace assay {
namespace {

using Rule = AssignmentGraph::Rule;
using RuleState = std::optional<std::uint32_t>;

// Limit for one layer; about 1 GiB of rows while building.
constexpr std::size_t max_edges = std::size_t{1} << 24;
constexpr std::size_t no_column = std::numeric_limits<std::size_t>::max();

// A column of a layer's rows: the index of a variable bound so far, or the state of a rule that is
// bound in steps.
struct RowColumn {
  bool is_state;
  std::size_t number;  // number of the variable or the rule
  bool operator==(const RowColumn&) const = default;
};
using RowColumns = std::vector<RowColumn>;

std::size_t place_of(const RowColumn& column, const RowColumns& columns) {
  const auto at = std::find(columns.begin(), columns.end(), column);
  return at == columns.end() ? no_column : static_cast<std::size_t>(at - columns.begin());
}

// The check of a rule at one layer: whether the variables bound so far can still satisfy the rule.
// Tabulated if there are few combinations, which saves evaluations and detects dead ends before the
// rule's last variable is bound.
struct Check {
  std::vector<std::size_t> columns;  // columns of the layer's rows that the rule reads
  std::vector<std::size_t> strides;  // strides of `columns` in the table
  std::vector<std::uint8_t> table;   // new variable fastest; if empty, the rule itself is called
  const Rule* rule = nullptr;
  std::vector<std::size_t> arguments;  // argument positions of the columns, then of the new one
};

// A step of a rule that binds the variable of a layer.
class RuleStep {
 public:
  // `from` and `to` are the columns of the rule's state in the rows before and after the step;
  // no_column before the rule's first variable and after its last.
  RuleStep(const Rule& rule, std::size_t variable, std::size_t size, std::size_t from,
           std::size_t to)
      : rule_(&rule), variable_(variable), size_(size), from_(from), to_(to) {}

  // Looks up the states that follow the state in a row, for the indices that are still admitted,
  // and clears `admitted` for each index that the rule rejects.
  void apply(const std::uint32_t* row, std::vector<std::uint8_t>& admitted) {
    const RuleState state = from_ == no_column ? RuleState() : row[from_];
    const auto [at, is_new] = starts_.try_emplace(state.value_or(0), next_states_.size());
    next_ = at->second;
    if (is_new) next_states_.resize(next_ + size_);
    for (std::size_t index = 0; index < size_; ++index) {
      if (admitted[index] == 0) continue;
      auto& next = next_states_[next_ + index];
      if (!next) next = rule_->bind(state, variable_, static_cast<std::uint32_t>(index));
      if (!*next) admitted[index] = 0;
    }
  }

  // Writes the state that follows by an admitted index into the row `child`.
  void write(std::uint32_t index, std::vector<std::uint32_t>& child) const {
    if (to_ != no_column) child[to_] = **next_states_[next_ + index];
  }

 private:
  const Rule* rule_;
  std::size_t variable_;
  std::size_t size_;  // of the variable's domain
  std::size_t from_;
  std::size_t to_;
  // For each state, the start of its successors in next_states_, by index; those that were never
  // asked for are not known.
  std::unordered_map<std::uint32_t, std::size_t> starts_;
  std::vector<std::optional<RuleState>> next_states_;
  std::size_t next_ = 0;
};

}  // namespace

// Builds the layers from first to last.
class AssignmentGraphBuilder {
 public:
  AssignmentGraphBuilder(std::vector<std::uint32_t> sizes, const std::vector<Rule>& rules)
      : sizes_(std::move(sizes)), rules_(rules), position_(sizes_.size()) {
    std::vector<VariableScope> scopes;
    for (const auto& rule : rules) {
      steps_.push_back(rule.bind && !can_tabulate(sizes_, rule.variables));
      scopes.push_back({rule.variables, steps_.back()});
    }
    order_ = order_variables(sizes_, scopes);
    for (std::size_t k = 0; k < order_.size(); ++k) position_[order_[k]] = k;
    plan();
  }

  std::vector<AssignmentGraph::Layer> build() {
    std::vector<AssignmentGraph::Layer> layers;
    RowSet nodes(0);
    nodes.insert({});
    for (std::size_t k = 0; k < order_.size(); ++k) {
      RowSet next(frontiers_[k + 1].size());
      layers.push_back(build_layer(k, nodes, next));
      nodes = std::move(next);
    }
    return layers;
  }

 private:
  // Determines the columns of every layer's rows, then the checks of every layer.
  void plan() {
    frontiers_.resize(order_.size() + 1);
    for (std::size_t k = 1; k < order_.size(); ++k) {
      for (std::size_t p = 0; p < k; ++p) {
        if (is_needed(order_[p], k)) frontiers_[k].push_back({false, order_[p]});
      }
      for (std::size_t r = 0; r < rules_.size(); ++r) {
        const auto [first, last] = positions(rules_[r]);
        if (steps_[r] && first < k && last >= k) frontiers_[k].push_back({true, r});
      }
    }
    checks_.resize(order_.size());
    for (std::size_t r = 0; r < rules_.size(); ++r) {
      if (!steps_[r]) plan(rules_[r]);
    }
  }

  // Whether the index of a variable must be known when the variable of layer k is bound.
  [[nodiscard]] bool is_needed(std::size_t variable, std::size_t k) const {
    for (std::size_t r = 0; r < rules_.size(); ++r) {
      if (steps_[r] || !contains(rules_[r].variables, variable)) continue;
      if (positions(rules_[r]).second >= k) return true;
    }
    return false;
  }

  void plan(const Rule& rule) {
    if (rule.variables.empty()) return;
    std::vector<std::size_t> bound = rule.variables;
    std::sort(bound.begin(), bound.end(),
              [&](std::size_t a, std::size_t b) { return position_[a] < position_[b]; });
    if (!can_tabulate(sizes_, bound)) {
      checks_[position_[bound.back()]].push_back(check(rule, bound, {}));
      return;
    }
    std::vector<std::uint8_t> table = tabulate(rule, bound, sizes_);
    // From the whole rule to ever shorter prefixes: a prefix without completion is not admitted.
    while (!bound.empty()) {
      if (std::find(table.begin(), table.end(), 0) == table.end()) return;
      auto shorter = project(table, sizes_[bound.back()]);
      checks_[position_[bound.back()]].push_back(check(rule, bound, std::move(table)));
      table = std::move(shorter);
      bound.pop_back();
    }
  }

  [[nodiscard]] Check check(const Rule& rule, const std::vector<std::size_t>& bound,
                            std::vector<std::uint8_t> table) const {
    Check result;
    result.rule = &rule;
    result.table = std::move(table);
    const auto& frontier = frontiers_[position_[bound.back()]];
    std::size_t stride = 1;
    for (std::size_t k = bound.size(); k-- > 0; stride *= sizes_[bound[k]]) {
      const auto argument = std::find(rule.variables.begin(), rule.variables.end(), bound[k]);
      result.arguments.push_back(static_cast<std::size_t>(argument - rule.variables.begin()));
      if (k + 1 == bound.size()) continue;
      result.columns.push_back(place_of({false, bound[k]}, frontier));
      result.strides.push_back(stride);
    }
    // The arguments were collected from last to first, that of the new variable first; it must come
    // last.
    std::rotate(result.arguments.begin(), result.arguments.begin() + 1, result.arguments.end());
    return result;
  }

  [[nodiscard]] std::vector<RuleStep> steps_of(std::size_t k) const {
    std::vector<RuleStep> steps;
    for (std::size_t r = 0; r < rules_.size(); ++r) {
      if (!steps_[r] || !contains(rules_[r].variables, order_[k])) continue;
      steps.emplace_back(rules_[r], order_[k], sizes_[order_[k]],
                         place_of({true, r}, frontiers_[k]),
                         place_of({true, r}, frontiers_[k + 1]));
    }
    return steps;
  }

  AssignmentGraph::Layer build_layer(std::size_t k, const RowSet& nodes, RowSet& next) const {
    AssignmentGraph::Layer layer;
    layer.variable = order_[k];
    const auto& to = frontiers_[k + 1];
    const std::size_t new_column = place_of({false, layer.variable}, to);
    auto steps = steps_of(k);
    std::vector<std::pair<std::size_t, std::size_t>> kept;  // columns before and after
    for (std::size_t c = 0; c < to.size(); ++c) {
      const std::size_t from = place_of(to[c], frontiers_[k]);
      if (from != no_column) kept.emplace_back(from, c);
    }
    std::vector<std::uint32_t> child(to.size());
    std::vector<std::uint8_t> admitted(sizes_[layer.variable]);
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      const std::uint32_t* row = nodes.row(node);
      layer.begin.push_back(static_cast<std::uint32_t>(layer.edges.size()));
      std::fill(admitted.begin(), admitted.end(), std::uint8_t{1});
      for (const auto& check : checks_[k]) apply(check, row, admitted);
      for (auto& step : steps) step.apply(row, admitted);
      for (const auto& [before, after] : kept) child[after] = row[before];
      for (std::uint32_t index = 0; index < admitted.size(); ++index) {
        if (admitted[index] == 0) continue;
        if (new_column != no_column) child[new_column] = index;
        for (const auto& step : steps) step.write(index, child);
        layer.edges.push_back({index, next.insert(child)});
      }
      if (layer.edges.size() > max_edges) {
        throw usage_error(
            "the constraints tie so many parameters together that the space cannot be built: more "
            "than {} partial configurations must be kept apart at one parameter; give the "
            "parameters fewer values or constrain fewer of them at once",
            max_edges);
      }
    }
    layer.begin.push_back(static_cast<std::uint32_t>(layer.edges.size()));
    return layer;
  }

  static void apply(const Check& check, const std::uint32_t* row,
                    std::vector<std::uint8_t>& admitted) {
    if (!check.table.empty()) {
      std::size_t base = 0;
      for (std::size_t c = 0; c < check.columns.size(); ++c) {
        base += row[check.columns[c]] * check.strides[c];
      }
      for (std::size_t k = 0; k < admitted.size(); ++k) admitted[k] &= check.table[base + k];
      return;
    }
    std::vector<std::uint32_t> arguments(check.arguments.size());
    for (std::size_t c = 0; c < check.columns.size(); ++c) {
      arguments[check.arguments[c]] = row[check.columns[c]];
    }
    for (std::uint32_t index = 0; index < admitted.size(); ++index) {
      if (admitted[index] == 0) continue;
      arguments[check.arguments.back()] = index;
      admitted[index] = check.rule->admits(arguments) ? 1 : 0;
    }
  }

  static bool contains(const std::vector<std::size_t>& variables, std::size_t v) {
    return std::find(variables.begin(), variables.end(), v) != variables.end();
  }

  // The positions of the first and the last of a rule's variables.
  [[nodiscard]] std::pair<std::size_t, std::size_t> positions(const Rule& rule) const {
    std::pair<std::size_t, std::size_t> result{no_column, 0};
    for (const std::size_t v : rule.variables) {
      result.first = std::min(result.first, position_[v]);
      result.second = std::max(result.second, position_[v]);
    }
    return result;
  }

  std::vector<std::uint32_t> sizes_;
  const std::vector<Rule>& rules_;
  std::vector<bool> steps_;  // for each rule: whether it is bound in steps
  std::vector<std::size_t> order_;
  std::vector<std::size_t> position_;       // position of each variable in the order
  std::vector<RowColumns> frontiers_;       // the columns of each layer's rows
  std::vector<std::vector<Check>> checks_;  // checks of each layer
};

AssignmentGraph::AssignmentGraph(std::vector<std::uint32_t> domain_sizes,
                                 const std::vector<Rule>& rules) {
  for (const auto& rule : rules) {
    if (rule.variables.empty() && !rule.admits({})) return;
  }
  layers_ = AssignmentGraphBuilder(std::move(domain_sizes), rules).build();
  count();
}

}  // namespace assay
