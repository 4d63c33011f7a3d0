#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "assay/variant.hpp"
#include "framework/kernel_file/formula.hpp"
#include "framework/kernel_file/host_code.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "framework/kernel_file/prepared_launches.hpp"

namespace assay {

// One configuration of host code in a file, compiled and loaded. It works on the tensors' own
// memory; before each repetition, untimed, arrays that are both input and output, and scratch
// arrays that are filled, are restored.
class HostTrial final : public sdk::Trial {
 public:
  // `kernel` and the task's tensors must outlive the trial. Throws sdk::Error for formulas without
  // a value, for tensors that the problem lacks, and for compile errors.
  HostTrial(const KernelDescription& kernel, const sdk::Task& task);
  ~HostTrial() override;

  void restore() override;
  void run() override;
  void outputs() override {}

 private:
  struct Copy {
    std::span<const std::byte> from;
    std::span<std::byte> to;
  };
  struct Launch {
    HostCode::Call call;
    std::vector<void*> arguments;
  };

  void use_threads();
  Launch prepared(const sdk::Task& task, const PlannedLaunch& plan, std::size_t number);
  void* address_of(const sdk::Task& task, const std::string& name);
  void* scratch_address(const ArrayDescription& scratch);
  void* tensor_address(const sdk::Task& task, const std::string& name);

  const KernelDescription& kernel_;
  sdk::Host host_;
  FormulaNames names_;
  std::vector<PlannedRounds> plan_;
  HostCode code_;
  int threads_ = 0;                             // 0: as many as the system says
  int threads_before_ = 0;                      // 0: not changed yet
  std::map<std::string, void*> addresses_;      // of arrays
  std::map<std::string, std::size_t> sizes_;    // bytes of an element
  std::deque<std::vector<std::byte>> scratch_;  // memory of scratch arrays, and what fills it
  std::vector<Copy> copies_;                    // before each repetition
  PreparedLaunches<Launch> launches_;
};

}  // namespace assay
