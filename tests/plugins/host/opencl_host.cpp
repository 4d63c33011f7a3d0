#include "tests/plugins/host/opencl_host.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "framework/worker/host/context.hpp"
#include "tests/catch.hpp"

namespace testing {

namespace {

// The host of each context, for the functions of the table.
std::map<assay_context*, OpenClHost*>& hosts() {
  static std::map<assay_context*, OpenClHost*> all;
  return all;
}

std::unique_ptr<assay::device::Device> open_device() { return assay::device::open("opencl:0", {}); }

}  // namespace

// A device with the context on it, of the host or of a sibling.
struct OpenClHost::Place {
  explicit Place(OpenClHost* host) { hosts()[&context] = host; }
  ~Place() { hosts().erase(&context); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  std::unique_ptr<assay::device::Device> device = open_device();
  assay::HostResources resources;
  assay_context context{*device, resources};
};

std::unique_ptr<OpenClHost> OpenClHost::open() {
  if (!assay::device::opencl_unavailable_reason().empty()) return nullptr;
  return std::unique_ptr<OpenClHost>(new OpenClHost);
}

OpenClHost::OpenClHost() : table_(assay::host_table()) {
  places_[0] = std::make_unique<Place>(this);
  facts = places_[0]->device->description().facts;
  facts["same_devices"] = 8;
  watch_handles();
  watch_messages();
  table_.program_build = [](assay_context* c, const assay_source* sources, std::size_t count,
                            const char* options, const char* const*, std::size_t,
                            assay_program** program) {
    return of(c).build(c, sources, count, options, program);
  };
  // The context destroys programs with itself: the plugin may ask for them again.
  table_.program_destroy = [](assay_context* c, assay_program*) { --of(c).live; };
  table_.sibling_context = [](assay_context* c, std::uint32_t number, assay_context** sibling) {
    return of(c).sibling(number, sibling);
  };
}

OpenClHost::~OpenClHost() = default;

OpenClHost& OpenClHost::of(assay_context* context) { return *hosts().at(context); }

assay_context* OpenClHost::context() const { return &places_.at(0)->context; }

bool OpenClHost::guards_intact() const {
  return std::ranges::all_of(
      places_, [](const auto& place) { return place.second->context.buffer_damage().empty(); });
}

template <auto function, int change>
void OpenClHost::watch() {
  const auto replace = [this]<class Result, class... Arguments>(
                           Result (*assay_host::*)(assay_context*, Arguments...)) {
    table_.*function = [](assay_context* c, Arguments... arguments) -> Result {
      OpenClHost& host = of(c);
      if constexpr (std::is_void_v<Result>) {
        (assay::host_table().*function)(c, arguments...);
        host.live += change;
      } else {
        const Result status = (assay::host_table().*function)(c, arguments...);
        if (status == ASSAY_OK) {
          host.live += change;
        } else {
          host.failure = c->take_message();
        }
        return status;
      }
    };
  };
  replace(function);
}

void OpenClHost::watch_handles() {
  watch<&assay_host::buffer_create, 1>();
  watch<&assay_host::buffer_destroy, -1>();
  watch<&assay_host::host_memory_create, 1>();
  watch<&assay_host::host_memory_lock, 1>();
  watch<&assay_host::host_memory_destroy, -1>();
  watch<&assay_host::kernel_create, 1>();
  watch<&assay_host::kernel_destroy, -1>();
  watch<&assay_host::kernel_launch>();
  watch<&assay_host::queue_create, 1>();
  watch<&assay_host::queue_create_urgent, 1>();
  watch<&assay_host::queue_destroy, -1>();
}

void OpenClHost::watch_messages() {
  watch<&assay_host::fail>();
  table_.phase_begin = [](assay_context* c, const char* name) {
    ++of(c).phases[name];
    assay::host_table().phase_begin(c, name);
  };
  table_.trial_fact = [](assay_context* c, const char* name, double value, const char* unit) {
    of(c).trial_facts[name] = value;
    assay::host_table().trial_fact(c, name, value, unit);
  };
  table_.device_fact = [](assay_context* c, const char* name, double* value) {
    const auto fact = of(c).facts.find(name);
    if (fact == of(c).facts.end()) return assay::host_table().device_fact(c, name, value);
    *value = fact->second;
    return ASSAY_OK;
  };
}

assay_status OpenClHost::build(assay_context* context, const assay_source* sources,
                               std::size_t count, const char* options, assay_program** program) {
  builds.insert(std::string(sources[0].name) + " " + options);
  std::string key = std::to_string(reinterpret_cast<std::uintptr_t>(context)) + options;
  for (std::size_t s = 0; s < count; ++s) key += std::string("\n") + sources[s].text;
  assay_program*& built = programs_[key];
  if (built == nullptr) {
    const assay_status status =
        assay::host_table().program_build(context, sources, count, options, nullptr, 0, &built);
    if (status != ASSAY_OK) {
      failure = context->take_message();
      return status;
    }
  }
  ++live;
  *program = built;
  return ASSAY_OK;
}

assay_status OpenClHost::sibling(std::uint32_t number, assay_context** context) {
  if (number >= static_cast<std::uint32_t>(facts["same_devices"])) {
    return table_.fail(this->context(), ASSAY_UNSUPPORTED, "no such sibling");
  }
  std::unique_ptr<Place>& place = places_[number];
  if (place == nullptr) place = std::make_unique<Place>(this);
  *context = &place->context;
  return ASSAY_OK;
}

std::unique_ptr<OpenClHost> open_or_skip() {
  auto host = OpenClHost::open();
  if (!host) assay::test::skip_without_opencl();
  return host;
}

}  // namespace testing
