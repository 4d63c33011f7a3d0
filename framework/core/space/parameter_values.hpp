#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "framework/core/catalog.hpp"

namespace assay {

// The parameters of a search space, and configurations as assignments: one index into the list of
// values per parameter, in their order.
class ParameterValues {
 public:
  // Throws usage Error for a parameter without values, with one listed twice or with a default that
  // is not listed, and for two of the same name.
  explicit ParameterValues(std::vector<Parameter> parameters);

  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }
  // How many values each has.
  [[nodiscard]] const std::vector<std::uint32_t>& sizes() const { return sizes_; }
  // Nothing if it is not listed.
  [[nodiscard]] std::optional<std::uint32_t> index_of(std::size_t parameter,
                                                      const Value& value) const;
  [[nodiscard]] std::uint32_t default_index(std::size_t parameter) const;

  // Nothing if the configuration is malformed. A conditional parameter that it leaves out has its
  // default.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> assignment(
      const Bindings& configuration) const;
  // What is wrong with names and values, whatever conditions and constraints say. Empty: nothing.
  [[nodiscard]] std::string why_malformed(const Bindings& configuration) const;
  // The same of indices, as the end of a sentence: "has 2 indices for 3 parameters".
  [[nodiscard]] std::string why_malformed(std::span<const std::uint32_t> assignment) const;
  // The parameters marked in `counts`, one mark per parameter.
  [[nodiscard]] Bindings bindings(std::span<const std::uint32_t> assignment,
                                  const std::vector<bool>& counts) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<std::uint32_t> sizes_;
};

}  // namespace assay
