// Values as unsigned integers in their order. One source for OpenCL C, CUDA and the host's C++;
// needs FUNCTION and uint.
#ifndef FOREST_KEYS_H
#define FOREST_KEYS_H

// Rises with the finite float that has these bits; -0 counts as 0.
FUNCTION uint ordered_key(uint bits) {
  if (bits == 0x80000000u) bits = 0;
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}
// The bits of the float whose key this is.
FUNCTION uint bits_of_key(const uint key) {
  return (key & 0x80000000u) != 0 ? key & 0x7fffffffu : ~key;
}

#endif
