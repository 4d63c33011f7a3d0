#include "framework/dispatch/member_name.hpp"

#include <algorithm>
#include <iterator>

#include "framework/compare/winner_constants.hpp"

namespace assay::dispatch {
namespace {

// Of C11 and C++20, without those that begin with '_' or end with '_t'.
constexpr const char* keywords[] = {
    "alignas",      "alignof",       "and",         "and_eq",    "asm",       "auto",
    "bitand",       "bitor",         "bool",        "break",     "case",      "catch",
    "char",         "class",         "co_await",    "co_return", "co_yield",  "compl",
    "concept",      "const",         "const_cast",  "consteval", "constexpr", "constinit",
    "continue",     "decltype",      "default",     "delete",    "do",        "double",
    "dynamic_cast", "else",          "enum",        "explicit",  "export",    "extern",
    "false",        "float",         "for",         "friend",    "goto",      "if",
    "inline",       "int",           "long",        "mutable",   "namespace", "new",
    "noexcept",     "not",           "not_eq",      "nullptr",   "operator",  "or",
    "or_eq",        "private",       "protected",   "public",    "register",  "reinterpret_cast",
    "requires",     "restrict",      "return",      "short",     "signed",    "sizeof",
    "static",       "static_assert", "static_cast", "struct",    "switch",    "template",
    "this",         "thread_local",  "throw",       "true",      "try",       "typedef",
    "typeid",       "typename",      "union",       "unsigned",  "using",     "virtual",
    "void",         "volatile",      "while",       "xor",       "xor_eq"};

}  // namespace

std::string member_name(const std::vector<decision::Feature>& features, std::size_t feature) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k <= feature; ++k) {
    std::string name = c_name(features[k].name);
    while (std::ranges::find(keywords, name) != std::end(keywords) ||
           std::ranges::find(names, name) != names.end()) {
      name += '_';
    }
    names.push_back(std::move(name));
  }
  return names.back();
}

}  // namespace assay::dispatch
