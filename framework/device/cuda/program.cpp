#include "framework/device/cuda/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "framework/core/split.hpp"
#include "framework/device/cuda/shared_library.hpp"

namespace assay::device::cuda {
namespace {

// An NVRTC program for the time of its compilation.
class Compilation {
 public:
  Compilation(const Nvrtc& nvrtc, const FlatSource& source) : nvrtc_(nvrtc) {
    require(nvrtc_.nvrtcCreateProgram(&program_, source.text.c_str(), source.name.c_str(), 0,
                                      nullptr, nullptr),
            "creating a program");
  }
  ~Compilation() { nvrtc_.nvrtcDestroyProgram(&program_); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  [[nodiscard]] nvrtcResult run(const std::vector<std::string>& options) {
    std::vector<const char*> texts;
    for (const std::string& option : options) texts.push_back(option.c_str());
    return nvrtc_.nvrtcCompileProgram(program_, static_cast<int>(texts.size()), texts.data());
  }
  [[nodiscard]] std::string log() {
    const auto bytes = fetch(nvrtc_.nvrtcGetProgramLogSize, nvrtc_.nvrtcGetProgramLog);
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n')) text.pop_back();
    return text;
  }
  [[nodiscard]] std::vector<std::byte> image(bool binary) {
    return binary ? fetch(nvrtc_.nvrtcGetCUBINSize, nvrtc_.nvrtcGetCUBIN)
                  : fetch(nvrtc_.nvrtcGetPTXSize, nvrtc_.nvrtcGetPTX);
  }

 private:
  template <class Size, class Get>
  std::vector<std::byte> fetch(Size size_of, Get get) {
    std::size_t size = 0;
    require(size_of(program_, &size), "asking for the result of a compilation");
    std::vector<std::byte> bytes(size);
    if (size > 0) {
      require(get(program_, reinterpret_cast<char*>(bytes.data())),
              "fetching the result of a compilation");
    }
    return bytes;
  }
  void require(nvrtcResult code, const char* what) const {
    if (code == NVRTC_SUCCESS) return;
    throw DeviceError(code == NVRTC_ERROR_OUT_OF_MEMORY ? ASSAY_OUT_OF_MEMORY : ASSAY_DEVICE_ERROR,
                      fmt::format("NVRTC, {}: {}", what, nvrtc_.nvrtcGetErrorString(code)));
  }

  const Nvrtc& nvrtc_;
  nvrtcProgram program_ = nullptr;
};

// Whether an option of one of these names is given, as "--name=value" or in two words.
bool gives(const std::vector<std::string>& words, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    return std::ranges::find(names, name) != names.end();
  });
}

// Whether the bytes are an image. The driver reads PTX up to a terminating zero and a CUBIN by its
// own headers; bytes that begin otherwise would be taken for a meaningless path.
bool is_image(const std::vector<std::byte>& bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with(
             "\x7f"
             "ELF") ||
         (text.starts_with("//") && text.ends_with('\0'));
}

[[noreturn]] void refuse(const Compiler& compiler, const FlatSource& source,
                         const std::string& options, const std::string& log, const char* reason) {
  // Too much shared memory is known before any launch: a matter of the configuration, not of the
  // code.
  const bool too_large = log.find("uses too much shared data") != std::string::npos;
  throw DeviceError(too_large ? ASSAY_UNSUPPORTED : ASSAY_COMPILE_ERROR,
                    fmt::format("{} {} {} ({}) with options \"{}\":\n{}", source.name,
                                too_large ? "declares more shared memory than a block may have on"
                                          : "does not compile for",
                                compiler.device_name, reason, options, with_places(log, source)));
}

}  // namespace

std::vector<std::string> compiler_options(const Compiler& compiler, const std::string& options) {
  std::vector<std::string> words = split_words(options);
  if (!gives(words, {"--gpu-architecture", "-arch"})) {
    words.push_back("--gpu-architecture=" +
                    target_for(compiler.nvrtc, compiler.compute_capability).option());
  }
  if (!gives(words, {"--std", "-std"})) words.emplace_back("--std=c++17");
  words.emplace_back("-default-device");
  for (const std::string& folder : compiler.nvrtc.header_folders) {
    words.push_back("--include-path=" + folder);
  }
  const auto wanted = split_words(variable_or("ASSAY_NVRTC_OPTIONS", ""));
  words.insert(words.end(), wanted.begin(), wanted.end());
  return words;
}

std::string image_key(const Compiler& compiler, const FlatSource& source,
                      const std::string& options) {
  // The separator is a character that occurs in none of the parts.
  return fmt::format("cuda program\x1f{}\x1f{}\x1f{}\x1f{}", compiler.nvrtc.version,
                     fmt::join(compiler_options(compiler, options), "\x1f"), source.name,
                     source.text);
}

Image compile(const Compiler& compiler, const FlatSource& source, const std::string& options,
              const BlobCache* cache) {
  const std::vector<std::string> words = compiler_options(compiler, options);
  const std::string key = cache == nullptr ? "" : image_key(compiler, source, options);
  if (cache != nullptr) {
    if (auto stored = cache->load(key); stored && is_image(*stored)) {
      return {std::move(*stored), true};
    }
  }
  Compilation compilation(compiler.nvrtc, source);
  const nvrtcResult code = compilation.run(words);
  if (code == NVRTC_ERROR_OUT_OF_MEMORY) {
    throw DeviceError(ASSAY_OUT_OF_MEMORY, fmt::format("compiling {}: out of memory", source.name));
  }
  if (code != NVRTC_SUCCESS) {
    refuse(compiler, source, options, compilation.log(), compiler.nvrtc.nvrtcGetErrorString(code));
  }
  // An architecture that the plugin named itself may be a virtual one, which gives no binary.
  Image image{compilation.image(true), false};
  if (image.bytes.empty()) image.bytes = compilation.image(false);
  // A cache that cannot be written costs time only.
  if (cache != nullptr) static_cast<void>(cache->store(key, image.bytes));
  return image;
}

}  // namespace assay::device::cuda
