#pragma once

#include "framework/device/device.hpp"
#include "framework/device/device_memory.hpp"
#include "framework/device/host_memory.hpp"
#include "framework/device/image.hpp"
#include "framework/device/kernel.hpp"
#include "framework/device/measurable.hpp"
#include "framework/device/native.hpp"
#include "framework/device/program.hpp"
#include "framework/device/queue.hpp"
#include "framework/device/work_timer.hpp"

namespace assay::device {

// A device that compiles kernels, runs them on buffers in its own memory, and times them: what
// every backend but the host's own has.
class Accelerator : public Device,
                    public ProgramBuilder,
                    public DeviceMemory,
                    public Images,
                    public HostMemorySource,
                    public KernelLauncher,
                    public Queues,
                    public WorkTimer,
                    public NativeHandles,
                    public Measurable {};

}  // namespace assay::device
