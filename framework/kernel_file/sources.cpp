#include "framework/kernel_file/sources.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "framework/core/error.hpp"
#include "framework/core/split.hpp"
#include "framework/device/directives.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_source = std::uintmax_t{64} << 20;  // bytes
constexpr std::size_t most_files = 1000;                             // included by one source

struct Found {
  fs::path path;
  std::string text;
  std::string name;  // if it comes from an include folder: relative to that
};

class Collector {
 public:
  explicit Collector(const std::vector<fs::path>& include_folders) : folders_(include_folders) {}

  void collect(const fs::path& file, const std::string& name) {
    if (std::ranges::find(found_, file, &Found::path) != found_.end()) return;
    const std::size_t own = found_.size();
    if (own == most_files) {
      throw environment_error("'{}' is one of more than {} files included by each other",
                              file.string(), most_files);
    }
    found_.push_back({file, read_source(file), name});
    device::DirectiveScanner scanner;
    for (const std::string& line : split_at(found_[own].text, '\n')) {
      const auto directive = scanner.next(line);
      if (directive.kind == device::Directive::Kind::include) include(file, directive.name);
    }
  }

  // The files in the order in which they were found, each under a name of its own.
  [[nodiscard]] std::vector<SourceFile> sources() const {
    const fs::path folder = common_folder();
    std::vector<SourceFile> sources;
    for (const Found& each : found_) {
      const std::string name =
          each.name.empty() ? each.path.lexically_relative(folder).generic_string() : each.name;
      const auto twin = std::ranges::find(sources, name, &SourceFile::name);
      if (twin != sources.end()) {
        throw environment_error(
            "'{}' and '{}' are both included as '{}': rename one of them",
            found_[static_cast<std::size_t>(twin - sources.begin())].path.string(),
            each.path.string(), name);
      }
      sources.push_back({name, each.text});
    }
    return sources;
  }

  // The position of a collected file among sources().
  [[nodiscard]] std::size_t position_of(const fs::path& file) const {
    return static_cast<std::size_t>(std::ranges::find(found_, file, &Found::path) - found_.begin());
  }

 private:
  // A name that is found nowhere is a header of the compiler, or a mistake that it reports.
  void include(const fs::path& file, const std::string& name) {
    std::error_code ignored;
    const fs::path beside = (file.parent_path() / name).lexically_normal();
    if (fs::exists(beside, ignored)) {
      require_regular(file, name, beside);
      // What an included file includes is relative to it, and so is its name.
      return collect(beside, name_beside(file, name));
    }
    for (const fs::path& folder : folders_) {
      const fs::path included = (folder / name).lexically_normal();
      if (!fs::exists(included, ignored)) continue;
      require_regular(file, name, included);
      return collect(included, fs::path(name).lexically_normal().generic_string());
    }
  }

  static void require_regular(const fs::path& file, const std::string& name,
                              const fs::path& included) {
    std::error_code ignored;
    if (fs::is_regular_file(included, ignored)) return;
    throw environment_error("'{}' includes '{}', which is not a regular file", file.string(), name);
  }

  // The name of a file beside one that comes from an include folder; "" beside others.
  [[nodiscard]] std::string name_beside(const fs::path& file, const std::string& name) const {
    const auto including = std::ranges::find(found_, file, &Found::path);
    if (including->name.empty()) return "";
    return (fs::path(including->name).parent_path() / name).lexically_normal().generic_string();
  }

  // The deepest folder that contains all files but those of include folders.
  [[nodiscard]] fs::path common_folder() const {
    fs::path folder = found_.front().path.parent_path();
    for (const Found& each : found_) {
      while (each.name.empty() && !folder.empty() && folder != folder.root_path()) {
        const fs::path relative = each.path.lexically_relative(folder);
        if (!relative.empty() && *relative.begin() != "..") break;
        folder = folder.parent_path();
      }
    }
    return folder;
  }

  const std::vector<fs::path>& folders_;
  std::vector<Found> found_;
};

}  // namespace

std::string read_source(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) throw environment_error("there is no file '{}'", file.string());
  const auto refuse = [&](const std::string& why) {
    return environment_error("'{}' cannot be read: {}", file.string(), why);
  };
  // Checked before opening, because opening a pipe waits for a writer.
  if (fs::is_directory(file, ignored)) throw refuse("it is a folder");
  if (!fs::is_regular_file(file, ignored)) throw refuse("it is not a regular file");
  if (fs::file_size(file, ignored) > largest_source) {
    throw refuse(fmt::format("it has more than {} MiB", largest_source >> 20));
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw refuse(std::strerror(errno));
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string read_image(const fs::path& file) {
  constexpr std::string_view digits = "0123456789abcdef";
  const std::string bytes = read_source(file);
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

std::vector<std::byte> image_bytes(const std::string& digits) {
  std::vector<std::byte> bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t k = 0; k + 1 < digits.size(); k += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(digits.substr(k, 2), nullptr, 16)));
  }
  return bytes;
}

std::vector<SourceFile> collect_sources(const std::vector<fs::path>& files,
                                        const std::vector<fs::path>& include_folders,
                                        const std::vector<fs::path>& linked) {
  const auto whole = [](const fs::path& file) { return fs::absolute(file).lexically_normal(); };
  Collector collector(include_folders);
  for (const fs::path& file : files) collector.collect(whole(file), "");
  for (const fs::path& file : linked) collector.collect(whole(file), "");
  const auto found = collector.sources();
  const auto found_as = [&](const fs::path& file) -> const SourceFile& {
    return found[collector.position_of(whole(file))];
  };
  std::vector<SourceFile> sources;
  if (files.size() == 1) {
    sources.push_back(found.front());
  } else {
    // One file includes all, by the names that they have here.
    SourceFile all{"all-sources" + files.front().extension().string(), ""};
    for (const fs::path& file : files)
      all.text += fmt::format("#include \"{}\"\n", found_as(file).name);
    sources.push_back(std::move(all));
  }
  for (const fs::path& file : linked) sources.push_back(found_as(file));
  for (const SourceFile& file : found) {
    if (std::ranges::find(sources, file.name, &SourceFile::name) == sources.end()) {
      sources.push_back(file);
    }
  }
  return sources;
}

}  // namespace assay
