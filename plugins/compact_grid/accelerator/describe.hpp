// Describes an algorithm of this folder as a variant of a backend.
#pragma once

#include <memory>

#include "assay/plugin.hpp"
#include "compact_grid/accelerator/parameters.hpp"
#include "compact_grid/accelerator/target.hpp"

namespace compact_grid::accelerator {

// An algorithm is a class with
//
//   name, doc            of its variants; ".opencl" or ".cuda" is appended to the name
//   parameters(backend)  returns a ParameterSet
//   compile(target)      builds its programs
//   table_bytes()        bytes of device memory that describe the grid
//
// and with the members that the trial of its problem requires.
template <template <class T, class Algorithm> class Trial, class Algorithm>
assay::sdk::VariantDescription describe(assay_backend backend) {
  auto variant =
      assay::sdk::describe_accelerated(Algorithm::name, Trial<double, Algorithm>::problem,
                                       Algorithm::doc, backend, Algorithm::parameters(backend));
  variant.prepare = [=](const assay::sdk::Task& task) -> std::unique_ptr<assay::sdk::Trial> {
    return assay::sdk::by_precision(task.outputs().front(),
                                    [&]<class T>() -> std::unique_ptr<assay::sdk::Trial> {
                                      return std::make_unique<Trial<T, Algorithm>>(task, backend);
                                    });
  };
  variant.compile = [=](const assay::sdk::Task& task) {
    Trial<double, Algorithm>::compile(Target::of_compilation(task, backend));
  };
  return variant;
}

}  // namespace compact_grid::accelerator
