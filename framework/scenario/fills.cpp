#include "framework/scenario/fills.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "framework/core/hash.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/scenario/placed_text.hpp"

namespace assay {
namespace {

constexpr double any_number = 1e300;

// A fill rule and the keys that belong to it, so that a key given with a wrong rule is reported.
struct RuleKeys {
  std::string_view rule;
  std::vector<std::string_view> keys;
};
const std::vector<RuleKeys>& rules() {
  static const std::vector<RuleKeys> all = {{"zeros", {}},
                                            {"index", {"start", "step"}},
                                            {"uniform", {"low", "high", "seed"}},
                                            {"normal", {"mean", "deviation", "seed"}},
                                            {"interleaved", {"of"}}};
  return all;
}

void require_keys_of(const TomlTable& reader, const std::string& rule) {
  for (const RuleKeys& other : rules()) {
    for (const auto key : other.keys) {
      const auto own = std::ranges::find(rules(), rule, &RuleKeys::rule);
      const bool belongs =
          own != rules().end() && std::ranges::find(own->keys, key) != own->keys.end();
      if (reader.has(key) && !belongs) {
        throw reader.error_at(key, fmt::format("belongs to fill = \"{}\"", other.rule));
      }
    }
  }
}

ArrayFill read_rule(const TomlTable& reader, const std::string& name, assay_element element) {
  std::string rule;
  reader.read("fill", rule);
  ArrayFill fill;
  std::vector<std::string> known;
  for (const RuleKeys& each : rules()) known.emplace_back(each.rule);
  if (std::ranges::find(known, rule) == known.end()) {
    throw reader.error_at("fill", fmt::format("must be a number or one of {}, not '{}'",
                                              fmt::join(known, ", "), rule));
  }
  require_keys_of(reader, rule);
  fill.rule = rule == "zeros" ? "constant" : rule;
  if (rule == "interleaved") {
    if (!reader.has("of")) {
      throw reader.error_at("fill",
                            "needs 'of': the arrays of the problem, an element of each in turn");
    }
    for (const PlacedText& part : placed_texts(reader, "of")) fill.of.push_back(part.text);
    return fill;
  }
  // The default seed differs between arrays.
  fill.seed = Hasher().text(name).value() >> 33;
  reader.read_integer("seed", fill.seed, 0);
  if (rule == "index") fill.second = 1;
  if (rule == "uniform") fill.second = is_whole(element) && element != ASSAY_BOOL8 ? 99 : 1;
  if (rule == "normal") fill.second = 1;
  for (const char* key : {"start", "low", "mean"})
    reader.read(key, fill.first, -any_number, any_number);
  for (const char* key : {"step", "high"}) reader.read(key, fill.second, -any_number, any_number);
  reader.read("deviation", fill.second, 0, any_number);
  if (rule == "uniform" && fill.first > fill.second) {
    throw reader.error_at("low", fmt::format("is {}, above high = {}", fill.first, fill.second));
  }
  return fill;
}

}  // namespace

ArrayFill read_fill(const TomlTable& reader, const std::string& name, assay_element element) {
  const auto* node = reader.raw().get("fill");
  if (reader.has("file")) {
    if (node != nullptr)
      throw reader.error_at("fill", "and 'file' exclude each other: give one of them");
    require_keys_of(reader, "");
    ArrayFill fill;
    fill.rule = "file";
    fill.file = reader.required_text("file");
    return fill;
  }
  if (node != nullptr && node->is_string()) return read_rule(reader, name, element);
  require_keys_of(reader, "");
  ArrayFill fill;
  if (node == nullptr) return fill;
  fill.rule = "constant";
  reader.read("fill", fill.first, -any_number, any_number);
  return fill;
}

void require_no_fill(const TomlTable& reader) { require_keys_of(reader, ""); }

}  // namespace assay
