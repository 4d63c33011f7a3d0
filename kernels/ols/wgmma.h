// The tensor cores of Hopper: products of terms by a warpgroup, 128 threads whose first warp has a
// number divisible by four (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions"). sm_90a.
//
// Right operands are in shared memory as panels: rows of 64 neighbouring columns, 128 bytes, where
// the number of each 16-byte chunk of row r is XORed with r % 8. That is the swizzled layout "128B"
// for columns side by side; panels begin at multiples of 1024 bytes. Left operands are fragments of
// such panels' transposes, in registers.
#ifndef OLS_WGMMA_H
#define OLS_WGMMA_H

#include "terms.h"

#define WARPGROUP 128     // threads
#define PANEL_COLUMNS 64  // columns of a panel and of a warpgroup's left operand
#define PANEL_ROW_BYTES 128
#define PRODUCT_ROWS 16  // over which a product sums

// Returns the place of `column` (a multiple of 4) in a panel's row, in bytes.
FUNCTION uint place_in_panel(const uint row, const uint column) {
  return row * PANEL_ROW_BYTES + ((column / 8 ^ row % 8) * 16) + column % 8 * 2;
}

FUNCTION uint shared_address(const void* pointer) {
  return (uint)__cvta_generic_to_shared(pointer);
}

// 64 columns of 16 rows of a panel, transposed: a warp has 16 of the columns.
struct Fragment {
  uint pairs[4];
};

FUNCTION Fragment fragment_of(const uint panel, const uint first_row) {
  const uint lane = threadIdx.x % 32;
  const uint column = threadIdx.x % WARPGROUP / 32 * 16 + lane / 8 % 2 * 8;
  const uint row = first_row + lane / 16 * 8 + lane % 8;
  Fragment fragment;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(fragment.pairs[0]), "=r"(fragment.pairs[1]), "=r"(fragment.pairs[2]),
                 "=r"(fragment.pairs[3])
               : "r"(panel + place_in_panel(row, column))
               : "memory");
  return fragment;
}

FUNCTION Fragment twice(const Fragment& fragment) {
  Fragment result;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    asm("add.rn." TERM_TYPE "x2 %0, %1, %1;" : "=r"(result.pairs[k]) : "r"(fragment.pairs[k]));
  }
  return result;
}

// Lets the tensor cores read shared memory that threads have written, after the next barrier.
FUNCTION void publish_operands() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

// The number of a thread's sums of a warpgroup's 64 left columns times RIGHT_COLUMNS right ones.
// Thread t has left columns 16 (t / 32 % 4) + t % 32 / 4 and that + 8, and right columns 8 k + 2 (t
// % 4) and the next one.
#define SUMS (RIGHT_COLUMNS / 2)
FUNCTION uint left_column(const int number) {
  return threadIdx.x % WARPGROUP / 32 * 16 + threadIdx.x % 32 / 4 + number / 2 % 2 * 8;
}
FUNCTION uint right_column(const int number) {
  return number / 4 * 8 + threadIdx.x % 4 * 2 + number % 2;
}

FUNCTION void begin_products() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }

// Begins to add left^T right, over 16 rows, to the sums, or to set the sums to it. `panel_stride`:
// bytes between right panels.
FUNCTION void multiply(float (&d)[SUMS], const Fragment& left, const uint right,
                       const uint first_row, const uint panel_stride, const bool add) {
  const uint low = right / 16 + (first_row * PANEL_ROW_BYTES / 16 + (panel_stride / 16 << 16));
  constexpr uint high = 8 * PANEL_ROW_BYTES / 16 | 1U << 30;  // eight rows to the next; swizzle
  asm volatile(
#if RIGHT_COLUMNS == 64
      "{\n.reg .pred add;\n.reg .b64 right;\nsetp.ne.b32 add, %38, 0;\nmov.b64 right, {%36, %37};\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32." TERM_TYPE "." TERM_TYPE
      " "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "
      "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "{%32, %33, %34, %35}, right, add, 1, 1, 1;\n}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
        "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
        "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
        "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
        "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
#else
      "{\n.reg .pred add;\n.reg .b64 right;\nsetp.ne.b32 add, %70, 0;\nmov.b64 right, {%68, %69};\n"
      "wgmma.mma_async.sync.aligned.m64n128k16.f32." TERM_TYPE "." TERM_TYPE
      " "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "
      "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, "
      "%38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, "
      "%56, %57, %58, %59, %60, %61, %62, %63}, "
      "{%64, %65, %66, %67}, right, add, 1, 1, 1;\n}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
        "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
        "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
        "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
        "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
        "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]), "+f"(d[40]), "+f"(d[41]),
        "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]),
        "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
        "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]),
        "+f"(d[63])
#endif
      : "r"(left.pairs[0]), "r"(left.pairs[1]), "r"(left.pairs[2]), "r"(left.pairs[3]), "r"(low),
        "r"(high), "r"((int)add));
}

FUNCTION void end_products() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

FUNCTION void wait_for_products() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }

// Keeps the compiler from reading products before they are complete.
FUNCTION void take(float (&products)[SUMS]) {
#pragma unroll
  for (float& sum : products) asm volatile("" : "+f"(sum)::"memory");
}

#endif
