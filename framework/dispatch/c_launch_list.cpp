#include "framework/dispatch/c_launch_list.hpp"

#include <fmt/format.h>

namespace assay::dispatch {

std::string c_launch_type(const std::string& name, std::size_t local) {
  constexpr const char* type = R"(
/* A launch. cuLaunchKernel takes `grid`, `block` and `local_bytes`; clEnqueueNDRangeKernel takes
 * `dimensions`, `global` and `block`, and clSetKernelArg the bytes in `local` of each argument in
 * local memory, in their order. Dimensions that it lacks are 1. */
typedef struct {{
  int number;            /* in the scenario, from 0: which arguments it takes */
  const char* function;  /* "": the only one in the source */
  const char* constants; /* with which the source is compiled for it */
  int dimensions;        /* 0: a function of the host, to be called */
  size_t block[3];       /* work items of a group (threads of a block) */
  size_t grid[3];        /* groups (blocks) */
  size_t global[3];      /* work items in all */
  size_t local[{1}];
  size_t local_bytes; /* their sum: dynamic shared memory */
  size_t times;       /* so often in a row */
}} {0}_launch;
)";
  return fmt::format(fmt::runtime(type), name, local);
}

std::string c_launch_list(const std::string& name, std::size_t local) {
  constexpr const char* functions = R"(
typedef struct {{
  {0}_launch* launches;
  int room;
  int count;
  int wrong;
  int locals;
  long repetitions;
  long calls;
  {0}_launch now;
  {0}_launch last;
}} {0}_launch_list;
static inline void {0}_launch_begin({0}_launch_list* list, int number, const char* function,
                             const char* constants, int dimensions) {{
  int k;
  list->now.number = number;
  list->now.function = function;
  list->now.constants = constants;
  list->now.dimensions = dimensions;
  for (k = 0; k < 3; ++k) list->now.block[k] = list->now.grid[k] = list->now.global[k] = 1;
  for (k = 0; k < {1}; ++k) list->now.local[k] = 0;
  list->now.local_bytes = 0;
  list->now.times = 1;
  list->locals = 0;
}}
static inline void {0}_launch_clear({0}_launch_list* list) {{
  list->count = list->wrong = 0;
  list->repetitions = list->calls = 0;
  {0}_launch_begin(list, -1, "", "", 0);
  list->last = list->now;
}}
static inline void {0}_launch_check({0}_launch_list* list, double a, double least) {{
  if (!(a >= least && a <= 9e15 && a == (double)(long long)a)) list->wrong = 1;
}}
static inline size_t {0}_launch_size({0}_launch_list* list, double a, double most) {{
  {0}_launch_check(list, a, 1);
  if (a > most || a > (double)(size_t)-1) list->wrong = 1;
  return list->wrong ? 1 : (size_t)a;
}}
static inline void {0}_launch_groups({0}_launch_list* list, int k, double block, double groups,
                              double most) {{
  list->now.block[k] = {0}_launch_size(list, block, most);
  list->now.grid[k] = {0}_launch_size(list, groups, most);
  list->now.global[k] = {0}_launch_size(list, {0}_exact_product(block, groups, &list->wrong), 9e15);
}}
static inline void {0}_launch_items({0}_launch_list* list, int k, double block, double items,
                             double most) {{
  {0}_launch_check(list, items, 1);
  {0}_launch_groups(list, k, block, {0}_exact_quotient_up(items, block, &list->wrong), most);
}}
static inline void {0}_launch_local({0}_launch_list* list, double bytes, double most) {{
  list->now.local[list->locals++] = {0}_launch_size(list, bytes, most);
  list->now.local_bytes += list->now.local[list->locals - 1];
  if ((double)list->now.local_bytes > most) list->wrong = 1;
}}
static inline int {0}_launch_repeat({0}_launch_list* list) {{
  if (++list->repetitions > 1000000) list->wrong = 1;
  return !list->wrong;
}}
static inline void {0}_launch_end({0}_launch_list* list) {{
  int k;
  int same = list->now.number == list->last.number;
  if (++list->calls > 1000000) list->wrong = 1;
  for (k = 0; k < 3; ++k) {{
    same = same && list->now.block[k] == list->last.block[k] &&
           list->now.grid[k] == list->last.grid[k];
  }}
  for (k = 0; k < {1}; ++k) same = same && list->now.local[k] == list->last.local[k];
  if (same) {{
    ++list->last.times;
  }} else {{
    list->last = list->now;
    ++list->count;
  }}
  if (list->count <= list->room) list->launches[list->count - 1] = list->last;
}}
)";
  return fmt::format(fmt::runtime(functions), name, local);
}

}  // namespace assay::dispatch
