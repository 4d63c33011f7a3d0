#include "sparse_grid/accelerator/folded/list.hpp"

#include <cstdint>
#include <utility>

#include "sparse_grid/accelerator/folded/block_evaluator.hpp"
#include "sparse_grid/accelerator/folded/folding.hpp"
#include "sparse_grid/accelerator/folded/numbering.hpp"
#include "sparse_grid/accelerator/folded/parts.hpp"
#include "sparse_grid/accelerator/folded/slices.hpp"
#include "sparse_grid/accelerator/folded/tiles.hpp"
#include "sparse_grid/accelerator/folded/tree_evaluator.hpp"
#include "sparse_grid/accelerator/folded/unfolding.hpp"
#include "sparse_grid/accelerator/vectors.hpp"

namespace sparse_grid::accelerator::folded {
namespace {

namespace sdk = assay::sdk;

template <class Real>
const Portions& portions_of(const Parts<Real>& parts) {
  return parts.evaluator->groups().portions();
}

// v = B^T alpha
template <class Real>
class Eval : public Operator<Real> {
 public:
  Eval(const Device& device, const Inputs<Real>& inputs, std::shared_ptr<const Parts<Real>> parts,
       const Settings& settings)
      : Operator<Real>(inputs, false),
        host_(device.host),
        parts_(std::move(parts)),
        evaluation_(parts_->evaluator->evaluation(device, settings, false)),
        folding_(device, *parts_, settings),
        coefficients_(host_, parts_->evaluator->places().count) {
    coefficients_.fill(0);  // coefficients without a product stay 0
  }

  void initialise(assay_queue* /*queue*/) override {}
  [[nodiscard]] std::size_t portions() const override { return portions_of(*parts_).count(); }

 private:
  using Exchange = typename Operator<Real>::Exchange;

  void apply_in_portions(const sdk::Buffer<Real>& surpluses, sdk::Buffer<Real>& values,
                         assay_queue* queue, const Exchange& exchange) override {
    const Portions& portions = portions_of(*parts_);
    for (std::size_t p = 0; p < portions.count(); ++p) {
      {
        const sdk::Phase phase(host_, "kernel");
        if (p == 0) folding_.apply(surpluses, coefficients_, queue);
        evaluation_->apply(coefficients_, values, p, queue);
      }
      exchange(portions.first(p), portions.points(p), queue);
    }
  }

  sdk::Host host_;
  std::shared_ptr<const Parts<Real>> parts_;
  std::unique_ptr<Evaluation<Real>> evaluation_;
  Folding<Real> folding_;
  sdk::Buffer<Real> coefficients_;  // [places]
};

// v' = B v
template <class Real>
class Transposed : public Operator<Real> {
 public:
  Transposed(const Device& device, const Inputs<Real>& inputs,
             std::shared_ptr<const Parts<Real>> parts, const Settings& settings)
      : Operator<Real>(inputs, true),
        host_(device.host),
        settings_(settings),
        vectors_(device),
        parts_(std::move(parts)),
        evaluation_(parts_->evaluator->evaluation(device, settings, true)),
        unfolding_(device, *parts_, settings) {
    if (settings.portions_abreast) urgent_ = sdk::create_urgent_queue(host_);
    const auto& lists = *parts_->lists;
    if (settings.atomic) {
      moments_ = {host_, parts_->evaluator->places().count};
      entry_sums_ = {host_, settings.copies * lists.entry_count()};
      return;
    }
    moments_ = {host_, parts_->evaluator->groups().moments()};
    moments_.fill(0);  // moments that are 0 at all points of a group stay 0
    entry_sums_ = {host_, lists.most_entries()};
    sums_ = {host_, settings.copies * inputs.grid_points};
  }

  void initialise(assay_queue* queue) override {
    const sdk::Phase phase(host_, "initialise");
    if (settings_.atomic) {
      moments_.fill(0, queue);
      entry_sums_.fill(0, queue);
    } else {
      sums_.fill(0, queue);
    }
  }

  [[nodiscard]] std::size_t portions() const override { return portions_of(*parts_).count(); }

 private:
  using Exchange = typename Operator<Real>::Exchange;

  void apply_in_portions(const sdk::Buffer<Real>& weights, sdk::Buffer<Real>& sums,
                         assay_queue* queue, const Exchange& exchange) override {
    // Kernels of the last portion use the part of the device that those of the other portions leave
    // free.
    assay_queue* const urgent = urgent_.get() != nullptr ? urgent_.get() : queue;
    if (urgent != queue) host_.wait(urgent, queue);
    const Portions& portions = portions_of(*parts_);
    for (std::size_t p = 0; p < portions.count(); ++p) {
      assay_queue* const own = p + 1 < portions.count() ? urgent : queue;
      exchange(portions.first(p), portions.points(p), own);
      const sdk::Phase phase(host_, "kernel");
      evaluation_->apply(weights, moments_, p, own);
    }
    if (urgent != queue) host_.wait(queue, urgent);
    const sdk::Phase phase(host_, "kernel");
    unfold(sums, queue);
  }

  void unfold(sdk::Buffer<Real>& sums, assay_queue* queue) const {
    unfolding_.apply(moments_, entry_sums_, queue);
    if (settings_.atomic) {
      unfolding_.collect(entry_sums_, sums, queue);
      return;
    }
    const std::size_t points = this->shapes().grid_points;
    const auto& lists = *parts_->lists;
    lists.add_entries(lists.batches().front(), entry_sums_, points, settings_.copies, sums_, queue);
    vectors_.add_copies(sums_, settings_.copies, points, points, sums, queue);
  }

  sdk::Host host_;
  Settings settings_;
  Vectors<Real> vectors_;
  std::shared_ptr<const Parts<Real>> parts_;
  std::unique_ptr<Evaluation<Real>> evaluation_;
  Unfolding<Real> unfolding_;
  sdk::Queue urgent_;             // for all portions but the last; null: the caller's queue
  sdk::Buffer<Real> moments_;     // [places]; in a fixed order: those that groups store
  sdk::Buffer<Real> entry_sums_;  // [copies][entries of the grid]; in a fixed order: of the lists
  sdk::Buffer<Real> sums_;        // in a fixed order: [copies][grid points]
};

}  // namespace

template <class Real>
std::unique_ptr<Operator<Real>> create(const Device& device, const Inputs<Real>& inputs,
                                       const ListOrder& order, const Settings& settings,
                                       bool transposed) {
  require_local_memory(device, settings.local_bytes(sizeof(Real), transposed));
  const auto parts = std::make_shared<Parts<Real>>(
      device, inputs, order, settings, Directions{.fold = !transposed, .unfold = transposed});
  std::unique_ptr<Operator<Real>> made;
  if (transposed) {
    made = std::make_unique<Transposed<Real>>(device, inputs, parts, settings);
  } else {
    made = std::make_unique<Eval<Real>>(device, inputs, parts, settings);
  }
  parts->free_tables();
  return made;
}
template std::unique_ptr<Operator<float>> create(const Device&, const Inputs<float>&,
                                                 const ListOrder&, const Settings&, bool);
template std::unique_ptr<Operator<double>> create(const Device&, const Inputs<double>&,
                                                  const ListOrder&, const Settings&, bool);

template <class Real>
accelerator::Products<Real> create_products(const Device& device, const Inputs<Real>& inputs,
                                            const ListOrder& order, const Settings& evaluate,
                                            const Settings& accumulate) {
  require_local_memory(device, evaluate.local_bytes(sizeof(Real), false));
  require_local_memory(device, accumulate.local_bytes(sizeof(Real), true));
  const auto parts = std::make_shared<Parts<Real>>(device, inputs, order, evaluate,
                                                   Directions{.fold = true, .unfold = true});
  accelerator::Products<Real> made{
      std::make_unique<Eval<Real>>(device, inputs, parts, evaluate),
      std::make_unique<Transposed<Real>>(device, inputs, parts, accumulate)};
  parts->free_tables();
  return made;
}
template accelerator::Products<float> create_products(const Device&, const Inputs<float>&,
                                                      const ListOrder&, const Settings&,
                                                      const Settings&);
template accelerator::Products<double> create_products(const Device&, const Inputs<double>&,
                                                       const ListOrder&, const Settings&,
                                                       const Settings&);

void compile(const Device& device, std::size_t dimensions, bool is_double, const Settings& settings,
             bool transposed) {
  require_local_memory(device, settings.local_bytes(is_double ? 8 : 4, transposed));
  Tiles<float>::compile(device, is_double);
  Bundles<float>::compile(device, is_double);
  Basis<float>::compile(device, is_double);
  Numbering::compile(device);
  Groups<float>::compile(device, is_double, dimensions);
  build_terms_program(device, is_double, settings, transposed);
  if (settings.along_trees) {
    TreeEvaluator<float>::compile(device, dimensions, is_double, settings, transposed);
  } else {
    BlockEvaluator<float>::compile(device, dimensions, is_double, settings, transposed);
  }
}

}  // namespace sparse_grid::accelerator::folded
