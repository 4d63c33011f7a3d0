// row-per-group and online, for OpenCL and CUDA: rows that are kept while they are worked on, and
// rows that are read twice.
#include <span>

#include "rows/device_rows.hpp"
#include "softmax/softmax.hpp"

namespace softmax {
namespace {

using namespace assay::sdk;

constexpr const char* family = "softmax";

template <class Real, class Rows>
class OnDevice : public Trial {
 public:
  OnDevice(const Task& task, const Device& device)
      : host_(device.host),
        rows_(device, task, family),
        result_(elements<Real>(task.output("y"))),
        x_(Buffer<Real>::of_input(host_, elements<const Real>(task.input("x")))),
        y_(host_, result_.size()) {}

  void run() override {
    const Phase phase(host_, "kernel");
    rows_.launch(x_, y_);
  }
  void outputs() override { y_.read(result_); }

 private:
  Host host_;
  Rows rows_;
  std::span<Real> result_;
  Buffer<Real> x_;
  Buffer<Real> y_;
};

}  // namespace

void describe_accelerated(Plugin& plugin) {
  rows::describe<OnDevice, rows::KeptRows>(
      plugin, "row-per-group", "softmax/rows",
      "A row stays with a group, or a part of one, and is read once.", family);
  rows::describe<OnDevice, rows::RowsInParts>(
      plugin, "online", "softmax/rows",
      "Maximum and sum of a row in one pass, then the result in a second; several groups may share "
      "a row.",
      family);
}

}  // namespace softmax
