#include "framework/store/no_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "framework/store/cut_text.hpp"

namespace assay {
namespace {

using namespace std::string_view_literals;

// The beginning of a text or line, and the diagnosis that follows from it.
struct Sign {
  std::string_view begin;
  const char* said;
};

constexpr const char* as_utf16 =
    "is UTF-16, as written by > in PowerShell; write UTF-8: let the program write the file itself "
    "(--benchmark_out=FILE --benchmark_out_format=json), or convert it (iconv -f UTF-16 -t UTF-8)";

constexpr Sign signs_of_files[] = {
    {"\xFF\xFE"sv, as_utf16},
    {"\xFE\xFF"sv, as_utf16},
    {"PK\x03\x04"sv, "is a zip archive; unpack it (only gzip is read compressed)"},
    {"\x28\xB5\x2F\xFD"sv, "is compressed with zstd; unpack it (only gzip is read compressed)"},
    {"\xFD"
     "7zXZ"sv,
     "is compressed with xz; unpack it (only gzip is read compressed)"},
    {"BZh"sv, "is compressed with bzip2; unpack it (only gzip is read compressed)"},
    {"\x1F\x8B"sv, "is compressed twice with gzip; unpack it once"},
    {"SQLite format 3"sv,
     "is a database; a store of assay cannot be imported, but commands read it with --store FILE"},
    {"version https://git-lfs"sv,
     "is only a pointer of Git LFS; fetch the file itself: git lfs pull"},
    {"<"sv, "is a web page or XML; fetch the file itself, or let the tool write JSON"},
};

constexpr Sign signs_of_lines[] = {
    {"name,iterations,"sv,
     "is CSV of Google Benchmark, which is not read; let it write JSON: --benchmark_out=FILE "
     "--benchmark_out_format=json"},
    {"Benchmark,Device,"sv,
     "is CSV of nvbench, which is not read; let it write JSON: --jsonbin FILE"},
    {"| "sv, "is a table meant for people; let the tool write JSON"},
    {"Benchmark   "sv,
     "is what Google Benchmark prints for people; let it write JSON: --benchmark_out=FILE "
     "--benchmark_out_format=json"},
};

constexpr std::size_t most_lines = 1000;  // examined at most

const char* said_of(std::string_view text, std::span<const Sign> signs) {
  const auto sign =
      std::ranges::find_if(signs, [&](const Sign& one) { return text.starts_with(one.begin); });
  return sign == signs.end() ? nullptr : sign->said;
}

bool is_json(std::string_view text) { return nlohmann::json::accept(text); }

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

// Whether JSON results may begin here; "[info] ..." is not JSON.
bool may_begin(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
  return next != std::string_view::npos && std::string_view("\"{[").find(text[next]) != text.npos;
}

// The diagnosis of a text with words before its JSON, which begins at the start of line `line`; ""
// if `rest` is not such JSON. `tries` bounds how often the rest of a text is parsed.
std::string words_before(std::string_view text, std::string_view rest, std::size_t line,
                         int& tries) {
  if (line == 1 || !may_begin(rest) || --tries < 0 || !is_json(rest)) return "";
  return fmt::format(
      "has text before its JSON, which begins in line {}: {}; remove it, or let the program write "
      "a file of its own (--benchmark_out=FILE --benchmark_out_format=json)",
      line, excerpt(first_line(text)));
}

// The number of commas in a line, or 0 if the line has brackets.
std::size_t commas(std::string_view line) {
  if (line.find_first_of("{[") != std::string_view::npos) return 0;
  return static_cast<std::size_t>(std::ranges::count(line, ','));
}

bool looks_like_csv(std::string_view text) {
  const std::string_view first = first_line(text);
  if (commas(first) == 0 || first.size() == text.size()) return false;
  return commas(first_line(text.substr(first.size() + 1))) == commas(first);
}

}  // namespace

std::string what_is_no_json(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return "is empty; fetch or write it again";
  if (const char* said = said_of(text.substr(begin), signs_of_files)) return said;
  if (text.substr(0, 4).find('\0') != std::string_view::npos) return as_utf16;
  std::size_t number = 0;
  int tries = 3;
  for (std::string_view rest = text; !rest.empty() && number < most_lines;) {
    if (const char* said = said_of(rest, signs_of_lines)) return said;
    if (auto words = words_before(text, rest, ++number, tries); !words.empty()) return words;
    rest.remove_prefix(std::min(rest.size(), first_line(rest).size() + 1));
  }
  if (looks_like_csv(text)) return "is CSV, which is not read; let the tool write JSON";
  return "";
}

}  // namespace assay
