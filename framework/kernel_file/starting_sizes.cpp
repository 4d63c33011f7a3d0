#include "framework/kernel_file/starting_sizes.hpp"

#include <algorithm>
#include <array>
#include <regex>
#include <utility>

#include "framework/kernel_file/argument_type.hpp"
#include "framework/kernel_file/element.hpp"
#include "framework/kernel_file/kernel_reading.hpp"
#include "framework/kernel_file/name_pattern.hpp"
#include "framework/kernel_file/starting_text.hpp"

namespace assay {
namespace {

// Whether a scalar or an undefined constant is named like a size.
bool names_an_extent(const std::string& name) {
  static const std::regex extent(
      "n|m|k|w|h|n_?[xyz]|.*(size|width|height|count|num|rows|cols|columns|dim|len|points|elements|"
      "total).*|n_.*",
      std::regex::icase);
  return is_called(name, extent);
}

}  // namespace

StartingSizes::StartingSizes(const SourceText& source, const KernelSignature& kernel,
                             TunableConstants constants)
    : source_(source),
      kernel_(kernel),
      dimensions_(dimensions_of(source, kernel)),
      strides_(dimensions_ == 1 && strides_over_launch(source, kernel)),
      constants_(std::move(constants)) {
  leave_out_other_axes();
  find_extents();
  find_group();
}

std::vector<std::pair<std::string, std::int64_t>> StartingSizes::arguments() const {
  std::vector<std::pair<std::string, std::int64_t>> all;
  for (const std::string& name : extents_) {
    const auto fixed = fixed_extents_.find(name);
    all.emplace_back(name, fixed == fixed_extents_.end() ? default_extent() : fixed->second);
  }
  return all;
}

bool StartingSizes::is_argument(const std::string& name) const {
  return std::ranges::find(extents_, name) != extents_.end();
}

// Finds the arguments of the problem: integers that look like sizes, and undefined constants in
// capitals that look like sizes.
void StartingSizes::find_extents() {
  for (const SignatureParameter& parameter : kernel_.parameters) {
    const auto type = argument_type(parameter, {&source_, 1});
    const bool integer =
        parameter.kind == SignatureParameter::Kind::scalar && is_whole(type.element);
    if (integer && names_an_extent(parameter.name)) extents_.push_back(parameter.name);
  }
  std::erase_if(constants_.tunables, [&](const Tunable& tunable) {
    static const std::regex size("N|M|K|N[XYZ]|WIDTH|HEIGHT|LENGTH|ROWS|COLS|DIM|N_.*|NUM_.*");
    if (tunable.default_value || !is_called(tunable.name, size)) return false;
    extents_.push_back(tunable.name);
    defined_extents_.push_back(tunable.name);
    return true;
  });
  if (extents_.empty()) find_fixed_extents();
  if (extents_.empty()) {
    extents_.emplace_back("size");
    notes_.emplace_back("no argument looks like a size, so one called 'size' was added");
  }
}

// Takes the sizes that the source itself fixes, as far as the kernel names them: the width first,
// since it belongs to the first dimension of a launch.
void StartingSizes::find_fixed_extents() {
  static const std::regex size(
      ".*(width|height|length|rows|cols|columns|points|elements).*|N|M|K|N[XYZ]|n_.*|num_.*",
      std::regex::icase);
  static const std::regex along_x(".*(width|cols|columns|x)", std::regex::icase);
  constexpr std::int64_t most_of_tiles = 64;  // what is smaller is rather one of a tile
  std::erase_if(constants_.fixed, [&](const Tunable& fixed) {
    const bool chosen = *fixed.default_value > most_of_tiles && is_called(fixed.name, size) &&
                        mentions(source_, kernel_, fixed.name);
    if (chosen) fixed_extents_.emplace(fixed.name, *fixed.default_value);
    if (chosen) extents_.push_back(fixed.name);
    return chosen;
  });
  std::stable_partition(extents_.begin(), extents_.end(),
                        [&](const std::string& name) { return is_called(name, along_x); });
  for (const std::string& name : extents_) {
    notes_.push_back(fmt::format("{} is {} by #define; to change it, change both", name,
                                 fixed_extents_.at(name)));
  }
}

// Leaves out sizes of groups in dimensions that the kernel does not use, if the source itself
// gives them a value.
void StartingSizes::leave_out_other_axes() {
  static const std::regex size(".*(block|group|wg|local).*_([yz])", std::regex::icase);
  std::erase_if(constants_.tunables, [&](const Tunable& tunable) {
    if (!tunable.default_value || !is_called(tunable.name, size)) return false;
    const bool second = tunable.name.back() == 'y' || tunable.name.back() == 'Y';
    return dimensions_ < (second ? 2 : 3);
  });
}

std::int64_t StartingSizes::default_extent() const {
  if (dimensions_ == 3) return 64;
  if (dimensions_ == 2 || extents_.size() > 1) return 256;
  // Loops of each item multiply the work; a loop that shares it out among the items does not.
  return loops_of(source_, kernel_) > (strides_ ? 1U : 0U) ? 4096 : 1'000'000;
}

// The largest shape that the sizes suggest: products of all pairs (or triples).
std::string StartingSizes::shape() const {
  const std::string& first = extents_.front();
  if (extents_.size() == 1) {
    std::vector<std::string> factors(dimensions_, first);
    return joined(factors, " * ");
  }
  if (extents_.size() == 2 || dimensions_ == 3) {
    std::vector<std::string> factors(
        extents_.begin(),
        extents_.begin() + static_cast<std::ptrdiff_t>(
                               std::min(extents_.size(), std::max<std::size_t>(dimensions_, 2))));
    return joined(factors, " * ");
  }
  std::vector<std::string> pairs;
  for (std::size_t k = 0; k < extents_.size(); ++k) {
    pairs.push_back(extents_[k] + " * " + extents_[(k + 1) % extents_.size()]);
  }
  return fmt::format("max({})", joined(pairs, ", "));
}

std::vector<std::string> StartingSizes::image_extents(std::size_t dimensions) const {
  std::vector<std::string> extents;
  for (std::size_t k = dimensions; k-- > 0;) {
    extents.push_back(extents_[std::min(k, extents_.size() - 1)]);
  }
  return extents;
}

void StartingSizes::find_group() {
  group_ = demanded_group(source_, kernel_);
  if (!group_.empty()) {
    while (group_.size() < dimensions_) group_.emplace_back("1");
    return;
  }
  for (const char* axis : {"x", "y", "z"}) {
    if (group_.size() < dimensions_) group_.push_back(size_along(axis));
  }
}

// A constant named like a group size along the axis, or else like a tile's, which often is the
// group's, or like either in general; otherwise a new parameter.
std::string StartingSizes::size_along(const std::string& axis) {
  const std::regex group(".*(block|group|wg|local|threads).*_?" + axis, std::regex::icase);
  const std::regex tile(".*tile.*_?" + axis, std::regex::icase);
  static const std::regex any("(.*(block|group|wg|local|tile|threads).*|ts|bs)", std::regex::icase);
  for (const auto* pattern : {&group, &tile, &any}) {
    for (const Tunable& tunable : constants_.tunables) {
      const bool other_axis =
          pattern == &any && is_called(tunable.name, std::regex(".*_[xyz]", std::regex::icase));
      // A constant that a condition compares with 0 is a choice, whatever its name.
      const bool choice = std::ranges::find(tunable.cases, 0) != tunable.cases.end();
      if (!other_axis && !choice && is_called(tunable.name, *pattern)) return tunable.name;
    }
  }
  added_.push_back(fmt::format("block_size_{}", axis));
  return added_.back();
}

// A constant that is named like what one work item works on in a dimension, unless it is the size
// of a group; "" if there is none.
std::string StartingSizes::work_of_item(std::size_t dimension) const {
  constexpr std::array axes = {"(_?x)?", "_?y", "_?z"};
  const std::regex work(
      fmt::format("(tile_size|(work|items|elements)_per_(thread|item)){}", axes[dimension]),
      std::regex::icase);
  for (const Tunable& tunable : constants_.tunables) {
    if (tunable.name != group_[dimension] && is_called(tunable.name, work)) return tunable.name;
  }
  return "";
}

// The lines that say how many work items or groups there are.
std::string StartingSizes::launch_size() const {
  if (strides_) {
    const char* name = mentions(source_, kernel_, "groups") ? "number_of_groups" : "groups";
    return fmt::format(
        "# The kernel's loop strides over the whole launch, so any number of groups will do.\n"
        "grid = \"{}\"{}\n"
        "parameters.{} = {{ powers_of = 2, from = 16, to = 4096, default = 256 }}\n",
        name, look, name);
  }
  std::vector<std::string> global;
  std::vector<std::string> grid;
  bool in_groups = false;
  for (std::size_t k = 0; k < group_.size(); ++k) {
    const std::string work = k < dimensions_ ? work_of_item(k) : "";
    global.push_back(k < dimensions_ ? extents_[std::min(k, extents_.size() - 1)] : "1");
    grid.push_back(fmt::format("ceil_div({}, {}{})", global.back(), group_[k],
                               work.empty() ? "" : " * " + work));
    in_groups = in_groups || !work.empty();
  }
  if (in_groups) {
    return fmt::format("# Groups, where an item does the work of several.\ngrid = {}{}\n",
                       one_or_more(grid), look);
  }
  return fmt::format(
      "# Work items, rounded up to whole groups; where an item does the work of several, count "
      "groups\n# instead: grid = \"ceil_div({}, {} * 4)\"\nglobal = {}{}\n",
      extents_.front(), group_.front(), one_or_more(global), look);
}

}  // namespace assay
