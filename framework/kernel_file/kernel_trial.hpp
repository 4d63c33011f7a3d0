#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "assay/kernel.hpp"
#include "assay/variant.hpp"
#include "framework/kernel_file/description.hpp"
#include "framework/kernel_file/formula.hpp"

namespace assay {

// One configuration of a kernel in a file, compiled and ready on a device. Arrays are uploaded
// once; those that are both input and output are uploaded before each repetition, untimed.
class KernelTrial final : public sdk::Trial {
 public:
  // `kernel` and the task's tensors must outlive the trial. Throws sdk::Error for formulas without
  // a value, for tensors that the problem lacks, and for compile errors of the host.
  KernelTrial(const KernelDescription& kernel, const sdk::Task& task);

  void restore() override;
  void run() override;
  void outputs() override;

 private:
  // An array on the device. `initial` holds its elements before a repetition, `output` receives
  // those after it; one of them may be missing.
  struct Array {
    std::string name;
    const assay_tensor* initial;
    const assay_tensor* output;
    sdk::Buffer<std::byte> buffer;
    std::vector<std::byte> uploaded;  // probe of what an output without `initial` began with
  };

  std::size_t array_named(const sdk::Task& task, const std::string& name);
  void add_argument(const sdk::Task& task, const KernelArgument& argument);
  void require_group(const std::vector<std::int64_t>& local) const;
  void choose_sizes();

  const KernelDescription& kernel_;
  sdk::Host host_;
  FormulaNames names_;
  sdk::Program program_;
  sdk::Kernel function_;
  std::vector<Array> arrays_;
  std::vector<std::vector<std::byte>> scalars_;
  std::vector<assay_kernel_argument> arguments_;
  std::vector<std::size_t> global_;
  std::vector<std::size_t> local_;
};

// The program for a configuration of a kernel, whose parameters become compile-time constants.
[[nodiscard]] sdk::Program build_kernel(const KernelDescription& kernel, const sdk::Task& task);

}  // namespace assay
