// The type of a fit's coefficients, which may be narrower than `real`, the type of its sums.
//
// Constants: RESULT_BITS, 32 or 64.
#ifndef OLS_RESULT_H
#define OLS_RESULT_H

#if RESULT_BITS == 64
typedef double result_t;
#else
typedef float result_t;
#endif

#endif
