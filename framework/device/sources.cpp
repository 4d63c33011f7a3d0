#include "framework/device/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "framework/core/names.hpp"
#include "framework/device/device_error.hpp"
#include "framework/device/directives.hpp"

namespace assay::device {
namespace {

namespace fs = std::filesystem;

// The largest flattened text. Repetition inside guards can double a text per nesting level; real
// kernels stay far below.
constexpr std::size_t max_flat_bytes = std::size_t{16} << 20;

std::optional<std::string> read_text(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw DeviceError(
        ASSAY_INVALID,
        fmt::format("cannot read the kernel source {}; name its folder in ASSAY_KERNEL_PATH",
                    path.string()));
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// "a/../b.h" becomes "b.h"; empty for a name that is absolute or leaves its root.
std::string normalised(const fs::path& name) {
  const fs::path normal = name.lexically_normal();
  if (normal.is_absolute() || normal.empty() || *normal.begin() == "..") return "";
  return normal.generic_string();
}

class Flattener {
 public:
  Flattener(std::span<const assay_source> sources, std::span<const fs::path> folders)
      : folders_(folders) {
    for (const auto& source : sources) {
      if (source.name == nullptr || source.text == nullptr) {
        throw DeviceError(ASSAY_INVALID, "a device source has no name or no text");
      }
      const std::string name = normalised(source.name);
      if (name.empty()) {
        throw DeviceError(
            ASSAY_INVALID,
            fmt::format("\"{}\" cannot name a device source: the name must be a relative path",
                        source.name));
      }
      given_.emplace(name, source.text);  // the first source of a name counts
    }
  }

  FlatSource run(const std::string& name) {
    const std::string first = normalised(name);
    flat_.name = first;
    paste(first, *text_of(first));
    return std::move(flat_);
  }

 private:
  // The text of a file, from an override folder or the sources given.
  const std::string* text_of(const std::string& name) {
    if (const auto known = texts_.find(name); known != texts_.end()) return &known->second;
    for (const auto& folder : folders_) {
      if (auto text = read_text(folder / name)) {
        return &texts_.emplace(name, std::move(*text)).first->second;
      }
    }
    const auto given = given_.find(name);
    if (given == given_.end()) return nullptr;
    return &texts_.emplace(name, given->second).first->second;
  }

  // The file that `name` means inside `includer`; empty if there is none.
  std::string resolve(const std::string& name, const std::string& includer) {
    for (const auto& candidate :
         {normalised(fs::path(includer).parent_path() / name), normalised(name)}) {
      if (!candidate.empty() && text_of(candidate) != nullptr) return candidate;
    }
    return "";
  }

  void emit(std::string_view line, SourceLine place) {
    if (flat_.text.size() + line.size() > max_flat_bytes) {
      throw DeviceError(ASSAY_COMPILE_ERROR,
                        fmt::format("{}:{}: with its includes the source exceeds {} MiB",
                                    place.file, place.line, max_flat_bytes >> 20));
    }
    flat_.text.append(line).push_back('\n');
    flat_.lines.push_back(std::move(place));
  }

  void paste(const std::string& file, const std::string& text) {
    open_.insert(file);
    DirectiveScanner scanner;
    std::size_t number = 0;
    const int outer_depth = depth_;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = std::string_view(text).substr(at, end - at);
      if (line.ends_with('\r')) line.remove_suffix(1);
      at = end + 1;
      ++number;
      const Directive directive = scanner.next(line);
      if (directive.kind == Directive::Kind::open) ++depth_;
      if (directive.kind == Directive::Kind::close) --depth_;
      if (directive.kind != Directive::Kind::include || !include(directive, file, number)) {
        emit(line, {file, number});
      }
    }
    depth_ = outer_depth;  // an unbalanced file must not disturb its includer
    open_.erase(file);
  }

  // Replaces an include by its file. False if the line is to stay as it is.
  bool include(const Directive& directive, const std::string& includer, std::size_t line) {
    const std::string file = resolve(directive.name, includer);
    if (file.empty()) {
      if (depth_ > 0) return false;
      throw DeviceError(ASSAY_COMPILE_ERROR,
                        fmt::format("{}:{}: no source is named \"{}\"; {}", includer, line,
                                    directive.name, did_you_mean(directive.name, names())));
    }
    if (!open_.contains(file) && !done_.contains(file)) {
      const bool once_and_for_all = depth_ == 0;
      const std::string guard = fmt::format("ASSAY_INCLUDED_{}", guard_number(file));
      emit("#ifndef " + guard, {file, 0});
      emit("#define " + guard, {file, 0});
      paste(file, *text_of(file));
      emit("#endif", {file, 0});
      if (once_and_for_all) done_.insert(file);
    }
    // A comment may start after the directive and continue on the next line.
    emit(directive.rest, {includer, line});
    return true;
  }

  std::size_t guard_number(const std::string& file) {
    return guards_.emplace(file, guards_.size()).first->second;
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& [name, text] : given_) result.push_back(name);
    return result;
  }

  std::span<const fs::path> folders_;
  std::map<std::string, std::string> given_;
  std::map<std::string, std::string> texts_;  // as looked up, overrides applied
  std::map<std::string, std::size_t> guards_;
  std::set<std::string> open_;  // files being pasted: their guard macros are set
  std::set<std::string> done_;  // files pasted outside every #if: later includes are empty
  int depth_ = 0;               // number of #if around the current line
  FlatSource flat_;
};

// The place ":LINE:COLUMN" or "(LINE)" at the beginning of a text: how much of the text to copy,
// and the line; 0 if there is no place.
struct LinePlace {
  std::size_t length = 1;
  std::size_t line = 0;
};

// Looks for "(LINE):", as NVRTC writes it, at the beginning of `text`.
LinePlace line_place_in_parentheses(std::string_view text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [next, code] = std::from_chars(text.data() + 1, end, number);
  if (code != std::errc() || !std::string_view(next, end).starts_with("):")) return {};
  return {static_cast<std::size_t>(next + 1 - text.data()), number};
}

// Looks for ":LINE:COLUMN:" or "(LINE):" at the beginning of `text`, which is not empty.
LinePlace line_place(std::string_view text) {
  if (text.front() == '(') return line_place_in_parentheses(text);
  const char* const end = text.data() + text.size();
  std::size_t numbers[2] = {};
  const char* at = text.data();
  for (std::size_t& number : numbers) {
    if (at == end || *at != ':') return {};
    const auto [next, code] = std::from_chars(at + 1, end, number);
    if (code != std::errc()) return {};
    at = next;
  }
  if (at == end || *at != ':') return {};
  return {static_cast<std::size_t>(at - text.data()), numbers[0]};
}

}  // namespace

std::vector<fs::path> kernel_override_folders() {
  std::vector<fs::path> folders;
  const char* variable = std::getenv("ASSAY_KERNEL_PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path folder = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (folder.empty()) continue;
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored)) {
      throw DeviceError(ASSAY_INVALID,
                        fmt::format("ASSAY_KERNEL_PATH names {}, which is not a folder; it lists "
                                    "folders of kernel sources separated by ':'",
                                    folder.string()));
    }
    folders.push_back(folder);
  }
  return folders;
}

FlatSource flatten(std::span<const assay_source> sources, std::span<const fs::path> folders,
                   std::size_t unit) {
  if (sources.empty()) throw DeviceError(ASSAY_INVALID, "a program needs at least one source");
  return Flattener(sources, folders).run(sources[unit].name);
}

std::vector<FlatSource> flatten_units(std::span<const assay_source> sources, std::size_t units,
                                      std::span<const fs::path> folders) {
  std::vector<FlatSource> flat;
  for (std::size_t unit = 0; unit < units; ++unit) flat.push_back(flatten(sources, folders, unit));
  return flat;
}

std::string with_places(const std::string& build_log, const FlatSource& source) {
  std::string result;
  for (std::string_view rest = build_log; !rest.empty();) {
    const std::size_t colon = std::min(rest.find_first_of(":("), rest.size() - 1);
    result += rest.substr(0, colon);
    rest.remove_prefix(colon);
    const LinePlace place = line_place(rest);
    result += rest.substr(0, place.length);
    rest.remove_prefix(place.length);
    if (place.line == 0 || place.line > source.lines.size()) continue;
    const auto& [file, line] = source.lines[place.line - 1];
    if (line != 0) result += fmt::format(" [{}:{}]", file, line);
  }
  return result;
}

}  // namespace assay::device
