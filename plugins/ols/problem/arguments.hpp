// The arguments that define an instance of ols/fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "assay/plugin.hpp"

namespace ols {

// The checked arguments, with the meaning of fit_arguments(). Rows and columns are those of X for
// all kinds of data.
struct Arguments {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t batch = 0;
  std::string precision;
  bool by_rows = true;
  std::string data;
  double condition = 0;
  double residual = 0;
  double row_spread = 1;
  bool intercept = false;
  double digits = 0;
  std::uint64_t seed = 0;

  // Throws sdk::Error: ASSAY_INVALID that names the argument out of range or in conflict with the
  // data, ASSAY_OUT_OF_MEMORY for tensors beyond this machine's memory.
  explicit Arguments(const assay::sdk::Bindings& bound);

  [[nodiscard]] std::size_t element_bytes() const { return precision == "float" ? 4 : 8; }
};

// The arguments that the problem declares: names, documentation, defaults.
std::vector<assay::sdk::Argument> fit_arguments();

}  // namespace ols
