// The description of kernels in files by a scenario: problems made of arrays, and the kernels that
// compete on them. Read by the scenario and sent to workers, which create the problems and
// variants.
#pragma once

#include <string>
#include <vector>

#include "framework/core/fields.hpp"
#include "framework/kernel_file/kernel.hpp"
#include "framework/kernel_file/problem.hpp"

namespace assay {

// The problems and kernels that a scenario defines.
struct KernelFiles {
  std::vector<ArrayProblemDescription> problems;
  std::vector<KernelDescription> kernels;
  [[nodiscard]] bool empty() const { return problems.empty() && kernels.empty(); }
};
void fields(auto& field, Of<KernelFiles> auto& files) {
  field("problems", files.problems);
  field("kernels", files.kernels);
}

// The kernel that is the variant of that name; nullptr if there is none.
[[nodiscard]] const KernelDescription* find_kernel(const KernelFiles& files,
                                                   const std::string& variant,
                                                   const std::string& problem);

// The tensor name of an array as an input: an array that is filled is an input, even if it is an
// output as well.
[[nodiscard]] std::string input_name(const ArrayDescription& array);

// The array of the problem that a tensor of it, input or output, has the elements of.
[[nodiscard]] const ArrayDescription& array_of(const ArrayProblemDescription& problem,
                                               const std::string& tensor);

[[nodiscard]] nlohmann::json to_json(const KernelFiles& files);
[[nodiscard]] KernelFiles kernel_files_from_json(const nlohmann::json& tree);

// Hashes that tell contents apart, regardless of places and of the ranges of parameters: they cover
// the sources and everything about a launch, and for a kernel also what its problem compares
// outputs with.
[[nodiscard]] std::string content_id(const ArrayProblemDescription& problem);
[[nodiscard]] std::string content_id(const KernelDescription& kernel,
                                     const ArrayProblemDescription* problem);

}  // namespace assay
