#include "framework/core/assignment_graph.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/number_table.hpp"
#include "framework/core/variable_order.hpp"

namespace assay {
namespace {

using Rule = AssignmentGraph::Rule;

// In a layer; about 1 GiB of rows while building.
constexpr std::size_t max_edges = std::size_t{1} << 24;

// Distinct rows of fixed width, numbered in the order of their first insertion.
class RowSet {
 public:
  explicit RowSet(std::size_t width) : width_(width) {}

  [[nodiscard]] std::size_t size() const { return numbers_.size(); }
  [[nodiscard]] const std::uint32_t* row(std::size_t number) const {
    return rows_.data() + number * width_;
  }

  std::uint32_t insert(const std::vector<std::uint32_t>& row) {
    const std::size_t known = size();
    const std::uint32_t number = numbers_.number(
        NumberTable::hash(row.data(), width_),
        [&](std::uint32_t other) { return std::equal(row.begin(), row.end(), this->row(other)); });
    if (number == known) rows_.insert(rows_.end(), row.begin(), row.end());
    return number;
  }

 private:
  std::size_t width_;
  std::vector<std::uint32_t> rows_;
  NumberTable numbers_;
};

// One rule as one layer sees it: whether the variables bound so far can still satisfy it. Tabulated
// where the combinations are few, which spares evaluating and tells dead ends before the rule's
// last variable is bound.
struct Check {
  std::vector<std::size_t> columns;  // of the layer's rows; what the rule reads beside the new one
  std::vector<std::size_t> strides;  // into the table, of `columns`
  std::vector<std::uint8_t> table;   // new variable fastest; empty: ask the rule
  const Rule* rule = nullptr;
  std::vector<std::size_t> arguments;  // where each column, and last the new one, goes in the call
};

constexpr std::size_t max_table = 4096;

}  // namespace

// Builds the layers from first to last.
class AssignmentGraphBuilder {
 public:
  AssignmentGraphBuilder(std::vector<std::uint32_t> sizes, const std::vector<Rule>& rules)
      : sizes_(std::move(sizes)), rules_(rules), position_(sizes_.size()) {
    std::vector<std::vector<std::size_t>> scopes;
    for (const auto& rule : rules) scopes.push_back(rule.variables);
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
  // Decides the columns of every layer's rows, then what is checked where.
  void plan() {
    frontiers_.resize(order_.size() + 1);
    for (std::size_t k = 1; k < order_.size(); ++k) {
      for (std::size_t p = 0; p < k; ++p) {
        const bool needed = std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
          return contains(rule.variables, order_[p]) && last_position(rule) >= k;
        });
        if (needed) frontiers_[k].push_back(order_[p]);
      }
    }
    checks_.resize(order_.size());
    for (const auto& rule : rules_) plan(rule);
  }

  void plan(const Rule& rule) {
    if (rule.variables.empty()) return;
    std::vector<std::size_t> bound = rule.variables;
    std::sort(bound.begin(), bound.end(),
              [&](std::size_t a, std::size_t b) { return position_[a] < position_[b]; });
    std::vector<std::uint8_t> table = tabulate(rule, bound);
    if (table.empty()) {
      checks_[position_[bound.back()]].push_back(check(rule, bound, {}));
      return;
    }
    // From the whole rule to ever shorter prefixes: what has no completion is admitted no more.
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
      const auto column = std::find(frontier.begin(), frontier.end(), bound[k]);
      result.columns.push_back(static_cast<std::size_t>(column - frontier.begin()));
      result.strides.push_back(stride);
    }
    // Collected from last to first, the new variable first of all; it is to come last.
    std::rotate(result.arguments.begin(), result.arguments.begin() + 1, result.arguments.end());
    return result;
  }

  // The rule over all combinations of its variables, the last of `bound` fastest; empty if they are
  // too many.
  [[nodiscard]] std::vector<std::uint8_t> tabulate(const Rule& rule,
                                                   const std::vector<std::size_t>& bound) const {
    std::size_t size = 1;
    for (const std::size_t v : bound) {
      size *= sizes_[v];
      if (size > max_table) return {};
    }
    std::vector<std::uint8_t> table(size);
    std::vector<std::uint32_t> indices(sizes_.size());
    std::vector<std::uint32_t> arguments(bound.size());
    for (std::size_t entry = 0; entry < size; ++entry) {
      std::size_t rest = entry;
      for (std::size_t k = bound.size(); k-- > 0; rest /= sizes_[bound[k]]) {
        indices[bound[k]] = static_cast<std::uint32_t>(rest % sizes_[bound[k]]);
      }
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        arguments[k] = indices[rule.variables[k]];
      }
      table[entry] = rule.admits(arguments) ? 1 : 0;
    }
    return table;
  }

  static std::vector<std::uint8_t> project(const std::vector<std::uint8_t>& table,
                                           std::size_t fastest) {
    std::vector<std::uint8_t> shorter(table.size() / fastest);
    for (std::size_t k = 0; k < table.size(); ++k) shorter[k / fastest] |= table[k];
    return shorter;
  }

  AssignmentGraph::Layer build_layer(std::size_t k, const RowSet& nodes, RowSet& next) const {
    AssignmentGraph::Layer layer;
    layer.variable = order_[k];
    const auto& from = frontiers_[k];
    const auto& to = frontiers_[k + 1];
    // The new variable is the last of the order so far: in the next row it comes last, if at all.
    const bool keeps_new = !to.empty() && to.back() == layer.variable;
    std::vector<std::size_t> kept;
    for (std::size_t c = 0; c < to.size() - (keeps_new ? 1 : 0); ++c) {
      kept.push_back(
          static_cast<std::size_t>(std::find(from.begin(), from.end(), to[c]) - from.begin()));
    }
    std::vector<std::uint32_t> child(to.size());
    std::vector<std::uint8_t> admitted(sizes_[layer.variable]);
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      const std::uint32_t* row = nodes.row(node);
      layer.begin.push_back(static_cast<std::uint32_t>(layer.edges.size()));
      std::fill(admitted.begin(), admitted.end(), std::uint8_t{1});
      for (const auto& check : checks_[k]) apply(check, row, admitted);
      for (std::size_t c = 0; c < kept.size(); ++c) child[c] = row[kept[c]];
      for (std::uint32_t index = 0; index < admitted.size(); ++index) {
        if (admitted[index] == 0) continue;
        if (keeps_new) child.back() = index;
        layer.edges.push_back({index, next.insert(child)});
      }
      if (layer.edges.size() > max_edges) {
        throw usage_error(
            "the constraints tie so many parameters together that the space cannot be built: more "
            "than {} partial configurations must be told apart at one parameter; give the "
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

  [[nodiscard]] std::size_t last_position(const Rule& rule) const {
    std::size_t last = 0;
    for (const std::size_t v : rule.variables) last = std::max(last, position_[v]);
    return last;
  }

  std::vector<std::uint32_t> sizes_;
  const std::vector<Rule>& rules_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> position_;                // of each variable in the order
  std::vector<std::vector<std::size_t>> frontiers_;  // the columns of each layer's rows
  std::vector<std::vector<Check>> checks_;           // of each layer
};

AssignmentGraph::AssignmentGraph(std::vector<std::uint32_t> domain_sizes,
                                 const std::vector<Rule>& rules) {
  for (const auto& rule : rules) {
    if (rule.variables.empty() && !rule.admits({})) return;
  }
  layers_ = AssignmentGraphBuilder(std::move(domain_sizes), rules).build();
  count();
}

void AssignmentGraph::count() {
  size_ = 1;
  for (std::size_t k = layers_.size(); k-- > 0;) {
    auto& layer = layers_[k];
    const std::size_t nodes = layer.begin.size() - 1;
    layer.counts.assign(nodes, 0);
    std::size_t kept = 0;
    for (std::size_t node = 0; node < nodes; ++node) {
      const std::size_t first = layer.begin[node];
      layer.begin[node] = static_cast<std::uint32_t>(kept);
      for (std::size_t e = first; e < layer.begin[node + 1]; ++e) {
        const Edge edge = layer.edges[e];
        const std::uint64_t below = count_below(k, edge);
        if (below == 0) continue;  // a dead end is dropped
        layer.edges[kept++] = edge;
        if (__builtin_add_overflow(layer.counts[node], below, &layer.counts[node])) {
          throw usage_error("the space has more than 2^64 configurations; fix some parameters");
        }
      }
    }
    layer.begin.back() = static_cast<std::uint32_t>(kept);
    layer.edges.resize(kept);
    layer.edges.shrink_to_fit();
  }
  if (!layers_.empty()) size_ = layers_.front().counts.front();
}

std::uint64_t AssignmentGraph::count_below(std::size_t layer, const Edge& edge) const {
  return layer + 1 == layers_.size() ? 1 : layers_[layer + 1].counts[edge.node];
}

std::vector<std::uint32_t> AssignmentGraph::at(std::uint64_t number) const {
  std::vector<std::uint32_t> assignment(layers_.size());
  std::uint32_t node = 0;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const auto& layer = layers_[k];
    const Edge* edge = &layer.edges[layer.begin[node]];
    for (std::uint64_t below = 0; number >= (below = count_below(k, *edge)); ++edge) {
      number -= below;
    }
    assignment[layer.variable] = edge->index;
    node = edge->node;
  }
  return assignment;
}

std::optional<std::uint64_t> AssignmentGraph::number_of(
    std::span<const std::uint32_t> assignment) const {
  if (size_ == 0) return std::nullopt;
  std::uint64_t number = 0;
  std::uint32_t node = 0;
  for (std::size_t k = 0; k < layers_.size(); ++k) {
    const auto& layer = layers_[k];
    const Edge* edge = layer.edges.data() + layer.begin[node];
    const Edge* const end = layer.edges.data() + layer.begin[node + 1];
    for (; edge != end && edge->index < assignment[layer.variable]; ++edge) {
      number += count_below(k, *edge);
    }
    if (edge == end || edge->index != assignment[layer.variable]) return std::nullopt;
    node = edge->node;
  }
  return number;
}

std::size_t AssignmentGraph::edge_count() const {
  std::size_t count = 0;
  for (const auto& layer : layers_) count += layer.edges.size();
  return count;
}

}  // namespace assay
