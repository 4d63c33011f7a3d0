#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace assay {

// A value of a parameter or an instance argument. The alternatives are ordered as assay_kind.
using Value = std::variant<bool, std::int64_t, double, std::string>;

// The value as a person writes it: "true", "16", "0.5", "z-order"; reals in the shortest form that
// reads back as the same number.
[[nodiscard]] std::string to_string(const Value& value);
// "a boolean", "an integer", "a number", "a text": for error messages.
[[nodiscard]] const char* kind_name(const Value& value);

// Names bound to values, in declaration order: instance arguments or a configuration.
using Bindings = std::vector<std::pair<std::string, Value>>;

// The value bound to `name`, or nullptr.
[[nodiscard]] const Value* find(const Bindings& bindings, const std::string& name);
// "tile=32 unroll=4", or "(none)" when empty.
[[nodiscard]] std::string to_string(const Bindings& bindings);
// A text that is equal exactly for equal bindings, in any order: a JSON object with sorted keys.
// Reals keep a decimal point, so 1 and 1.0 differ. It is what stores and keys of caches hold, which
// must find a configuration whatever the order its parameters were declared in.
[[nodiscard]] std::string canonical_text(const Bindings& bindings);
// Reads what canonical_text wrote. Throws usage Error on anything else.
[[nodiscard]] Bindings bindings_from_text(const std::string& text);

// Booleans, integers, reals and texts become what they are in JSON; a real without a JSON form
// becomes {"real": "nan"} (or "inf", "-inf"), so that the text "nan" stays a text.
[[nodiscard]] nlohmann::json to_json(const Value& value);
// An array of [name, value] pairs, because the JSON library's objects do not keep their order. The
// only form in messages; canonical_text, which forgets the order, is the only other.
[[nodiscard]] nlohmann::json to_json(const Bindings& bindings);
// These two throw internal Error on JSON of another shape.
[[nodiscard]] Value value_from_json(const nlohmann::json& found);
[[nodiscard]] Bindings bindings_from_json(const nlohmann::json& found);

}  // namespace assay
