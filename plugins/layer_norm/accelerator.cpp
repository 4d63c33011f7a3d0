// row-per-group and blocks, for OpenCL and CUDA: rows that are kept while they are worked on, and
// rows that are read twice.
#include "layer_norm/layer_norm.hpp"
#include "rows/device_rows.hpp"

namespace layer_norm {
namespace {

using namespace assay::sdk;

constexpr const char* family = "layer_norm";

template <class Real, class Rows>
class OnDevice : public Trial {
 public:
  OnDevice(const Task& task, const Device& device)
      : host_(device.host),
        tensors_(task),
        rows_(device, task, family),
        x_(Buffer<Real>::of_input(host_, tensors_.x)),
        gamma_(Buffer<Real>::of_input(host_, tensors_.gamma)),
        beta_(Buffer<Real>::of_input(host_, tensors_.beta)),
        y_(host_, tensors_.y.size()) {}

  void run() override {
    const Phase phase(host_, "kernel");
    rows_.launch(x_, y_, gamma_, beta_, tensors_.epsilon);
  }
  void outputs() override { y_.read(tensors_.y); }

 private:
  Host host_;
  Tensors<Real> tensors_;
  Rows rows_;
  Buffer<Real> x_;
  Buffer<Real> gamma_;
  Buffer<Real> beta_;
  Buffer<Real> y_;
};

}  // namespace

void describe_accelerated(Plugin& plugin) {
  rows::describe<OnDevice, rows::KeptRows>(
      plugin, "row-per-group", "layer-norm/rows",
      "A row stays with a group, or a part of one, and is read once.", family);
  rows::describe<OnDevice, rows::RowsInParts>(
      plugin, "blocks", "layer-norm/rows",
      "Means and variances of blocks, combined to those of a row, then the result in a second "
      "pass; several groups may share a row.",
      family);
}

}  // namespace layer_norm
