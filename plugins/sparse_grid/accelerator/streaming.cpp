#include "sparse_grid/accelerator/streaming.hpp"

#include "sparse_grid/accelerator/backend.hpp"
#include "sparse_grid/accelerator/factored.hpp"
#include "sparse_grid/accelerator/list.hpp"

namespace sparse_grid::accelerator {
namespace {

namespace sdk = assay::sdk;

bool is_factored(const Configuration& configuration) {
  return configuration.text("form") == "factored";
}

ParameterSet common(assay_backend backend, const char* item_doc) {
  const bool cuda = backend == ASSAY_CUDA;
  ParameterSet set;
  set.parameters = {
      {"form",
       "How products of hat functions are evaluated: plain (maximum); saturate (the maximum in one "
       "instruction); sign (no maximum: the sign of the product is tested once); factored (level 1 "
       "factored out: one hat function for each grid point, along a tree).",
       {"plain", "saturate", "sign", "factored"},
       "sign"},
      {"dimension",
       "Whether the compiler knows the dimension: then loops are unrolled and points stay in "
       "registers.",
       {"compile-time", "run-time"},
       "compile-time",
       "form != 'factored'"}};
  add_work_group_size(set, backend);
  add_points_per_item(set, backend, item_doc, {1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64}, 4);
  set.parameters.push_back(
      {"unroll", "List entries (or, if run-time, dimensions) in each iteration of a loop.",
       sdk::powers_of_two(1, 8), 1, "form != 'factored'"});
  set.parameters.push_back({"skip",
                            "factored: skip everything below a grid point whose support contains "
                            "none of the current data points.",
                            {true, false},
                            true,
                            "form == 'factored'"});
  set.parameters.push_back({"data_order",
                            "factored: data points as given, or along a Z-order curve.",
                            {"given", "z-order"},
                            cuda ? "z-order" : "given",
                            "form == 'factored'"});
  return set;
}

sdk::Parameter tile(const char* name, const char* doc, assay_backend backend) {
  return {name,
          doc,
          {0, 16, 32, 64, 128, 256},
          backend == ASSAY_CUDA ? 64 : 0,
          "form != 'factored' and dimension == 'compile-time'"};
}

ParameterSet eval_parameters(assay_backend backend) {
  auto set = common(backend, "Data points of a work item.");
  set.parameters.push_back(
      tile("grid_tile", "Grid points staged in local memory at a time; 0: none.", backend));
  set.parameters.push_back(
      {"grid_shares", "Parts of the grid that different groups walk; their sums are added up.",
       sdk::powers_of_two(1, 32), 1, "form != 'factored'"});
  return set;
}

ParameterSet transposed_parameters(assay_backend backend) {
  const bool cuda = backend == ASSAY_CUDA;
  auto set = common(backend, "Grid points (factored: data points) of a work item.");
  set.parameters.push_back(
      tile("data_tile", "Data points staged in local memory at a time; 0: none.", backend));
  set.parameters.push_back(
      {"data_shares", "Parts of the data that different groups walk; their sums are added up.",
       sdk::powers_of_two(1, 512), cuda ? 256 : 8, "form != 'factored'"});
  set.parameters.push_back({"copies",
                            cuda ? "factored: copies of the sums, which warps share in turn."
                                 : "factored: work items, each with its own copy of the sums.",
                            sdk::powers_of_two(1, 1024), 64, "form == 'factored'"});
  if (!cuda) {
    set.constraints.push_back({"form != 'factored' or work_group_size <= copies",
                               "a work item without a copy of its own would have nothing to do"});
  }
  return set;
}

}  // namespace

std::string Streaming::doc(bool transposed) {
  return transposed ? "Every basis function at every data point (Algorithm 3.2)."
                    : "Every basis function at every data point (Algorithm 3.1).";
}

ParameterSet Streaming::parameters(assay_backend backend, bool transposed) {
  return transposed ? transposed_parameters(backend) : eval_parameters(backend);
}

template <class Real>
std::unique_ptr<Operator<Real>> Streaming::create(const Device& device, const Inputs<Real>& inputs,
                                                  const Configuration& configuration,
                                                  bool transposed) {
  return is_factored(configuration) ? create_factored(device, inputs, configuration, transposed)
                                    : create_list(device, inputs, configuration, transposed);
}
template std::unique_ptr<Operator<float>> Streaming::create(const Device&, const Inputs<float>&,
                                                            const Configuration&, bool);
template std::unique_ptr<Operator<double>> Streaming::create(const Device&, const Inputs<double>&,
                                                             const Configuration&, bool);

template <class Real>
MemoryNeed Streaming::memory(const Inputs<Real>& inputs, const Configuration& configuration,
                             assay_backend backend, bool transposed) {
  return is_factored(configuration) ? factored_memory(inputs, configuration, backend, transposed)
                                    : list_memory<Real>(inputs, configuration, backend, transposed);
}
template MemoryNeed Streaming::memory(const Inputs<float>&, const Configuration&, assay_backend,
                                      bool);
template MemoryNeed Streaming::memory(const Inputs<double>&, const Configuration&, assay_backend,
                                      bool);

void Streaming::compile(const Device& device, std::size_t dimensions, bool is_double,
                        const Configuration& configuration, bool transposed) {
  const auto compile = is_factored(configuration) ? compile_factored : compile_list;
  compile(device, dimensions, is_double, configuration, transposed);
}

}  // namespace sparse_grid::accelerator
