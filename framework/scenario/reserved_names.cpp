#include "framework/scenario/reserved_names.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "framework/core/split.hpp"

namespace assay {
namespace {

using Names = std::set<std::string, std::less<>>;

Names words(const char* text) {
  const auto all = split_words(text);
  return {all.begin(), all.end()};
}

const Names& keywords() {
  static const Names all = words(
      "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t "
      "char16_t "
      "char32_t class co_await co_return co_yield compl concept const const_cast consteval "
      "constexpr constinit continue decltype default delete do double dynamic_cast else enum "
      "explicit export extern false float for friend goto if inline int long mutable namespace new "
      "noexcept not not_eq nullptr operator or or_eq private protected public register "
      "reinterpret_cast requires restrict return short signed sizeof static static_assert "
      "static_cast struct switch template this thread_local throw true try typedef typeid typename "
      "typeof union unsigned using virtual void volatile wchar_t while xor xor_eq _Alignas "
      "_Alignof "
      "_Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Pragma _Static_assert _Thread_local "
      "defined");
  return all;
}

const Names& words_of_opencl() {
  static const Names all = words(
      "kernel global local constant generic pipe read_only write_only read_write uniform half quad "
      "complex imaginary uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t "
      "sampler_t queue_t ndrange_t clk_event_t reserve_id_t cl_mem_fence_flags memory_order "
      "memory_scope memory_order_relaxed memory_order_acquire memory_order_release "
      "memory_order_acq_rel memory_order_seq_cst memory_scope_work_item memory_scope_work_group "
      "memory_scope_sub_group memory_scope_device memory_scope_all_svm_devices int8_t int16_t "
      "int32_t int64_t uint8_t uint16_t uint32_t uint64_t atomic_int atomic_uint atomic_long "
      "atomic_ulong atomic_float atomic_double atomic_flag atomic_size_t atomic_ptrdiff_t "
      "atomic_intptr_t atomic_uintptr_t");
  return all;
}

const Names& words_of_cuda() {
  static const Names all = words(
      "size_t ptrdiff_t clock_t dim3 uint3 uint ushort ulong threadIdx blockIdx blockDim gridDim "
      "warpSize half half2 nv_bfloat16 nv_bfloat162 cudaStream_t cudaEvent_t cudaError_t std nv "
      "cuda cooperative_groups int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t");
  return all;
}

// The functions of <math.h> that both languages have.
const Names& functions_of_both() {
  static const Names all = words(
      "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 "
      "exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb isfinite isinf isnan "
      "isnormal "
      "ldexp lgamma log log10 log1p log2 logb max min modf nan nextafter pow remainder remquo rint "
      "round rsqrt signbit sin sincos sinh sqrt tan tanh tgamma trunc printf");
  return all;
}

const Names& functions_of_opencl() {
  static const Names all = words(
      "acospi asinpi atanpi atan2pi cospi sinpi tanpi fract lgamma_r mad maxmag minmag pown powr "
      "rootn degrees mix radians step smoothstep sign clamp cross dot distance length normalize "
      "fast_distance fast_length fast_normalize abs_diff add_sat hadd rhadd clz ctz mad_hi mad_sat "
      "mul_hi rotate sub_sat upsample popcount mad24 mul24 isequal isnotequal isgreater "
      "isgreaterequal isless islessequal islessgreater isordered isunordered any all bitselect "
      "select shuffle shuffle2 vec_step barrier work_group_barrier sub_group_barrier mem_fence "
      "read_mem_fence write_mem_fence async_work_group_copy async_work_group_strided_copy "
      "wait_group_events prefetch get_work_dim get_global_size get_global_id get_local_size "
      "get_enqueued_local_size get_local_id get_num_groups get_group_id get_global_offset "
      "get_global_linear_id get_local_linear_id get_sub_group_size get_max_sub_group_size "
      "get_num_sub_groups get_sub_group_id get_sub_group_local_id get_fence to_global to_local "
      "to_private work_group_all work_group_any work_group_broadcast get_image_width "
      "get_image_height get_image_depth get_image_channel_data_type get_image_channel_order "
      "get_image_dim get_image_array_size read_imagef read_imagei read_imageui read_imageh "
      "write_imagef write_imagei write_imageui write_imageh enqueue_kernel enqueue_marker "
      "get_default_queue ndrange_1D ndrange_2D ndrange_3D retain_event release_event "
      "create_user_event is_valid_event set_user_event_status capture_event_profiling_info");
  return all;
}

const Names& functions_of_cuda() {
  static const Names all = words(
      "acosf acoshf asinf asinhf atanf atan2f atanhf cbrtf ceilf copysignf cosf coshf cospi cospif "
      "cyl_bessel_i0 cyl_bessel_i1 erfcf erfcinv erfcx erff erfinv exp10f exp2f expf expm1f fabsf "
      "fdimf fdivide fdividef floorf fmaf fmaxf fminf fmodf frexpf hypotf ilogbf j0 j1 jn ldexpf "
      "lgammaf llrint llround log10f log1pf log2f logbf logf lrint lround modff nanf nearbyint "
      "nextafterf norm norm3d norm4d normcdf normcdfinv powf powi rcbrt remainderf rhypot rintf "
      "rnorm roundf rsqrtf scalbln scalbn sincosf sincospi sinf sinhf sinpi sinpif sqrtf tanf "
      "tanhf "
      "tgammaf truncf y0 y1 yn clock clock64 assert malloc free memcpy memset memcmp labs llabs "
      "umin "
      "umax llmin llmax atomicAdd atomicSub atomicExch atomicMin atomicMax atomicInc atomicDec "
      "atomicCAS atomicAnd atomicOr atomicXor surf1Dread surf2Dread surf3Dread tex1D tex2D tex3D "
      "tex1Dfetch float_as_int int_as_float");
  return all;
}

const Names& macros_of_both() {
  static const Names all = words(
      "NULL INFINITY NAN HUGE_VAL HUGE_VALF MAXFLOAT FP_ILOGB0 FP_ILOGBNAN FP_CONTRACT FP_FAST_FMA "
      "FP_FAST_FMAF M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI "
      "M_SQRT2 M_SQRT1_2 CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX "
      "SHRT_MIN "
      "USHRT_MAX INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX");
  return all;
}

bool is_one_of(std::string_view text, const std::vector<std::string_view>& all) {
  return std::ranges::find(all, text) != all.end();
}

// The part of a name after a prefix; empty, and hence no name, if the name lacks the prefix.
std::string_view behind(std::string_view name, std::string_view beginning) {
  return name.starts_with(beginning) ? name.substr(beginning.size()) : std::string_view();
}

// Whether the name is a vector type such as "float4" or "uchar16" of OpenCL; CUDA has the ones of
// up to 4 elements.
bool is_vector_type(std::string_view name) {
  for (const char* element : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                              "float", "double", "half", "longlong", "ulonglong", "bool"}) {
    if (is_one_of(behind(name, element), {"1", "2", "3", "4", "8", "16"})) return true;
  }
  return false;
}

bool is_float_macro(std::string_view name) {
  for (const char* type : {"FLT_", "DBL_", "HALF_"}) {
    if (is_one_of(behind(name, type), {"DIG", "MANT_DIG", "MAX_10_EXP", "MAX_EXP", "MIN_10_EXP",
                                       "MIN_EXP", "RADIX", "MAX", "MIN", "EPSILON"})) {
      return true;
    }
  }
  return false;
}

// Whether the name is a constant such as M_PI_F or M_PI_H, a variant of M_PI in another precision.
bool is_constant(std::string_view name) {
  const bool other = name.starts_with("M_") && (name.ends_with("_F") || name.ends_with("_H"));
  return other && macros_of_both().contains(name.substr(0, name.size() - 2));
}

// Whether the name belongs to one of OpenCL's families of functions: convert_float4, vload8,
// atomic_add, native_sin.
bool is_of_opencl_family(std::string_view name) {
  for (const char* converts : {"convert_", "as_"}) {
    const std::string_view type =
        behind(name, converts).substr(0, behind(name, converts).find('_'));
    const bool plain = is_one_of(type, {"char", "uchar", "short", "ushort", "int", "uint", "long",
                                        "ulong", "float", "double", "half", "size"});
    if (plain || is_vector_type(type)) return true;
  }
  for (const char* moves : {"vload", "vstore", "vloada", "vstorea"}) {
    const std::string_view rest = behind(name, moves);
    if (is_one_of(rest, {"2", "3", "4", "8", "16"}) || rest.starts_with("_half")) return true;
  }
  for (const char* atomic : {"atomic_", "atom_"}) {
    const std::string_view rest = behind(name, atomic);
    if (rest.starts_with("fetch_") || rest.starts_with("flag_") ||
        rest.starts_with("compare_exchange") ||
        is_one_of(rest, {"add", "sub", "xchg", "inc", "dec", "cmpxchg", "min", "max", "and", "or",
                         "xor", "init", "load", "store", "exchange", "work_item_fence"})) {
      return true;
    }
  }
  for (const char* rough : {"native_", "half_"}) {
    if (is_one_of(behind(name, rough), {"cos", "divide", "exp", "exp2", "exp10", "log", "log2",
                                        "log10", "powr", "recip", "rsqrt", "sin", "sqrt", "tan"})) {
      return true;
    }
  }
  return name.starts_with("image") && name.ends_with("_t");
}

bool is_of_cuda_family(std::string_view name) {
  return name.starts_with("atomic") && (name.ends_with("_block") || name.ends_with("_system"));
}

// Whether the name is a macro of OpenCL, whose standard reserves them by prefix.
bool is_opencl_macro(std::string_view name) {
  return name.starts_with("CLK_") || name.starts_with("CL_") || name.starts_with("cl_khr_") ||
         name == "ATOMIC_VAR_INIT" || name == "ATOMIC_FLAG_INIT" || name == "kernel_exec";
}

}  // namespace

std::string owner_of_name(const std::string& name, assay_backend backend) {
  if (keywords().contains(name)) return "a keyword of C or C++";
  if (name.starts_with("__")) return "reserved for compilers, like all names that begin with __";
  if (backend == ASSAY_CPU) return "";
  const bool cuda = backend == ASSAY_CUDA;
  const std::string language = cuda ? "CUDA" : "OpenCL C";
  if ((cuda ? words_of_cuda() : words_of_opencl()).contains(name) || is_vector_type(name)) {
    return "a word of " + language;
  }
  const Names& functions = cuda ? functions_of_cuda() : functions_of_opencl();
  const bool of_family = cuda ? is_of_cuda_family(name) : is_of_opencl_family(name);
  if (functions_of_both().contains(name) || functions.contains(name) || of_family) {
    return "a function of " + language;
  }
  const bool macro = macros_of_both().contains(name) || is_float_macro(name) || is_constant(name) ||
                     (cuda ? name == "CUDART_VERSION" : is_opencl_macro(name));
  return macro ? "a macro of " + language : "";
}

std::string owner_in_expressions(const std::string& name) {
  static const Names own = words("and or not in if else true false True False");
  static const Names functions = words("min max abs ceil_div log2 is_power_of_two");
  if (own.contains(name)) return "a keyword of expressions";
  return functions.contains(name) ? "a function of expressions" : "";
}

}  // namespace assay
