// Columns of codes for the trainers that compare codes. Constants:
//   CODE_BITS  8, 16 or 32
//   BY_ROW     1: codes [samples][attributes]; 0: [attributes][samples]
#ifndef FOREST_COLUMNS_H
#define FOREST_COLUMNS_H

#if CODE_BITS == 8
typedef unsigned char code_t;
#elif CODE_BITS == 16
typedef unsigned short code_t;
#else
typedef uint code_t;
#endif

FUNCTION size_t code_place(const uint attribute, const uint row, const uint attributes,
                           const uint samples) {
#if BY_ROW
  return (size_t)row * attributes + attribute;
#else
  return (size_t)attribute * samples + row;
#endif
}

#endif
