// The base of attacks on a GPU: variants of test/scale (in double) for CUDA that `assay judge` must
// catch, each under the charge that it is named after.
#pragma once

#include <span>
#include <vector>

#include "assay/plugin.hpp"

namespace attack {

using namespace assay::sdk;

// A trial with the problem's arrays, copies of them on the device, and the work that a run is asked
// for. `misdeed` names what the kernel does wrong.
class CudaScale : public Trial {
 public:
  explicit CudaScale(const Task& task, const char* misdeed = "NONE");
  void run() override { launch(); }
  void outputs() override { device_y.read(y); }

 protected:
  // Launches the kernel for the first `count` elements.
  void launch(std::size_t count);
  void launch() { launch(y.size()); }

  Host host;
  std::span<const double> x;
  std::span<const double> a;
  std::span<double> y;
  Buffer<double> device_x;
  Buffer<double> device_a;
  Buffer<double> device_y;

 private:
  Program program_;
  Kernel kernel_;
};

template <class Trial>
void add(Plugin& plugin, const char* name, const char* doc) {
  plugin.variant({.name = name,
                  .problem = "test/scale",
                  .doc = doc,
                  .backend = ASSAY_CUDA,
                  .prepare = prepare_as<Trial>});
}

}  // namespace attack
