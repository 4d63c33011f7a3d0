#include "compact_grid/accelerator/target.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compact_grid/library/tensors.hpp"
#include "kernels.hpp"

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

Target target_with(const sdk::Task& task, assay_backend backend, const Grid& grid) {
  return {task.host(), backend, grid, task.outputs().front().element == ASSAY_F64,
          task.configuration()};
}

// All entries in the order of grid_tables.
std::vector<grid_index> table_entries(const Grid& grid) {
  const grid_tables tables = grid.tables();
  const std::size_t rows = (grid.dimensions() + std::size_t{1}) * (grid.levels() + 1);
  const std::size_t square = (grid.dimensions() + std::size_t{1}) * (grid.dimensions() + 1);
  std::vector<grid_index> entries(tables.vectors_below, tables.vectors_below + rows);
  entries.insert(entries.end(), tables.points_below, tables.points_below + rows);
  entries.insert(entries.end(), tables.choose, tables.choose + square);
  entries.insert(entries.end(), tables.group, tables.group + grid.dimensions() + 2);
  return entries;
}

// The header that makes them part of a program.
std::string table_values(const Grid& grid) {
  std::string text = "#define TABLE_VALUES";
  char before = ' ';
  for (const grid_index entry : table_entries(grid)) {
    text += before + std::to_string(entry) + "u";
    if (entry > UINT32_MAX) text += 'l';
    before = ',';
  }
  return text + "\n";
}

std::vector<std::uint32_t> table_words(const Target& target) {
  std::vector<std::uint32_t> words;
  for (const grid_index entry : table_entries(target.grid)) {
    words.push_back(static_cast<std::uint32_t>(entry));
    if (target.number("index_bits") == 64) words.push_back(static_cast<std::uint32_t>(entry >> 32));
  }
  return words;
}

}  // namespace

Target Target::of_trial(const sdk::Task& task, assay_backend backend) {
  return target_with(task, backend, grid_of(task.input("grid")));
}

Target Target::of_compilation(const sdk::Task& task, assay_backend backend) {
  const auto& arguments = task.arguments();
  return target_with(
      task, backend,
      Grid(static_cast<uint>(arguments.integer("dimensions")),
           static_cast<uint>(arguments.integer("levels")), arguments.boolean("boundary")));
}

sdk::CompileOptions grid_options(const Target& target, Tables tables) {
  sdk::CompileOptions options;
  if (target.backend == ASSAY_OPENCL) {
    if (target.is_double && target.host.device_fact("has_double") == 0) {
      throw sdk::Error(
          ASSAY_UNSUPPORTED,
          "the device has no double precision (cl_khr_fp64): use precision = \"float\"");
    }
    options.flag("-cl-std=CL1.2");
  }
  const std::size_t index_bits = target.number("index_bits");
  target.grid.require_index_bits(static_cast<uint>(index_bits));
  options.define("REAL_BITS", 8 * target.real_bytes())
      .define("VECTOR_WIDTH", 1)
      .define("GRID_INDEX_BITS", index_bits)
      .define("DIMENSIONS", target.grid.dimensions())
      .define("LEVELS", target.grid.levels())
      .define("BOUNDARY", target.grid.has_boundary() ? 1 : 0)
      .define("TABLES", static_cast<int>(tables))
      .define("WORK_GROUP_SIZE", target.group());
  return options;
}

sdk::Program build(const Target& target, const assay_source& source,
                   const sdk::CompileOptions& options, Tables tables) {
  std::vector<assay_source> sources{source,           kernels::dialect_h,
                                    kernels::index_h, kernels::tables_h,
                                    kernels::faces_h, kernels::bundles_h};
  const std::string values = tables == Tables::constant ? table_values(target.grid) : "";
  if (tables == Tables::constant) {
    sources.push_back({"compact_grid/table_values.h", values.c_str()});
  }
  return {target.host, sources, options};
}

DeviceTables::DeviceTables(const Target& target)
    : words_(target.host, std::span<const std::uint32_t>(table_words(target))) {}

}  // namespace compact_grid::accelerator
