/* The plugin boundary of assay: plain C99, complete in itself, versioned and size-checked.
 *
 * A plugin is a shared library that exports one function, `assay_plugin_entry`. It describes the
 * problems and variants it brings and links nothing of the framework; whatever it needs of its host
 * (device memory, run-time compilation, launches, phase marks, a cache) it calls through the
 * function table `assay_host`.
 *
 * Rules that hold for every function of this header:
 *   - No exception, allocator or STL type crosses. A function that can fail returns assay_status;
 *     before it returns anything but ASSAY_OK it calls `host->fail` with a message that names the
 *     place and the cure.
 *   - Pointers handed over are borrowed for the duration of the call unless the text says longer.
 *   - Descriptions (assay_plugin and all it points to) live as long as the library is loaded.
 *   - The host calls a plugin from one thread at a time. A plugin may start threads of its own,
 *     which have ended or wait for work when it returns. They call none of the host's functions:
 *     those are for the thread that the host called the plugin on, in the course of that call.
 *   - Structs that begin with a `size`, or with `abi` and `size`, may grow: `size` is sizeof the
 *     struct as its writer knew it, new members are only ever appended, and a reader treats those
 *     beyond `size` as absent. All other structs keep their layout for good, because arrays of them
 *     cross the boundary: what a later version adds stands in a struct of its own beside them, as
 *     assay_domain does beside assay_argument.
 *   - Enumerations are 32 bits wide in C and in C++. New enumerators may come; a reader refuses
 *     what holds one that it does not know.
 */
#ifndef ASSAY_PLUGIN_H
#define ASSAY_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a plugin of the old version can no longer be served. */
#define ASSAY_ABI_VERSION 1u
/* Room for blocked layouts of volumes (N, C / 16, D, H, W, 16) and two more, while a tensor stays a
 * value without memory of its own. Arrays of higher rank merge dimensions. */
#define ASSAY_MAX_RANK 8

#if defined(__GNUC__)
#define ASSAY_EXPORT __attribute__((visibility("default")))
#else
#define ASSAY_EXPORT
#endif

/* The width of enumerations. Before C23 the language has no word for it: there a compiler that
 * chooses another one, as with -fshort-enums, is refused below. */
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define ASSAY_INT32 : int32_t
#else
#define ASSAY_INT32
#endif

/* ---- words shared by both sides ------------------------------------------------------------- */

typedef enum assay_status ASSAY_INT32 {
  ASSAY_OK = 0,
  ASSAY_INVALID = 1,       /* arguments or configuration make no sense: a usage error */
  ASSAY_UNSUPPORTED = 2,   /* sensible, but not for this variant or device */
  ASSAY_OUT_OF_MEMORY = 3, /* host or device memory */
  ASSAY_COMPILE_ERROR = 4, /* device code did not compile; the message holds the build log */
  ASSAY_DEVICE_ERROR = 5,  /* a device call failed */
  ASSAY_DATA_ERROR = 6,    /* input data missing or damaged: the message names file, line, column */
  ASSAY_INTERNAL = 7       /* a defect of the plugin or the host */
} assay_status;
typedef char assay_enumerations_have_32_bits[sizeof(assay_status) == 4 ? 1 : -1];

typedef enum assay_backend ASSAY_INT32 {
  ASSAY_CPU = 0,
  ASSAY_OPENCL = 1,
  ASSAY_CUDA = 2
} assay_backend;

typedef enum assay_element ASSAY_INT32 {
  ASSAY_F32 = 0,
  ASSAY_F64 = 1,
  ASSAY_I8 = 2,
  ASSAY_U8 = 3,
  ASSAY_I16 = 4,
  ASSAY_U16 = 5,
  ASSAY_I32 = 6,
  ASSAY_U32 = 7,
  ASSAY_I64 = 8,
  ASSAY_U64 = 9,
  ASSAY_F16 = 10,     /* IEEE 754 binary16 */
  ASSAY_BF16 = 11,    /* bfloat16: the upper half of a float */
  ASSAY_F8_E4M3 = 12, /* OCP 8-bit floating point, without infinities (E4M3) */
  ASSAY_F8_E5M2 = 13, /* OCP 8-bit floating point, as IEEE 754 would have it (E5M2) */
  ASSAY_BOOL8 = 14,   /* a byte, 0 or 1 */
  ASSAY_C64 = 15,     /* two floats, real and imaginary part */
  ASSAY_C128 = 16     /* two doubles, real and imaginary part */
} assay_element;

/* A named n-dimensional array. `stride` counts elements, not bytes. */
typedef struct assay_tensor {
  const char* name;
  assay_element element;
  uint32_t rank;
  int64_t shape[ASSAY_MAX_RANK];
  int64_t stride[ASSAY_MAX_RANK];
  void* data;
} assay_tensor;

typedef enum assay_kind ASSAY_INT32 {
  ASSAY_BOOL = 0, /* in `integer`: 0 or 1 */
  ASSAY_INTEGER = 1,
  ASSAY_REAL = 2,
  ASSAY_TEXT = 3
} assay_kind;

typedef struct assay_value {
  assay_kind kind;
  int64_t integer;
  double real;
  const char* text; /* UTF-8, zero-terminated */
} assay_value;

/* One argument of an instance or one parameter of a configuration, by name. */
typedef struct assay_binding {
  const char* name;
  assay_value value;
} assay_binding;

/* A named number without meaning to the framework: stored, shown, usable as an axis. `unit` may be
 * "" and never NULL. */
typedef struct assay_fact {
  const char* name;
  double value;
  const char* unit;
} assay_fact;

/* ---- what the host offers ------------------------------------------------------------------- */

typedef struct assay_context
    assay_context; /* one instance or trial being worked on, and its device */
typedef struct assay_buffer assay_buffer;   /* device memory, guard zones around it; or an image */
typedef struct assay_program assay_program; /* compiled device code */
typedef struct assay_kernel assay_kernel;   /* one entry function of a program */
typedef struct assay_queue assay_queue;     /* in-order queue (OpenCL) or stream (CUDA) */
typedef struct assay_graph assay_graph;     /* recorded work */

/* Device source. Files include each other by `name` with #include "name"; the first one of a build
 * is the translation unit. The host looks for `name` in the folders of ASSAY_KERNEL_PATH first, so
 * that a kernel can be edited without rebuilding the plugin. */
typedef struct assay_source {
  const char* name;
  const char* text;
} assay_source;

/* What of a device's speed can be limited. A clock is held at the limit; the power stays below it.
 */
typedef enum assay_limit ASSAY_INT32 {
  ASSAY_LIMIT_GRAPHICS_CLOCK = 0, /* MHz, of the multiprocessors */
  ASSAY_LIMIT_MEMORY_CLOCK = 1,   /* MHz */
  ASSAY_LIMIT_POWER = 2           /* W */
} assay_limit;

/* An image: pixels in rows, planes and layers, which kernels read by coordinates. In host memory
 * its pixels lie one after another, those of a row first, and a pixel's channels together. */
typedef struct assay_image {
  uint32_t size;
  const char* name;      /* what messages call it; may be NULL */
  assay_element element; /* of a channel: a whole number of 8, 16 or 32 bits, F16 or F32 */
  uint32_t channels;     /* of a pixel: 1, 2 or 4 (OpenCL: R, RG, RGBA) */
  uint32_t dimensions;   /* 1 to 3 */
  size_t extent[3];      /* pixels along a row, rows, planes; 1 beyond `dimensions` */
  size_t layers;         /* images of 1 or 2 dimensions, one behind another; 0: no layers */
  uint32_t linear;       /* 1: one row in a buffer (image1d_buffer_t, tex1Dfetch) */
  uint32_t normalised;   /* 1: kernels read whole numbers of 8 or 16 bits as 0 to 1, signed ones as
                          * -1 to 1, and write them so (OpenCL) */
  uint32_t surface;      /* 1: kernels take it as ASSAY_ARG_IMAGE in CUDA, as a surface object */
} assay_image;

typedef enum assay_filter ASSAY_INT32 {
  ASSAY_FILTER_NEAREST = 0,
  ASSAY_FILTER_LINEAR = 1
} assay_filter;

/* What is read outside of an image. */
typedef enum assay_address ASSAY_INT32 {
  ASSAY_ADDRESS_EDGE = 0,   /* the pixel at the edge */
  ASSAY_ADDRESS_BORDER = 1, /* 0 (OpenCL: without an alpha channel, that is 1) */
  ASSAY_ADDRESS_REPEAT = 2, /* the image again; with normalised coordinates alone, as is the next */
  ASSAY_ADDRESS_MIRROR = 3, /* the image again, every second time mirrored */
  ASSAY_ADDRESS_NONE = 4    /* anything (OpenCL) */
} assay_address;

typedef struct assay_sampler {
  uint32_t size;
  assay_filter filter;
  assay_address address;
  uint32_t normalised; /* 1: coordinates run from 0 to 1 instead of to the number of pixels */
} assay_sampler;

typedef enum assay_argument_kind ASSAY_INT32 {
  ASSAY_ARG_BUFFER = 0, /* `buffer` */
  ASSAY_ARG_BYTES = 1,  /* `bytes` points to `size` bytes passed by value */
  ASSAY_ARG_LOCAL = 2,  /* `size` bytes of local (shared) memory. OpenCL: a parameter of the kernel.
                         * CUDA: none, the sum of all sizes is the launch's dynamic shared memory */
  ASSAY_ARG_IMAGE = 3,  /* `buffer`, an image: image2d_t and so on, a surface object (CUDA) */
  ASSAY_ARG_SAMPLER = 4, /* `bytes` points to an assay_sampler: sampler_t (OpenCL) */
  ASSAY_ARG_TEXTURE = 5  /* `buffer`, an image, read by way of the assay_sampler that `bytes` points
                          * to: a texture object (CUDA) */
} assay_argument_kind;

typedef struct assay_kernel_argument {
  assay_argument_kind kind;
  assay_buffer* buffer;
  const void* bytes;
  size_t size;
} assay_kernel_argument;

typedef enum assay_native ASSAY_INT32 {
  ASSAY_NATIVE_PLATFORM = 0, /* cl_platform_id */
  ASSAY_NATIVE_DEVICE = 1,   /* cl_device_id, or the address of a CUdevice */
  ASSAY_NATIVE_CONTEXT = 2,  /* cl_context or CUcontext */
  ASSAY_NATIVE_QUEUE = 3     /* cl_command_queue or CUstream of the default queue */
} assay_native;

typedef enum assay_log_level ASSAY_INT32 {
  ASSAY_LOG_INFO = 0,
  ASSAY_LOG_WARNING = 1
} assay_log_level;

/* Every function takes the context that the host handed to the plugin. A `queue` of NULL means the
 * context's default queue. Device work of one queue runs in order; queues among themselves do not.
 */
typedef struct assay_host {
  uint32_t abi;
  uint32_t size;

  /* Messages. `fail` records the text that explains the status about to be returned and returns
   * that status, so that `return host->fail(context, ASSAY_INVALID, "...");` reads well. */
  assay_status (*fail)(assay_context*, assay_status, const char* message);
  void (*log)(assay_context*, assay_log_level, const char* message);

  /* Phases of a sample, not nested. Device work enqueued between begin and end counts towards that
   * phase by its device time; the host clock between the two is recorded beside it. */
  void (*phase_begin)(assay_context*, const char* name);
  void (*phase_end)(assay_context*);

  /* Attaches a fact to the trial (launches, bytes, registers). A later one of a name replaces it.
   */
  void (*trial_fact)(assay_context*, const char* name, double value, const char* unit);

  /* A fact of the context's device, the names usable in constraints; ASSAY_INVALID if unknown. */
  assay_status (*device_fact)(assay_context*, const char* name, double* value);

  /* Content-addressed store on disk for what is expensive to prepare. `load` hands out a copy that
   * lives until `cache_release`; a missing or damaged entry is `*data == NULL` with ASSAY_OK. */
  assay_status (*cache_load)(assay_context*, const char* key, void** data, size_t* size);
  void (*cache_release)(assay_context*, void* data);
  assay_status (*cache_store)(assay_context*, const char* key, const void* data, size_t size);

  /* Resolves a file named in an instance's arguments: absolute as it is, relative against the
   * scenario's folder, then the current one. The result lives until the next call. ASSAY_DATA_ERROR
   * if there is no such file. */
  assay_status (*resolve_path)(assay_context*, const char* path, const char** resolved);

  /* Device memory. Contents are poisoned on creation; sizes in bytes. Writes from and reads into
   * host memory have finished when they return. */
  assay_status (*buffer_create)(assay_context*, size_t bytes, assay_buffer** buffer);
  void (*buffer_destroy)(assay_context*, assay_buffer*);
  assay_status (*buffer_write)(assay_context*, assay_queue*, assay_buffer*, size_t offset,
                               const void* source, size_t bytes);
  assay_status (*buffer_read)(assay_context*, assay_queue*, assay_buffer*, size_t offset,
                              void* target, size_t bytes);
  /* `pattern_size` is a power of two up to 16; `offset` and `bytes` are multiples of it. */
  assay_status (*buffer_fill)(assay_context*, assay_queue*, assay_buffer*, size_t offset,
                              size_t bytes, const void* pattern, size_t pattern_size);

  /* Run-time compilation. `options` are the compiler's own (-D NAME=VALUE ...); results are cached
   * on disk. `names` are the kernels that will be asked for and that the source's language gives
   * other names: CUDA's C++ does so unless a kernel is extern "C". They are expressions of that
   * language, "scale" or "scale<float, 4>", which also instantiates the template. The array may be
   * NULL, and OpenCL ignores it. ASSAY_COMPILE_ERROR comes with the build log as the failure's
   * text. */
  assay_status (*program_build)(assay_context*, const assay_source* sources, size_t source_count,
                                const char* options, const char* const* names, size_t name_count,
                                assay_program** program);
  /* A program that was compiled elsewhere: PTX or a CUBIN (CUDA). ASSAY_UNSUPPORTED where the
   * backend takes none (OpenCL). */
  assay_status (*program_load)(assay_context*, const void* image, size_t bytes,
                               assay_program** program);
  void (*program_destroy)(assay_context*, assay_program*);
  /* Writes a variable of the program, __constant__ or __device__ (CUDA), and returns when it is
   * written. ASSAY_INVALID if there is none of that name or if it has fewer bytes;
   * ASSAY_UNSUPPORTED where programs have no variables that a host could write (OpenCL). */
  assay_status (*program_write)(assay_context*, assay_program*, const char* variable,
                                const void* source, size_t bytes);
  assay_status (*kernel_create)(assay_context*, assay_program*, const char* name,
                                assay_kernel** kernel);
  void (*kernel_destroy)(assay_context*, assay_kernel*);
  /* What the backend says of a compiled kernel: "registers" (of each work item), "spill_bytes"
   * (memory of each work item for what registers do not hold), "static_local_bytes" (local memory
   * that its source declares) and "most_work_items" (that one of its groups may have).
   * ASSAY_INVALID for other names, ASSAY_UNSUPPORTED for what the backend does not say: OpenCL
   * knows no registers. */
  assay_status (*kernel_fact)(assay_context*, assay_kernel*, const char* name, double* value);
  /* `global` counts work items (not groups) per dimension and is a multiple of `local`. Returns
   * when the launch is enqueued. */
  assay_status (*kernel_launch)(assay_context*, assay_queue*, assay_kernel*, uint32_t dimensions,
                                const size_t* global, const size_t* local,
                                const assay_kernel_argument* arguments, size_t argument_count);

  assay_status (*queue_create)(assay_context*, assay_queue** queue);
  void (*queue_destroy)(assay_context*, assay_queue*);
  /* Waits for all work of a queue; NULL waits for every queue of the context. */
  assay_status (*queue_finish)(assay_context*, assay_queue*);

  /* The vendor's own handle, for plugins that call OpenCL or CUDA libraries; NULL if there is none.
   */
  void* (*native_handle)(assay_context*, assay_native);

  /* Host memory that the device copies from and to fastest and without the host's help (page-locked
   * memory, where the backend has it; aligned to at least 64 bytes). Its contents are undefined.
   * Destroying it waits for the device; `memory` of NULL does nothing. */
  assay_status (*host_memory_create)(assay_context*, size_t bytes, void** memory);
  void (*host_memory_destroy)(assay_context*, void* memory);

  /* As buffer_write and buffer_read, but they may return when the copy is enqueued: the host memory
   * stays untouched and allocated until the queue is finished. Copies from and to other memory than
   * that of host_memory_create may be slower and may block. */
  assay_status (*buffer_write_async)(assay_context*, assay_queue*, assay_buffer*, size_t offset,
                                     const void* source, size_t bytes);
  assay_status (*buffer_read_async)(assay_context*, assay_queue*, assay_buffer*, size_t offset,
                                    void* target, size_t bytes);

  /* Work enqueued on `queue` from now on starts after all that is now in `other` has ended. Returns
   * at once. */
  assay_status (*queue_wait)(assay_context*, assay_queue* queue, assay_queue* other);

  /* The context of another device of the same name and driver: 1 up to the device fact same_devices
   * less 1; 0 is the context that the host handed to the plugin, and owns the others. Each has
   * queues, memory and programs of its own, which no other takes, and host memory that is fastest
   * with its device. Messages, facts and phases are one: a phase covers the work of all devices,
   * and its device time is that of the device that worked longest in it. ASSAY_UNSUPPORTED if there
   * is no such device. */
  assay_status (*sibling_context)(assay_context*, uint32_t number, assay_context** sibling);

  /* ---- graphs: work that is enqueued again and again in the same way, recorded once and launched
   * as a whole, which costs the host one call.
   *
   * From graph_begin on nothing runs that is enqueued on the default queue or on queues that wait
   * for it: it becomes the graph that graph_end hands out. Queues that joined so are waited for by
   * the default queue before the end. Meanwhile buffers are neither created nor written or read but
   * asynchronously, and nothing is finished (ASSAY_INVALID). A launch takes the arguments as they
   * were, but host memory as it is then; its device time counts as one piece of work. Kernels,
   * buffers and host memory in a graph outlive it. ASSAY_UNSUPPORTED from graph_begin where the
   * device has no graphs (OpenCL): enqueue the work each time. */
  assay_status (*graph_begin)(assay_context*);
  assay_status (*graph_end)(assay_context*, assay_graph** graph);
  assay_status (*graph_launch)(assay_context*, assay_queue*, assay_graph*);
  void (*graph_destroy)(assay_context*, assay_graph*);

  /* The context of this machine's first device of a backend, whatever the device of the context
   * that the host handed to the plugin, which owns it: for a problem that computes there what it
   * hands out. Messages, facts and phases are one, as with sibling_context. ASSAY_UNSUPPORTED if
   * there is no such device. */
  assay_status (*backend_context)(assay_context*, assay_backend, assay_context** other);

  /* Page-locks memory of the caller's, so that the device copies from and to it as it does with
   * host_memory_create's. Only the speed of copies differs, and where the backend has no page locks
   * or the memory is locked already, nothing does. host_memory_destroy of `memory` takes the lock
   * away again, and comes before the memory goes. ASSAY_OUT_OF_MEMORY where the system locks no
   * more. */
  assay_status (*host_memory_lock)(assay_context*, void* memory, size_t bytes);

  /* As queue_create, but where kernels of both wait for room on the device, those of an urgent
   * queue start before those of others (CUDA). Where the backend has no such order, a queue like
   * others. */
  assay_status (*queue_create_urgent)(assay_context*, assay_queue** queue);

  /* ---- for plugins that have a vendor's library work on the host's buffers and queues */

  /* The vendor's handle of a buffer, its memory without the guard zones: a CUdeviceptr (CUDA).
   * Valid while the buffer is. ASSAY_UNSUPPORTED where the backend hands out none (CPU, OpenCL). */
  assay_status (*buffer_handle)(assay_context*, assay_buffer*, void** handle);

  /* Calls `enqueue` with the vendor's handle of a queue (CUstream), which is valid while the queue
   * is, and with `user`; the device's context is current to the thread. What it enqueues there, and
   * on queues that wait for this one and are waited for by it before the end, is timed as one piece
   * of work, and may be recorded (graph_begin). A status other than ASSAY_OK that `enqueue` returns
   * after it has called `fail` is passed on. ASSAY_UNSUPPORTED as above. */
  assay_status (*native_work)(assay_context*, assay_queue*,
                              assay_status (*enqueue)(void* native_queue, void* user), void* user);

  /* An image in device memory. It is destroyed, written, read and filled as buffers are, in the
   * order of its pixels, and launches take it as ASSAY_ARG_IMAGE and ASSAY_ARG_TEXTURE alone. Each
   * such copy goes by way of a buffer of the same size. ASSAY_INVALID for a description that makes
   * no sense, ASSAY_UNSUPPORTED for images that the device does not have or not so large. */
  assay_status (*image_create)(assay_context*, const assay_image* image, assay_buffer** buffer);

  /* A buffer that holds the `bytes` at `input`, which lie in the memory of one of the task's
   * inputs. No one writes it, neither kernels nor the plugin: so the host may keep it for a later
   * trial when it is destroyed, which saves that one the copy. */
  assay_status (*input_buffer_create)(assay_context*, const void* input, size_t bytes,
                                      assay_buffer** buffer);

  /* Enqueues a copy within the device. ASSAY_INVALID for ranges of one buffer that overlap. */
  assay_status (*buffer_copy)(assay_context*, assay_queue*, assay_buffer* from, size_t from_offset,
                              assay_buffer* to, size_t to_offset, size_t bytes);

  /* As kernel_fact, for a kernel of a program that need not be loaded onto the device: of use in
   * `compile`, while others may be measured there. ASSAY_UNSUPPORTED also for what only loading
   * tells; of CUDA's kernels "registers" and "spill_bytes" are known before. */
  assay_status (*program_fact)(assay_context*, assay_program*, const char* kernel, const char* name,
                               double* value);

  /* As program_build, of several translation units: the first `unit_count` sources, each compiled
   * by itself with the same options, and linked. All of them find the other sources by #include.
   * `names` are kernels of the first unit. ASSAY_UNSUPPORTED where the backend does not link. */
  assay_status (*program_link)(assay_context*, const assay_source* sources, size_t source_count,
                               size_t unit_count, const char* options, const char* const* names,
                               size_t name_count, assay_program** program);

  /* Limits the device of the context until the trial ends, however it ends: then the host takes the
   * limit away again, and after a crash, too. Called by `prepare` of a variant that declares it
   * (assay_variant::limits); the time it takes does not count towards prepare_seconds. A limit on
   * the memory's clock comes before one on the graphics clock, whose values depend on it. `place`
   * begins messages; NULL for none. ASSAY_UNSUPPORTED, with what is allowed and the cure, where the
   * device has no such limit (CPU, OpenCL), not that value, or the process lacks the rights. */
  assay_status (*device_limit)(assay_context*, assay_limit limit, double value, const char* place);
} assay_host;

/* ---- problems ------------------------------------------------------------------------------- */

/* An argument that fixes an instance. `choices` may be empty: then any value of the default's kind
 * is let through to `create`, which checks it. */
typedef struct assay_argument {
  const char* name;
  const char* doc;
  assay_value default_value;
  const assay_value* choices;
  size_t choice_count;
} assay_argument;

typedef enum assay_direction ASSAY_INT32 {
  /* May hold other values in each repetition: `assay judge` writes them where the tensor lies, and
   * where `prepare` copied it to a device, and expects the outputs that belong to them. */
  ASSAY_INPUT = 0,
  ASSAY_OUTPUT = 1,
  /* An input that stays what it is for the life of a trial: variants may make of it in `prepare`
   * whatever they work with, which is not what a repetition is timed for. */
  ASSAY_SETUP = 2
} assay_direction;

/* Documents a tensor of a problem: what authors of variants rely on. */
typedef struct assay_tensor_doc {
  const char* name;
  assay_direction direction;
  const char* doc; /* element type, shape, meaning */
} assay_tensor_doc;

/* Which values of an argument, an integer or a real, make sense in instances that nobody listed.
 * `assay judge` draws some, so that a candidate cannot know its inputs beforehand. */
typedef struct assay_domain {
  const char* argument;
  double lowest; /* both ends are drawn as well; an integer's are whole */
  double highest;
  uint32_t values_only; /* 1: the argument changes what inputs hold, and neither their shapes nor
                         * what a repetition has to do: a seed */
} assay_domain;

/* Useful work of one sample, whatever the variant: what a floor is computed from. */
typedef struct assay_work {
  double flops;          /* useful floating-point operations (a fused multiply-add counts two) */
  double bytes;          /* bytes that must move between memory and processor */
  assay_element element; /* ASSAY_F32 or ASSAY_F64: the precision whose peak applies. Of others no
                          * floor is computed from `flops` */
} assay_work;

/* The expected value of one output. An element x of the output passes against r of the reference if
 * |x - r| <= absolute + relative * |r|, both taken as the numbers they stand for; of complex ones
 * |x - r| and |r| are absolute values. If `absolute` is infinite, the output is not compared. What
 * differs from element to element is for assay_problem::element_tolerances. */
typedef struct assay_expectation {
  assay_tensor reference; /* where it has less in a dimension, the output's rest is not compared */
  double absolute;
  double relative;
} assay_expectation;

/* Where in an output the elements begin that are compared, in each dimension. */
typedef struct assay_origin {
  int64_t at[ASSAY_MAX_RANK];
} assay_origin;

/* The tolerance of one output in trials that work in a type of less precision than the problem's
 * (assay_variant::types), as in assay_expectation. */
typedef struct assay_tolerance {
  uint32_t output;       /* its number among the outputs */
  assay_element element; /* the type of the least precision that the trial works in */
  double absolute;
  double relative;
} assay_tolerance;

/* A member of the structs that an output holds as bytes: the output's elements are ASSAY_U8, and
 * its last extent is the size of a struct. */
typedef struct assay_member {
  size_t output;       /* the number of the output */
  size_t offset;       /* bytes from the output's first to the member's first element */
  assay_tensor tensor; /* the member in all structs; `name` is for messages, `data` is ignored */
} assay_member;

typedef struct assay_instance assay_instance; /* the plugin's own */

typedef struct assay_problem assay_problem;
struct assay_problem {
  uint32_t size;
  const char* name; /* "family/problem" */
  const char* doc;
  const assay_argument* arguments;
  size_t argument_count;
  const assay_tensor_doc* tensors;
  size_t tensor_count;

  /* Creates the instance: every declared argument is bound, defaults filled in. What the other
   * functions hand out lives until `destroy`. `host` and the context stay valid until then. */
  assay_status (*create)(const assay_problem* self, const assay_host*, assay_context*,
                         const assay_binding* arguments, size_t argument_count,
                         assay_instance** instance);
  void (*destroy)(assay_instance*);
  assay_status (*inputs)(assay_instance*, const assay_tensor** tensors, size_t* count);
  /* Names, types and shapes of the outputs; `data` is ignored, the host owns the memory. */
  assay_status (*outputs)(assay_instance*, const assay_tensor** tensors, size_t* count);
  /* The reference, computed on first call: one expectation per output, in the same order. Where
   * there is a `check`, it may be NULL, or prepare what the check needs: no expectation is looked
   * at. */
  assay_status (*reference)(assay_instance*, const assay_expectation** expectations, size_t* count);
  assay_status (*work)(assay_instance*, assay_work* work);
  assay_status (*facts)(assay_instance*, const assay_fact** facts, size_t* count);
  /* Optional (NULL): replaces the comparison with `reference`. Returns ASSAY_OK and sets `error` to
   * the deviation in units of the tolerance (<= 1 passes); the text of `fail` explains a refusal.
   * Trial facts attached to the instance's context are those of the trial that is checked. */
  assay_status (*check)(assay_instance*, const assay_tensor* outputs, size_t count, double* error);

  /* Optional (NULL), both or none, and of use only where there is a `check`: then fresh processes
   * take an instance over without creating it anew, as they do with instances without a check.
   * `save_check`, called after `reference`, hands out what the check needs beside arguments and
   * inputs; it lives until `destroy`. */
  assay_status (*save_check)(assay_instance*, const void** state, size_t* bytes);
  /* In another process: makes an instance of which nothing is called but `check` and `destroy`.
   * Inputs and state are as they were handed out, the state aligned to a page; both stay valid
   * until `destroy`, as do `host` and the context. */
  assay_status (*restore_check)(const assay_problem* self, const assay_host*, assay_context*,
                                const assay_binding* arguments, size_t argument_count,
                                const assay_tensor* inputs, size_t input_count, const void* state,
                                size_t bytes, assay_instance** instance);

  /* Optional (NULL): the variant whose outputs, at its defaults, are the reference, where there is
   * no independent one. Outputs that pass then agree with that variant's, all may be wrong alike,
   * and reports say "agrees with" where they else say "verified". A problem whose reference is
   * computed by other means, or by code that nobody lets compete, leaves it NULL. */
  const char* agrees_with;

  /* Optional (0): arguments that may be drawn. Those of one instance together may still be refused
   * by `create`: others are drawn then. */
  const assay_domain* domains;
  size_t domain_count;

  /* Optional (NULL, or a count of 0: all begin at 0): where in its output, or in the member, the
   * reference of each expectation lies, in their order; called after `reference`. What lies before
   * is compared no more than what lies behind. */
  assay_status (*origins)(assay_instance*, const assay_origin** origins, size_t* count);

  /* Optional (NULL): tolerances of trials that work in types of their own. An output that has none
   * for a type, or that has members, is held to its expectations. Called after `reference`. */
  assay_status (*tolerances)(assay_instance*, const assay_tolerance** tolerances, size_t* count);

  /* Optional (NULL): the members of outputs that hold structs, in the order of the outputs. Where
   * an output has members, `reference` has an expectation for each of them, in this order, in place
   * of the output's: they are compared instead, and what lies between them is not. */
  assay_status (*members)(assay_instance*, const assay_member** members, size_t* count);

  /* Optional (NULL, or a count of 0: no expectation has any): tolerances of single elements, one
   * tensor per expectation, in their order, of its reference's shape. Element i passes if |x - r|
   * <= absolute + relative * |r| + tolerance[i]; where tolerance[i] is infinite, it is not
   * compared. A tensor whose `data` is NULL stands for an expectation that has none. Elements are
   * ASSAY_F32, enough for references of float or half, or ASSAY_F64: tolerances of doubles may be
   * beyond the range of float, and those that float rounds to 0 would refuse what is right.
   * ASSAY_INVALID if one is negative or NaN. Called after `reference`, and only where there is no
   * `check`. */
  assay_status (*element_tolerances)(assay_instance*, const assay_tensor** tolerances,
                                     size_t* count);
};

/* ---- variants ------------------------------------------------------------------------------- */

/* A tunable parameter. `condition` (NULL: always) is an expression over earlier parameters, device
 * facts and instance facts; where it is false the parameter takes its default and does not count.
 */
typedef struct assay_parameter {
  const char* name;
  const char* doc;
  const assay_value* values;
  size_t value_count;
  assay_value default_value; /* one of the values */
  const char* condition;
} assay_parameter;

/* An expression over parameters, device facts, instance arguments and instance facts that a
 * configuration must satisfy, such as "block_size * points_per_thread <= max_threads". */
typedef struct assay_constraint {
  const char* expression;
  const char* reason; /* completes "excluded because ..." */
} assay_constraint;

typedef struct assay_trial assay_trial; /* the plugin's own */

/* What a variant is given to prepare a trial. The tensors stay valid until `destroy`; outputs are
 * host memory that must hold the result after `run` (and `outputs`, where there is one). */
typedef struct assay_task {
  uint32_t size;
  const assay_tensor* inputs;
  size_t input_count;
  const assay_tensor* outputs;
  size_t output_count;
  const assay_binding* configuration; /* every parameter bound */
  size_t configuration_count;
  const assay_binding* arguments; /* of the instance, every one bound; `compile` has them, too */
  size_t argument_count;
} assay_task;

/* The element types of a task's tensors, in their order. */
typedef struct assay_types {
  uint32_t size;
  assay_element* inputs;
  assay_element* outputs;
  assay_element precision; /* the type of the least precision that the trial works in */
} assay_types;

typedef struct assay_variant assay_variant;
struct assay_variant {
  uint32_t size;
  const char* name;    /* "algorithm.backend" */
  const char* problem; /* the problem it solves, which may come from another plugin */
  const char* doc;
  assay_backend backend;
  const assay_parameter* parameters;
  size_t parameter_count;
  const assay_constraint* constraints;
  size_t constraint_count;

  /* Optional (NULL): builds the programs that `prepare` will ask for, so that the host can compile
   * coming trials ahead of time. Only shapes and types of the task's tensors may be relied on. */
  assay_status (*compile)(const assay_variant* self, const assay_host*, assay_context*,
                          const assay_task*);
  /* Everything done once per trial, outside the timed region: layouts, compilation, uploads of what
   * does not change between repetitions. */
  assay_status (*prepare)(const assay_variant* self, const assay_host*, assay_context*,
                          const assay_task*, assay_trial** trial);
  /* Optional (NULL): undoes what a repetition changed, untimed, before every `run`. */
  assay_status (*restore)(assay_trial*);
  /* One timed repetition. The host waits for all enqueued device work before it stops the clock. */
  assay_status (*run)(assay_trial*);
  /* Optional (NULL): brings results that are still on the device into the task's outputs, untimed.
   */
  assay_status (*outputs)(assay_trial*);
  void (*destroy)(assay_trial*);

  /* Optional (0): how many queues a trial uses beside each other at most. CUDA runs 8 side by side
   * unless more are asked for here, 32 at most; the more they are, the longer it takes every fresh
   * process to open the device. */
  uint32_t queues;

  /* Optional (0): 1 says that `outputs` does nothing but read buffers into the task's outputs, and
   * that nothing else reads or writes those. Then the host looks at outputs where they lie on the
   * device: it calls `outputs` to learn where, without copying, and copies what it has not seen
   * before. */
  uint32_t outputs_are_copies;

  /* Optional (0): 1 if `prepare` may limit the device (device_limit). Trials of such a variant are
   * measured alone, where those of others take turns. */
  uint32_t limits;

  /* Optional (NULL): the types in which a configuration takes the tensors, where they are not the
   * problem's. `types` holds the problem's, and ASSAY_F64 as `precision`; what the function leaves
   * there stays. A tensor of real or complex numbers may have another type of its kind that the
   * problem's holds without rounding: float or half for double. The task's tensors are then of
   * these types: inputs rounded to the nearest, outputs to be written so. They are compared with
   * the problem's reference, within the tolerance that it has for `precision` or, where that is of
   * less, for the output's own type. Of the task that the function is given, only names, shapes and
   * the problem's types may be relied on. */
  assay_status (*types)(const assay_variant* self, const assay_host*, assay_context*,
                        const assay_task*, assay_types* types);
};

/* ---- plugins -------------------------------------------------------------------------------- */

typedef struct assay_plugin {
  uint32_t abi;  /* ASSAY_ABI_VERSION */
  uint32_t size; /* sizeof(assay_plugin) */
  const char* name;
  const char* version;
  const assay_problem* const* problems;
  size_t problem_count;
  const assay_variant* const* variants;
  size_t variant_count;
} assay_plugin;

/* The one symbol a plugin exports. `host_abi` is the host's version; a plugin that cannot serve it
 * returns NULL. */
typedef const assay_plugin* (*assay_plugin_entry_function)(uint32_t host_abi);
ASSAY_EXPORT const assay_plugin* assay_plugin_entry(uint32_t host_abi);

#ifdef __cplusplus
}
#endif
#endif
