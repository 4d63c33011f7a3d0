// Guesses, for `assay init`, about the sizes of a kernel's arrays and of its launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "framework/kernel_file/signature.hpp"
#include "framework/kernel_file/tunable.hpp"

namespace assay {

class StartingSizes {
 public:
  // `constants` are those of the source; the ones that are sizes of the problem leave them. Source
  // and kernel must outlive this.
  StartingSizes(const SourceText& source, const KernelSignature& kernel,
                TunableConstants constants);

  // The problem's arguments, one at least, with their values.
  [[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> arguments() const;
  [[nodiscard]] bool is_argument(const std::string& name) const;
  // Arguments that the source takes as constants.
  [[nodiscard]] const std::vector<std::string>& defined() const { return defined_extents_; }
  // The largest shape of an array that the sizes suggest: products of all pairs (or triples).
  [[nodiscard]] std::string shape() const;
  // The extents of an image of so many dimensions, that of a row last, as the launch counts them.
  [[nodiscard]] std::vector<std::string> image_extents(std::size_t dimensions) const;

  // The size of a group in each dimension, and the parameters among them that the source lacks.
  [[nodiscard]] const std::vector<std::string>& group() const { return group_; }
  [[nodiscard]] const std::vector<std::string>& added() const { return added_; }
  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  // The lines that say how many work items or groups there are.
  [[nodiscard]] std::string launch_size() const;

  [[nodiscard]] const TunableConstants& constants() const { return constants_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  void find_extents();
  void find_fixed_extents();
  void leave_out_other_axes();
  [[nodiscard]] std::int64_t default_extent() const;
  void find_group();
  std::string size_along(const std::string& axis);
  [[nodiscard]] std::string work_of_item(std::size_t dimension) const;

  const SourceText& source_;
  const KernelSignature& kernel_;
  std::size_t dimensions_;
  bool strides_;  // whether the work is shared out among any number of groups
  TunableConstants constants_;
  std::vector<std::string> extents_;
  std::vector<std::string> defined_extents_;
  std::map<std::string, std::int64_t> fixed_extents_;  // with the values that the source gives them
  std::vector<std::string> group_;
  std::vector<std::string> added_;
  std::vector<std::string> notes_;
};

}  // namespace assay
