#include "framework/device/cuda/jit_link.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>

#include "framework/device/cuda/shared_library.hpp"
#include "framework/device/cuda/toolkit.hpp"

namespace assay::device::cuda {
namespace {

constexpr const char* linker_names[] = {"libnvJitLink.so", "libnvJitLink.so.13",
                                        "libnvJitLink.so.12"};
constexpr const char* linker_variable = "ASSAY_NVJITLINK_LIBRARY";
constexpr const char* linker_cure =
    "install nvJitLink of the same CUDA toolkit as NVRTC (Debian, Ubuntu: libnvjitlink), or name "
    "the library in ASSAY_NVJITLINK_LIBRARY; without it, name all files as 'source', which "
    "compiles them as one";

std::vector<std::string> linker_candidates(const std::string& nvrtc_file) {
  auto paths = library_candidates(linker_variable, linker_names);
  if (!variable_or(linker_variable, "").empty()) return paths;
  const auto folder = std::filesystem::path(nvrtc_file).parent_path();
  for (const char* name : linker_names) {
    std::error_code unreadable;
    if (!std::filesystem::exists(folder / name, unreadable)) continue;
    paths.insert(paths.begin(), (folder / name).string());
  }
  return paths;
}

// The table of functions; absent if one of them is missing.
std::optional<JitLink> linker_in(const SharedLibrary& library) {
  JitLink linker;
#define ASSAY_JIT_LINK_FIND(result, name, parameters) \
  if (!library.find(#name, linker.name)) return std::nullopt;
  ASSAY_JIT_LINK_FUNCTIONS(ASSAY_JIT_LINK_FIND)
#undef ASSAY_JIT_LINK_FIND
  return linker;
}

// A link for the time that it takes.
class Linking {
 public:
  Linking(const JitLink& linker, const std::string& architecture) : linker_(linker) {
    const std::string option = "-arch=" + architecture;
    const char* options[] = {option.c_str()};
    require(linker_.nvJitLinkCreate(&handle_, 1, options),
            fmt::format("beginning to link for {}", architecture));
  }
  ~Linking() { linker_.nvJitLinkDestroy(&handle_); }
  Linking(const Linking&) = delete;
  Linking& operator=(const Linking&) = delete;

  // False if the linker refuses the unit; log() says why.
  [[nodiscard]] bool add(const LinkedUnit& unit) {
    const bool text = !unit.code.empty() && unit.code.front() == std::byte{'/'};
    return linker_.nvJitLinkAddData(handle_, text ? NVJITLINK_INPUT_PTX : NVJITLINK_INPUT_CUBIN,
                                    unit.code.data(), unit.code.size(),
                                    unit.name.c_str()) == NVJITLINK_SUCCESS;
  }
  [[nodiscard]] bool complete() { return linker_.nvJitLinkComplete(handle_) == NVJITLINK_SUCCESS; }
  [[nodiscard]] std::vector<std::byte> cubin() {
    std::size_t size = 0;
    require(linker_.nvJitLinkGetLinkedCubinSize(handle_, &size), "asking for the linked code");
    std::vector<std::byte> bytes(size);
    require(linker_.nvJitLinkGetLinkedCubin(handle_, bytes.data()), "fetching the linked code");
    return bytes;
  }
  [[nodiscard]] std::string log() {
    std::size_t size = 0;
    require(linker_.nvJitLinkGetErrorLogSize(handle_, &size), "asking for the linker's log");
    std::string text(size, '\0');
    if (size > 0) {
      require(linker_.nvJitLinkGetErrorLog(handle_, text.data()), "fetching the linker's log");
    }
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    return text;
  }

 private:
  static void require(nvJitLinkResult code, const std::string& what) {
    if (code == NVJITLINK_SUCCESS) return;
    throw DeviceError(ASSAY_DEVICE_ERROR, fmt::format("nvJitLink, {}: error {}", what, code));
  }

  const JitLink& linker_;
  nvJitLinkHandle handle_ = nullptr;
};

}  // namespace

JitLink load_jit_link(const std::string& nvrtc_file, int major) {
  std::vector<std::string> reasons;
  for (const std::string& path : linker_candidates(nvrtc_file)) {
    const auto library = SharedLibrary::open(path);
    if (!library) {
      reasons.push_back(library.error());
      continue;
    }
    const auto linker = linker_in(library);
    unsigned own = 0;
    unsigned minor = 0;
    if (!linker || linker->nvJitLinkVersion(&own, &minor) != NVJITLINK_SUCCESS) {
      reasons.push_back(path + " lacks functions of nvJitLink 12.3");
    } else if (static_cast<int>(own) != major) {
      reasons.push_back(
          fmt::format("{} is nvJitLink {}.{}, but NVRTC is of CUDA {}", path, own, minor, major));
    } else {
      return *linker;
    }
  }
  throw DeviceError(ASSAY_UNSUPPORTED, fmt::format("no nvJitLink, the linker for CUDA: {}; {}",
                                                   fmt::join(reasons, "; "), linker_cure));
}

LinkedCode link(const JitLink& linker, std::span<const LinkedUnit> units,
                const std::string& architecture) {
  Linking linking(linker, architecture);
  for (const LinkedUnit& unit : units) {
    if (!linking.add(unit)) return {{}, linking.log()};
  }
  if (!linking.complete()) return {{}, linking.log()};
  return {linking.cubin(), ""};
}

}  // namespace assay::device::cuda
