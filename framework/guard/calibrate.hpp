#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "framework/core/scratch_folder.hpp"
#include "framework/guard/guard.hpp"

namespace assay::guard {

// Copies of the plugins of some folders, byte for byte but for a few bytes behind the end of each,
// which nothing reads: other builds to whoever loads them side by side, and the same code. The
// folder goes with the object.
class BuildCopy {
 public:
  // Throws environment Error if a file cannot be copied.
  explicit BuildCopy(const std::vector<std::filesystem::path>& folders);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  ScratchFolder folder_{"copy"};
};

// How often builds that are the same are told apart: the share of `draws` of the looks' blocks,
// each without replacement from the blocks at hand, that end as faster or slower. Unbiased, as each
// such draw is a comparison of the build with itself; the blocks are few, so it is no more precise
// than that. Looks that ask for more than half of the blocks are left out.
[[nodiscard]] double false_positive_rate(const std::vector<double>& effects,
                                         const GuardOptions& options, std::size_t draws);

// A case and how its build compares with itself.
struct CaseCalibration {
  std::optional<CalibrationRecord> record;  // absent where a block failed
  std::string failure;
  double detectable = 0;  // log-ratio, with 80 % power at the guard's last look
};

// Measures `blocks` blocks of each case, whose builds are a build and a copy of it, and stores what
// they say of the machine.
[[nodiscard]] std::vector<CaseCalibration> calibrate(const GuardRun& run, BlockSource& blocks,
                                                     const std::vector<Case>& cases,
                                                     const GuardOptions& options,
                                                     std::size_t block_count,
                                                     GuardObserver& observer,
                                                     const std::atomic<bool>& stop);

}  // namespace assay::guard
