// The variant reduce.cub of reduce/array, by NVIDIA's CUB.
#include <span>

#include "assay/plugin.hpp"
#include "assay/precision.hpp"
#include "cub_calls/device_call.hpp"
#include "reduce/cub/calls.hpp"
#include "reduce/reduce.hpp"

namespace reduce::cub_peer {
namespace {

using namespace assay::sdk;

template <class Real>
class Reduced final : public Trial {
 public:
  explicit Reduced(const Task& task)
      : host_(task.host()),
        output_(elements<Real>(task.output("result"))),
        x_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("x")))),
        result_(host_, 1),
        call_(host_, [this, reduce = is_maximum(task) ? maximum<Real> : sum<Real>](
                         cub_calls::Storage& storage, void* stream) {
          reduce(storage, device_pointer(host_, x_), x_.size(), device_pointer(host_, result_),
                 stream);
        }) {}

  void run() override { call_.run(); }
  void outputs() override { result_.read(output_); }

 private:
  Host host_;
  std::span<Real> output_;
  Buffer<Real> x_;
  Buffer<Real> result_;
  cub_calls::DeviceCall call_;
};

void describe(Plugin& plugin) {
  plugin.variant(
      {.name = "reduce.cub",
       .problem = "reduce/array",
       .doc = "cub::DeviceReduce::Sum, which adds up in the precision of the numbers; a "
              "maximum is ::Reduce with the problem's rule for NaN.",
       .backend = ASSAY_CUDA,
       .prepare =
           [](const Task& task) { return prepare_by_precision<Reduced>(task.input("x"), task); },
       .outputs_are_copies = true});
}

}  // namespace
}  // namespace reduce::cub_peer

ASSAY_PLUGIN("reduce-cub", "0.1.0", reduce::cub_peer::describe)
