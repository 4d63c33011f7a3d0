// A grid's tables in a kernel. Where the tables lie is a compile-time constant; index.h computes
// positions from them.
//
// Compile-time constants in addition to those of the dialect and index.h:
//   DIMENSIONS, LEVELS  of the grid
//   BOUNDARY            1: the grid has a boundary
//   TABLES              where the tables lie: one of the values below
#ifndef COMPACT_GRID_TABLES_H
#define COMPACT_GRID_TABLES_H

#define ON_THE_FLY 0  // points in global memory, binomial coefficients computed
#define IN_GLOBAL 1
#define IN_LOCAL 2     // copied to local memory by each work group
#define IN_CONSTANT 3  // part of the program

#if TABLES == ON_THE_FLY
#define BINOMIALS_ON_THE_FLY
#endif
#if TABLES == IN_LOCAL
#define TABLE_SPACE LOCAL_SPACE
#elif TABLES == IN_CONSTANT
#define TABLE_SPACE CONSTANT_SPACE
#else
#define TABLE_SPACE GLOBAL
#endif
#include "compact_grid/index.h"

// One array holds all tables, in the order of grid_tables.
#define TABLE_ROWS ((DIMENSIONS + 1) * (LEVELS + 1))
#define TABLE_SQUARE ((DIMENSIONS + 1) * (DIMENSIONS + 1))
#define TABLE_SIZE (2 * TABLE_ROWS + TABLE_SQUARE + DIMENSIONS + 2)

FUNCTION grid_tables tables_at(TABLE_SPACE const grid_index* table) {
  grid_tables grid;
  grid.dimensions = DIMENSIONS;
  grid.levels = LEVELS;
  grid.vectors_below = table;
  grid.points_below = table + TABLE_ROWS;
  grid.choose = table + 2 * TABLE_ROWS;
  grid.group = table + 2 * TABLE_ROWS + TABLE_SQUARE;
  return grid;
}

// Declares `grid`, the tables, in a kernel with a parameter `table` [TABLE_SIZE]. Must come first
// in the kernel's body and be reached by all items of the group.
#if TABLES == IN_LOCAL
#define DECLARE_GRID(grid, table)                                                             \
  LOCAL grid_index copied_table[TABLE_SIZE];                                                  \
  for (uint i = LOCAL_ID; i < TABLE_SIZE; i += WORK_GROUP_SIZE) copied_table[i] = (table)[i]; \
  BARRIER();                                                                                  \
  const grid_tables grid = tables_at(copied_table)
#elif TABLES == IN_CONSTANT
#include "compact_grid/table_values.h"  // TABLE_VALUES: written for the grid, comma by comma
CONSTANT grid_index constant_table[TABLE_SIZE] = {TABLE_VALUES};
#define DECLARE_GRID(grid, table) const grid_tables grid = tables_at(constant_table)
#else
#define DECLARE_GRID(grid, table) const grid_tables grid = tables_at(table)
#endif

#endif
