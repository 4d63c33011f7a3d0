// The variant scan.cub of scan/array, by NVIDIA's CUB.
#include <memory>
#include <span>
#include <type_traits>

#include "assay/plugin.hpp"
#include "assay/precision.hpp"
#include "cub_calls/device_call.hpp"
#include "scan/cub/calls.hpp"

namespace scan::cub_peer {
namespace {

using namespace assay::sdk;

template <class Real, class Sum>
class Scanned final : public Trial {
 public:
  explicit Scanned(const Task& task)
      : host_(task.host()),
        output_(elements<Real>(task.output("y"))),
        x_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("x")))),
        y_(host_, output_.size()),
        call_(host_, [this](cub_calls::Storage& storage, void* stream) {
          prefix_sums<Real, Sum>(storage, device_pointer(host_, x_), x_.size(),
                                 device_pointer(host_, y_), stream);
        }) {}

  void run() override { call_.run(); }
  void outputs() override { y_.read(output_); }

 private:
  Host host_;
  std::span<Real> output_;
  Buffer<Real> x_;
  Buffer<Real> y_;
  cub_calls::DeviceCall call_;
};

std::unique_ptr<Trial> prepare(const Task& task) {
  const bool in_double = task.configuration().text("sums") == "double";
  if (is_double(task.input("x"))) return std::make_unique<Scanned<double, double>>(task);
  if (in_double) return std::make_unique<Scanned<float, double>>(task);
  return std::make_unique<Scanned<float, float>>(task);
}

void describe(Plugin& plugin) {
  plugin.variant(
      {.name = "scan.cub",
       .problem = "scan/array",
       .doc = "cub::DeviceScan::InclusiveSum. Sums may be rounded differently from one repetition "
              "to the next; in float, those of long arrays of positive numbers may be too far off.",
       .backend = ASSAY_CUDA,
       .parameters = {{"sums",
                       "The type in which numbers are added up: their own, or double "
                       "(::InclusiveScanInit).",
                       {"own", "double"}}},
       .constraints = {{"sums == 'own' or precision == 'float'",
                        "double is the numbers' own type"}},
       .prepare = prepare,
       .outputs_are_copies = true});
}

}  // namespace
}  // namespace scan::cub_peer

ASSAY_PLUGIN("scan-cub", "0.1.0", scan::cub_peer::describe)
