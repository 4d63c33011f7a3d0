#pragma once

#include "framework/device/cuda/context.hpp"
#include "framework/device/graph.hpp"

namespace assay::device::cuda {

// Work recorded on streams, ready to be launched as a whole.
class CudaGraph final : public Graph {
 public:
  // Takes over `recorded`, a graph from cuStreamEndCapture.
  CudaGraph(Context& context, CUgraph recorded);
  ~CudaGraph() override;
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;

  void launch(CUstream stream);

 private:
  Context& context_;
  CUgraphExec executable_ = nullptr;
};

}  // namespace assay::device::cuda
