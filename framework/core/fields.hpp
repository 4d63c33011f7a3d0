// Lists of fields: one function template for a struct, beside it, that names each of its members
// once. Whatever goes through all members of a struct, such as its JSON in both directions
// (json_fields.hpp), derives from that list.
//
//   struct Fact {
//     std::string name;
//     double value = 0;
//   };
//   void fields(auto& field, Of<Fact> auto& fact) {
//     field("name", fact.name);
//     field("value", fact.value);
//   }
//
// Besides field(name, member), a list may use
//   field(name, member, from_name)           for an enumerator with a name: from_name reads what
//                                            to_string wrote
//   field.optional(name, member...)          for a member that is left out where it has its default
//   field.group(name, [&](auto& field) ...)  for fields that stand together under one name
#pragma once

#include <concepts>
#include <type_traits>

namespace assay {

// A struct that is listed, const or not.
template <class T, class Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

}  // namespace assay
