// Graphs for the driver of fake_cuda.hpp: what is enqueued on the stream that is captured is kept
// and done when the graph is launched.
#pragma once

#include "tests/framework/device/fake_cuda.hpp"

namespace assay::device::cuda::test {

struct FakeGraphs {
  bool capturing = false;
  int live = 0;  // graphs, executable or not
};

// Adds the functions and has kernels, copies and fills be captured. Forgets what was before.
FakeGraphs& add_fake_graphs(Driver& driver);

}  // namespace assay::device::cuda::test
