#include "tests/framework/device/fake_cuda_graphs.hpp"

#include <utility>

namespace assay::device::cuda::test {
namespace {

constexpr CUresult capture_unsupported = 900;

using Work = std::vector<std::function<CUresult()>>;

FakeGraphs graphs;
Driver plain;  // the driver without graphs
Work captured;

// Returns a handle of either kind of graph, which is the address of the work itself.
template <class Handle>
Handle graph_of(Work work) {
  ++graphs.live;
  return reinterpret_cast<Handle>(new Work(std::move(work)));
}
Work& work_of(const void* graph) { return *static_cast<Work*>(const_cast<void*>(graph)); }
CUresult destroy(const void* graph) {
  --graphs.live;
  delete &work_of(graph);
  return CUDA_SUCCESS;
}

template <class Call>
CUresult capture_or(Call call) {
  if (!graphs.capturing) return call();
  captured.push_back(call);
  return CUDA_SUCCESS;
}

// Copies the values of the arguments at the time of the call.
std::vector<std::vector<unsigned char>> copied(CUfunction kernel, void** values) {
  std::vector<std::vector<unsigned char>> arguments;
  std::size_t offset = 0;
  std::size_t size = 0;
  while (plain.cuFuncGetParamInfo(kernel, arguments.size(), &offset, &size) == CUDA_SUCCESS) {
    const auto* bytes = static_cast<const unsigned char*>(values[arguments.size()]);
    arguments.emplace_back(bytes, bytes + size);
  }
  return arguments;
}

void capture_work(Driver& d) {
  d.cuLaunchKernel = [](CUfunction kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, CUstream stream, void** values,
                        void** extra) {
    return capture_or([=, arguments = copied(kernel, values)]() mutable {
      std::vector<void*> pointers;
      for (auto& argument : arguments) pointers.push_back(argument.data());
      return plain.cuLaunchKernel(kernel, gx, gy, gz, bx, by, bz, shared, stream, pointers.data(),
                                  extra);
    });
  };
  d.cuMemcpyHtoDAsync = [](CUdeviceptr target, const void* source, std::size_t bytes,
                           CUstream stream) {
    return capture_or([=] { return plain.cuMemcpyHtoDAsync(target, source, bytes, stream); });
  };
  d.cuMemsetD32Async = [](CUdeviceptr target, unsigned value, std::size_t count, CUstream stream) {
    return capture_or([=] { return plain.cuMemsetD32Async(target, value, count, stream); });
  };
  d.cuStreamSynchronize = [](CUstream stream) {
    return graphs.capturing ? capture_unsupported : plain.cuStreamSynchronize(stream);
  };
  d.cuCtxSynchronize = [] {
    return graphs.capturing ? capture_unsupported : plain.cuCtxSynchronize();
  };
}

void manage_graphs(Driver& d) {
  d.cuStreamBeginCapture = [](CUstream, CUstreamCaptureMode) {
    graphs.capturing = true;
    return CUresult{CUDA_SUCCESS};
  };
  d.cuStreamEndCapture = [](CUstream, CUgraph* graph) {
    graphs.capturing = false;
    *graph = graph_of<CUgraph>(std::exchange(captured, {}));
    return CUresult{CUDA_SUCCESS};
  };
  d.cuGraphInstantiate = [](CUgraphExec* executable, CUgraph graph, unsigned long long) {
    *executable = graph_of<CUgraphExec>(work_of(graph));
    return CUresult{CUDA_SUCCESS};
  };
  d.cuGraphLaunch = [](CUgraphExec graph, CUstream) {
    for (auto& each : work_of(graph)) {
      if (const CUresult code = each(); code != CUDA_SUCCESS) return code;
    }
    return CUresult{CUDA_SUCCESS};
  };
  d.cuGraphExecDestroy = [](CUgraphExec graph) { return destroy(graph); };
  d.cuGraphDestroy = [](CUgraph graph) { return destroy(graph); };
}

}  // namespace

FakeGraphs& add_fake_graphs(Driver& driver) {
  graphs = {};
  captured.clear();
  plain = driver;
  capture_work(driver);
  manage_graphs(driver);
  return graphs;
}

}  // namespace assay::device::cuda::test
