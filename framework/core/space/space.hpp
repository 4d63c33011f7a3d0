#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"
#include "framework/core/space/space_part.hpp"

namespace assay {

// A search space: all configurations that satisfy the constraints, numbered 0 .. size()-1 in a
// fixed order.
//
// The configurations are never enumerated: an AssignmentGraph counts and numbers them, so that
// parameters that share no constraint cost the sum of their numbers of values instead of the
// product, and a small constraint prunes before its last parameter is bound. A conditional
// parameter whose condition is false has its default only and does not multiply the space. A
// constraint without a value (a division by zero) is an error only if the other constraints admit
// the configuration.
//
// Not safe for use by several threads at once.
class SearchSpace {
 public:
  // The changes of one parameter that make a neighbour: to any other of its values, or by one step
  // along its list of values.
  enum class Neighbourhood { any_value, one_step };
  static constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

  // `constants` are the other names constraints may use: device facts, instance arguments, facts. A
  // parameter of the same name hides a constant.
  // Throws usage Error for an unknown name or a bad expression (with a caret under the place), and
  // EmptySpace (requirements.hpp) for a space that is empty, naming the constraint that emptied it.
  SearchSpace(std::vector<Parameter> parameters, const std::vector<Constraint>& constraints,
              std::map<std::string, Value> constants);
  // The joint space of several parts: the configurations of each, with its name as the value of the
  // parameter `choice`, which comes first. Throws as the constructor does; only all parts together
  // must not be empty.
  static SearchSpace joined(const std::string& choice, std::vector<SpacePart> parts);
  // The space of exactly the configurations listed: each a vector of indices into the parameters'
  // value lists, one per parameter in their order. A parameter whose condition (over the other
  // parameters only) is false must be listed with its default. Takes memory for the distinct tails
  // of the list, and time about linear in it. Throws usage Error for an empty list, a duplicate, an
  // index out of range, a configuration of the wrong length or one that violates a condition;
  // configurations are named by their place in the list, counted from 0.
  static SearchSpace from_configurations(
      std::vector<Parameter> parameters,
      const std::vector<std::vector<std::uint32_t>>& assignments);
  ~SearchSpace();
  SearchSpace(SearchSpace&&) noexcept;
  SearchSpace& operator=(SearchSpace&&) noexcept;

  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] double product_size() const;  // before constraints
  [[nodiscard]] const std::vector<Parameter>& parameters() const;
  // The configuration of that number: the parameters that count, in declaration order; a
  // conditional one whose condition is false is left out. Throws internal Error unless index <
  // size().
  [[nodiscard]] Bindings at(std::uint64_t index) const;
  // The number of a configuration, or nothing if it is not in the space. Conditional parameters
  // that it leaves out have their defaults.
  [[nodiscard]] std::optional<std::uint64_t> index_of(const Bindings& configuration) const;
  // The configuration nearest to the defaults that has the `given` values: it departs from the
  // defaults in the fewest other parameters, and by the fewest steps along their lists of values.
  // Nothing if the constraints admit none, or for an unknown name or value.
  [[nodiscard]] std::optional<std::uint64_t> nearest(const Bindings& given) const;

  // The assignment of a configuration: one index per parameter into its list of values, in the
  // parameters' order; a parameter that does not count has the index of its default. Throws
  // internal Error unless number < size().
  [[nodiscard]] std::vector<std::uint32_t> assignment(std::uint64_t number) const;
  // The number of the configuration with that assignment, or nothing if the assignment is not in
  // the space; it may be of any size and hold any indices.
  [[nodiscard]] std::optional<std::uint64_t> number_of(
      std::span<const std::uint32_t> assignment) const;

  // The configuration nearest to `wanted`, an assignment inside or outside the space: it departs
  // from `wanted` in the fewest parameters and, among such configurations, by the fewest steps
  // along their lists of values in all. Of equally near ones it is the one with the lowest number.
  // Throws internal Error where `wanted` is not one index per parameter, each below the number of
  // its values.
  [[nodiscard]] std::uint64_t nearest_to(std::span<const std::uint32_t> wanted) const;
  // The configuration nearest to `wanted` among those that agree with it in the parameters marked
  // in `fixed` (one element per parameter); nothing if there are none.
  [[nodiscard]] std::optional<std::uint64_t> nearest_to(std::span<const std::uint32_t> wanted,
                                                        const std::vector<bool>& fixed) const;
  // The configurations that differ from configuration `number` by a change of one parameter. If the
  // constraints exclude the change by itself, the nearest configuration that has it stands in,
  // provided that it changes at most `most_changes` parameters in all (1: no stand-ins). Parameters
  // that do not count in the configuration change only along with others. In ascending order of
  // parameter and value index; without duplicates and without `number`. Throws internal Error
  // unless number < size().
  [[nodiscard]] std::vector<std::uint64_t> neighbours(std::uint64_t number, Neighbourhood kind,
                                                      std::size_t most_changes = any_number) const;

  // The number of the configuration with all defaults, or of the one nearest to that.
  [[nodiscard]] std::uint64_t default_index() const;
  // The reason why a configuration is not in the space: "excluded because ...", an unknown name, a
  // value that is not listed. Empty if it is in the space.
  [[nodiscard]] std::string why_excluded(const Bindings& configuration) const;

 private:
  struct Impl;
  explicit SearchSpace(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
