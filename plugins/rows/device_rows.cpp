#include "rows/device_rows.hpp"

#include <bit>

#include "assay/embedded_kernels.hpp"
#include "assay/precision.hpp"
#include "assay/sizes.hpp"

namespace rows {
namespace {

using namespace assay::sdk;

// The most numbers of one type that a kernel's summary of a part consists of.
constexpr std::size_t most_summary_numbers = 4;

ParameterSet common_parameters() {
  return {
      {{"group_size", "Work items in a group.", powers_of_two(32, 1024), 256},
       {"items", "Elements of a row that a work item has in registers.", powers_of_two(1, 32), 8},
       {"pack", "Elements that a work item reads or writes at once.", powers_of_two(1, 4), 1}},
      {{"group_size <= max_work_group_size", "the device allows no larger work group"},
       {"pack <= items", "a work item does not have as many elements"},
       {"columns % pack == 0", "rows do not consist of whole packs"},
       {"pack * (8 if precision == 'double' else 4) <= 16", "a load has at most 16 bytes"},
       {"group_size * items * (2 if precision == 'double' else 1) <= 32768",
        "a group's elements must leave half of a processor's registers to other uses"}}};
}

// The items that keep a row of so many columns together.
std::size_t team_for(std::size_t columns, std::size_t items) {
  return std::bit_ceil(quotient_up(columns, items));
}

CompileOptions team_options(const Device& device, const Task& task, std::size_t team) {
  const Bindings& configuration = task.configuration();
  CompileOptions options = dialect_options(device, is_double(task.input("x")));
  options.define("WORK_GROUP_SIZE", configuration.integer("group_size"))
      .define("ITEMS", configuration.integer("items"))
      .define("PACK", configuration.integer("pack"))
      .define("TEAM", team);
  return options;
}

}  // namespace

CompileOptions group_options(const Device& device, const Task& task) {
  return team_options(device, task, task.configuration().size("group_size"));
}

ParameterSet KeptRows::parameters() {
  ParameterSet set = common_parameters();
  set.constraints.push_back(
      {"columns <= group_size * items", "a group's work items cannot keep a row that long"});
  return set;
}

Program KeptRows::build(const Device& device, const Task& task, const std::string& family) {
  const std::size_t team = team_for(Extents(task).columns, task.configuration().size("items"));
  return assay::sdk::build(device.host, family + "/kept.kernel", team_options(device, task, team));
}

KeptRows::KeptRows(const Device& device, const Task& task, const std::string& family)
    : extents_(task),
      group_size_(task.configuration().size("group_size")),
      groups_(quotient_up(
          extents_.rows * team_for(extents_.columns, task.configuration().size("items")),
          group_size_)),
      kernel_(build(device, task, family).kernel("kept_rows")) {}

ParameterSet RowsInParts::parameters() {
  ParameterSet set = common_parameters();
  set.parameters.push_back({"parts", "Groups that share a row.", powers_of_two(1, 256), 1});
  set.constraints.push_back({"parts == 1 or parts * group_size <= columns",
                             "a part would have fewer elements than its group has work items"});
  set.constraints.push_back(
      {"rows * parts <= 2147483647", "a launch cannot have more groups in its first dimension"});
  return set;
}

Program RowsInParts::build(const Device& device, const Task& task, const std::string& family) {
  CompileOptions options = group_options(device, task);
  options.define("PARTS", task.configuration().integer("parts"));
  return assay::sdk::build(device.host, family + "/parts.kernel", options);
}

RowsInParts::RowsInParts(const Device& device, const Task& task, const std::string& family)
    : extents_(task),
      group_size_(task.configuration().size("group_size")),
      parts_(task.configuration().size("parts")) {
  const Program program = build(device, task, family);
  if (parts_ == 1) {
    finish_ = program.kernel("whole_rows");
    return;
  }
  summarise_ = program.kernel("summarise_parts");
  finish_ = program.kernel("finish_parts");
  const std::size_t number = is_double(task.input("x")) ? sizeof(double) : sizeof(float);
  summaries_ = {device.host, extents_.rows * parts_ * most_summary_numbers * number};
}

}  // namespace rows
