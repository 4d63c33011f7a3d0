// How the rows of a matrix are given to the work items of a device: to teams that keep their rows,
// or part by part to groups. Both launch the kernels of a family, which have the same names and
// begin with the same parameters in each family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "assay/plugin.hpp"
#include "rows/matrix.hpp"

namespace rows {

// The constants of kernels/rows/team.h for a configuration with group_size, items and pack, where
// each team is a whole group.
[[nodiscard]] assay::sdk::CompileOptions group_options(const assay::sdk::Device& device,
                                                       const assay::sdk::Task& task);

// Each row belongs to the smallest team of work items that keeps it in registers (kernels/rows/
// team.h): short rows share a group, and a group keeps the longest. It is read once.
class KeptRows {
 public:
  // group_size, items and pack, with constraints over the arguments rows, columns and precision.
  static assay::sdk::ParameterSet parameters();
  // Compiles the family's kernels/<family>/kept.kernel for the task's configuration and columns.
  static assay::sdk::Program build(const assay::sdk::Device& device, const assay::sdk::Task& task,
                                   const std::string& family);

  KeptRows(const assay::sdk::Device& device, const assay::sdk::Task& task,
           const std::string& family);

  // Enqueues kept_rows(x, y, rows, columns, more...).
  template <class Real, class... More>
  void launch(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y,
              const More&... more) const {
    kernel_.launch<1>({groups_ * group_size_}, {group_size_}, x, y, std::uint64_t{extents_.rows},
                      static_cast<std::uint32_t>(extents_.columns), more...);
  }

 private:
  Extents extents_;
  std::size_t group_size_;
  std::size_t groups_;
  assay::sdk::Kernel kernel_;
};

// Each row is cut into parts, one for each group that has a share of it (kernels/rows/parts.h). It
// is read twice.
class RowsInParts {
 public:
  // group_size, items, pack and parts, with constraints as above.
  static assay::sdk::ParameterSet parameters();
  // Compiles the family's kernels/<family>/parts.kernel for the task's configuration.
  static assay::sdk::Program build(const assay::sdk::Device& device, const assay::sdk::Task& task,
                                   const std::string& family);

  RowsInParts(const assay::sdk::Device& device, const assay::sdk::Task& task,
              const std::string& family);

  // Enqueues whole_rows(x, y, columns, more...) if a row is one part, otherwise
  // summarise_parts(x, columns, summaries) and finish_parts(x, y, columns, summaries, more...).
  template <class Real, class... More>
  void launch(const assay::sdk::Buffer<Real>& x, const assay::sdk::Buffer<Real>& y,
              const More&... more) const {
    const auto columns = static_cast<std::uint32_t>(extents_.columns);
    const std::size_t items = extents_.rows * parts_ * group_size_;
    if (parts_ == 1) return finish_.launch<1>({items}, {group_size_}, x, y, columns, more...);
    summarise_.launch<1>({items}, {group_size_}, x, columns, summaries_);
    finish_.launch<1>({items}, {group_size_}, x, y, columns, summaries_, more...);
  }

 private:
  Extents extents_;
  std::size_t group_size_;
  std::size_t parts_;
  assay::sdk::Kernel summarise_;  // with several parts alone, like the summaries
  assay::sdk::Kernel finish_;
  assay::sdk::Buffer<std::byte> summaries_;
};

// Adds the variants `name`.opencl and `name`.cuda of a problem. OnDevice<Real, Rows> is their
// trial, constructed from a task and a device, and Rows is one of the classes above.
template <template <class, class> class OnDevice, class Rows>
void describe(assay::sdk::Plugin& plugin, const std::string& name, const std::string& problem,
              const std::string& doc, const std::string& family) {
  namespace sdk = assay::sdk;
  for (const assay_backend backend : {ASSAY_OPENCL, ASSAY_CUDA}) {
    auto variant = sdk::describe_accelerated(name, problem, doc, backend, Rows::parameters());
    variant.prepare = [=](const sdk::Task& task) {
      return sdk::by_precision(task.input("x"), [&]<class Real>() -> std::unique_ptr<sdk::Trial> {
        return std::make_unique<OnDevice<Real, Rows>>(task, sdk::Device{task.host(), backend});
      });
    };
    variant.compile = [=](const sdk::Task& task) {
      static_cast<void>(Rows::build({task.host(), backend}, task, family));
    };
    variant.outputs_are_copies = true;
    plugin.variant(std::move(variant));
  }
}

}  // namespace rows
