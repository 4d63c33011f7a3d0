#include "framework/kernel_file/sources.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

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
};

void collect(const fs::path& file, std::vector<Found>& found) {
  if (std::ranges::find(found, file, &Found::path) != found.end()) return;
  const std::size_t own = found.size();
  if (own == most_files) {
    throw environment_error("'{}' is one of more than {} files included by each other",
                            file.string(), most_files);
  }
  found.push_back({file, read_source(file)});
  device::DirectiveScanner scanner;
  for (const std::string& line : split_at(found[own].text, '\n')) {
    const auto directive = scanner.next(line);
    if (directive.kind != device::Directive::Kind::include) continue;
    const fs::path included = (file.parent_path() / directive.name).lexically_normal();
    std::error_code ignored;
    if (!fs::exists(included, ignored))
      continue;  // a header of the compiler, or a mistake that it reports
    if (!fs::is_regular_file(included, ignored)) {
      throw environment_error("'{}' includes '{}', which is not a regular file", file.string(),
                              directive.name);
    }
    collect(included, found);
  }
}

// The deepest folder that contains all files.
fs::path common_folder(const std::vector<Found>& found) {
  fs::path folder = found.front().path.parent_path();
  for (const Found& each : found) {
    while (!folder.empty() && folder != folder.root_path()) {
      const fs::path relative = each.path.lexically_relative(folder);
      if (!relative.empty() && *relative.begin() != "..") break;
      folder = folder.parent_path();
    }
  }
  return folder;
}

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

std::vector<SourceFile> collect_sources(const fs::path& file) {
  std::vector<Found> found;
  collect(fs::absolute(file).lexically_normal(), found);
  const fs::path folder = common_folder(found);
  std::vector<SourceFile> sources;
  for (Found& each : found) {
    sources.push_back(
        {each.path.lexically_relative(folder).generic_string(), std::move(each.text)});
  }
  return sources;
}

}  // namespace assay
