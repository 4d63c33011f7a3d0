#include "compact_grid/accelerator/target.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compact_grid/library/tensors.hpp"

namespace compact_grid::accelerator {

namespace sdk = assay::sdk;

namespace {

Target target_with(const sdk::Task& task, assay_backend backend, const Grid& grid) {
  return {task.host(), backend, grid, task.outputs().front().element == ASSAY_F64,
          task.configuration()};
}

// The entries of all tables in the order of grid_tables.
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

// A header that makes the table entries part of a program.
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
  auto options = sdk::dialect_options({target.host, target.backend}, target.is_double);
  const std::size_t index_bits = target.number("index_bits");
  target.grid.require_index_bits(static_cast<uint>(index_bits));
  options.define("GRID_INDEX_BITS", index_bits)
      .define("DIMENSIONS", target.grid.dimensions())
      .define("LEVELS", target.grid.levels())
      .define("BOUNDARY", target.grid.has_boundary() ? 1 : 0)
      .define("TABLES", static_cast<int>(tables))
      .define("WORK_GROUP_SIZE", target.group());
  return options;
}

sdk::Program build(const Target& target, const char* path, const sdk::CompileOptions& options,
                   Tables tables) {
  if (tables != Tables::constant) return sdk::build(target.host, path, options);
  const std::string values = table_values(target.grid);
  const assay_source written{"compact_grid/table_values.h", values.c_str()};
  return sdk::build(target.host, path, options, {&written, 1});
}

DeviceTables::DeviceTables(const Target& target)
    : words_(target.host, std::span<const std::uint32_t>(table_words(target))) {}

}  // namespace compact_grid::accelerator
