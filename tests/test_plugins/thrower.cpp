// A variant that breaks the rule that exceptions must not cross the plugin boundary.
#include <cstring>
#include <string>

#include "assay/plugin.h"

struct assay_trial {
  std::string place;
};

namespace {

struct Foreign {};

assay_status prepare(const assay_variant*, const assay_host*, assay_context*,
                     const assay_task* task, assay_trial** trial) {
  const char* place = task->configuration[0].value.text;
  if (std::strcmp(place, "prepare") == 0) throw Foreign{};
  *trial = new assay_trial{place};
  return ASSAY_OK;
}
assay_status run(assay_trial* trial) {
  if (trial->place == "run") throw std::string("not even a std::exception");
  return ASSAY_INTERNAL;
}
void destroy(assay_trial* trial) { delete trial; }

constexpr assay_value places[] = {
    {ASSAY_TEXT, 0, 0, "prepare"}, {ASSAY_TEXT, 0, 0, "run"}, {ASSAY_TEXT, 0, 0, "nowhere"}};
constexpr assay_parameter parameters[] = {
    {"place", "Where to throw.", places, 3, {ASSAY_TEXT, 0, 0, "run"}, nullptr}};
constexpr assay_variant variant{sizeof(assay_variant),
                                "thrower.cpu",
                                "test/scale",
                                "Throws across the boundary; 'nowhere' fails without a reason.",
                                ASSAY_CPU,
                                parameters,
                                1,
                                nullptr,
                                0,
                                nullptr,
                                prepare,
                                nullptr,
                                run,
                                nullptr,
                                destroy,
                                0,
                                0,
                                0,
                                nullptr};
constexpr const assay_variant* variants[] = {&variant};
constexpr assay_plugin plugin{
    ASSAY_ABI_VERSION, sizeof(assay_plugin), "test-thrower", "1.0", nullptr, 0, variants, 1};

}  // namespace

extern "C" const assay_plugin* assay_plugin_entry(uint32_t) { return &plugin; }
