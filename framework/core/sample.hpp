// The record of one timed repetition of a trial.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "framework/core/fields.hpp"

namespace assay {

// A named part of a sample. `host_seconds` is the host clock between begin and end of the phase,
// `device_seconds` the time its device work took by the device's own clock (0 if there was none).
struct PhaseTime {
  std::string name;
  double host_seconds = 0;
  double device_seconds = 0;
};
void fields(auto& field, Of<PhaseTime> auto& phase) {
  field("name", phase.name);
  field("host_seconds", phase.host_seconds);
  field("device_seconds", phase.device_seconds);
}

// The readings of a device's energy counter before and after the runs of one sample. The counter
// moves in steps, so a sample of energy is a block of runs (measure/energy_blocks.hpp).
struct EnergyReading {
  std::uint32_t runs = 0;
  double seconds = 0;       // between the two readings: the runs and the gaps between them
  double begin_joules = 0;  // as the counter showed, counted from some fixed moment
  double end_joules = 0;
  [[nodiscard]] double joules_per_run() const { return (end_joules - begin_joules) / runs; }
};
void fields(auto& field, Of<EnergyReading> auto& energy) {
  field("runs", energy.runs);
  field("seconds", energy.seconds);
  field("begin_joules", energy.begin_joules);
  field("end_joules", energy.end_joules);
}

// Whether the device slowed itself down while a sample was taken, and how the sample was treated.
enum class Slowed {
  no,
  retaken,  // recorded, not used: another sample replaces it
  kept,     // used: the device kept slowing down, so this is its actual speed
};
[[nodiscard]] const char* to_string(Slowed slowed);  // "no", "retaken", "kept"
[[nodiscard]] Slowed slowed_from(const std::string& name);

// A sample: one timed repetition, or a block of runs; the times of a block are means over its runs.
struct Sample {
  double seconds = 0;         // steady clock around run and the wait for its device work
  double device_seconds = 0;  // sum over the device work of the sample; 0 without a device
  bool warm_up = false;       // recorded, not used
  std::vector<PhaseTime> phases;
  std::optional<EnergyReading> energy = std::nullopt;  // present if energy is the objective
  Slowed slowed = Slowed::no;
  // The device's clock at the look (worker/device_watch.hpp) that followed this sample; the lowest
  // of several devices. Nothing if no look followed immediately, or if no device reports its clock.
  std::optional<double> clock_mhz = std::nullopt;

  [[nodiscard]] bool counts() const { return !warm_up && slowed != Slowed::retaken; }
};
// A message contains many samples, so members that most of them lack are left out.
void fields(auto& field, Of<Sample> auto& sample) {
  field("seconds", sample.seconds);
  field("device_seconds", sample.device_seconds);
  field("warm_up", sample.warm_up);
  field("phases", sample.phases);
  field.optional("energy", sample.energy);
  field.optional("slowed", sample.slowed, slowed_from);
  field.optional("clock_mhz", sample.clock_mhz);
}

}  // namespace assay
