#include "framework/kernel_file/formula.hpp"

#include <algorithm>
#include <cmath>

#include "framework/core/error.hpp"

namespace assay {
namespace {

// The scalar as a value that owns its text, which the scalar borrows.
Value owned(const Scalar& scalar) {
  switch (scalar.kind) {
    case Scalar::Kind::boolean:
      return scalar.integer != 0;
    case Scalar::Kind::integer:
      return scalar.integer;
    case Scalar::Kind::real:
      return scalar.real;
    case Scalar::Kind::text:
      break;
  }
  return *scalar.text;
}

}  // namespace

Error error_at(const std::string& place, const std::string& message) {
  return usage_error("{}: {}", place, message);
}

void FormulaNames::add(const Bindings& bindings) {
  for (const auto& [name, value] : bindings) add(name, value);
}

void FormulaNames::add(const std::string& name, Value value) {
  if (std::ranges::find(names_, name) != names_.end()) return;
  names_.push_back(name);
  values_.push_back(std::move(value));
}

void FormulaNames::rebind(const std::string& name, Value value) {
  const auto found = std::ranges::find(names_, name);
  if (found == names_.end()) throw internal_error("'{}' is not bound", name);
  values_[static_cast<std::size_t>(found - names_.begin())] = std::move(value);
}

const Value* FormulaNames::find(const std::string& name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? nullptr
                               : &values_[static_cast<std::size_t>(found - names_.begin())];
}

Value FormulaNames::value(const Formula& formula) const {
  std::vector<Scalar> slots;
  slots.reserve(values_.size());
  for (const Value& value : values_) slots.push_back(Scalar::of(value));
  try {
    auto known = parsed_.find(formula.text);
    if (known == parsed_.end()) {
      known = parsed_.emplace(formula.text, Expression::parse(formula.text, names_)).first;
    }
    return owned(known->second.evaluate(slots));
  } catch (const Error& error) {
    throw error_at(formula.place, error.what());
  }
}

double FormulaNames::number(const Formula& formula) const {
  const Value result = value(formula);
  const auto* text = std::get_if<std::string>(&result);
  const double number = text == nullptr ? Scalar::of(result).number() : 0;
  if (text == nullptr && std::isfinite(number)) return number;
  throw error_at(formula.place, fmt::format("'{}' is {}, which is not a finite number",
                                            formula.text, to_string(result)));
}

std::int64_t FormulaNames::whole_from(const Formula& formula, double least) const {
  const double result = number(formula);
  constexpr double most = 9e15;  // below 2^53, so that doubles are exact
  if (result >= least && result <= most && std::trunc(result) == result) {
    return static_cast<std::int64_t>(result);
  }
  const bool fraction = std::trunc(result) != result;
  throw error_at(
      formula.place,
      fmt::format("'{}' is {}, but must be a whole number of at least {}{}", formula.text,
                  to_string(Value(result)), least,
                  fraction ? "; ceil_div(a, b) rounds a quotient up, a // b rounds it down" : ""));
}

std::int64_t FormulaNames::whole(const Formula& formula) const { return whole_from(formula, 0); }

std::int64_t FormulaNames::count(const Formula& formula) const { return whole_from(formula, 1); }

bool FormulaNames::holds(const Formula& formula) const {
  const Value result = value(formula);
  const auto* text = std::get_if<std::string>(&result);
  if (text == nullptr) return Scalar::of(result).number() != 0;
  throw error_at(formula.place, fmt::format("'{}' is the text '{}', but must be true or false",
                                            formula.text, *text));
}

std::vector<std::int64_t> FormulaNames::counts(const std::vector<Formula>& formulas) const {
  std::vector<std::int64_t> results;
  results.reserve(formulas.size());
  for (const Formula& formula : formulas) results.push_back(count(formula));
  return results;
}

void check_formula(const Formula& formula, const std::vector<std::string>& names) {
  try {
    static_cast<void>(Expression::parse(formula.text, names));
  } catch (const Error& error) {
    throw error_at(formula.place, error.what());
  }
}

}  // namespace assay
