#pragma once

#include <memory>
#include <span>
#include <string>

#include "assay/plugin.h"

namespace assay::device {

class Device;

// A compiled program. It is owned by the code that had a device create it, and so are buffers, host
// memory, kernels, queues and graphs; a device outlives all objects that it created.
class Program {
 public:
  virtual ~Program() = default;
  // True if no compiler ran: the binary came from the cache on disk.
  [[nodiscard]] virtual bool from_cache() const = 0;
};

// The capability of compiling device code at run time.
class ProgramBuilder {
 public:
  // Compiles a program. `sources[0]` is the translation unit; the other sources are the files it
  // includes by name (sources.hpp). ASSAY_COMPILE_ERROR with the build log.
  virtual std::unique_ptr<Program> build(std::span<const assay_source> sources,
                                         const std::string& options) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~ProgramBuilder() = default;
};

}  // namespace assay::device
