#include "framework/core/space/space.hpp"

#include <algorithm>
#include <unordered_set>

#include "framework/core/error.hpp"
#include "framework/core/space/assignment_graph.hpp"
#include "framework/core/space/near_assignments.hpp"
#include "framework/core/space/parameter_values.hpp"
#include "framework/core/space/requirements.hpp"
#include "framework/core/space/sorted_assignments.hpp"

namespace assay {
namespace {

using List = std::vector<std::vector<std::uint32_t>>;

void check_list(const List& assignments, const ParameterValues& values,
                SpaceRequirements& conditions) {
  if (assignments.empty()) throw usage_error("no configuration is listed");
  for (std::size_t row = 0; row < assignments.size(); ++row) {
    const std::string malformed = values.why_malformed(assignments[row]);
    if (!malformed.empty())
      throw usage_error("the configuration {} of the list {}", row, malformed);
    if (conditions.empty()) continue;
    std::string excluded;
    try {
      excluded = conditions.why_excluded(assignments[row]);
    } catch (const Error& error) {
      throw usage_error("in the configuration {} of the list: {}", row, error.what());
    }
    if (!excluded.empty())
      throw usage_error("the configuration {} of the list is {}", row, excluded);
  }
}

AssignmentGraph graph_of_list(const List& assignments, const ParameterValues& values,
                              SpaceRequirements& conditions) {
  check_list(assignments, values, conditions);
  const SortedAssignments list(values.sizes(), assignments);
  if (const auto twins = list.duplicate()) {
    const auto& twin = assignments[twins->first];
    throw usage_error("the configurations {} and {} of the list are the same: {}", twins->first,
                      twins->second, to_string(values.bindings(twin, conditions.counting(twin))));
  }
  return AssignmentGraph(list);
}

}  // namespace

struct SearchSpace::Impl {
  Impl(std::vector<Parameter> parameters, const std::vector<Constraint>& constraints,
       std::map<std::string, Value> constants)
      : values(std::move(parameters)),
        requirements(values, constraints, std::move(constants)),
        graph(requirements.graph()),
        near(graph) {}

  Impl(const std::string& choice, std::vector<SpacePart> parts)
      : values(joint_parameters(choice, parts)),
        requirements(values, std::move(parts)),
        graph(requirements.graph()),
        near(graph) {}

  Impl(std::vector<Parameter> parameters, const List& assignments)
      : values(std::move(parameters)),
        requirements(values, {}, {}),
        graph(graph_of_list(assignments, values, requirements)),
        near(graph) {}

  // The changes that make a neighbour of `start`.
  std::vector<NearAssignments::Change> changes(const std::vector<std::uint32_t>& start,
                                               Neighbourhood kind) {
    const auto counts = requirements.counting(start);
    std::vector<NearAssignments::Change> result;
    for (std::size_t k = 0; k < start.size(); ++k) {
      if (!counts[k]) continue;
      const std::uint32_t size = values.sizes()[k];
      const bool any = kind == Neighbourhood::any_value;
      const std::uint32_t first = any || start[k] == 0 ? 0 : start[k] - 1;
      const std::uint32_t end = any ? size : std::min(size, start[k] + 2);
      for (std::uint32_t index = first; index < end; ++index) {
        if (index != start[k]) result.push_back({k, index});
      }
    }
    return result;
  }

  ParameterValues values;
  SpaceRequirements requirements;
  AssignmentGraph graph;  // of all assignments that meet the requirements, or of a list of such
  NearAssignments near;
};

SearchSpace::SearchSpace(std::vector<Parameter> parameters,
                         const std::vector<Constraint>& constraints,
                         std::map<std::string, Value> constants)
    : impl_(std::make_unique<Impl>(std::move(parameters), constraints, std::move(constants))) {}
SearchSpace::SearchSpace(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SearchSpace SearchSpace::joined(const std::string& choice, std::vector<SpacePart> parts) {
  return SearchSpace(std::make_unique<Impl>(choice, std::move(parts)));
}
SearchSpace SearchSpace::from_configurations(std::vector<Parameter> parameters,
                                             const List& assignments) {
  return SearchSpace(std::make_unique<Impl>(std::move(parameters), assignments));
}
SearchSpace::~SearchSpace() = default;
SearchSpace::SearchSpace(SearchSpace&&) noexcept = default;
SearchSpace& SearchSpace::operator=(SearchSpace&&) noexcept = default;

std::uint64_t SearchSpace::size() const { return impl_->graph.size(); }

double SearchSpace::product_size() const {
  double product = 1;
  for (const std::uint32_t size : impl_->values.sizes()) product *= size;
  return product;
}

const std::vector<Parameter>& SearchSpace::parameters() const { return impl_->values.parameters(); }

std::vector<std::uint32_t> SearchSpace::assignment(std::uint64_t number) const {
  if (number >= size()) {
    throw internal_error("configuration {} of a space of {} was asked for", number, size());
  }
  return impl_->graph.at(number);
}

std::optional<std::uint64_t> SearchSpace::number_of(
    std::span<const std::uint32_t> assignment) const {
  if (assignment.size() != parameters().size()) return std::nullopt;
  return impl_->graph.number_of(assignment);
}

Bindings SearchSpace::at(std::uint64_t index) const {
  const auto indices = assignment(index);
  return impl_->values.bindings(indices, impl_->requirements.counting(indices));
}

std::optional<std::uint64_t> SearchSpace::index_of(const Bindings& configuration) const {
  const auto indices = impl_->values.assignment(configuration);
  return indices ? impl_->graph.number_of(*indices) : std::nullopt;
}

std::optional<std::uint64_t> SearchSpace::nearest(const Bindings& given) const {
  std::vector<std::uint32_t> wanted;
  std::vector<bool> fixed;
  std::size_t known = 0;
  for (std::size_t k = 0; k < parameters().size(); ++k) {
    const Parameter& parameter = parameters()[k];
    const Value* value = find(given, parameter.name);
    const auto index =
        impl_->values.index_of(k, value == nullptr ? parameter.default_value : *value);
    if (!index) return std::nullopt;
    wanted.push_back(*index);
    fixed.push_back(value != nullptr);
    known += value != nullptr ? 1 : 0;
  }
  if (known != given.size()) return std::nullopt;
  return nearest_to(wanted, fixed);
}

std::uint64_t SearchSpace::default_index() const { return *nearest({}); }

std::uint64_t SearchSpace::nearest_to(std::span<const std::uint32_t> wanted) const {
  return *nearest_to(wanted, std::vector<bool>(wanted.size(), false));
}

std::optional<std::uint64_t> SearchSpace::nearest_to(std::span<const std::uint32_t> wanted,
                                                     const std::vector<bool>& fixed) const {
  const std::string malformed = impl_->values.why_malformed(wanted);
  if (!malformed.empty()) throw internal_error("an assignment {}", malformed);
  if (fixed.size() != wanted.size()) {
    throw internal_error("{} parameters of {} are marked as fixed or not", fixed.size(),
                         wanted.size());
  }
  const auto found = impl_->near.nearest(wanted, fixed);
  return found ? impl_->graph.number_of(*found) : std::nullopt;
}

std::vector<std::uint64_t> SearchSpace::neighbours(std::uint64_t number, Neighbourhood kind,
                                                   std::size_t most_changes) const {
  const auto start = assignment(number);
  std::vector<std::uint64_t> result;
  std::unordered_set<std::uint64_t> seen;
  for (const auto& neighbour :
       impl_->near.nearest_with(start, impl_->changes(start, kind), most_changes)) {
    const std::uint64_t other = *impl_->graph.number_of(neighbour);
    if (seen.insert(other).second) result.push_back(other);
  }
  return result;
}

std::string SearchSpace::why_excluded(const Bindings& configuration) const {
  std::string malformed = impl_->values.why_malformed(configuration);
  if (!malformed.empty()) return malformed;
  const auto indices = *impl_->values.assignment(configuration);
  std::string excluded = impl_->requirements.why_excluded(indices);
  if (!excluded.empty() || impl_->graph.number_of(indices)) return excluded;
  return "excluded because it is not among the configurations listed";
}

}  // namespace assay
