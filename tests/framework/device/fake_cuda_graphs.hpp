// Graphs for the driver of fake_cuda.hpp: work that is enqueued on the captured stream is kept and
// done when the graph is launched.
#pragma once

#include "tests/framework/device/fake_cuda.hpp"

namespace assay::device::cuda::test {

struct FakeGraphs {
  bool capturing = false;
  int live = 0;  // graphs, executable or not
};

// Adds the graph functions to the driver and makes its kernels, copies and fills capturable.
// Forgets all earlier graphs.
FakeGraphs& add_fake_graphs(Driver& driver);

}  // namespace assay::device::cuda::test
