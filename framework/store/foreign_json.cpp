#include "framework/store/foreign_json.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "framework/core/json.hpp"
#include "framework/store/cut_text.hpp"
#include "framework/store/no_json.hpp"

namespace assay {
namespace {

// The position of a parse error, such as "line 1, column 7 (byte 6)"; all three count from 1.
std::string position_of(const nlohmann::json::parse_error& error) {
  const std::string text = error.what();
  const std::string_view begin = "at line ";
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return fmt::format("byte {}", error.byte);
  return fmt::format("{} (byte {})", text.substr(at + 3, text.find(':', at) - at - 3), error.byte);
}

bool belongs_to_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '#' || c == '+' ||
         c == '-';
}

// Whether a word outside all strings stands for a number that is not finite, in any tool's
// spelling: Google Benchmark and Python write NaN and Infinity, printf writes nan, inf, -nan(ind)
// and, in old C libraries, 1.#INF.
bool means_no_number(std::string word) {
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
  if (word.starts_with('-') || word.starts_with('+')) word.erase(0, 1);
  if (word == "nan" || word == "inf" || word == "infinity" || word.starts_with("nan(")) return true;
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) == 0) return false;
  if (word.find(".#") != std::string::npos) return true;
  char* end = nullptr;
  const double number = std::strtod(word.c_str(), &end);
  return std::isinf(number) && *end == '\0';
}

// The position just past the closing quotation mark of the string that begins at `begin`.
std::size_t end_of_text(const std::string& json, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return std::min(at + 1, json.size());
}

// The position just past the word that begins at `begin`, including parentheses that follow it.
std::size_t end_of_word(const std::string& json, std::size_t begin) {
  std::size_t at = begin;
  while (at < json.size() && belongs_to_word(json[at])) ++at;
  if (at == json.size() || json[at] != '(') return at;
  std::size_t close = at + 1;
  while (close < json.size() && belongs_to_word(json[close])) ++close;
  return close < json.size() && json[close] == ')' ? close + 1 : at;
}

// The text with null in place of each word that means_no_number(). A word shorter than null takes
// up a blank before it, so that positions in the text stay the same.
std::string with_nulls(const std::string& text) {
  std::string mended;
  mended.reserve(text.size() + text.size() / 64);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const bool word = belongs_to_word(text[at]);
    at = text[at] == '"' ? end_of_text(text, at) : word ? end_of_word(text, at) : at + 1;
    if (!word || !means_no_number(text.substr(begin, at - begin))) {
      mended.append(text, begin, at - begin);
      continue;
    }
    if (at - begin < 4 && mended.ends_with(' ')) mended.pop_back();
    mended += "null";
    mended.append(std::max(at, begin + 4) - begin - 4, ' ');
  }
  return mended;
}

Error told(const std::string& text, const std::string& place,
           const nlohmann::json::parse_error& error) {
  if (const auto what = what_is_no_json(text); !what.empty()) {
    return environment_error("{}: {}", place, what);
  }
  if (error.byte > text.size()) {
    return environment_error("{}: is cut off: {}; fetch or write it again", place,
                             position_of(error));
  }
  if (error.byte > 0 && ForeignJson::accept(text.substr(0, error.byte - 1))) {
    return environment_error(
        "{}: something follows the end of its JSON: {}: {}; remove it, or write each document to a "
        "file of its own",
        place, position_of(error), excerpt(std::string_view(text).substr(error.byte - 1)));
  }
  const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
  return environment_error("{}: is not JSON: {}: {}; fetch or write it again", place,
                           position_of(error), excerpt(std::string_view(text).substr(at)));
}

}  // namespace

ForeignJson parse_foreign_json(const std::string& text, const std::string& place) {
  try {
    require_bounded_json(text);
  } catch (const Error& error) {
    throw environment_error(
        "{}: {}, which no tool's results should have; write it again, or split it", place,
        error.what());
  }
  auto document = ForeignJson::parse(text, nullptr, false);
  if (!document.is_discarded()) return document;
  const std::string mended = with_nulls(text);
  try {
    return ForeignJson::parse(mended);
  } catch (const nlohmann::json::parse_error& error) {
    throw told(mended, place, error);
  } catch (const nlohmann::json::out_of_range&) {
    // Numbers that are too large are already null here, unless letters follow them.
    throw environment_error(
        "{}: is not JSON: letters follow a number that is out of range; fetch or write it again",
        place);
  }
}

const ForeignJson* member(const ForeignJson& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto at = object.find(key);
  return at == object.end() || at->is_null() ? nullptr : &*at;
}

std::string text_member(const ForeignJson& object, const char* key) {
  const ForeignJson* json = member(object, key);
  return json != nullptr && json->is_string() ? json->get<std::string>() : "";
}

std::string program_name(const std::string& path) {
  const std::string file = path.substr(path.find_last_of("/\\") + 1);  // Windows separators too
  return file.ends_with(".exe") ? file.substr(0, file.size() - 4) : file;
}

}  // namespace assay
