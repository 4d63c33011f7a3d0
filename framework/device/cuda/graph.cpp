#include "framework/device/cuda/graph.hpp"

namespace assay::device::cuda {

CudaGraph::CudaGraph(Context& context, CUgraph recorded) : context_(context) {
  const Driver& driver = context_.driver();
  const CUresult code = driver.cuGraphInstantiate(&executable_, recorded, 0);
  driver.cuGraphDestroy(recorded);  // the executable graph holds what it needs
  context_.check(code, "making a recorded graph executable");
}

CudaGraph::~CudaGraph() {
  context_.activate_if_open();
  context_.driver().cuGraphExecDestroy(executable_);
}

void CudaGraph::launch(CUstream stream) {
  context_.check(context_.driver().cuGraphLaunch(executable_, stream), "launching a graph");
}

}  // namespace assay::device::cuda
