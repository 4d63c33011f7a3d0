// The common part of the variants on devices: the matrices, and a launch of groups, each of which
// computes a part of the results, followed by another that adds up what was split.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "assay/accelerator.hpp"
#include "gemm/gemm.hpp"

namespace gemm {

// How a configuration shares a product among groups.
struct Plan {
  std::size_t groups = 0;  // without splits
  std::size_t group_size = 0;
  std::size_t inner_step = 1;    // a part of a split sum begins at a multiple of it
  std::size_t launch_bytes = 0;  // local memory whose size the launch gives (CUDA)
};

// The parameter "splits", which all variants have. Parts begin at multiples of `inner_step`, an
// expression over the other parameters.
assay::sdk::ParameterSet splits_parameters(const std::string& inner_step);

// The options that all kernels of the family are compiled with. Throws ASSAY_UNSUPPORTED if the
// device lacks double precision and the numbers are double.
assay::sdk::CompileOptions product_options(const assay::sdk::Device& device,
                                           const assay::sdk::Task& task, const Plan& plan);

template <class Real>
class DeviceProduct final : public assay::sdk::Trial {
 public:
  // The program has the kernels "multiply" and, if sums are split, "add_splits" (kernels/gemm).
  DeviceProduct(const assay::sdk::Task& task, const assay::sdk::Program& program, const Plan& plan);

  void run() override;
  void outputs() override { c_.read(result_); }

 private:
  // Enqueues `multiply`, which puts its results there.
  template <class Result>
  void multiply(const assay::sdk::Buffer<Result>& results) const;

  assay::sdk::Host host_;
  Shape shape_;
  Plan plan_;
  std::size_t splits_;
  assay::sdk::Kernel multiply_;
  assay::sdk::Kernel add_splits_;  // if there are any
  std::span<Real> result_;
  assay::sdk::Buffer<Real> a_;
  assay::sdk::Buffer<Real> b_;
  assay::sdk::Buffer<Real> c_;
  assay::sdk::Buffer<SumOf<Real>> sums_;  // [splits, batch, rows, columns]
};

// An algorithm of the family for devices.
struct Algorithm {
  const char* name;
  const char* doc;
  const char* kernel;  // the file
  assay::sdk::ParameterSet parameters;
  std::function<Plan(const assay::sdk::Task&)> plan;
  // Adds the constants of the kernel file.
  std::function<void(const assay::sdk::Task&, assay::sdk::CompileOptions&)> define;
};

// Adds its variant for a backend.
void describe_algorithm(assay::sdk::Plugin& plugin, const Algorithm& algorithm,
                        assay_backend backend);

}  // namespace gemm
