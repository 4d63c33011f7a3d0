#include "framework/kernel_file/description.hpp"

#include "framework/core/hash.hpp"
#include "framework/core/json.hpp"

// Conversions of types from other files for the JSON library.
template <>
struct nlohmann::adl_serializer<assay::Value> {
  static void to_json(json& j, const assay::Value& value) { j = assay::to_json(value); }
  static void from_json(const json& j, assay::Value& value) { value = assay::value_from_json(j); }
};
template <>
struct nlohmann::adl_serializer<assay::Parameter> {
  static void to_json(json& j, const assay::Parameter& p) { j = assay::to_json(p); }
  static void from_json(const json& j, assay::Parameter& p) { p = assay::parameter_from_json(j); }
};
template <>
struct nlohmann::adl_serializer<assay::Constraint> {
  static void to_json(json& j, const assay::Constraint& c) { j = assay::to_json(c); }
  static void from_json(const json& j, assay::Constraint& c) { c = assay::constraint_from_json(j); }
};
template <class T>
struct nlohmann::adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) {
    j = value ? json(*value) : json(nullptr);
  }
  static void from_json(const json& j, std::optional<T>& value) {
    value = j.is_null() ? std::nullopt : std::optional(j.get<T>());
  }
};

namespace assay {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PlacedText, text, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ArrayFill, rule, first, second, seed, file)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Tolerance, relative, absolute, scaled)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ArrayDescription, name, doc, element, shape, fill, output,
                                   tolerance, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelArgument, kind, array, element, value, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceFile, name, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(KernelDescription, name, problem, backend, source, path, sources,
                                   function, arguments, group, extent, in_items, defines, options,
                                   parameters, constraints, competes, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReferenceDescription, files, command, kernel, configuration,
                                   assumed, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ArgumentRange, argument, lowest, highest)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ArrayProblemDescription, name, doc, arguments, ranges, judged,
                                   arrays, flops, bytes, reference, place)

namespace {

// Removes at every depth what may change without changing the computation.
void forget_places(json& tree) {
  if (tree.is_object()) {
    for (const char* key : {"place", "path", "doc"}) tree.erase(key);
  }
  for (auto& item : tree) {
    if (item.is_structured()) forget_places(item);
  }
}

std::string hash_of(json tree) {
  forget_places(tree);
  return hash_hex(tree.dump(-1, ' ', false, json::error_handler_t::replace));
}

// The kernel without its space: other values of a parameter are other configurations of the same
// kernel.
json without_space(const KernelDescription& kernel) {
  json tree = kernel;
  for (const char* key : {"parameters", "constraints", "competes"}) tree.erase(key);
  return tree;
}

json what_is_expected(const ArrayProblemDescription& problem) {
  json tree = problem;
  for (const char* key : {"arguments", "ranges", "judged", "flops", "bytes"}) tree.erase(key);
  // A named reference makes results verified, so they differ from results that only agreed with an
  // assumed reference.
  if (!problem.reference.assumed) tree["reference"].erase("assumed");
  if (problem.reference.kernel)
    tree["reference"]["kernel"] = without_space(*problem.reference.kernel);
  return tree;
}

}  // namespace

std::string input_name(const ArrayDescription& array) {
  return array.output ? array.name + ".initial" : array.name;
}

json to_json(const KernelFiles& files) {
  return {{"problems", files.problems}, {"kernels", files.kernels}};
}

KernelFiles kernel_files_from_json(const json& tree) {
  return read_json("description of kernel files", [&] {
    KernelFiles files;
    tree.at("problems").get_to(files.problems);
    tree.at("kernels").get_to(files.kernels);
    return files;
  });
}

std::string content_id(const ArrayProblemDescription& problem) {
  return hash_of(what_is_expected(problem));
}

std::string content_id(const KernelDescription& kernel, const ArrayProblemDescription* problem) {
  return hash_of({without_space(kernel), problem == nullptr ? json() : what_is_expected(*problem)});
}

}  // namespace assay
