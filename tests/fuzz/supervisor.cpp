// Feeds a worker with request lines: a request that it understood is the same when written and read
// again.
#include <nlohmann/json.hpp>

#include "framework/core/json.hpp"
#include "framework/kernel_file/plugins.hpp"
#include "framework/protocol/performance.hpp"
#include "framework/protocol/protocol.hpp"
#include "tests/fuzz/target.hpp"

namespace assay::fuzz {
namespace {

using nlohmann::json;

template <class Read>
void require_same_again(const json& message, Read read) {
  using protocol::to_json;
  const json said = to_json(read(message));
  require(to_json(read(said)) == said, "a request said again is another");
}

void understand_request(const json& request) {
  const std::string verb = request.at("do");
  if (protocol::hands_on(request)) static_cast<void>(protocol::offers_of(request));
  static_cast<void>(protocol::variants_of(request));
  if (verb == "bring") {
    static_cast<void>(make_plugins(kernel_files_from_json(request.at("kernels"))));
  } else if (verb == "open") {
    require_same_again(request, protocol::instance_key_from_json);
  } else if (verb == "trial" || verb == "compile") {
    require_same_again(request, protocol::trial_request_from_json);
  } else if (verb == "pairs") {
    require_same_again(request, protocol::pair_request_from_json);
  } else if (verb == "perform") {
    static_cast<void>(perform_request_from_json(request));
  } else if (verb == "verify") {
    static_cast<void>(arena_offer_from_json(request.at("arena")));
  } else {
    static_cast<void>(step_request_from_json(request));
  }
}

// Reads request after request. A worker answers any std::exception with its text, so that none is a
// finding.
void hear_supervisor(std::string_view input) {
  while (!input.empty()) {
    const json request = parse_json_or_discard(take_line(input));
    try {
      understand_request(request);
    } catch (const std::exception&) {
      continue;
    }
  }
}

const Target supervisor("supervisor", hear_supervisor);

}  // namespace
}  // namespace assay::fuzz
