// Converts the C descriptions of plugin.h to the records of the catalog, after checking them:
// nothing that a plugin hands out is trusted.
#pragma once

#include <cstddef>

#include "assay/plugin.h"
#include "framework/core/catalog.hpp"

namespace assay {

// Whether a struct is long enough to hold the member: a member that its writer did not know is
// absent.
template <class Struct, class Member>
[[nodiscard]] bool has_member(const Struct& described, Member Struct::*member) {
  const auto* begin = reinterpret_cast<const std::byte*>(&described);
  const auto* end = reinterpret_cast<const std::byte*>(&(described.*member) + 1);
  return described.size >= static_cast<std::size_t>(end - begin);
}

// Throws environment Error with a one-line reason if the host cannot serve this plugin: none
// returned, another ABI version, structs smaller than version 1, missing texts or functions,
// duplicate names, parameters without values or with values of mixed kinds, defaults not listed.
void check_plugin(const assay_plugin* plugin);

// Descriptions from a checked plugin. `plugin` and `build_id` say where a description came from.
[[nodiscard]] ProblemDescription describe(const assay_problem& problem, const std::string& plugin,
                                          const std::string& build_id);
[[nodiscard]] VariantDescription describe(const assay_variant& variant, const std::string& plugin,
                                          const std::string& build_id);

[[nodiscard]] const char* backend_name(assay_backend backend);

}  // namespace assay
