#include "plugins/sort/cub/each_array.hpp"

#include <tuple>
#include <vector>

#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"

namespace {

using sorting::cub_peers::EachArray;

// A host whose queues are numbers from 1 on, which also serve as native handles; waits are
// recorded.
struct Queues : testing::FakeHost {
  Queues() : own(*testing::FakeHost::table()) {
    own.queue_create = [](assay_context* c, assay_queue** queue) {
      *queue = reinterpret_cast<assay_queue*>(++of(c).created);
      return ASSAY_OK;
    };
    own.queue_destroy = [](assay_context* c, assay_queue*) { --of(c).created; };
    own.queue_wait = [](assay_context* c, assay_queue* queue, assay_queue* other) {
      of(c).waits.emplace_back(reinterpret_cast<std::size_t>(queue),
                               reinterpret_cast<std::size_t>(other));
      return ASSAY_OK;
    };
    own.native_work = [](assay_context*, assay_queue* queue, assay_status (*enqueue)(void*, void*),
                         void* user) { return enqueue(queue, user); };
  }
  static Queues& of(assay_context* context) {
    return static_cast<Queues&>(*reinterpret_cast<testing::FakeHost*>(context));
  }
  assay_host own;
  std::size_t created = 0;
  std::vector<std::pair<std::size_t, std::size_t>> waits;
};

using Calls = std::vector<std::tuple<std::size_t, std::size_t, std::size_t>>;

// The first pair, the number of pairs, and the queue of each call, for arrays of lengths 3, 0, 1,
// 2, 5.
Calls calls(Queues& host, std::int64_t queues, bool all) {
  const std::vector<float> keys(11);
  const std::vector<std::uint64_t> offsets{0, 3, 3, 4, 6, 11};
  const std::vector<assay_tensor> inputs{assay::sdk::dense_tensor("keys", {11}, keys.data()),
                                         assay::sdk::dense_tensor("offsets", {6}, offsets.data())};
  const assay_binding binding{"queues", {ASSAY_INTEGER, queues, 0, nullptr}};
  const assay_task task{sizeof task, inputs.data(), 2, nullptr, 0, &binding, 1, nullptr, 0};
  const assay::sdk::Host sdk_host(&host.own, host.context());
  const EachArray arrays(sdk_host, assay::sdk::Task(sdk_host, task));
  Calls found;
  arrays.enqueue(all, [&](std::size_t first, std::size_t pairs, std::size_t turn, void* stream) {
    CHECK(reinterpret_cast<std::size_t>(stream) == (queues == 1 ? 0 : turn + 1));
    found.emplace_back(first, pairs, turn);
  });
  return found;
}

}  // namespace

TEST_CASE("arrays take queues in turn, and nothing is called for empty ones") {
  Queues host;
  CHECK(calls(host, 2, true) == Calls{{0, 3, 0}, {3, 1, 1}, {4, 2, 0}, {6, 5, 1}});
  CHECK(calls(host, 1, true) == Calls{{0, 3, 0}, {3, 1, 0}, {4, 2, 0}, {6, 5, 0}});
  CHECK(host.created == 0);  // all queues are given back
}

TEST_CASE("where arrays are sorted in place, one pair is in order") {
  Queues host;
  CHECK(calls(host, 2, false) == Calls{{0, 3, 0}, {4, 2, 1}, {6, 5, 0}});
}

TEST_CASE("queues begin after the default one, which goes on after all of them") {
  Queues host;
  calls(host, 2, true);
  CHECK(host.waits ==
        std::vector<std::pair<std::size_t, std::size_t>>{{1, 0}, {2, 0}, {0, 1}, {0, 2}});
  host.waits.clear();
  calls(host, 1, true);
  CHECK(host.waits.empty());
}
