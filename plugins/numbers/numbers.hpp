// The numbers that problems of several families work on: drawn from a seed, or read from a NumPy
// file. Each family has the same arguments for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/problem.hpp"

namespace numbers {

// A problem's own arguments, followed by precision, values, file and seed.
[[nodiscard]] std::vector<assay::sdk::Argument> arguments(std::vector<assay::sdk::Argument> own);

// Calls the template `act` for the type that an instance's argument precision names:
//
//   by_precision(arguments, [&]<class Real>() -> std::unique_ptr<Instance> { ... });
template <class Act>
decltype(auto) by_precision(const assay::sdk::Bindings& bound, const Act& act) {
  if (bound.text("precision") == "double") return act.template operator()<double>();
  return act.template operator()<float>();
}

// Creates an instance, from the arguments, of the class template for that type.
template <template <class Real> class OneInstance, class... Arguments>
std::unique_ptr<assay::sdk::Instance> create_by_precision(const assay::sdk::Bindings& bound,
                                                          const Arguments&... arguments) {
  return by_precision(bound, [&]<class Real>() -> std::unique_ptr<assay::sdk::Instance> {
    return std::make_unique<OneInstance<Real>>(arguments...);
  });
}

// What those arguments say of an instance.
class Source {
 public:
  // Relative paths start in the folder for data. Borrows nothing.
  Source(const assay::sdk::Host& host, const assay::sdk::Bindings& bound);

  // The elements of an array of that shape in row-major order; an extent may be 0. `stream` tells
  // several arrays of an instance apart: each has numbers of its own. Throws Error
  // (ASSAY_DATA_ERROR) that names the file, and both shapes, where its shape is another one.
  // Real is float or double.
  template <class Real>
  [[nodiscard]] std::vector<Real> take(std::span<const std::size_t> shape,
                                       std::uint64_t stream = 0) const;

 private:
  [[nodiscard]] std::vector<double> read(std::span<const std::size_t> shape) const;

  std::string values_;
  std::string file_;  // "": drawn
  std::uint64_t seed_;
};

}  // namespace numbers
