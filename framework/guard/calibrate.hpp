#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "framework/core/scratch_folder.hpp"
#include "framework/guard/guard.hpp"

namespace assay::guard {

// Copies of the plugins of some folders. They are identical except for a few unread bytes appended
// to each file, so that loading them side by side gives a different build with the same code. The
// folder is removed with the object.
class BuildCopy {
 public:
  // Throws environment Error if a file cannot be copied.
  explicit BuildCopy(const std::vector<std::filesystem::path>& folders);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  ScratchFolder folder_{"copy"};
};

// The rate at which identical builds are told apart: the share of `draws` random comparisons that
// end as faster or slower. Each draws the blocks of the looks without replacement from the measured
// blocks. The rate is unbiased, since each draw compares the build with itself, but its precision
// is limited by the small number of blocks. Looks that need more than half of the blocks are left
// out.
[[nodiscard]] double false_positive_rate(const std::vector<double>& effects,
                                         const GuardOptions& options, std::size_t draws);

// The comparison of a case's build with itself.
struct CaseCalibration {
  std::optional<CalibrationRecord> record;  // absent if a block failed
  std::string failure;
  double detectable = 0;  // log-ratio found with 80 % power at the guard's last look
};

// Measures `block_count` blocks of each case, whose two builds are a build and a copy of it, and
// stores the resulting calibration of the machine.
[[nodiscard]] std::vector<CaseCalibration> calibrate(const GuardRun& run, BlockSource& blocks,
                                                     const std::vector<Case>& cases,
                                                     const GuardOptions& options,
                                                     std::size_t block_count,
                                                     GuardObserver& observer,
                                                     const std::atomic<bool>& stop);

}  // namespace assay::guard
