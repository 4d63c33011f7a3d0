// The tensors of a trial, whose element types may be the variant's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/device/cpu/guarded_memory.hpp"
#include "framework/kernel_file/plugin_values.hpp"
#include "framework/worker/host/context.hpp"
#include "framework/worker/instance.hpp"

namespace assay {

// The element types of a task's tensors in a configuration.
struct ConfiguredTypes {
  std::vector<assay_element> inputs;
  std::vector<assay_element> outputs;
  assay_element precision = ASSAY_F64;  // as assay_types::precision

  // Whether all are those of these tensors, and the precision says nothing.
  [[nodiscard]] bool are_of(std::span<const assay_tensor> of_inputs,
                            std::span<const assay_tensor> of_outputs) const;
};

// Asks the variant for the types of a configuration; without a function for them, they are those of
// the tensors. Throws TrialFailure where the variant fails, or names types that the problem's
// tensors cannot be converted to and from.
[[nodiscard]] ConfiguredTypes configured_types(const assay_variant& variant, assay_context& context,
                                               const assay_task& task);

// The inputs that a trial is given, and its outputs without memory: those of the instance, or where
// a configuration has other types, converted copies.
class TrialTensors {
 public:
  // Borrows the instance.
  TrialTensors(const Instance& instance, assay_context& context, const assay_variant& variant,
               const BindingsView& configuration, const BindingsView& arguments);

  [[nodiscard]] std::span<const assay_tensor> inputs() const { return inputs_; }
  [[nodiscard]] std::span<const assay_tensor> outputs() const { return outputs_; }
  [[nodiscard]] assay_element precision() const { return types_.precision; }
  // A number that differs where outputs with the same bits are judged in another way.
  [[nodiscard]] std::uint64_t seed() const;
  // Whether the memory is that of an input which this object converted, and owns.
  [[nodiscard]] bool is_converted(const std::byte* memory) const;
  // "" if the inputs are what they were, else "input 'x'", or "an input" where it is not known
  // which.
  [[nodiscard]] std::string changed_input() const;

 private:
  // A converted input: its memory and the digest of what was written there.
  struct Converted {
    device::GuardedMemory memory;
    std::uint64_t digest;
    const char* name;
  };

  void convert(assay_tensor& input, assay_element element);

  const Instance& instance_;
  std::vector<assay_tensor> inputs_;
  std::vector<assay_tensor> outputs_;
  ConfiguredTypes types_;
  std::uint64_t digest_seed_;
  std::vector<Converted> converted_;
};

}  // namespace assay
