// The common part of the variants for OpenCL and CUDA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "rows/device_rows.hpp"
#include "top_k/top_k.hpp"

namespace top_k {

// The tensors on the device, and launches of groups. The configuration has a group_size.
template <class Real>
class OnDevice : public assay::sdk::Trial {
 public:
  // An unsigned integer for each number: kernels/top_k/keys.h.
  using Key = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;

  OnDevice(const assay::sdk::Task& task, const assay::sdk::Device& device)
      : host(device.host),
        extents(task),
        k(static_cast<std::uint32_t>(task.output("places").shape[1])),
        x(assay::sdk::Buffer<Real>::of_input(host,
                                             assay::sdk::elements<const Real>(task.input("x")))),
        values(host, extents.rows * k),
        places(host, extents.rows * k),
        group_(task.configuration().size("group_size")),
        value_output_(assay::sdk::elements<Real>(task.output("values"))),
        place_output_(assay::sdk::elements<std::uint32_t>(task.output("places"))) {}

  void outputs() override {
    values.read(value_output_);
    places.read(place_output_);
  }

 protected:
  [[nodiscard]] std::uint32_t columns() const {
    return static_cast<std::uint32_t>(extents.columns);
  }
  template <class... Arguments>
  void launch(const assay::sdk::Kernel& kernel, std::size_t groups,
              const Arguments&... arguments) const {
    kernel.launch<1>({groups * group_}, {group_}, arguments...);
  }

  assay::sdk::Host host;
  rows::Extents extents;
  std::uint32_t k;
  assay::sdk::Buffer<Real> x;
  assay::sdk::Buffer<Real> values;
  assay::sdk::Buffer<std::uint32_t> places;

 private:
  std::size_t group_;  // work items
  std::span<Real> value_output_;
  std::span<std::uint32_t> place_output_;
};

// Adds the variants `name`.opencl and `name`.cuda: Method<Real> is their trial, which also has
// their parameters() and build().
template <template <class Real> class Method>
void describe_on_devices(assay::sdk::Plugin& plugin, const std::string& name,
                         const std::string& doc) {
  namespace sdk = assay::sdk;
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant =
        sdk::describe_accelerated(name, "top-k/rows", doc, backend, Method<float>::parameters());
    variant.outputs_are_copies = true;
    variant.prepare = [=](const sdk::Task& task) {
      return sdk::prepare_by_precision<Method>(task.input("x"), task,
                                               sdk::Device{task.host(), backend});
    };
    variant.compile = [=](const sdk::Task& task) {
      static_cast<void>(Method<float>::build({task.host(), backend}, task));
    };
    plugin.variant(std::move(variant));
  }
}

}  // namespace top_k
