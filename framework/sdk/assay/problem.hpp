// How a plugin describes a problem.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/host.hpp"
#include "assay/value.hpp"

namespace assay::sdk {

struct Argument {
  std::string name;
  std::string doc;
  Value default_value;
  std::vector<Value> choices = {};
};

struct TensorDoc {
  std::string name;
  assay_direction direction;
  std::string doc;
};

struct Fact {
  std::string name;
  double value;
  std::string unit = {};
};

// One instance of a problem. All spans stay valid while the instance lives.
class Instance {
 public:
  Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  virtual ~Instance() = default;

  [[nodiscard]] virtual std::span<const assay_tensor> inputs() const = 0;
  [[nodiscard]] virtual std::span<const assay_tensor> outputs() const = 0;
  // Computed on first call.
  virtual std::span<const assay_expectation> reference() = 0;
  [[nodiscard]] virtual assay_work work() const = 0;
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};

struct ProblemDescription {
  std::string name;
  std::string doc;
  std::vector<Argument> arguments;
  std::vector<TensorDoc> tensors;
  std::function<std::unique_ptr<Instance>(const Host&, const Bindings&)> create;
};

}  // namespace assay::sdk
