#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "framework/core/blob_cache.hpp"
#include "framework/device/cuda/nvrtc.hpp"
#include "framework/device/sources.hpp"

namespace assay::device::cuda {

// Device code as the driver loads it: an ELF image (CUBIN) or PTX with its terminating zero. Made
// without a driver and without a context.
struct Image {
  std::vector<std::byte> bytes;
  bool from_cache = false;
};

// What a program is compiled for.
struct Compiler {
  Nvrtc nvrtc;
  int compute_capability = 0;
  std::string device_name;  // for messages
};

// The options as NVRTC gets them: the plugin's, and what every kernel here relies on (the
// architecture, C++17, functions without a mark are device code, the toolkit's headers). What the
// plugin says of architecture or standard itself counts.
[[nodiscard]] std::vector<std::string> compiler_options(const Compiler& compiler,
                                                        const std::string& options);

// Names everything that the image depends on.
[[nodiscard]] std::string image_key(const Compiler& compiler, const FlatSource& source,
                                    const std::string& options);

// From `cache` (may be nullptr), else compiled and stored there. Throws DeviceError
// ASSAY_COMPILE_ERROR with the options and the build log, its places mapped back to the files;
// ASSAY_UNSUPPORTED if a kernel declares more shared memory than a block may have.
[[nodiscard]] Image compile(const Compiler& compiler, const FlatSource& source,
                            const std::string& options, const BlobCache* cache);

}  // namespace assay::device::cuda
