#include "framework/worker/serve.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include "framework/core/binding.hpp"
#include "framework/core/error.hpp"
#include "framework/core/json_fields.hpp"
#include "framework/core/shortage.hpp"
#include "framework/device/cpu/guarded_memory.hpp"
#include "framework/device/machine.hpp"
#include "framework/device/measurable.hpp"
#include "framework/protocol/channel.hpp"
#include "framework/protocol/line_reader.hpp"
#include "framework/protocol/protocol.hpp"
#include "framework/worker/describe.hpp"
#include "framework/worker/instance_cache.hpp"
#include "framework/worker/pair_runner.hpp"
#include "framework/worker/perform.hpp"
#include "framework/worker/plugins.hpp"
#include "framework/worker/trial_runner.hpp"

namespace assay {
namespace {

using nlohmann::json;

// The devices opened so far.
class Devices {
 public:
  explicit Devices(device::DeviceOptions options) : options_(std::move(options)) {}

  device::Device& open(const std::string& id) {
    const auto known = opened_.find(id);
    if (known != opened_.end()) return *known->second;
    return *opened_.emplace(id, device::open(id, options_)).first->second;
  }
  // Opens a device by its id or a part of its name; "" means the first device of the backend.
  device::Device& open(const std::string& id_or_name, const std::string& backend) {
    // There is one CPU, and discovering the others (OpenCL runtimes) takes a fresh process longer
    // than most trials.
    if (id_or_name.empty() && backend == "cpu") return open("cpu");
    // The stand-ins that only compile ("cuda:sm_90") are no devices of this machine.
    if (opened_.contains(id_or_name) || id_or_name.starts_with("cuda:sm_")) return open(id_or_name);
    if (id_or_name.empty() && first_of_.contains(backend)) return open(first_of_.at(backend));
    if (id_or_name.starts_with("cuda:") || id_or_name.starts_with("opencl:")) {
      try {
        return open(id_or_name);  // without the others, whose discovery loads their drivers
      } catch (const Error&) {    // refused below, with the names of all devices
      }
    }
    Catalog catalog;
    catalog.devices = device::discover();
    if (!id_or_name.empty()) return open(catalog.device(id_or_name).id);
    for (const auto& description : catalog.devices) {
      if (description.backend == backend) return open(first_of_[backend] = description.id);
    }
    throw environment_error("this machine has no {} device (see `assay doctor`)", backend);
  }

 private:
  device::DeviceOptions options_;
  std::map<std::string, std::unique_ptr<device::Device>> opened_;
  std::map<std::string, std::string> first_of_;
};

class Worker {
 public:
  explicit Worker(const WorkerSettings& settings)
      : plugins_(settings.plugin_folders),
        resources_{make_cache(settings), settings.data_folder,
                   [this](assay_backend backend) -> device::Device& {
                     return devices_.open("", backend_name(backend));
                   }},
        devices_({settings.cache_folder.string(), settings.limit_guardian}),
        instances_(plugins_, devices_.open("cpu"), resources_) {}

  void bring(MadePlugin made) { plugins_.add(std::move(made)); }

  void serve() {
    channel_.send({{protocol::greeting_key, protocol::version},
                   {"version", ASSAY_VERSION},
                   {"pid", getpid()}});
    for (std::string text; input_.next(text);) reply(text);
  }

  // Ends the process once nobody asks for anything any more. Plugins clean up after their
  // instances; the rest is left to the system, which takes back an open GPU in a fraction of the
  // 0.4 s that its driver needs to shut down step by step: measuring in fresh processes has to wait
  // for that each time.
  void leave() {
    instances_.clear();
    std::fflush(nullptr);
#ifndef __SANITIZE_ADDRESS__  // which looks for leaks at a regular exit
    _exit(0);
#endif
  }

 private:
  static std::optional<BlobCache> make_cache(const WorkerSettings& settings) {
    if (settings.cache_folder.empty()) return std::nullopt;
    return BlobCache(settings.cache_folder);
  }

  void reply(const std::string& text) {
    const json request = parse_json_or_discard(text);
    json answer{{"id", nullptr}};
    const auto fail_with = [&](const Error& error) { answer["error"] = protocol::to_json(error); };
    try {
      if (!request.is_object()) throw internal_error("a request is not a JSON object: {}", text);
      if (is_for_a_trial(request)) return;
      answer["id"] = request_id_ = request.value("id", std::int64_t{0});
      answer["ok"] = handle(request);
    } catch (const Error& error) {
      fail_with(error);
    } catch (const device::DeviceError& error) {
      fail_with(environment_error("{}", error.what()));
    } catch (const std::exception& error) {
      const auto words = shortage(error);
      fail_with(words ? environment_error("{}", *words) : internal_error("{}", error.what()));
    } catch (...) {
      fail_with(internal_error("a plugin threw something other than a std::exception"));
    }
    channel_.send(answer);
  }

  json handle(const json& request) {
    const std::string verb = request.at("do");
    if (verb == "bring") return bring(request);
    if (verb == "peaks") {
      return protocol::to_json(
          devices_.open(request.at("device"), "cpu").require<device::Measurable>().measure_peaks());
    }
    load_plugins(request);
    device::expect_queues(plugins_.most_queues());
    if (verb == "describe") return to_json(describe_all());
    sharing_ = sharing_of(request);
    json answer = work(verb, request);
    if (protocol::hands_on(request) && !request.contains("plugins")) tell_plugins(request);
    return answer;
  }

  json work(const std::string& verb, const json& request) {
    if (verb == "perform") return perform_for(perform_request_from_json(request));
    if (verb == "verify") return verify(request);
    if (verb == "open") return open_instance(protocol::instance_key_from_json(request));
    if (verb == "describe-instance") {
      return describe_instance(protocol::instance_key_from_json(request));
    }
    if (verb == "trial") return trial(protocol::trial_request_from_json(request));
    if (verb == "pairs") return pairs(protocol::pair_request_from_json(request));
    if (verb == "compile") return compile(protocol::trial_request_from_json(request));
    throw internal_error("this worker does not know how to do '{}'", verb);
  }

  // Whether a message was meant for a trial and arrives after its end.
  static bool is_for_a_trial(const json& request) {
    const std::string verb = request.value("do", "");
    return verb == "stop" || verb == "turn";
  }

  // Loads the plugins that the supervisor knows to be enough, else all.
  void load_plugins(const json& request) {
    if (!request.contains("plugins")) return plugins_.load_all();
    try {
      plugins_.load_known(request.at("plugins").get<std::vector<std::string>>());
    } catch (const Error&) {  // one was replaced or removed; what is missing will be named
      plugins_.load_all();
    }
  }

  // Reports the plugins that a request needed, for the workers after this one.
  void tell_plugins(const json& request) {
    const InstanceKey key = protocol::instance_key_from_json(
        request.contains("instance") ? request.at("instance") : request);
    channel_.send({{"id", request_id_},
                   {"plugins", plugins_.files_of(key.problem, protocol::variants_of(request))}});
  }

  Catalog describe_all() const {
    Catalog catalog;
    catalog.machine = device::describe_machine();
    catalog.plugins = plugins_.plugins();
    catalog.skipped = plugins_.skipped();
    for (const auto& problem : plugins_.problems()) catalog.problems.push_back(problem.description);
    for (const auto& variant : plugins_.variants()) catalog.variants.push_back(variant.description);
    catalog.devices = device::discover();
    return catalog;
  }

  // Dispatchers come last, since they may choose from the kernels.
  json bring(const json& request) {
    auto plugins = make_plugins(kernel_files_from_json(request.at("kernels")));
    for (MadePlugin& made : plugins) bring(std::move(made));
    if (!request.contains("dispatchers")) return json::object();
    for (auto& dispatcher : read_as<std::vector<DispatcherFile>>(request.at("dispatchers"))) {
      plugins_.add(std::move(dispatcher));
    }
    return json::object();
  }

  json open_instance(const InstanceKey& key) {
    Instance& instance = instances_.get(
        key.problem, key.arguments, [](Stage) {}, &sharing_);
    instance.prepare_reference();
    return to_json(instance.record());
  }

  json describe_instance(const InstanceKey& key) {
    const auto quiet = [](Stage) {};
    return to_json(instances_.get(key.problem, key.arguments, quiet, nullptr).record());
  }

  json trial(const TrialRequest& request) {
    const TrialSetup setup = setup_of(request);
    const TrialResult result = run_trial(setup, announcer());
    drop_if_written(setup.instance, result);
    return to_json(result);
  }

  // Takes steps until the last one, or until the input ends.
  json perform_for(const PerformRequest& request) {
    const LoadedVariant& variant =
        plugins_.variant(request.problem, request.variant, request.build_id);
    device::Device& device = awake(devices_.open(request.device, variant.description.backend));
    Arena arena(request.arena.layout, request.arena.path);
    const PerformanceSetup setup{variant,           device, resources_, request.configuration,
                                 request.arguments, arena};
    return to_json(perform(
        setup, [this] { return next_step(); },
        [this](json told) {
          told["id"] = request_id_;
          channel_.send(told);
        }));
  }

  std::optional<StepRequest> next_step() {
    std::string text;
    if (!input_.next(text)) return std::nullopt;
    return step_request_from_json(parse_json(text));
  }

  // Judges the outputs in an arena as those of an instance.
  json verify(const json& request) {
    Instance& instance = instances_.get(
        request.at("problem"), bindings_from_json(request.at("arguments")), announcer(), &sharing_);
    const ArenaOffer offer = arena_offer_from_json(request.at("arena"));
    const Arena arena(offer.layout, offer.path);
    return to_json(instance.verify(arena.outputs(), request.at("poison")));
  }

  json pairs(const PairRequest& request) {
    const TrialSetup setup = setup_of(request.baseline);
    const LoadedVariant& candidate = plugins_.variant(
        request.baseline.instance.problem, request.candidate_variant, request.candidate_build_id);
    const PairedResult result =
        run_pairs({setup, candidate, request.candidate_configuration, request.seed}, announcer());
    drop_if_written(setup.instance, result.baseline);
    return to_json(result);
  }

  // The setup borrows from the request.
  TrialSetup setup_of(const TrialRequest& request) {
    const LoadedVariant& variant = variant_of(request);
    device::Device& device = awake(devices_.open(request.device, variant.description.backend));
    return {variant,
            instance_of(request, &sharing_),
            device,
            resources_,
            request.configuration,
            request.sampling,
            request.objective,
            [this] { return input_.pending(); },
            request.outputs_folder,
            request.turn_seconds,
            request.asks_to_sample,
            [this](Turn turn) { return await_turn(turn); }};
  }

  // Wakes the device, which fresh processes do at the same time, before any of them has its turn.
  // Errors are ignored: the trial meets them again and reports them.
  static device::Device& awake(device::Device& device) {
    try {
      device.wake();
    } catch (const device::DeviceError&) {
    }
    return device;
  }

  // Asks for a turn and waits for it. Anything else that comes, the end of the input included, ends
  // the trial.
  bool await_turn(Turn turn) {
    channel_.send({{"id", request_id_}, {"turn", to_string(turn)}});
    std::string text;
    if (!input_.next(text)) return false;
    const json message = parse_json_or_discard(text);
    return message.is_object() && message.value("do", "") == "turn";
  }

  // A trial that wrote out of bounds may have written into the inputs, too.
  void drop_if_written(const Instance& instance, const TrialResult& result) {
    if (result.status == TrialStatus::out_of_bounds ||
        result.status == TrialStatus::input_changed) {
      instances_.drop(instance);
    }
  }

  json compile(TrialRequest request) {
    const LoadedVariant& variant = variant_of(request);
    device::Device& device = devices_.open(request.device, variant.description.backend);
    if (request.inputs.empty()) {
      const InstanceRecord& record = instance_of(request, nullptr).record();
      request.inputs = record.inputs;
      request.outputs = record.outputs;
    }
    const Bindings arguments = bind_arguments(
        plugins_.problem(request.instance.problem).description, request.instance.arguments);
    return to_json(compile_trial({variant, request.inputs, request.outputs, device, resources_,
                                  request.configuration, arguments},
                                 announcer()));
  }

  const LoadedVariant& variant_of(const TrialRequest& request) const {
    return plugins_.variant(request.instance.problem, request.variant, request.build_id);
  }
  Instance& instance_of(const TrialRequest& request, const InstanceSharing* sharing) {
    return instances_.get(request.instance.problem, request.instance.arguments, announcer(),
                          sharing);
  }
  InstanceSharing sharing_of(const json& request) {
    if (!protocol::hands_on(request)) return {{}, [](const SnapshotOffer&) {}};
    return {protocol::offers_of(request), [this](const SnapshotOffer& made) {
              channel_.send({{"id", request_id_}, {"snapshot", protocol::to_json(made)}});
            }};
  }
  Announce announcer() {
    return [this](Stage stage) {
      channel_.send({{"id", request_id_}, {"stage", to_string(stage)}});
    };
  }

  Channel channel_;  // first, so that nothing prints into the protocol
  LineReader input_{STDIN_FILENO};
  PluginSet plugins_;
  HostResources resources_;
  Devices devices_;
  InstanceCache instances_;
  std::int64_t request_id_ = 0;
  InstanceSharing sharing_;  // of the request in progress
};

}  // namespace

int run_worker(const WorkerSettings& settings, std::vector<MadePlugin> brought) {
  try {
    device::name_guard_pages();
    Worker worker(settings);
    for (MadePlugin& made : brought) worker.bring(std::move(made));
    worker.serve();
    worker.leave();
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "assay worker: {}\n", shortage(error).value_or(error.what()));
    return 3;
  }
}

}  // namespace assay
