// The description of a variant by a plugin.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/host.hpp"
#include "assay/tensor.hpp"
#include "assay/value.hpp"

namespace assay::sdk {

struct Parameter {
  std::string name;
  std::string doc;
  std::vector<Value> values;
  std::optional<Value> default_value = std::nullopt;  // the first value unless given
  std::string condition = {};                         // "" is always true
};

struct Constraint {
  std::string expression;
  std::string reason;
};

// The data that a trial is prepared from: the host, the tensors, the configuration.
class Task {
 public:
  Task(const Host& host, const assay_task& task)
      : host_(host),
        inputs_(task.inputs, task.input_count),
        outputs_(task.outputs, task.output_count),
        configuration_(task.configuration, task.configuration_count),
        arguments_(task.arguments, task.argument_count) {}

  [[nodiscard]] const Host& host() const { return host_; }
  [[nodiscard]] const assay_tensor& input(std::string_view name) const {
    return find_tensor(inputs_, name);
  }
  [[nodiscard]] const assay_tensor& output(std::string_view name) const {
    return find_tensor(outputs_, name);
  }
  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const { return outputs_; }
  [[nodiscard]] const Bindings& configuration() const { return configuration_; }
  // The instance's arguments.
  [[nodiscard]] const Bindings& arguments() const { return arguments_; }

 private:
  Host host_;
  std::span<const assay_tensor> inputs_;
  std::span<const assay_tensor> outputs_;
  Bindings configuration_;
  Bindings arguments_;
};

// One prepared configuration. See assay_variant for the meaning of each function.
class Trial {
 public:
  Trial() = default;
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;
  virtual ~Trial() = default;

  virtual void restore() {}
  virtual void run() = 0;
  virtual void outputs() {}
};

// The element types of a task's tensors, in their order, which hold the problem's at first. See
// assay_variant::types.
struct TensorTypes {
  std::span<assay_element> inputs;
  std::span<assay_element> outputs;
  // The type of the least precision that the trial works in.
  assay_element precision = ASSAY_F64;
};

struct VariantDescription {
  std::string name;
  std::string problem;
  std::string doc;
  assay_backend backend = ASSAY_CPU;
  std::vector<Parameter> parameters = {};
  std::vector<Constraint> constraints = {};
  std::function<std::unique_ptr<Trial>(const Task&)> prepare;
  std::function<void(const Task&)> compile = nullptr;  // optional
  // Optional: sets the types in which a configuration takes the tensors.
  std::function<void(const Task&, TensorTypes&)> types = nullptr;
  std::uint32_t queues = 0;  // most queues that a trial uses at once; to be set if they are many
  bool outputs_are_copies = false;  // as assay_variant has it
  bool limits = false;              // whether `prepare` may limit the device's clocks or power
};

template <class T>
std::unique_ptr<Trial> prepare_as(const Task& task) {
  return std::make_unique<T>(task);
}

}  // namespace assay::sdk
