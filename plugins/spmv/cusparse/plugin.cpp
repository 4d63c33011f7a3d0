// The variant cusparse.cuda of spmv/csr: NVIDIA's product of a sparse matrix and a vector.
#include <algorithm>
#include <optional>

#include "spmv/cusparse/descriptors.hpp"
#include "spmv/spmv.hpp"

namespace spmv::cusparse {
namespace {

namespace sdk = assay::sdk;

template <class Real>
class Product final : public sdk::Trial {
 public:
  explicit Product(const sdk::Task& task)
      : host_(task.host()),
        in_(task),
        output_(sdk::elements<Real>(task.output("y"))),
        algorithm_(task.configuration().text("algorithm") == "CSR_ALG1" ? CUSPARSE_SPMV_CSR_ALG1
                                                                        : CUSPARSE_SPMV_CSR_ALG2),
        offsets_(sdk::Buffer<std::uint32_t>::of_input(host_, in_.offsets)),
        columns_(sdk::Buffer<std::uint32_t>::of_input(host_, in_.columns)),
        entries_(sdk::Buffer<Real>::of_input(host_, in_.entries)),
        x_(sdk::Buffer<Real>::of_input(host_, in_.x)),
        y_(host_, output_.size()) {
    if (is_empty()) return;
    descriptors_.emplace(host_, device_product());
    prepare(task.configuration().boolean("preprocess"));
  }

  void run() override {
    const sdk::Phase phase(host_, "kernel");
    if (is_empty()) return y_.fill(0);
    sdk::native_work(host_, nullptr, [&](void*) {
      SPMV_CALL(cusparseSpMV, descriptors_->handle(), CUSPARSE_OPERATION_NON_TRANSPOSE, &one_,
                descriptors_->matrix(), descriptors_->x(), &zero_, descriptors_->y(), type,
                algorithm_, sdk::device_pointer(host_, room_));
    });
  }
  void outputs() override { y_.read(output_); }

 private:
  static constexpr cudaDataType type = sizeof(Real) == sizeof(float) ? CUDA_R_32F : CUDA_R_64F;

  // The library need not take a matrix without entries.
  [[nodiscard]] bool is_empty() const { return in_.entries.empty(); }

  [[nodiscard]] DeviceProduct device_product() const {
    return {.rows = static_cast<std::int64_t>(in_.rows()),
            .columns = static_cast<std::int64_t>(in_.x.size()),
            .entries = static_cast<std::int64_t>(in_.entries.size()),
            .offset = sdk::device_pointer(host_, offsets_),
            .column = sdk::device_pointer(host_, columns_),
            .value = sdk::device_pointer(host_, entries_),
            .x = sdk::device_pointer(host_, x_),
            .y = sdk::device_pointer(host_, y_),
            .type = type};
  }

  // Makes room for the algorithm and lets it look at the pattern, which does not change.
  void prepare(bool preprocess) {
    std::size_t bytes = 0;
    sdk::native_work(host_, nullptr, [&](void*) {
      SPMV_CALL(cusparseSpMV_bufferSize, descriptors_->handle(), CUSPARSE_OPERATION_NON_TRANSPOSE,
                &one_, descriptors_->matrix(), descriptors_->x(), &zero_, descriptors_->y(), type,
                algorithm_, &bytes);
    });
    room_ = {host_, std::max<std::size_t>(bytes, 1)};
    if (!preprocess) return;
    sdk::native_work(host_, nullptr, [&](void*) {
      SPMV_CALL(cusparseSpMV_preprocess, descriptors_->handle(), CUSPARSE_OPERATION_NON_TRANSPOSE,
                &one_, descriptors_->matrix(), descriptors_->x(), &zero_, descriptors_->y(), type,
                algorithm_, sdk::device_pointer(host_, room_));
    });
  }

  sdk::Host host_;
  Inputs<Real> in_;
  std::span<Real> output_;
  cusparseSpMVAlg_t algorithm_;
  sdk::Buffer<std::uint32_t> offsets_;
  sdk::Buffer<std::uint32_t> columns_;
  sdk::Buffer<Real> entries_;
  sdk::Buffer<Real> x_;
  sdk::Buffer<Real> y_;
  sdk::Buffer<std::byte> room_;
  std::optional<Descriptors> descriptors_;  // unless the matrix is empty
  Real one_ = 1;
  Real zero_ = 0;
};

void describe(sdk::Plugin& plugin) {
  plugin.variant({.name = "cusparse.cuda",
                  .problem = "spmv/csr",
                  .doc = "cuSPARSE's cusparseSpMV.",
                  .backend = ASSAY_CUDA,
                  .parameters = {{"algorithm",
                                  "CSR_ALG1, or CSR_ALG2, whose result is the same each time.",
                                  {"CSR_ALG1", "CSR_ALG2"}},
                                 {"preprocess",
                                  "Whether the library examines the pattern before the first "
                                  "product (cusparseSpMV_preprocess).",
                                  {true, false}}},
                  .prepare =
                      [](const sdk::Task& task) {
                        return sdk::prepare_by_precision<Product>(task.input("x"), task);
                      },
                  .outputs_are_copies = true});
}

}  // namespace
}  // namespace spmv::cusparse

ASSAY_PLUGIN("spmv-cusparse", "0.1.0", spmv::cusparse::describe)
