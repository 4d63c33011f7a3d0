#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/plugin.h"
#include "framework/core/fact.hpp"

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

// The capability of using programs that were compiled elsewhere, and of writing variables of
// programs.
class ProgramLoader {
 public:
  // A program from PTX or a CUBIN. ASSAY_INVALID if the image is neither.
  virtual std::unique_ptr<Program> load(std::span<const std::byte> image) = 0;
  // Writes a variable of the program. ASSAY_INVALID if there is none of that name or if it has
  // fewer bytes.
  virtual void write(Program& program, const std::string& variable,
                     std::span<const std::byte> bytes) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~ProgramLoader() = default;
};

// The capability of compiling device code at run time. Compiling needs nothing that belongs to a
// thread: several may compile at once, and while another one uses the device otherwise.
class ProgramBuilder {
 public:
  // Compiles the first `units` sources, each a translation unit of its own, and links them if there
  // are several; the other sources are the files that they include by name (sources.hpp). `names`
  // are expressions for kernels of the first unit that the language gives other names
  // ("scale<float, 4>"). ASSAY_COMPILE_ERROR with the build log; ASSAY_UNSUPPORTED if there is no
  // linker.
  virtual std::unique_ptr<Program> link(std::span<const assay_source> sources, std::size_t units,
                                        const std::string& options,
                                        std::span<const std::string> names) = 0;
  std::unique_ptr<Program> build(std::span<const assay_source> sources, const std::string& options,
                                 std::span<const std::string> names = {}) {
    return link(sources, 1, options, names);
  }

  // Those of compiled_facts (kernel.hpp) of a kernel that are known without loading the program
  // onto the device, which another process may be measuring.
  virtual std::vector<Fact> compiled(Program& program, const std::string& kernel) = 0;

  [[nodiscard]] static std::string missing_on(const Device& device);

 protected:
  ~ProgramBuilder() = default;
};

}  // namespace assay::device
