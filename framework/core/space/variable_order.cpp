#include "framework/core/space/variable_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace assay {
namespace {

using Scopes = std::vector<VariableScope>;
using Components = std::vector<std::vector<std::size_t>>;

// The variables by connected component, components and members in ascending order.
Components components(std::size_t variables, const Scopes& scopes) {
  std::vector<std::size_t> parent(variables);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& scope : scopes) {
    for (const std::size_t v : scope.variables) {
      const std::size_t a = root(v);
      const std::size_t b = root(scope.variables.front());
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  Components found;
  std::vector<std::size_t> component_of(variables);
  for (std::size_t v = 0; v < variables; ++v) {
    if (root(v) == v) {
      component_of[v] = found.size();
      found.emplace_back();
    }
    found[component_of[root(v)]].push_back(v);
  }
  return found;
}

struct Ordering {
  std::vector<std::size_t> order;
  double cost = 0;  // estimated number of edges
};

class Greedy {
 public:
  Greedy(const std::vector<std::uint32_t>& domain_sizes, const Scopes& scopes)
      : domain_sizes_(domain_sizes), scopes_(scopes) {}

  [[nodiscard]] Ordering from(std::size_t start, const std::vector<std::size_t>& component) const {
    Ordering result;
    std::vector<bool> bound(domain_sizes_.size(), false);
    double live = 1;
    std::size_t next = start;
    for (;;) {
      result.cost += live * domain_sizes_[next];
      result.order.push_back(next);
      bound[next] = true;
      live = combinations(bound, component);
      if (result.order.size() == component.size()) return result;
      next = best(bound, component);
    }
  }

 private:
  [[nodiscard]] std::size_t best(std::vector<bool>& bound,
                                 const std::vector<std::size_t>& component) const {
    double least = std::numeric_limits<double>::infinity();
    std::size_t chosen = domain_sizes_.size();
    for (const std::size_t v : component) {
      if (bound[v]) continue;
      bound[v] = true;
      const double live = combinations(bound, component);
      bound[v] = false;
      if (live < least || chosen == domain_sizes_.size()) {
        least = live;
        chosen = v;
      }
    }
    return chosen;
  }

  // The number of combinations of bound variables, and of states, that unfinished rules still
  // depend on.
  [[nodiscard]] double combinations(const std::vector<bool>& bound,
                                    const std::vector<std::size_t>& component) const {
    std::vector<bool> needed(domain_sizes_.size(), false);
    double product = 1;
    for (const auto& [variables, in_steps] : scopes_) {
      if (std::all_of(variables.begin(), variables.end(), [&](std::size_t v) { return bound[v]; }))
        continue;
      double states = 1;
      for (const std::size_t v : variables) {
        if (!in_steps) needed[v] = true;
        if (in_steps && bound[v]) states += domain_sizes_[v] - 1.0;
      }
      product *= states;
    }
    for (const std::size_t v : component) {
      if (bound[v] && needed[v]) product *= domain_sizes_[v];
    }
    return product;
  }

  const std::vector<std::uint32_t>& domain_sizes_;
  const Scopes& scopes_;
};

}  // namespace

std::vector<std::size_t> order_variables(const std::vector<std::uint32_t>& domain_sizes,
                                         const Scopes& scopes) {
  // Trying every start costs time of the fourth power, so large components try only the first.
  constexpr std::size_t all_starts_up_to = 16;
  std::vector<std::size_t> order;
  const Greedy greedy(domain_sizes, scopes);
  for (const auto& component : components(domain_sizes.size(), scopes)) {
    const std::size_t starts = component.size() <= all_starts_up_to ? component.size() : 1;
    Ordering best = greedy.from(component.front(), component);
    for (std::size_t k = 1; k < starts; ++k) {
      Ordering other = greedy.from(component[k], component);
      if (other.cost < best.cost) best = std::move(other);
    }
    order.insert(order.end(), best.order.begin(), best.order.end());
  }
  return order;
}

}  // namespace assay
