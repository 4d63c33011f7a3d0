#include "tests/fuzz/target.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "framework/compare/text.hpp"
#include "framework/core/scratch_folder.hpp"

namespace assay::fuzz {
namespace {

constexpr std::string_view separator = "\n====\n";
constexpr std::size_t longest_message = 16 << 10;  // bytes

}  // namespace

Target::Target(const char* its_name, Read its_read, Mutate its_mutate)
    : name(its_name), read(its_read), mutate(its_mutate) {
  targets().push_back(this);
}

std::vector<const Target*>& targets() {
  static std::vector<const Target*> all;
  return all;
}

void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void require_presentable(std::string_view message) {
  require(message.size() <= longest_message, "a message has more than 16 KiB");
  try {
    static_cast<void>(nlohmann::json(shown_lines(message)).dump());
  } catch (const nlohmann::json::exception&) {
    require(false, "a message is no UTF-8 where it is shown");
  }
}

std::vector<std::string_view> parts_of(std::string_view input) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = input.find(separator);
    parts.push_back(input.substr(0, end));
    if (end == std::string_view::npos) return parts;
    input.remove_prefix(end + separator.size());
  }
}

std::string_view take_line(std::string_view& input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  const std::string_view line = input.substr(0, end);
  input.remove_prefix(std::min(end + 1, input.size()));
  return line;
}

std::string written(const std::string& name, std::string_view content) {
  static const ScratchFolder folder("fuzz");
  const std::filesystem::path path = folder / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  stream.close();
  require(stream.good(), "a file for the reader could not be written");
  return path.string();
}

}  // namespace assay::fuzz
