#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"

namespace assay {

// The parameters of a search space, and configurations in the form of assignments: one index per
// parameter into its list of values, in the parameters' order.
class ParameterValues {
 public:
  // Throws usage Error for a parameter without values, with a value listed twice or with a default
  // that is not listed, and for two parameters of the same name.
  explicit ParameterValues(std::vector<Parameter> parameters);

  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
  // The number of values of each parameter.
  [[nodiscard]] const std::vector<std::uint32_t>& sizes() const { return sizes_; }
  // The index of a value in the parameter's list; nothing if it is not listed.
  [[nodiscard]] std::optional<std::uint32_t> index_of(std::size_t parameter,
                                                      const Value& value) const;
  [[nodiscard]] std::uint32_t default_index(std::size_t parameter) const;

  // The assignment of a configuration; nothing if the configuration is malformed. A conditional
  // parameter that the configuration leaves out has its default.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> assignment(
      const Bindings& configuration) const;
  // Says what is wrong with names and values, regardless of conditions and constraints; empty if
  // nothing is.
  [[nodiscard]] std::string why_malformed(const Bindings& configuration) const;
  // Says what is wrong with the indices, as the end of a sentence: "has 2 indices for 3
  // parameters"; empty if nothing is.
  [[nodiscard]] std::string why_malformed(std::span<const std::uint32_t> assignment) const;
  // The names and values of the parameters that are marked in `counts`, which has one element per
  // parameter.
  [[nodiscard]] Bindings bindings(std::span<const std::uint32_t> assignment,
                                  const std::vector<bool>& counts) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace assay
