#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "framework/core/blob_cache.hpp"
#include "framework/core/fact.hpp"
#include "framework/device/cuda/nvrtc.hpp"
#include "framework/device/program.hpp"
#include "framework/device/sources.hpp"

namespace assay::device::cuda {

// Device code as the driver loads it: an ELF image (CUBIN) or PTX with its terminating zero. Made
// without a driver and without a context.
struct Image {
  std::vector<std::byte> bytes;
  bool from_cache = false;
  std::map<std::string, std::string> lowered;  // the names that C++ gave to ProgramText::names
};

// Whether the bytes are an image, by their beginning, and end as the driver demands. The driver
// would take bytes that begin otherwise for a meaningless path.
[[nodiscard]] bool is_image(std::span<const std::byte> bytes);

// What the image says of a kernel, by the name that its program was built with. PTX says nothing.
[[nodiscard]] std::vector<Fact> facts_of(const Image& image, const std::string& kernel);

// The input of a compilation, all of it borrowed.
struct ProgramText {
  std::span<const FlatSource> units;  // each compiled by itself; several are linked
  const std::string& options;
  std::span<const std::string> names;  // expressions for kernels of the first unit that C++ gives
                                       // other names
};

// The compiler and the device that programs are compiled for.
struct Compiler {
  Nvrtc nvrtc;
  int compute_capability = 0;
  std::string device_name;  // for messages
};

// The options passed to NVRTC: the plugin's, and those that every kernel here relies on (the
// architecture, C++17, functions without a mark are device code, the toolkit's headers). An
// architecture or a standard among the plugin's options takes precedence.
[[nodiscard]] std::vector<std::string> compiler_options(const Compiler& compiler,
                                                        const std::string& options);

// A key made of everything that the image depends on.
[[nodiscard]] std::string image_key(const Compiler& compiler, const ProgramText& program);

// Loads an image from `cache` (may be nullptr), else compiles and links it and stores it there.
// Throws DeviceError ASSAY_COMPILE_ERROR with the options and the build log, whose places are
// mapped back to the files, or what the linker says; ASSAY_UNSUPPORTED if a kernel declares more
// shared memory than a block may have, and if there are several units and no linker.
[[nodiscard]] Image compile(const Compiler& compiler, const ProgramText& program,
                            const BlobCache* cache);

}  // namespace assay::device::cuda
