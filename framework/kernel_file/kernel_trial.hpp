#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "assay/kernel.hpp"
#include "assay/variant.hpp"
#include "framework/kernel_file/built_program.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/kernel_file/prepared_launches.hpp"

namespace assay {

// One configuration of a kernel in a file, compiled and ready on a device. Arrays are uploaded
// once; before each repetition, untimed, those that are both input and output are uploaded again,
// and so are scratch arrays that are filled, and variables of the program.
class KernelTrial final : public sdk::Trial {
 public:
  // `kernel` and the task's tensors must outlive the trial. Throws sdk::Error for formulas without
  // a value, for tensors that the problem lacks, and for compile errors of the host.
  KernelTrial(const KernelDescription& kernel, const sdk::Task& task);

  // Copies what the task's outputs hold to the device. Without it they begin with whatever the host
  // put there (kernel_variant).
  void upload_outputs();

  void restore() override;
  void run() override;
  void outputs() override;

 private:
  // An array on the device. `initial` are its elements before a repetition, borrowed, and `output`
  // receives those after it; each may be missing.
  struct Array {
    std::span<const std::byte> initial;
    const assay_tensor* output = nullptr;
    sdk::Buffer<std::byte> buffer;
    std::vector<std::byte> filled;    // owns `initial` of a scratch array
    sdk::Buffer<std::byte> original;  // `initial` on the device, where there is room for it
    std::size_t element_bytes = 1;
    bool restored = false;  // before each repetition
  };
  struct Launch {
    const sdk::Kernel* function;
    const PlannedLaunch* plan;
    std::vector<assay_kernel_argument> arguments;
  };

  // The array, created at its first use; `shown` is the argument that shows it by an image, or
  // nullptr.
  Array& array_named(const sdk::Task& task, const std::string& name, const KernelArgument* shown);
  // The buffer that is made, or none where the device has no room for it.
  [[nodiscard]] static sdk::Buffer<std::byte> original(
      const std::function<sdk::Buffer<std::byte>()>& make);
  Array tensor_array(const sdk::Task& task, const std::string& name,
                     const KernelArgument* shown) const;
  Array scratch_array(const ArrayDescription& scratch, const KernelArgument* shown) const;
  void create_functions(const BuiltProgram& built);
  void require_constraints(const sdk::Kernel& function, const std::string& name) const;
  Launch prepared(const sdk::Task& task, const PlannedLaunch& plan);
  void require_group(const PlannedLaunch& plan) const;

  const KernelDescription& kernel_;
  sdk::Host host_;
  FormulaNames names_;
  std::vector<PlannedRounds> plan_;
  std::vector<BuiltProgram> programs_;
  std::map<const KernelLaunch*, const sdk::Kernel*> functions_;
  std::deque<sdk::Kernel> kernels_;
  std::map<std::string, Array> arrays_;
  std::vector<std::pair<std::string, std::span<const std::byte>>> variables_;  // borrowed elements
  PreparedLaunches<Launch> launches_;
};

}  // namespace assay
