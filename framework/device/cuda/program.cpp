#include "framework/device/cuda/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "framework/core/split.hpp"
#include "framework/device/cuda/cubin.hpp"
#include "framework/device/cuda/shared_library.hpp"
#include "framework/device/cuda/unrolling.hpp"

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

  void add_name(const std::string& name) {
    require(nvrtc_.nvrtcAddNameExpression(program_, name.c_str()), "adding the name of a kernel");
  }
  // The name that the compiled program has for `name`.
  [[nodiscard]] std::string lowered(const std::string& name) const {
    const char* result = nullptr;
    require(nvrtc_.nvrtcGetLoweredName(program_, name.c_str(), &result),
            "asking for the name of a kernel");
    return result;
  }

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

// An image as the cache keeps it: the lowered names, each with a line break after it, and the
// bytes.
std::vector<std::byte> stored_form(const Image& image, const ProgramText& program) {
  std::vector<std::byte> stored;
  for (const std::string& name : program.names) {
    const std::string line = image.lowered.at(name) + "\n";
    const auto bytes = std::as_bytes(std::span(line));
    stored.insert(stored.end(), bytes.begin(), bytes.end());
  }
  stored.insert(stored.end(), image.bytes.begin(), image.bytes.end());
  return stored;
}

// The image of a stored form; nothing if it is damaged.
std::optional<Image> image_of(std::vector<std::byte> stored, const ProgramText& program) {
  Image image{{}, true, {}};
  auto begin = stored.begin();
  for (const std::string& name : program.names) {
    const auto end = std::find(begin, stored.end(), std::byte{'\n'});
    if (end == stored.end()) return std::nullopt;
    std::string& lowered = image.lowered[name];
    for (; begin != end; ++begin) lowered += static_cast<char>(*begin);
    ++begin;
  }
  stored.erase(stored.begin(), begin);
  if (!is_image(stored)) return std::nullopt;
  image.bytes = std::move(stored);
  return image;
}

// Too much shared memory is known before any launch: a matter of the configuration, not of the
// code.
bool says_too_much_shared(const std::string& log) {
  return log.find("uses too much shared data") != std::string::npos;
}

// Throws for code that a compiler or linker does not take.
[[noreturn]] void refuse(const Compiler& compiler, const std::string& what, const char* failure,
                         const std::string& reason, const std::string& options,
                         const std::string& log) {
  const bool too_large = says_too_much_shared(log);
  throw DeviceError(
      too_large ? ASSAY_UNSUPPORTED : ASSAY_COMPILE_ERROR,
      fmt::format("{} {} {}{} with options \"{}\":\n{}", what,
                  too_large ? "declares more shared memory than a block may have on" : failure,
                  compiler.device_name, reason, options, log));
}

// Throws if the unit needs more shared memory than there is, without compiling it in full where
// that takes long. Whatever else is wrong with it shows when it is compiled.
void require_shared_memory(const Compiler& compiler, const FlatSource& source,
                           const std::string& options, const std::vector<std::string>& words,
                           std::span<const std::string> names) {
  const auto plain = without_unrolling(source);
  if (!plain) return;
  Compilation compilation(compiler.nvrtc, *plain);
  for (const std::string& name : names) compilation.add_name(name);
  if (compilation.run(words) == NVRTC_SUCCESS) return;
  const std::string log = compilation.log();
  if (says_too_much_shared(log)) refuse(compiler, source.name, "", "", options, log);
}

// Compiles one unit of a program. `words` are all options.
Image compile_unit(const Compiler& compiler, const FlatSource& source, const std::string& options,
                   const std::vector<std::string>& words, std::span<const std::string> names) {
  require_shared_memory(compiler, source, options, words, names);
  Compilation compilation(compiler.nvrtc, source);
  for (const std::string& name : names) compilation.add_name(name);
  const nvrtcResult code = compilation.run(words);
  if (code == NVRTC_ERROR_OUT_OF_MEMORY) {
    throw DeviceError(ASSAY_OUT_OF_MEMORY, fmt::format("compiling {}: out of memory", source.name));
  }
  if (code != NVRTC_SUCCESS) {
    refuse(compiler, source.name, "does not compile for",
           fmt::format(" ({})", compiler.nvrtc.nvrtcGetErrorString(code)), options,
           with_places(compilation.log(), source));
  }
  // An architecture that the plugin named itself may be a virtual one, which gives no binary.
  Image image{compilation.image(true), false, {}};
  if (image.bytes.empty()) image.bytes = compilation.image(false);
  for (const std::string& name : names) image.lowered[name] = compilation.lowered(name);
  return image;
}

// The real architecture that the options name, such as "sm_90", also by "compute_90".
std::string architecture_in(const std::vector<std::string>& words) {
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (!gives({words[k]}, {"--gpu-architecture", "-arch"})) continue;
    const auto sign = words[k].find('=');
    const std::string value = sign != std::string::npos ? words[k].substr(sign + 1)
                              : k + 1 < words.size()    ? words[k + 1]
                                                        : "";
    return "sm_" + value.substr(value.find('_') + 1);
  }
  return "";
}

Image link_units(const Compiler& compiler, const ProgramText& program,
                 const std::vector<std::string>& words) {
  Image linked;
  std::vector<LinkedUnit> units;
  std::vector<std::string> file_names;
  for (const FlatSource& source : program.units) {
    const bool first = units.empty();
    Image image = compile_unit(compiler, source, program.options, words,
                               first ? program.names : std::span<const std::string>());
    if (first) linked.lowered = std::move(image.lowered);
    units.push_back({source.name, std::move(image.bytes)});
    file_names.push_back(source.name);
  }
  const Nvrtc& nvrtc = compiler.nvrtc;
  const JitLink linker =
      nvrtc.linker ? *nvrtc.linker : load_jit_link(nvrtc.file, std::stoi(nvrtc.version));
  LinkedCode code = link(linker, units, architecture_in(words));
  if (code.cubin.empty()) {
    refuse(compiler, fmt::format("{}", fmt::join(file_names, " with ")), "cannot be linked for", "",
           program.options, code.log);
  }
  linked.bytes = std::move(code.cubin);
  return linked;
}

// The options for a program: several units are compiled so that they can be linked.
std::vector<std::string> options_for(const Compiler& compiler, const ProgramText& program) {
  auto words = compiler_options(compiler, program.options);
  if (program.units.size() > 1 && !gives(words, {"--relocatable-device-code", "-rdc"})) {
    words.emplace_back("--relocatable-device-code=true");
  }
  return words;
}

}  // namespace

bool is_image(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with(
             "\x7f"
             "ELF") ||
         (text.starts_with("//") && text.ends_with('\0'));
}

std::vector<Fact> facts_of(const Image& image, const std::string& kernel) {
  const auto lowered = image.lowered.find(kernel);
  return facts_of_cubin(image.bytes, lowered == image.lowered.end() ? kernel : lowered->second);
}

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

std::string image_key(const Compiler& compiler, const ProgramText& program) {
  // The separator is a character that occurs in none of the parts.
  std::string key = fmt::format("cuda program\x1f{}\x1f{}", compiler.nvrtc.version,
                                fmt::join(options_for(compiler, program), "\x1f"));
  for (const FlatSource& unit : program.units) {
    key += fmt::format("\x1f{}\x1f{}", unit.name, unit.text);
  }
  for (const std::string& name : program.names) key += '\x1f' + name;
  return key;
}

Image compile(const Compiler& compiler, const ProgramText& program, const BlobCache* cache) {
  const std::string key = cache == nullptr ? "" : image_key(compiler, program);
  if (cache != nullptr) {
    if (auto stored = cache->load(key)) {
      if (auto image = image_of(std::move(*stored), program)) return std::move(*image);
    }
  }
  const auto words = options_for(compiler, program);
  Image image = program.units.size() > 1 ? link_units(compiler, program, words)
                                         : compile_unit(compiler, program.units.front(),
                                                        program.options, words, program.names);
  // A cache that cannot be written costs time only.
  if (cache != nullptr) static_cast<void>(cache->store(key, stored_form(image, program)));
  return image;
}

}  // namespace assay::device::cuda
