#include "framework/store/foreign_json.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace assay {
namespace {

// "line 1, column 7 (byte 6): ..." of the library's message, which counts bytes from 1.
std::string position_of(const nlohmann::json::parse_error& error) {
  std::string text = error.what();
  const std::string_view begin = "at line ";
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return text;
  const std::size_t end = text.find(':', at);
  return fmt::format("{} (byte {}){}", text.substr(at + 3, end - at - 3), error.byte,
                     end == std::string::npos ? "" : text.substr(end));
}

// Where the parser stumbled, at its first or second letter, stands a word for what is no number.
bool is_no_number(const std::string& text, std::size_t byte) {
  for (const std::size_t begin : {byte - 1, byte - 2}) {
    if (begin >= text.size()) continue;
    for (const std::string_view word : {"NaN", "nan", "Inf", "inf"}) {
      if (std::string_view(text).substr(begin).starts_with(word)) return true;
    }
  }
  return false;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Whether a word outside of all texts means what is no number, whoever wrote it: Google Benchmark
// and Python say NaN and Infinity, printf says nan and inf.
bool means_no_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  constexpr std::array words = {"NaN", "nan", "Infinity", "inf", "Inf"};
  return std::ranges::find(words, word) != words.end();
}

// Where the text that begins at `begin` ends, behind its quotation mark.
std::size_t end_of_text(const std::string& json, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return std::min(at + 1, json.size());
}

std::size_t end_of_word(const std::string& json, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < json.size() && is_letter(json[at])) ++at;
  return at;
}

}  // namespace

std::optional<ForeignJson> parse_with_nulls(const std::string& text) {
  std::string mended;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const bool word = text[at] == '-' || is_letter(text[at]);
    at = text[at] == '"' ? end_of_text(text, at) : word ? end_of_word(text, at) : at + 1;
    const auto part = std::string_view(text).substr(begin, at - begin);
    mended += word && means_no_number(part) ? "null" : part;
  }
  ForeignJson document = ForeignJson::parse(mended, nullptr, false);
  if (document.is_discarded()) return std::nullopt;
  return document;
}

ForeignJson parse_foreign_json(const std::string& text, const std::string& place) {
  try {
    return ForeignJson::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    if (error.byte > text.size()) {
      throw environment_error("{}: is cut off: {}; fetch or write it again", place,
                              position_of(error));
    }
    if (is_no_number(text, error.byte)) {
      throw environment_error(
          "{}: a NaN or an infinity stands where JSON can have a number only: {}; measure again, "
          "or leave out what has no value",
          place, position_of(error));
    }
    throw environment_error("{}: is no JSON: {}; fetch or write it again", place,
                            position_of(error));
  } catch (const nlohmann::json::exception& error) {
    throw environment_error("{}: is no JSON: {}", place, error.what());
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
  const std::string file = path.substr(path.find_last_of("/\\") + 1);  // of Windows too
  return file.ends_with(".exe") ? file.substr(0, file.size() - 4) : file;
}

}  // namespace assay
