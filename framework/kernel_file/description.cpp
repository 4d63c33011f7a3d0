#include "framework/kernel_file/description.hpp"

#include <algorithm>

#include "framework/core/error.hpp"
#include "framework/core/hash.hpp"
#include "framework/core/json_fields.hpp"

namespace assay {

using nlohmann::json;

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
  json tree = json_of(kernel);
  for (const char* key : {"parameters", "constraints", "competes"}) tree.erase(key);
  return tree;
}

json what_is_expected(const ArrayProblemDescription& problem) {
  json tree = json_of(problem);
  for (const char* key : {"arguments", "judged", "flops", "bytes"}) tree.erase(key);
  if (problem.verify.command.empty())
    tree.erase("verify");
  else
    tree["verify"].erase("seconds");
  for (json& array : tree["arrays"]) {
    if (array["compared"] == true) array.erase("compared");
  }
  // A named reference makes results verified, so they differ from results that only agreed with an
  // assumed reference.
  if (!problem.reference.assumed) tree["reference"].erase("assumed");
  if (problem.reference.kernel) {
    json kernel = without_space(*problem.reference.kernel);
    kernel.erase("limits");  // a reference is not limited
    tree["reference"]["kernel"] = std::move(kernel);
  }
  return tree;
}

}  // namespace

const KernelDescription* find_kernel(const KernelFiles& files, const std::string& variant,
                                     const std::string& problem) {
  const auto found = std::ranges::find_if(files.kernels, [&](const KernelDescription& kernel) {
    return kernel.name == variant && kernel.problem == problem;
  });
  return found == files.kernels.end() ? nullptr : &*found;
}

std::string input_name(const ArrayDescription& array) {
  return array.output ? array.name + ".initial" : array.name;
}

const ArrayDescription& array_of(const ArrayProblemDescription& problem,
                                 const std::string& tensor) {
  const auto found = std::ranges::find_if(problem.arrays, [&](const ArrayDescription& array) {
    return array.name == tensor || input_name(array) == tensor;
  });
  if (found == problem.arrays.end()) throw internal_error("no array has the tensor '{}'", tensor);
  return *found;
}

json to_json(const KernelFiles& files) { return json_of(files); }

KernelFiles kernel_files_from_json(const json& tree) {
  return read_json("description of kernel files", [&] { return read_as<KernelFiles>(tree); });
}

std::string content_id(const ArrayProblemDescription& problem) {
  return hash_of(what_is_expected(problem));
}

std::string content_id(const KernelDescription& kernel, const ArrayProblemDescription* problem) {
  return hash_of({without_space(kernel), problem == nullptr ? json() : what_is_expected(*problem)});
}

}  // namespace assay
