// An algorithm of the folder as a variant of a backend.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "assay/plugin.hpp"
#include "compact_grid/accelerator/parameters.hpp"
#include "compact_grid/accelerator/target.hpp"

namespace compact_grid::accelerator {

// An algorithm is a class with
//
//   name, doc            of its variants; ".opencl" or ".cuda" is added to the name
//   parameters(backend)  a ParameterSet
//   compile(target)      builds its programs
//   table_bytes()        of device memory that describe the grid
//
// and with what the trial of its problem takes.
template <template <class T, class Algorithm> class Trial, class Algorithm>
assay::sdk::VariantDescription describe(assay_backend backend) {
  ParameterSet set = Algorithm::parameters(backend);
  assay::sdk::VariantDescription variant;
  variant.name = std::string(Algorithm::name) + (backend == ASSAY_CUDA ? ".cuda" : ".opencl");
  variant.problem = Trial<double, Algorithm>::problem;
  variant.doc = Algorithm::doc;
  variant.backend = backend;
  variant.parameters = std::move(set.parameters);
  variant.constraints = std::move(set.constraints);
  variant.prepare = [=](const assay::sdk::Task& task) -> std::unique_ptr<assay::sdk::Trial> {
    if (task.outputs().front().element == ASSAY_F32) {
      return std::make_unique<Trial<float, Algorithm>>(task, backend);
    }
    return std::make_unique<Trial<double, Algorithm>>(task, backend);
  };
  variant.compile = [=](const assay::sdk::Task& task) {
    Trial<double, Algorithm>::compile(Target::of_compilation(task, backend));
  };
  return variant;
}

}  // namespace compact_grid::accelerator
