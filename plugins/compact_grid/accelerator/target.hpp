// The target of compilation of the folder's programs, and the grid's tables on the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "assay/plugin.hpp"
#include "compact_grid/library/grid.hpp"

namespace compact_grid::accelerator {

// A grid, a precision and a configuration on a device. Borrows the task's configuration, which
// lasts while a trial is prepared.
struct Target {
  // The target of a trial, determined from its tensors.
  static Target of_trial(const assay::sdk::Task& task, assay_backend backend);
  // The target of an ahead-of-time compilation, which has the instance's arguments but no tensor
  // data.
  static Target of_compilation(const assay::sdk::Task& task, assay_backend backend);

  [[nodiscard]] std::size_t number(const char* parameter) const {
    return static_cast<std::size_t>(configuration.integer(parameter));
  }
  [[nodiscard]] std::string text(const char* parameter) const {
    return configuration.text(parameter);
  }
  [[nodiscard]] std::size_t real_bytes() const { return is_double ? 8 : 4; }
  // The items of a group, and the items of all groups that `items` items require.
  [[nodiscard]] std::size_t group() const { return number("work_group_size"); }
  [[nodiscard]] std::size_t whole_groups(std::size_t items) const {
    return assay::sdk::rounded_up(items, group());
  }

  assay::sdk::Host host;
  assay_backend backend;
  Grid grid;
  bool is_double;
  assay::sdk::Bindings configuration;
};

// The place where kernels find the grid's tables, numbered as in kernels/compact_grid/tables.h.
enum class Tables { on_the_fly, global, local, constant };

// The constants of dialect.h and tables.h, and WORK_GROUP_SIZE. Throws sdk::Error
// (ASSAY_UNSUPPORTED) if the device has no double or the grid has too many points for the
// configuration's index_bits.
assay::sdk::CompileOptions grid_options(const Target& target, Tables tables);

// Compiles the kernel file at `path`; `tables` is the value that `options` were made with.
assay::sdk::Program build(const Target& target, const char* path,
                          const assay::sdk::CompileOptions& options, Tables tables);

// The tables as tables.h lays them out, in words of the configuration's index_bits.
class DeviceTables {
 public:
  explicit DeviceTables(const Target& target);
  [[nodiscard]] const assay::sdk::Buffer<std::uint32_t>& words() const { return words_; }
  [[nodiscard]] std::size_t bytes() const { return 4 * words_.size(); }

 private:
  assay::sdk::Buffer<std::uint32_t> words_;
};

}  // namespace compact_grid::accelerator
