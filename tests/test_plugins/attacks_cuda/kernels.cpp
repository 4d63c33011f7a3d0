// Attacks by kernels with wrong results or accesses.
#include "attack.hpp"

namespace {

using namespace attack;

class CudaConstantOutput : public CudaScale {
 public:
  explicit CudaConstantOutput(const Task& task) : CudaScale(task, "CONSTANT") {}
};

class CudaLowerPrecision : public CudaScale {
 public:
  explicit CudaLowerPrecision(const Task& task) : CudaScale(task, "LOWER_PRECISION") {}
};

class CudaOutOfBounds : public CudaScale {
 public:
  explicit CudaOutOfBounds(const Task& task) : CudaScale(task, "OUT_OF_BOUNDS") {}
};

class CudaPartialOutput : public CudaScale {
 public:
  using CudaScale::CudaScale;
  void run() override { launch(y.size() / 2); }
  // Elements that a run leaves out keep the values of the output array.
  void restore() override { device_y.write(y); }
};

}  // namespace

void add_kernels(assay::sdk::Plugin& plugin) {
  add<CudaScale>(plugin, "honest.cuda", "Scales.");
  add<CudaConstantOutput>(plugin, "constant-output.cuda", "Puts out ones.");
  add<CudaLowerPrecision>(plugin, "lower-precision.cuda",
                          "Computes in float what is given in double; the tolerance lets it pass.");
  add<CudaOutOfBounds>(plugin, "out-of-bounds.cuda", "Writes past the end.");
  add<CudaPartialOutput>(plugin, "partial-output.cuda", "Computes the first half.");
}
