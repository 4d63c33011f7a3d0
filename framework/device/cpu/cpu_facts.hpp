// Facts about the host, from the operating system and the processor.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace assay::device {

// "AMD EPYC 9575F 64-Core Processor (family 26, model 2)": the numbers tell generations apart where
// a hypervisor hides the name.
[[nodiscard]] std::string cpu_model();
// Widest vector registers of the instruction set, in bits: 128, 256 or 512.
[[nodiscard]] int vector_bits();
// Main memory in bytes; 0 if the system does not report it.
[[nodiscard]] std::uint64_t memory_bytes();
// The CPU's rows of the table in device.hpp.
[[nodiscard]] std::map<std::string, double> cpu_facts();

}  // namespace assay::device
