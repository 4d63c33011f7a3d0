#include "framework/core/split.hpp"

#include <random>
#include <sstream>

#include "tests/catch.hpp"

namespace assay::test {
namespace {

// The oracle: the parts that std::getline finds in a stream.
std::vector<std::string> parts_of_stream(const std::string& text, char at) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

std::vector<std::string> words_of_stream(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("texts are split as streams would do it") {
  std::mt19937_64 random(3);
  for (int k = 0; k < 2000; ++k) {
    std::string text;
    for (auto length = random() % 12; length > 0; --length) text += "ab/ \t\n"[random() % 6];
    INFO("'" << text << "'");
    CHECK(split_at(text, '/') == parts_of_stream(text, '/'));
    CHECK(split_words(text) == words_of_stream(text));
  }
}

}  // namespace assay::test
