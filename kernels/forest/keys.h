// Maps values to unsigned integers in the same order. One source for OpenCL C, CUDA and the host's
// C++; needs FUNCTION and uint.
#ifndef FOREST_KEYS_H
#define FOREST_KEYS_H

// Returns an integer that increases with the finite float of these bits; -0 counts as 0.
FUNCTION uint ordered_key(uint bits) {
  if (bits == 0x80000000u) bits = 0;
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}
// Returns the bits of the float that has this key.
FUNCTION uint bits_of_key(const uint key) {
  return (key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key;
}

#endif
