// Values of arguments and parameters, and their lookup by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.hpp"

namespace assay::sdk {

// A bool, integer, real or text that owns its text.
class Value {
 public:
  Value(bool value)
      : kind_(ASSAY_BOOL), integer_(value ? 1 : 0) {}  // NOLINT(google-explicit-constructor)
  Value(int value)
      : Value(static_cast<std::int64_t>(value)) {}  // NOLINT(google-explicit-constructor)
  Value(std::int64_t value)
      : kind_(ASSAY_INTEGER), integer_(value) {}            // NOLINT(google-explicit-constructor)
  Value(double value) : kind_(ASSAY_REAL), real_(value) {}  // NOLINT(google-explicit-constructor)
  Value(std::string value)
      : kind_(ASSAY_TEXT), text_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Value(const char* value) : Value(std::string(value)) {}  // NOLINT(google-explicit-constructor)

  // The value as a C struct that borrows this value's text.
  [[nodiscard]] assay_value view() const { return {kind_, integer_, real_, text_.c_str()}; }

 private:
  assay_kind kind_;
  std::int64_t integer_ = 0;
  double real_ = 0;
  std::string text_;
};

// Powers of two from `first` to `last`, both included; both must be powers of two.
inline std::vector<Value> powers_of_two(std::int64_t first, std::int64_t last) {
  std::vector<Value> values;
  for (std::int64_t v = first; v <= last; v *= 2) values.emplace_back(v);
  return values;
}

// The arguments of an instance or the parameters of a configuration, looked up by name. A missing
// name or another kind is a defect of the plugin's own description, hence ASSAY_INTERNAL.
class Bindings {
 public:
  Bindings(const assay_binding* first, std::size_t count) : bindings_(first, count) {}

  [[nodiscard]] std::span<const assay_binding> all() const { return bindings_; }
  [[nodiscard]] bool boolean(std::string_view name) const {
    return find(name, ASSAY_BOOL).integer != 0;
  }
  [[nodiscard]] std::int64_t integer(std::string_view name) const {
    return find(name, ASSAY_INTEGER).integer;
  }
  // An integer that counts something: not negative.
  [[nodiscard]] std::size_t size(std::string_view name) const {
    return static_cast<std::size_t>(integer(name));
  }
  [[nodiscard]] double real(std::string_view name) const { return find(name, ASSAY_REAL).real; }
  [[nodiscard]] std::string text(std::string_view name) const {
    return find(name, ASSAY_TEXT).text;
  }

 private:
  [[nodiscard]] const assay_value& find(std::string_view name, assay_kind kind) const {
    for (const auto& binding : bindings_) {
      if (name != binding.name) continue;
      if (binding.value.kind != kind) {
        throw Error(ASSAY_INTERNAL,
                    "'" + std::string(name) + "' is bound to a value of another kind");
      }
      return binding.value;
    }
    throw Error(ASSAY_INTERNAL, "'" + std::string(name) + "' is not bound");
  }

  std::span<const assay_binding> bindings_;
};

}  // namespace assay::sdk
