// Feeds the reader of kernel sources: for any source that it accepts, `assay init` writes a
// scenario that can be read.
#include "framework/kernel_file/array_use.hpp"
#include "framework/kernel_file/kernel_reading.hpp"
#include "framework/kernel_file/signature.hpp"
#include "framework/kernel_file/starting_scenario.hpp"
#include "framework/scenario/scenario.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

void read_source_of(std::string_view input, assay_backend backend, const std::string& name) {
  const SourceText source = tokenise(input);
  for (const KernelSignature& kernel : read_signatures(source, backend)) {
    for (const SignatureParameter& parameter : kernel.parameters) {
      static_cast<void>(use_of(source, kernel, parameter.name));
    }
    static_cast<void>(dimensions_of(source, kernel));
    static_cast<void>(demanded_group(source, kernel));
    static_cast<void>(loops_of(source, kernel));
    static_cast<void>(strides_over_launch(source, kernel));
    accepts([&] {
      const auto begun = starting_scenario(std::vector<SourceFile>{{name, std::string(input)}},
                                           name, kernel.function, backend);
      accepts([&] { static_cast<void>(parse_scenario(begun.text, "begun.toml")); });
    });
  }
}

void read_sources(std::string_view input) {
  read_source_of(input, ASSAY_OPENCL, "k.cl");
  read_source_of(input, ASSAY_CUDA, "k.cu");
}

const Target source("source", read_sources);

}  // namespace
}  // namespace assay::fuzz
