/* A variant for a problem of another plugin, in C99 and with nothing but plugin.h. */
#include <assay/plugin.h>
#include <stdlib.h>
#include <string.h>

struct assay_trial {
  const assay_host* host;
  assay_context* context;
  assay_tensor x, a, y;
  int64_t step;
};

static const assay_tensor* tensor_named(const assay_tensor* tensors, size_t count,
                                        const char* name) {
  for (size_t k = 0; k < count; ++k) {
    if (strcmp(tensors[k].name, name) == 0) return &tensors[k];
  }
  return NULL;
}

static assay_status prepare(const assay_variant* self, const assay_host* host,
                            assay_context* context, const assay_task* task, assay_trial** trial) {
  (void)self;
  const assay_tensor* x = tensor_named(task->inputs, task->input_count, "x");
  const assay_tensor* a = tensor_named(task->inputs, task->input_count, "a");
  const assay_tensor* y = tensor_named(task->outputs, task->output_count, "y");
  if (x == NULL || a == NULL || y == NULL) {
    return host->fail(context, ASSAY_INVALID, "loop.c99 needs the tensors x, a and y");
  }
  if (x->element != ASSAY_F32 && x->element != ASSAY_F64) {
    return host->fail(context, ASSAY_UNSUPPORTED, "loop.c99 knows float and double only");
  }
  assay_trial* made = malloc(sizeof *made);
  if (made == NULL) return host->fail(context, ASSAY_OUT_OF_MEMORY, "no memory for the trial");
  made->host = host;
  made->context = context;
  made->x = *x;
  made->a = *a;
  made->y = *y;
  made->step = task->configuration[0].value.integer;
  *trial = made;
  return ASSAY_OK;
}

/* Every step-th element, step times. */
static assay_status run(assay_trial* trial) {
  const int64_t n = trial->x.shape[0];
  for (int64_t first = 0; first < trial->step; ++first) {
    for (int64_t k = first; k < n; k += trial->step) {
      if (trial->x.element == ASSAY_F32) {
        ((float*)trial->y.data)[k] = *(const float*)trial->a.data * ((float*)trial->x.data)[k];
      } else {
        ((double*)trial->y.data)[k] = *(const double*)trial->a.data * ((double*)trial->x.data)[k];
      }
    }
  }
  return ASSAY_OK;
}

static void destroy(assay_trial* trial) { free(trial); }

static const assay_value steps[] = {{ASSAY_INTEGER, 1, 0, NULL}, {ASSAY_INTEGER, 3, 0, NULL}};
static const assay_parameter parameters[] = {{"step",
                                              "Distance of elements computed one after the other.",
                                              steps,
                                              2,
                                              {ASSAY_INTEGER, 1, 0, NULL},
                                              NULL}};
static const assay_variant variant = {sizeof(assay_variant),
                                      "loop.c99",
                                      "test/scale",
                                      "A loop in C.",
                                      ASSAY_CPU,
                                      parameters,
                                      1,
                                      NULL,
                                      0,
                                      NULL,
                                      prepare,
                                      NULL,
                                      run,
                                      NULL,
                                      destroy,
                                      0,
                                      0,
                                      0,
                                      NULL};
static const assay_variant* const variants[] = {&variant};
static const assay_plugin plugin = {
    ASSAY_ABI_VERSION, sizeof(assay_plugin), "test-c99", "1.0", NULL, 0, variants, 1};

ASSAY_EXPORT const assay_plugin* assay_plugin_entry(uint32_t host_abi) {
  return host_abi == ASSAY_ABI_VERSION ? &plugin : NULL;
}
