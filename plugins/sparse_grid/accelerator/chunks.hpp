// Data points in chunks, all or some of which are on the device at a time.
//
// A chunk is computed in a slot: an operator with a queue and vectors of its own. The copies to the
// device for a chunk, its application and the copies back are enqueued in that queue in this order,
// so that the copies of one slot overlap the kernels of the others. There are two schedules: as
// many slots as chunks, all queued at once; or a few slots through which the chunks go in turn, so
// that never more chunks than slots are on the device. In the second schedule a chunk waits on the
// device for its predecessor in the slot; the host waits only for results that it has to pass on.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "sparse_grid/accelerator/device.hpp"
#include "sparse_grid/accelerator/inputs.hpp"
#include "sparse_grid/accelerator/list.hpp"
#include "sparse_grid/accelerator/operator.hpp"
#include "sparse_grid/accelerator/vectors.hpp"

namespace sparse_grid::accelerator {

struct Chunking {
  explicit Chunking(const Configuration& configuration);
  // The parameters of chunking for streaming. Form `factored` takes all data points at once.
  static ParameterSet parameters();

  // Whether all data points are computed at once and stay on the device.
  [[nodiscard]] bool whole() const { return !from_host && chunks == 1; }

  bool from_host;       // data points are copied from the host each time they are needed
  std::size_t chunks;   // number requested
  std::size_t streams;  // chunks on the device at a time; 0: all
};

template <class Real>
class Chunks {
 public:
  using Reals = assay::sdk::Buffer<Real>;

  struct Chunk {
    std::size_t first;  // data point
    std::size_t points;
    assay::sdk::HostArray<Real> data;  // empty if the data stays on the device
  };

  // `vector_bytes` is the device memory that the caller needs in addition. Chunks get fewer data
  // points than requested if the streams would not fit otherwise.
  Chunks(const Device& device, const Inputs<Real>& inputs, const Configuration& configuration,
         bool transposed, double vector_bytes);

  // Bytes of data points that are copied from the host in every application.
  [[nodiscard]] double streamed_bytes() const;
  void tell_facts(double all_streamed_bytes) const;

  // An application consists of all steps, from 0 on. `whole` has an element for each grid point:
  // surpluses, which are read, or sums, which are written, in `queue`. The sums of the chunks are
  // added in the order of the chunks. The elements for data points are left to `ends`:
  //   ends.bring(chunk, weights, queue)  enqueues copying the chunk's weights into the vector (B v)
  //   ends.take(chunk, values, queue)    enqueues the use of the chunk's values (B^T alpha)
  //   ends.finish(chunk, queue)          the last chance to wait for that use: afterwards the next
  //                                      chunk in this slot is enqueued
  [[nodiscard]] std::size_t steps() const { return chunks_.size() + slots_.size(); }
  template <class Ends>
  void step(std::size_t number, const Reals& whole, assay_queue* queue, Ends& ends) {
    const std::size_t slots = slots_.size();
    if (number >= slots && number - slots < chunks_.size()) {
      finish(number - slots, whole, queue, ends);
    }
    if (number < chunks_.size()) start(number, whole, queue, ends);
  }

 private:
  struct Slot {
    std::unique_ptr<Operator<Real>> product;
    ListOperator<Real>* exchangeable;  // `product` if data points come from the host, else null
    assay::sdk::Queue queue;
    Reals points;  // weights or values
    Reals sums;    // B v
  };

  [[nodiscard]] std::size_t chunk_points(const Inputs<Real>& inputs,
                                         const Configuration& configuration,
                                         const Chunking& chunking, double vector_bytes) const;
  void cut(const Inputs<Real>& inputs, std::size_t points);
  void add_slot(std::unique_ptr<Operator<Real>> product, ListOperator<Real>* exchangeable,
                std::size_t points, std::size_t grid_points);

  template <class Ends>
  void start(std::size_t number, const Reals& whole, assay_queue* queue, Ends& ends) {
    const Chunk& chunk = chunks_[number];
    Slot& slot = slots_[number % slots_.size()];
    assay_queue* const own = slot.queue.get();
    slot.product->initialise(own);
    if (slot.exchangeable != nullptr) slot.exchangeable->load(chunk.data, chunk.points, own);
    // Wait until the surpluses are there, or until the sums of the slot's preceding chunk have been
    // added.
    if (transposed_ || number < slots_.size()) device_.host.wait(own, queue);
    if (transposed_) {
      ends.bring(chunk, slot.points, own);
      slot.product->apply(slot.points, slot.sums, own);
    } else {
      slot.product->apply(whole, slot.points, own);
      ends.take(chunk, slot.points, own);
    }
  }

  template <class Ends>
  void finish(std::size_t number, const Reals& whole, assay_queue* queue, Ends& ends) {
    const Slot& slot = slots_[number % slots_.size()];
    if (transposed_) {
      const assay::sdk::Phase phase(device_.host, "kernel");
      device_.host.wait(queue, slot.queue.get());
      if (number == 0) {
        vectors_.copy_part(slot.sums, 0, slot.sums.size(), whole, 0, queue);
      } else {
        vectors_.add(slot.sums, whole, queue);
      }
    }
    ends.finish(chunks_[number], slot.queue.get());
  }

  Device device_;
  bool transposed_;
  Vectors<Real> vectors_;
  std::vector<Chunk> chunks_;
  std::vector<Slot> slots_;
};

}  // namespace sparse_grid::accelerator
