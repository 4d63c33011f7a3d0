#include "framework/device/cuda/nvrtc.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "framework/device/cuda/shared_library.hpp"
#include "framework/device/cuda/toolkit.hpp"

namespace assay::device::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* library_names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
constexpr const char* cure =
    "install NVRTC of the CUDA toolkit (Debian, Ubuntu: cuda-nvrtc), set CUDA_HOME to the toolkit, "
    "name the library in ASSAY_NVRTC_LIBRARY, or have tools/setup --lint fetch it";

// The folders of the toolkit's headers: next to the library, else in an installed toolkit. Code
// that includes none of the headers compiles without them.
std::vector<std::string> header_folders(const std::string& library) {
  std::vector<fs::path> roots = toolkits();
  std::error_code unreadable;
  const fs::path real = fs::canonical(library, unreadable);
  if (!unreadable) roots.insert(roots.begin(), real.parent_path().parent_path());
  for (const fs::path& root : roots) {
    const fs::path include = root / "include";
    if (!fs::exists(include / "cuda_fp16.h", unreadable)) continue;
    std::vector<std::string> folders{include.string()};
    // Since CUDA 13, <cuda/std/...> and <cub/...> are in a folder of their own.
    if (fs::exists(include / "cccl", unreadable)) folders.push_back((include / "cccl").string());
    return folders;
  }
  return {};
}

// Opens the library of NVRTC's built-in functions if it is next to `library`. NVRTC opens that
// library by name when it first compiles, and the loader finds it only in its usual folders or
// where it is open already.
void open_builtins(const fs::path& library) {
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(library.parent_path(), unreadable)) {
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so")) {
      static_cast<void>(SharedLibrary::open(entry.path().string()));
    }
  }
}

// The table of functions; absent if one of them is missing.
std::optional<Nvrtc> functions_of(const SharedLibrary& library) {
  Nvrtc nvrtc;
#define ASSAY_NVRTC_FIND(result, name, parameters) \
  if (!library.find(#name, nvrtc.name)) return std::nullopt;
  ASSAY_NVRTC_FUNCTIONS(ASSAY_NVRTC_FIND)
#undef ASSAY_NVRTC_FIND
  return nvrtc;
}

}  // namespace

Nvrtc load_nvrtc(int newest_major) {
  std::vector<std::string> reasons;
  for (const std::string& path : library_candidates("ASSAY_NVRTC_LIBRARY", library_names)) {
    const auto library = SharedLibrary::open(path);
    if (!library) {
      reasons.push_back(library.error());
      continue;
    }
    auto nvrtc = functions_of(library);
    if (!nvrtc) {
      reasons.push_back(path + " lacks functions of NVRTC 12");
      continue;
    }
    ask_nvrtc(*nvrtc);
    if (newest_major > 0 && std::stoi(nvrtc->version) > newest_major) {
      reasons.push_back(fmt::format("{} is NVRTC {}, but the driver only takes code up to CUDA {}",
                                    path, nvrtc->version, newest_major));
      continue;
    }
    nvrtc->file = library.file_of("nvrtcVersion");
    open_builtins(nvrtc->file);
    nvrtc->header_folders = header_folders(nvrtc->file);
    return *nvrtc;
  }
  throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("no NVRTC, the compiler for CUDA: {}; {}",
                                                   fmt::join(reasons, "; "), cure));
}

void ask_nvrtc(Nvrtc& nvrtc) {
  int major = 0;
  int minor = 0;
  int count = 0;
  if (nvrtc.nvrtcVersion(&major, &minor) != NVRTC_SUCCESS ||
      nvrtc.nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS) {
    throw DeviceError(ASSAY_UNSUPPORTED, "NVRTC does not report its version");
  }
  nvrtc.version = fmt::format("{}.{}", major, minor);
  nvrtc.architectures.resize(static_cast<std::size_t>(std::max(count, 0)));
  if (nvrtc.nvrtcGetSupportedArchs(nvrtc.architectures.data()) != NVRTC_SUCCESS) {
    nvrtc.architectures.clear();
  }
  std::ranges::sort(nvrtc.architectures);
}

std::string Target::option() const {
  return fmt::format("{}_{}", binary ? "sm" : "compute", architecture);
}

Target target_for(const Nvrtc& nvrtc, int compute_capability) {
  // The newest architecture that is not newer than the device. Binaries run within their major
  // version; PTX runs on everything that came later.
  const auto& known = nvrtc.architectures;
  const auto behind = std::ranges::upper_bound(known, compute_capability);
  if (behind == known.begin()) {
    throw DeviceError(
        ASSAY_UNSUPPORTED,
        fmt::format("NVRTC {} compiles for compute capabilities from {} on, but the device has {}: "
                    "install an older CUDA toolkit and name its NVRTC in ASSAY_NVRTC_LIBRARY",
                    nvrtc.version, known.empty() ? 0 : known.front(), compute_capability));
  }
  const int best = *(behind - 1);
  return {best, best / 10 == compute_capability / 10};
}

}  // namespace assay::device::cuda
