#pragma once

#include <map>
#include <string>

namespace assay {

// The attributes that identify a machine: results of different machines are never compared without
// saying so. Keys are names such as "cpu", "cores", "memory-gib", "os", "opencl:0", "cuda:0";
// values are as the system reports them.
struct MachineRecord {
  std::map<std::string, std::string> attributes;

  // A hash of the attributes, 16 hexadecimal digits.
  [[nodiscard]] std::string fingerprint() const;
};

// Best rates a device reached in a short measurement, the base of every "share of the floor".
struct Peaks {
  double flops_single = 0;  // per second, a fused multiply-add counts two
  double flops_double = 0;  // 0 where the device has no double precision
  double bandwidth = 0;     // bytes per second, read plus write
};

}  // namespace assay
