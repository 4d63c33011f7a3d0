// One template for float and double, chosen at run time.
#pragma once

#include <memory>
#include <string>

#include "assay/tensor.hpp"
#include "assay/variant.hpp"

namespace assay::sdk {

// Whether a tensor's elements are double. Throws ASSAY_UNSUPPORTED if they are neither double nor
// float.
inline bool is_double(const assay_tensor& tensor) {
  if (tensor.element == ASSAY_F64) return true;
  if (tensor.element == ASSAY_F32) return false;
  throw Error(ASSAY_UNSUPPORTED, "'" + std::string(tensor.name) + "' must be of float or double");
}

// Calls the template `act` for the type of a tensor's elements:
//
//   by_precision(task.input("X"), [&]<class Real>() { compile<Real>(task); });
template <class Act>
decltype(auto) by_precision(const assay_tensor& tensor, const Act& act) {
  if (is_double(tensor)) return act.template operator()<double>();
  return act.template operator()<float>();
}

// Creates a trial, from the arguments, of the class template for the type of a tensor's elements:
//
//   .prepare = [](const Task& task) { return prepare_by_precision<Fit>(task.input("X"), task); }
template <template <class Real> class OneTrial, class... Arguments>
std::unique_ptr<Trial> prepare_by_precision(const assay_tensor& tensor,
                                            const Arguments&... arguments) {
  return by_precision(tensor, [&]<class Real>() -> std::unique_ptr<Trial> {
    return std::make_unique<OneTrial<Real>>(arguments...);
  });
}

}  // namespace assay::sdk
