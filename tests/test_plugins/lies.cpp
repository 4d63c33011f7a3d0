#include "tests/test_plugins/lies.hpp"

#include <unistd.h>

#include <chrono>
#include <iostream>
#include <thread>

#include "framework/protocol/protocol.hpp"

namespace assay::test {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

[[noreturn]] void say_for_ever(const std::string& text, std::chrono::milliseconds pause) {
  for (;;) {
    std::cout << text << std::flush;
    if (pause > 0ms) std::this_thread::sleep_for(pause);
  }
}

std::string nested(const std::string& before, const std::string& after) {
  return before + std::string(1'000'000, '[') + std::string(1'000'000, ']') + after;
}

// A lie that changes the result of a trial.
Lie result(const std::function<void(json&)>& change) {
  return {"trial", [change](std::string& line) {
            json answer = json::parse(line);
            change(answer.at("ok"));
            line = protocol::line(answer);
          }};
}

Lie every_sample(const json& seconds) {
  return result([seconds](json& told) {
    for (json& sample : told.at("samples")) sample["seconds"] = seconds;
  });
}

Lie description(const std::function<void(json& variant)>& change) {
  return {"describe", [change](std::string& line) {
            json answer = json::parse(line);
            change(answer.at("ok").at("variants").at(0));
            line = protocol::line(answer);
          }};
}

Lie words(const std::string& verb, const std::string& text) {
  return {verb, [text](std::string& line) {
            const json id = json::parse(line).at("id");
            line = text;
            for (auto at = line.find("$ID"); at != std::string::npos; at = line.find("$ID")) {
              line.replace(at, 3, id.dump());
            }
          }};
}

Lie endless(const std::string& verb, const std::string& message, std::chrono::milliseconds pause) {
  return {verb, [message, pause](std::string& line) {
            std::string text = message + "\n";
            if (const auto at = text.find("$ID"); at != std::string::npos) {
              text.replace(at, 3, json::parse(line).at("id").dump());
            }
            say_for_ever(text, pause);
          }};
}

std::map<std::string, Lie> all() {
  std::map<std::string, Lie> lies;
  lies["negative"] = every_sample(-1.0);
  lies["zero"] = every_sample(0.0);
  lies["nan"] = every_sample("nan");
  lies["infinite"] = every_sample("inf");
  lies["denormal"] = every_sample(5e-324);
  lies["longer-than-it-took"] = every_sample(1e4);
  lies["no-samples"] = result([](json& told) { told["samples"] = json::array(); });
  lies["only-warm-up"] = result([](json& told) {
    for (json& sample : told.at("samples")) sample["warm_up"] = true;
  });
  lies["many-samples"] = result([](json& told) {
    const json sample = told.at("samples").at(0);
    for (int k = 0; k < 20'000; ++k) told.at("samples").push_back(sample);
  });
  lies["many-facts"] = result([](json& told) {
    for (int k = 0; k < 20'000; ++k) {
      told.at("facts").push_back({{"name", "f" + std::to_string(k)}, {"value", k}, {"unit", ""}});
    }
  });
  lies["nan-error"] = result([](json& told) { told["verification_error"] = "nan"; });
  lies["negative-seconds"] = result([](json& told) { told["compile_seconds"] = -1e300; });
  lies["no-status"] = result([](json& told) { told["status"] = "\x1b[31mgreat"; });
  lies["energy-of-no-run"] = result([](json& told) {
    told.at("samples").at(0)["energy"] = {
        {"runs", 0}, {"seconds", 1e-6}, {"begin_joules", 0}, {"end_joules", 1}};
  });
  lies["control-characters"] = result([](json& told) {
    told.at("facts").push_back({{"name", "a\nb\x1b[2J"}, {"value", 1}, {"unit", ""}});
  });
  lies["deep-answer"] = words("trial", nested("{\"id\":$ID,\"ok\":", "}"));
  lies["deep-error"] =
      words("trial", nested("{\"id\":$ID,\"error\":{\"kind\":", ",\"message\":1}}"));
  lies["deep-identity"] = words("trial", nested("{\"id\":", "}"));
  lies["deep-description"] = words("describe", nested("{\"id\":$ID,\"ok\":", "}"));
  lies["other-identity"] = words("trial", R"({"id": 999, "ok": {}})");
  lies["text-identity"] = words("trial", R"({"id": "x", "ok": {}})");
  lies["huge-identity"] = words("trial", R"({"id": 1e300, "ok": {}})");
  lies["unknown-stage"] = words("trial", R"({"id": $ID, "stage": "lunch"})");
  lies["turn-unasked"] = words("trial", R"({"id": $ID, "turn": "next"})");
  lies["no-text"] = words("trial", "{\"id\": $ID, \"ok\": \"\xff\xfe\"}");
  lies["no-peaks"] = words("peaks", R"({"id": $ID, "ok": {"flops-single": -1, "flops-double": 0,
                                        "bandwidth": "nan"}})");
  lies["work-of-nan"] = {"open", [](std::string& line) {
                           json answer = json::parse(line);
                           answer.at("ok").at("work")["flops"] = "nan";
                           line = protocol::line(answer);
                         }};
  lies["stage-repeated"] = endless("trial", R"({"id": $ID, "stage": "run"})", 50ms);
  lies["stage-flood"] = endless("trial", R"({"id": $ID, "stage": "compile"})", 0ms);
  lies["snapshot-flood"] =
      endless("trial", R"({"id": $ID, "snapshot": {"key": "k", "path": "/dev/zero"}})", 0ms);
  lies["no-line-end"] = {"trial",
                         [](std::string&) { say_for_ever(std::string(1 << 20, 'x'), 0ms); }};
  lies["no-values"] =
      description([](json& variant) { variant.at("parameters").at(0)["values"] = json::array(); });
  lies["a-parameter-twice"] = description(
      [](json& variant) { variant.at("parameters").push_back(variant.at("parameters").at(0)); });
  lies["a-deep-condition"] = description([](json& variant) {
    variant["constraints"] = {
        {{"expression", std::string(200'000, '(') + "1" + std::string(200'000, ')')},
         {"reason", "x"}}};
  });
  lies["an-escape-as-name"] = description([](json& variant) { variant["name"] = "\x1b]0;x\x07"; });
  lies["blank-lines"] = endless("connect", "", 0ms);
  lies["banners"] = endless("connect", "welcome", 0ms);
  lies["deep-greeting"] = {"connect",
                           [](std::string& line) { line = nested("{\"assay-station\": ", "}"); }};
  lies["errors-flood"] = {"connect", [](std::string&) {
                            const std::string text(1 << 16, 'e');
                            while (write(STDERR_FILENO, text.data(), text.size()) > 0) {
                            }
                          }};
  lies["lines-for-nobody"] = {"connect", [](std::string&) {
                                std::cout << json{{"assay-station", protocol::version}} << '\n';
                                say_for_ever(
                                    "{\"process\": 1, \"line\": \"" + std::string(1 << 20, 'z') +
                                        "\"}\n{\"process\": 1e300, "
                                        "\"line\": \"\"}\n{\"process\": -1, \"ended\": 5}\n",
                                    0ms);
                              }};
  return lies;
}

}  // namespace

const std::map<std::string, Lie>& lies() {
  static const std::map<std::string, Lie> made = all();
  return made;
}

}  // namespace assay::test
