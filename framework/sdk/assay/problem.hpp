// How a plugin describes a problem.
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

// What may stand for an argument in instances that nobody listed (assay_domain).
struct Domain {
  double lowest;
  double highest;
  bool values_only = false;
};
// Of a size.
[[nodiscard]] inline Domain between(double lowest, double highest) { return {lowest, highest}; }
// Of a seed.
[[nodiscard]] inline Domain any_seed() { return {0, 2147483647.0, true}; }

struct Argument {
  std::string name;
  std::string doc;
  Value default_value;
  std::vector<Value> choices = {};
  std::optional<Domain> domain = std::nullopt;  // nothing: it stays as it is listed
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

// What a problem's own check finds: the deviation in units of the tolerance (up to 1 passes) and,
// for a refusal, why.
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

  // As Instance::check.
  virtual Finding check(std::span<const assay_tensor> outputs) = 0;
};

// What a check is restored from; stays valid while the check lives.
struct SavedCheck {
  std::span<const assay_tensor> inputs;
  std::span<const std::byte> state;  // what Instance::save_check returned, aligned to a page
};

// Useful work of one sample, whatever the variant: what a floor is computed from.
struct Work {
  double flops = 0;  // useful floating-point operations; a fused multiply-add counts two
  double bytes = 0;  // that must move between memory and processor
  assay_element element = ASSAY_F32;  // the precision whose peak applies
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
  // Computed on first call. A problem that checks outputs itself has nothing to hand out, but may
  // prepare here what its check needs: here it has the time that references are given.
  virtual std::span<const assay_expectation> reference() { return {}; }
  // Judges outputs, where the problem's description says that its instances do. Facts that it
  // attaches to its host (Host::trial_fact) become facts of the trial.
  virtual Finding check(std::span<const assay_tensor> /*outputs*/) {
    throw Error(ASSAY_INTERNAL, "the problem's instances check no outputs");
  }
  // What the check needs beside arguments and inputs, where the problem says how to restore one;
  // called after reference().
  [[nodiscard]] virtual std::vector<std::byte> save_check() { return {}; }
  [[nodiscard]] virtual Work work() const = 0;
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};

struct ProblemDescription {
  std::string name;
  std::string doc;
  std::vector<Argument> arguments;
  std::vector<TensorDoc> tensors;
  std::function<std::unique_ptr<Instance>(const Host&, const Bindings&)> create;
  bool checks = false;  // outputs are judged by Instance::check, not against the reference
  // Where the problem checks: lets fresh processes judge outputs without creating the instance.
  std::function<std::unique_ptr<Check>(const Host&, const Bindings&, const SavedCheck&)>
      restore_check = nullptr;
  // The variant whose outputs, at its defaults, are the reference, where there is no independent
  // one: what passes agrees with it and may be wrong alike. "": the reference is independent.
  std::string agrees_with = {};
};

}  // namespace assay::sdk
