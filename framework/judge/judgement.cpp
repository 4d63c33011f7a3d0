#include "framework/judge/judgement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/core/error.hpp"
#include "framework/core/json.hpp"
#include "framework/core/units.hpp"
#include "framework/inference/median.hpp"
#include "framework/judge/drawn_instances.hpp"
#include "framework/measure/clock.hpp"
#include "framework/supervisor/confinement.hpp"

namespace assay::judge {
namespace {

using nlohmann::json;

constexpr std::size_t value_sets = 4;
constexpr std::size_t further_sets = 4;
constexpr std::size_t fewest_repetitions = 3;

std::string digits_text(double relative_error) {
  if (relative_error <= 0) return "";
  return fmt::format(", {:.1f} digits right", std::max(0.0, -std::log10(relative_error)));
}

void add_times(json& j, const std::optional<Interval>& seconds, const std::optional<double>& cold) {
  if (seconds) {
    j["seconds"] = {{"median", real_to_json(seconds->median)},
                    {"lower", real_to_json(seconds->lower)},
                    {"upper", real_to_json(seconds->upper)}};
  }
  if (cold) j["cold_seconds"] = real_to_json(*cold);
}

// Text such as "24.1 ms [23.9, 24.6] a repetition, 25.0 ms with empty caches".
std::string times_text(const Interval& seconds, const std::optional<double>& cold) {
  return fmt::format("{} {} per repetition{}", format_value(seconds.median, "s"),
                     format_bounds(seconds),
                     cold ? fmt::format(", {} with empty caches", format_value(*cold, "s")) : "");
}

std::string beside_text(const Judgement& judgement, const Beside& other) {
  if (!other.seconds) return fmt::format("  compared with {}: it is refused\n", other.variant);
  const double ratio = judgement.seconds ? judgement.seconds->median / other.seconds->median : 0;
  return fmt::format(
      "  compared with {}: {}{}\n", other.variant, times_text(*other.seconds, other.cold_seconds),
      ratio > 0 ? fmt::format("; the candidate takes {:.3g} times as long", ratio) : "");
}

class Judge {
 public:
  Judge(Bench& bench, const Matter& matter) : bench_(bench), matter_(matter), draw_(matter.seed) {
    judgement_.variant = matter.variant.name;
    judgement_.problem = matter.problem.name;
    judgement_.seed = matter.seed;
  }

  Judgement judge(const std::optional<Peaks>& peaks) {
    const Stopwatch watch;
    const double opening_before = bench_.opening_seconds();
    const InstanceRecord record = bench_.open(matter_.listed);
    judgement_.arguments = record.arguments;
    judgement_.configuration = matter_.configure(matter_.listed, record);
    for (const std::string& what : matter_.candidate.confinement->missing()) {
      judgement_.notes.push_back(
          fmt::format("this system does not prevent the candidate from {}", what));
    }
    listed_work_ = record.work;
    hear_listed();
    if (peaks) compare_with_floor(record.work, *peaks);
    for (std::size_t k = 0; k < matter_.other_instances && judgement_.right_and_fair(); ++k) {
      if (!hear_drawn()) break;
    }
    judgement_.judged_seconds = watch.seconds();
    judgement_.inputs_seconds += bench_.opening_seconds() - opening_before;
    return std::move(judgement_);
  }

 private:
  Summons summons(const InstanceKey& instance, std::size_t repetitions) {
    Summons made;
    made.candidate = matter_.candidate;
    made.step_seconds = matter_.step_seconds;
    made.variant = matter_.variant.name;
    made.build_id = matter_.variant.build_id;
    made.device = matter_.device;
    made.in_device_memory = matter_.variant.backend != "cpu";
    made.configuration = matter_.configure(instance, bench_.open(instance));
    for (const TensorDescription& tensor : matter_.problem.tensors) {
      if (tensor.setup) made.setup.insert(tensor.name);
    }
    made.repetitions = repetitions;
    made.seed = draw_.bits();
    made.instances.push_back(instance);
    while (made.further.size() < further_sets) {
      auto other = with_other_values(matter_.problem, instance, draw_);
      if (!other) break;
      auto& list = made.instances.size() < value_sets ? made.instances : made.further;
      list.push_back(*std::move(other));
    }
    return made;
  }

  void hear_listed() {
    const Heard heard = hear(bench_, summons(matter_.listed, matter_.repetitions));
    take_in(heard);
    const StepTimes& times = heard.times;
    if (times.told.empty()) return;
    judgement_.seconds = inference::median_interval(times.told, 0.95);
    if (!times.cold.empty()) judgement_.cold_seconds = inference::median_of(times.cold);
    judgement_.prepare_seconds = times.prepare;
    if (!times.put_out.empty()) judgement_.output_seconds = inference::median_of(times.put_out);
  }

  void take_in(const Heard& heard) {
    judgement_.verified += heard.verified;
    judgement_.unverified += heard.unverified;
    judgement_.inputs_seconds += heard.inputs_seconds;
    judgement_.worst_error = std::max(judgement_.worst_error, heard.worst_error);
    judgement_.relative_error = std::max(judgement_.relative_error, heard.relative_error);
    judgement_.findings.insert(judgement_.findings.end(), heard.findings.begin(),
                               heard.findings.end());
    for (const std::string& note : heard.notes) {
      if (std::ranges::find(judgement_.notes, note) == judgement_.notes.end()) {
        judgement_.notes.push_back(note);
      }
    }
  }

  // Compares the time with the floor. Data in caches may be read faster than memory, so bytes only
  // count if they do not fit into the caches.
  void compare_with_floor(const Work& work, const Peaks& peaks) {
    constexpr double beyond_caches = 512e6;
    const double flops = work.double_precision ? peaks.flops_double : peaks.flops_single;
    double floor = flops > 0 ? work.flops / flops : 0;
    if (work.bytes > beyond_caches) floor = std::max(floor, work.bytes / peaks.bandwidth);
    if (floor <= 0) return;
    judgement_.floor_seconds = floor;
    constexpr double error_of_peaks = 0.9;
    if (!judgement_.seconds || judgement_.seconds->median >= error_of_peaks * floor) return;
    const std::string what = fmt::format(
        "a repetition takes {}, but the work that the problem counts takes {} at the device's "
        "measured peaks",
        format_value(judgement_.seconds->median, "s"), format_value(floor, "s"));
    if (matter_.below_floor.empty()) {
      judgement_.findings.push_back(
          {Charge::below_floor,
           what + ": does it use lower precision or matrix units, or leave work out? If you know a "
                  "legitimate reason, give it with --below-floor"});
    } else {
      judgement_.notes.push_back(fmt::format("{}; explained: {}", what, matter_.below_floor));
    }
  }

  // Hears the candidate on a drawn instance. Returns false if the problem has no other instances.
  bool hear_drawn() {
    constexpr int attempts = 20;
    for (int attempt = 0; attempt < attempts; ++attempt) {
      const auto drawn = with_other_sizes(matter_.problem, matter_.listed, draw_);
      if (!drawn) {
        judgement_.notes.emplace_back(
            "the problem declares no domains for its arguments, so special treatment of the given "
            "instance cannot be detected");
        return false;
      }
      std::optional<Summons> summoned;
      try {
        if (lasts_too_long(bench_.open(*drawn).work)) continue;
        summoned = summons(*drawn, fewest_repetitions);
      } catch (const Error&) {  // the problem or the variant does not admit the instance
        continue;
      }
      Heard heard = hear(bench_, *summoned);
      judgement_.instances.push_back(*drawn);
      // A variant may refuse a size, but must not compute it wrongly.
      std::erase_if(heard.findings,
                    [](const Finding& finding) { return finding.charge == Charge::refused; });
      for (Finding& finding : heard.findings) {
        finding.text = fmt::format("on {}: {}: {}", assay::to_string(drawn->arguments),
                                   to_string(finding.charge), finding.text);
        finding.charge = Charge::special_case;
      }
      take_in(heard);
      return true;
    }
    judgement_.notes.emplace_back("the problem refused all the instances that were drawn");
    return false;
  }

  // Whether a candidate would take a good part of the limit for a step on an instance with this
  // much work, at its speed on the listed instance. Being slow does not make a candidate wrong.
  [[nodiscard]] bool lasts_too_long(const Work& work) const {
    if (!judgement_.seconds) return false;
    const auto ratio = [](double other, double listed) { return listed > 0 ? other / listed : 0; };
    const double times =
        std::max(ratio(work.flops, listed_work_.flops), ratio(work.bytes, listed_work_.bytes));
    return times * judgement_.seconds->median > matter_.step_seconds / 10;
  }

  Bench& bench_;
  const Matter& matter_;
  Random draw_;
  Judgement judgement_;
  Work listed_work_;
};

}  // namespace

Judgement judge(Bench& bench, const Matter& matter, const std::optional<Peaks>& peaks) {
  return Judge(bench, matter).judge(peaks);
}

Beside beside(const Judgement& judgement) {
  if (!judgement.right_and_fair()) return {judgement.variant, std::nullopt};
  return {judgement.variant, judgement.seconds, judgement.cold_seconds};
}

json to_json(const Judgement& judgement) {
  json findings = json::array();
  for (const Finding& finding : judgement.findings) {
    findings.push_back({{"charge", to_string(finding.charge)}, {"text", finding.text}});
  }
  json instances = json::array();
  for (const InstanceKey& key : judgement.instances)
    instances.push_back(assay::to_json(key.arguments));
  json j = {{"variant", judgement.variant},
            {"problem", judgement.problem},
            {"arguments", assay::to_json(judgement.arguments)},
            {"configuration", assay::to_json(judgement.configuration)},
            {"right_and_fair", judgement.right_and_fair()},
            {"findings", findings},
            {"notes", judgement.notes},
            {"seed", judgement.seed},
            {"drawn_instances", instances},
            {"verified_repetitions", judgement.verified},
            {"unverified_repetitions", judgement.unverified},
            {"worst_error", real_to_json(judgement.worst_error)},
            {"relative_error", real_to_json(judgement.relative_error)},
            {"prepare_seconds", real_to_json(judgement.prepare_seconds)},
            {"output_seconds", real_to_json(judgement.output_seconds)},
            {"judged_seconds", real_to_json(judgement.judged_seconds)},
            {"inputs_seconds", real_to_json(judgement.inputs_seconds)}};
  add_times(j, judgement.seconds, judgement.cold_seconds);
  if (!judgement.beside.empty()) {
    j["beside"] = json::array();
    for (const Beside& other : judgement.beside) {
      json one = {{"variant", other.variant}};
      add_times(one, other.seconds, other.cold_seconds);
      j["beside"].push_back(std::move(one));
    }
  }
  if (judgement.floor_seconds) j["floor_seconds"] = real_to_json(*judgement.floor_seconds);
  return j;
}

std::string text_of(const Judgement& judgement) {
  std::string text = fmt::format("{} on {}: {}\n", judgement.variant, judgement.problem,
                                 judgement.right_and_fair() ? "right and fair" : "refused");
  for (const Finding& finding : judgement.findings) {
    text += fmt::format("  {}: {}\n", to_string(finding.charge), finding.text);
  }
  if (judgement.seconds) {
    text += fmt::format("  {}; {} to prepare, {} to deliver its outputs\n",
                        times_text(*judgement.seconds, judgement.cold_seconds),
                        format_value(judgement.prepare_seconds, "s"),
                        format_value(judgement.output_seconds, "s"));
  }
  text += fmt::format(
      "  {} repetitions verified{}, worst error {:.3g} of the tolerance{}; {} instances of random "
      "sizes\n  judged in {}, {} of it spent on creating inputs and their expected outputs\n",
      judgement.verified,
      judgement.unverified == 0
          ? ""
          : fmt::format(" ({} chosen at random were not)", judgement.unverified),
      judgement.worst_error, digits_text(judgement.relative_error), judgement.instances.size(),
      format_value(judgement.judged_seconds, "s"), format_value(judgement.inputs_seconds, "s"));
  for (const Beside& other : judgement.beside) text += beside_text(judgement, other);
  for (const std::string& note : judgement.notes) text += fmt::format("  note: {}\n", note);
  return text;
}

}  // namespace assay::judge
