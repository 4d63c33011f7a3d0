#include "assay/tuner.hpp"
#include "framework/core/error.hpp"
#include "framework/core/names.hpp"
#include "framework/core/value.hpp"

namespace assay {
namespace {

template <class T>
T as(const Value& value, std::string_view name, const char* kind) {
  if (const auto* held = std::get_if<T>(&value)) return *held;
  throw TunerError(fmt::format("parameter '{}' is {}, not {}", name, kind_name(value), kind));
}

}  // namespace

const Value& Configuration::find(std::string_view name) const {
  std::vector<std::string> known;
  for (const auto& item : items_) {
    if (item.first == name) return item.second;
    known.push_back(item.first);
  }
  throw TunerError(fmt::format("there is no parameter '{}'; {}", name, did_you_mean(name, known)));
}

std::int64_t Configuration::integer(std::string_view name) const {
  return as<std::int64_t>(find(name), name, "an integer");
}
double Configuration::real(std::string_view name) const {
  return as<double>(find(name), name, "a number");
}
bool Configuration::boolean(std::string_view name) const {
  return as<bool>(find(name), name, "a boolean");
}
std::string Configuration::text(std::string_view name) const {
  return as<std::string>(find(name), name, "a text");
}

std::string Configuration::str() const { return to_string(items_); }

std::string Configuration::defines() const {
  std::string text;
  for (const auto& [name, value] : items_) {
    const auto* flag = std::get_if<bool>(&value);
    text += fmt::format("{}-D {}={}", text.empty() ? "" : " ", name,
                        flag != nullptr ? (*flag ? "1" : "0") : to_string(value));
  }
  return text;
}

}  // namespace assay
