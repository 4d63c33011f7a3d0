#include "framework/store/foreign_json.hpp"

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

}  // namespace

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
