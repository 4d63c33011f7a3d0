#include "framework/core/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "framework/core/json.hpp"

namespace assay {
namespace {

std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  const bool looks_integer = text.find_first_not_of("-0123456789") == std::string::npos;
  return looks_integer ? text + ".0" : text;
}

// Marks a real that JSON cannot hold, so that it is not mistaken for a text.
constexpr const char* real_tag = "real";

}  // namespace

std::string to_string(const Value& value) {
  struct {
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return real_text(v); }
    std::string operator()(const std::string& v) const { return v; }
  } writer;
  return std::visit(writer, value);
}

const char* kind_name(const Value& value) {
  constexpr const char* names[] = {"a boolean", "an integer", "a number", "a text"};
  return names[value.index()];
}

const Value* find(const Bindings& bindings, const std::string& name) {
  const auto at = std::find_if(bindings.begin(), bindings.end(),
                               [&](const auto& binding) { return binding.first == name; });
  return at == bindings.end() ? nullptr : &at->second;
}

std::string to_string(const Bindings& bindings) {
  if (bindings.empty()) return "(none)";
  std::string text;
  for (const auto& [name, value] : bindings) {
    if (!text.empty()) text += ' ';
    text += name + "=" + to_string(value);
  }
  return text;
}

std::string canonical_text(const Bindings& bindings) {
  auto object = nlohmann::json::object();  // sorts its keys
  for (const auto& [name, value] : bindings) {
    const auto* real = std::get_if<double>(&value);
    // The two zeros are equal, so they get one text.
    object[name] = real != nullptr && *real == 0 ? nlohmann::json(0.0) : to_json(value);
  }
  try {
    return object.dump();
  } catch (const nlohmann::json::exception&) {
    throw usage_error("a name or text is not valid UTF-8: {}", to_string(bindings));
  }
}

Bindings bindings_from_text(const std::string& text) {
  try {
    Bindings bindings;
    for (const auto& [name, value] : parse_json(text).get<nlohmann::json::object_t>()) {
      bindings.emplace_back(name, value_from_json(value));
    }
    return bindings;
  } catch (const nlohmann::json::exception&) {  // reported below, as any other text
  } catch (const Error&) {
  }
  throw usage_error("'{}' is not a configuration; write a JSON object of values, such as {}", text,
                    R"({"tile":32})");
}

nlohmann::json to_json(const Value& value) {
  struct {
    nlohmann::json operator()(double v) const {
      nlohmann::json number = real_to_json(v);
      return number.is_string() ? nlohmann::json{{real_tag, number}} : number;
    }
    nlohmann::json operator()(bool v) const { return v; }
    nlohmann::json operator()(std::int64_t v) const { return v; }
    nlohmann::json operator()(const std::string& v) const { return v; }
  } writer;
  return std::visit(writer, value);
}

nlohmann::json to_json(const Bindings& bindings) {
  auto pairs = nlohmann::json::array();
  for (const auto& [name, value] : bindings) {
    pairs.push_back(nlohmann::json::array({name, to_json(value)}));
  }
  return pairs;
}

Value value_from_json(const nlohmann::json& found) {
  switch (found.type()) {
    case nlohmann::json::value_t::boolean:
      return found.get<bool>();
    case nlohmann::json::value_t::number_unsigned:
      if (found.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max()) break;
      return found.get<std::int64_t>();
    case nlohmann::json::value_t::number_integer:
      return found.get<std::int64_t>();
    case nlohmann::json::value_t::number_float:
      return found.get<double>();
    case nlohmann::json::value_t::string:
      return found.get<std::string>();
    case nlohmann::json::value_t::object:
      if (found.size() == 1 && found.contains(real_tag)) return real_from_json(found[real_tag]);
      break;
    default:
      break;
  }
  throw internal_error("{} is not a value; a value is a boolean, a number or a text", found.dump());
}

Bindings bindings_from_json(const nlohmann::json& found) {
  return read_json("configuration", [&] {
    Bindings bindings;
    for (const auto& pair : found.get_ref<const nlohmann::json::array_t&>()) {
      if (!pair.is_array() || pair.size() != 2) {
        throw internal_error("a binding is a pair of name and value, not {}", pair.dump());
      }
      auto name = pair[0].get<std::string>();
      if (find(bindings, name) != nullptr) throw internal_error("'{}' is bound twice", name);
      bindings.emplace_back(std::move(name), value_from_json(pair[1]));
    }
    return bindings;
  });
}

}  // namespace assay
