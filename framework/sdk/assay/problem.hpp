// The description of a problem by a plugin.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/error.hpp"
#include "assay/host.hpp"
#include "assay/value.hpp"

namespace assay::sdk {

// The range of an argument in instances that nobody listed (assay_domain).
struct Domain {
  double lowest;
  double highest;
  bool values_only = false;
};
// The domain of an argument that is a size.
[[nodiscard]] inline Domain between(double lowest, double highest) { return {lowest, highest}; }
// The domain of an argument that is a seed.
[[nodiscard]] inline Domain any_seed() { return {0, 2147483647.0, true}; }

struct Argument {
  std::string name;
  std::string doc;
  Value default_value;
  std::vector<Value> choices = {};
  std::optional<Domain> domain = std::nullopt;  // nothing: the argument stays as listed
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

// The result of a problem's own check: the deviation in units of the tolerance (up to 1 passes)
// and, if the check rejects, the reason.
struct Finding {
  double error;
  std::string reason = {};
};

// Judges outputs in a process that took an instance over: see ProblemDescription::restore_check.
class Check {
 public:
  Check() = default;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;
  virtual ~Check() = default;

  // Judges outputs as Instance::check does.
  virtual Finding check(std::span<const assay_tensor> outputs) = 0;
};

// The data that a check is restored from; valid as long as the check lives.
struct SavedCheck {
  std::span<const assay_tensor> inputs;
  std::span<const std::byte> state;  // bytes that Instance::save_check returned, aligned to a page
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
  // The members of outputs that hold structs (assay_problem::members).
  [[nodiscard]] virtual std::span<const assay_member> members() const { return {}; }
  // The reference outputs, computed on first call. A problem that checks outputs itself has nothing
  // to return, but may prepare here what its check needs, because this call is given the time of a
  // reference.
  virtual std::span<const assay_expectation> reference() { return {}; }
  // Where in its output each of reference() begins; empty if all begin at 0.
  [[nodiscard]] virtual std::span<const assay_origin> origins() const { return {}; }
  // The tolerances of trials that work in types of their own; called after reference(). An output
  // that has none for a type is held to its expectation.
  virtual std::span<const assay_tolerance> tolerances() { return {}; }
  // The tolerances of single elements beside those of reference(), for each expectation a tensor of
  // its shape, float or double, or one without data (assay_problem::element_tolerances); empty if
  // no expectation has any. Called after reference().
  virtual std::span<const assay_tensor> element_tolerances() { return {}; }
  // Judges outputs, if the problem's description says that its instances do. Facts that the check
  // attaches to its host (Host::trial_fact) become facts of the trial.
  virtual Finding check(std::span<const assay_tensor> /*outputs*/) {
    throw Error(ASSAY_INTERNAL, "the problem's instances check no outputs");
  }
  // The data that the check needs besides arguments and inputs, if the problem says how to restore
  // a check; called after reference().
  [[nodiscard]] virtual std::vector<std::byte> save_check() { return {}; }
  [[nodiscard]] virtual assay_work work() const = 0;
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};

struct ProblemDescription {
  std::string name;
  std::string doc;
  std::vector<Argument> arguments;
  std::vector<TensorDoc> tensors;
  std::function<std::unique_ptr<Instance>(const Host&, const Bindings&)> create;
  bool checks = false;  // outputs are judged by Instance::check, not against the reference
  // If the problem checks outputs: lets fresh processes judge them without creating the instance.
  std::function<std::unique_ptr<Check>(const Host&, const Bindings&, const SavedCheck&)>
      restore_check = nullptr;
  // The variant whose outputs, at its defaults, are the reference if there is no independent one:
  // outputs that pass agree with it, and may be wrong in the same way. "": the reference is
  // independent.
  std::string agrees_with = {};
};

}  // namespace assay::sdk
