#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/fact.hpp"
#include "framework/device/device_memory.hpp"
#include "framework/device/program.hpp"
#include "framework/device/queue.hpp"

namespace assay::device {

// The facts that a backend may know of a compiled kernel: for each work item its registers, and the
// bytes of memory for whatever they do not hold; the local memory that the source declares; and the
// work items that a group may have.
inline constexpr std::array compiled_facts = {"registers", "spill_bytes", "static_local_bytes",
                                              "most_work_items"};

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Those of compiled_facts that the backend knows.
  [[nodiscard]] virtual std::vector<Fact> compiled() const = 0;
  // The resources of the device that the kernel's launches took, as facts named "registers.NAME"
  // and so on; empty if it was never launched or the backend does not report them.
  [[nodiscard]] virtual std::vector<Fact> facts() const { return {}; }
};

struct KernelArgument {
  assay_argument_kind kind;
  Buffer* buffer;
  const void* bytes;
  std::size_t size;
};

// The value of one of compiled_facts among those that are known of a kernel. Throws DeviceError:
// ASSAY_INVALID for any other name, ASSAY_UNSUPPORTED if the fact is not known.
[[nodiscard]] double compiled_fact(const std::vector<Fact>& known, const std::string& name);

// The capability of running kernels of programs that it compiled.
class KernelLauncher {
 public:
  // ASSAY_INVALID, with the names of the program's kernels, if none of them has that name.
  virtual std::unique_ptr<Kernel> create_kernel(Program& program, const std::string& name) = 0;
  // Enqueues a launch; `global` counts work items and is a multiple of `local`, per dimension (1 to
  // 3). ASSAY_INVALID for arguments or sizes that make no sense, ASSAY_UNSUPPORTED for more work
  // items or local memory than the device or the compiled kernel allows. The `bytes` of samplers
  // and textures are an assay_sampler.
  virtual void launch(Queue* queue, Kernel& kernel, std::span<const std::size_t> global,
                      std::span<const std::size_t> local,
                      std::span<const KernelArgument> arguments) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~KernelLauncher() = default;
};

}  // namespace assay::device
