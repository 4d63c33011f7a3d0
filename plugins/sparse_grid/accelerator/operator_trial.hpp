// One operator applied to a problem's tensors: copies coefficients to the device and results back.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "assay/plugin.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/library/tensors.hpp"

namespace sparse_grid::accelerator {

// If the operator takes the data points in portions, the copies of one portion go through a queue
// of their own, concurrently with the kernels of the others.
template <class Real>
class OperatorTrial : public assay::sdk::Trial {
 public:
  struct Options {
    bool overlap = false;      // initialise in a queue of its own, concurrently with the upload
    bool page_locked = false;  // page-lock the tensors while the trial lives
  };
  OperatorTrial(const assay::sdk::Task& task, bool transposed,
                std::unique_ptr<Operator<Real>> product, const Options& options)
      : host_(task.host()),
        transposed_(transposed),
        operator_(std::move(product)),
        coefficients_in_(coefficients<Real>(task, transposed ? "weights" : "surpluses",
                                            operator_->coefficient_count())),
        results_out_(result<Real>(task, transposed ? "sums" : "values", operator_->result_count())),
        coefficients_(host_, operator_->coefficient_count()),
        results_(host_, operator_->result_count()) {
    if (options.overlap) beside_ = assay::sdk::create_queue(host_);
    if (operator_->portions() > 1) copies_ = assay::sdk::create_queue(host_);
    if (options.page_locked) {
      coefficients_lock_ = {host_, std::as_bytes(coefficients_in_)};
      results_lock_ = {host_, std::as_bytes(results_out_)};
    }
  }

  void run() override {
    operator_->initialise(beside_.get());
    if (transposed_) {
      apply([this](auto... part) { upload(part...); });
      download(0, results_out_.size(), nullptr);
      return;
    }
    upload(0, coefficients_in_.size(), nullptr);
    apply([this](auto... part) { download(part...); });
    if (copies_.get() == nullptr) return;
    const assay::sdk::Phase phase(host_, "download");
    host_.finish(copies_.get());
  }

 private:
  void apply(const typename Operator<Real>::Exchange& exchange) {
    operator_->apply(coefficients_, results_, nullptr, exchange);
  }

  // Uploads coefficients; work enqueued in `queue` afterwards waits for them and for initialise.
  void upload(std::size_t first, std::size_t count, assay_queue* queue) {
    assay_queue* const copies = transposed_ ? copies_.get() : nullptr;
    {
      const assay::sdk::Phase phase(host_, "upload");
      coefficients_.write_async(coefficients_in_.subspan(first, count), first, copies);
    }
    if (copies != nullptr) host_.wait(queue, copies);
    if (beside_.get() != nullptr) host_.wait(queue, beside_.get());
  }

  // Downloads results of the work in `queue`; waits for them if nothing runs concurrently with the
  // copy.
  void download(std::size_t first, std::size_t count, assay_queue* queue) {
    const assay::sdk::Phase phase(host_, "download");
    const auto part = results_out_.subspan(first, count);
    assay_queue* const copies = transposed_ ? nullptr : copies_.get();
    if (copies == nullptr) {
      results_.read(part, first, queue);
    } else {
      host_.wait(copies, queue);
      results_.read_async(part, first, copies);
    }
  }

  assay::sdk::Host host_;
  bool transposed_;
  std::unique_ptr<Operator<Real>> operator_;
  std::span<const Real> coefficients_in_;
  std::span<Real> results_out_;
  assay::sdk::Buffer<Real> coefficients_;
  assay::sdk::Buffer<Real> results_;
  assay::sdk::PageLock coefficients_lock_;
  assay::sdk::PageLock results_lock_;
  assay::sdk::Queue beside_;  // null: the default queue
  assay::sdk::Queue copies_;  // for vectors of data points; null: the default queue
};

}  // namespace sparse_grid::accelerator
