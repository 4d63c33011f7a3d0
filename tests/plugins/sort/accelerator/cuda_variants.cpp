// Tests of the host's side of the CUDA-only sorts: which kernels are launched, on how many groups,
// with which tables. The kernels are compiled by tests/kernels, and run where there is a GPU.
#include "tests/catch.hpp"
#include "tests/plugins/sort/accelerator/recording_host.hpp"
#include "tests/plugins/sort/cases.hpp"

using testing::Case;
using testing::Configuration;
using testing::Keys;
using testing::RecordedLaunch;
using testing::RecordingHost;

namespace {

const char* const cuda_variants[] = {"warp-sort.cuda", "block-sort.cuda", "cluster-sort.cuda",
                                     "onesweep.cuda"};

// Prepares a variant and runs it on arrays of the given lengths. Nothing is sorted.
void run(RecordingHost& host, const std::string& name, const std::vector<std::size_t>& lengths,
         const Configuration& configuration = {}) {
  std::vector<Keys> arrays;
  for (const std::size_t length : lengths) arrays.emplace_back(length, 1.0F);
  // The result is not judged, because nothing is computed.
  static_cast<void>(testing::fault(host.table(), host.context(), testing::find_variant(name),
                                   Case<std::uint32_t>(arrays), configuration, false));
  CHECK(host.failure == "");
  CHECK(host.live == 0);
}

// The launches of the first of two repetitions, without those that restore the unsorted pairs.
std::vector<std::string> kernels_of(const RecordingHost& host) {
  std::vector<std::string> names;
  for (const RecordedLaunch& launch : host.launches) {
    if (launch.kernel != "copy_words") names.push_back(launch.kernel);
  }
  names.resize(names.size() / 2);
  return names;
}
const RecordedLaunch& first_of(const RecordingHost& host, const std::string& kernel) {
  for (const RecordedLaunch& launch : host.launches) {
    if (launch.kernel == kernel) return launch;
  }
  throw std::logic_error("no launch of " + kernel);
}

std::vector<std::uint32_t> words_of(const std::vector<std::byte>& bytes) {
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

}  // namespace

TEST_CASE("compile builds, without data, what the sorts for CUDA ask for") {
  for (const char* name : cuda_variants) {
    RecordingHost host;
    const assay_variant& variant = testing::find_variant(name);
    const auto bindings = testing::bind(variant, {});
    const std::vector<assay_tensor> inputs{
        assay::sdk::dense_tensor<std::uint32_t>("payloads", {0}, nullptr)};
    const assay_task task{sizeof task,     inputs.data(),   inputs.size(), nullptr, 0,
                          bindings.data(), bindings.size(), nullptr,       0};
    REQUIRE(variant.compile(&variant, host.table(), host.context(), &task) == ASSAY_OK);
    const auto compiled = host.builds;
    host.builds.clear();
    run(host, name, {2});
    CHECK_FALSE(compiled.empty());
    CHECK(compiled == host.builds);
  }
}

TEST_CASE("arrays that are sorted already need no launch") {
  for (const char* name : cuda_variants) {
    RecordingHost host;
    run(host, name, {0, 1, 0, 1});
    CHECK(kernels_of(host).empty());
    CHECK(host.trial_facts["launches"] == 0);
  }
}

TEST_CASE("warp-sort has a few lanes for each array") {
  RecordingHost host;
  run(host, "warp-sort.cuda", std::vector<std::size_t>(33, 30),
      {{"work_group_size", std::int64_t{64}},
       {"lanes", std::int64_t{4}},
       {"elements_per_lane", std::int64_t{8}}});
  const RecordedLaunch& launch = first_of(host, "warp_sort");
  CHECK(launch.groups == 3);  // each group sorts 16 arrays
  CHECK(launch.values == std::vector<std::uint64_t>{0, 33});
  CHECK(launch.local_memory == 2 * 33 * 8 * 4);
}

TEST_CASE("block-sort has room for the longest array of a batch, in whole rows") {
  RecordingHost host;
  run(host, "block-sort.cuda", {5, 100, 64, 64},
      {{"work_group_size", std::int64_t{64}}, {"arrays_per_launch", std::int64_t{2}}});
  CHECK(kernels_of(host) == std::vector<std::string>{"block_sort", "block_sort"});
  const RecordedLaunch& launch = first_of(host, "block_sort");
  CHECK(launch.groups == 2);
  CHECK(launch.values == std::vector<std::uint64_t>{0, 128});
  CHECK(launch.local_memory == 128 * 8 + 4 * (2 * 256 + 2));
}

TEST_CASE("cluster-sort has a cluster of groups for each array, which share the longest one") {
  RecordingHost host;
  run(host, "cluster-sort.cuda", {5, 1100, 64},
      {{"work_group_size", std::int64_t{64}}, {"cluster", std::int64_t{4}}});
  CHECK(kernels_of(host) == std::vector<std::string>{"cluster_sort"});
  const RecordedLaunch& launch = first_of(host, "cluster_sort");
  CHECK(launch.groups == 12);
  CHECK(launch.values == std::vector<std::uint64_t>{0, 320});
  // One place in 33 stays free; then there is an end marker, and counts of 256 digits for each of
  // two warps.
  CHECK(launch.local_memory == 330 * 8 + 4 + 4 * (2 * 256 + 2));
}

TEST_CASE("onesweep sorts all arrays in six launches, each tile being of one array") {
  RecordingHost host;
  run(host, "onesweep.cuda", {129, 0, 1, 128, 300},
      {{"work_group_size", std::int64_t{32}}, {"elements_per_item", std::int64_t{4}}});
  CHECK(kernels_of(host) == std::vector<std::string>{"clear_rows", "count_all_digits", "sort_tiles",
                                                     "sort_tiles", "sort_tiles", "sort_tiles"});
  CHECK(host.trial_facts["launches"] == 6);
  const RecordedLaunch& counting = first_of(host, "count_all_digits");
  CHECK(counting.groups == 2);  // one for each unit of the device, with 4 and 3 of the 7 tiles
  CHECK(counting.values == std::vector<std::uint64_t>{0, 0, 7, 4});
  const RecordedLaunch& sorting = first_of(host, "sort_tiles");
  CHECK(sorting.groups == 7);
  CHECK(words_of(sorting.buffers.at(5)) == std::vector<std::uint32_t>{0, 0, 2, 3, 4, 4, 4});
  CHECK(words_of(sorting.buffers.at(6)) == std::vector<std::uint32_t>{0, 2, 2, 3, 4, 7});
  // There is a row of 4 x 256 words for each of 5 arrays and 7 tiles, counted in groups of four
  // words.
  CHECK(first_of(host, "clear_rows").values == std::vector<std::uint64_t>{0, 12 * 256});
}

TEST_CASE("onesweep clears, counts and sorts a batch's tiles alone") {
  RecordingHost host;
  run(host, "onesweep.cuda", {129, 0, 1, 128, 300},
      {{"work_group_size", std::int64_t{32}},
       {"elements_per_item", std::int64_t{4}},
       {"arrays_per_launch", std::int64_t{3}},
       {"queues", std::int64_t{2}}});
  CHECK(host.trial_facts["launches"] == 12);
  std::vector<RecordedLaunch> cleared;
  std::vector<RecordedLaunch> sorted;
  for (const RecordedLaunch& launch : host.launches) {
    if (launch.kernel == "clear_rows") cleared.push_back(launch);
    if (launch.kernel == "sort_tiles") sorted.push_back(launch);
  }
  CHECK(cleared[0].values == std::vector<std::uint64_t>{0, 6 * 256});  // 3 arrays, 2 + 1 tiles
  CHECK(cleared[1].values == std::vector<std::uint64_t>{6 * 256, 6 * 256});
  CHECK(sorted[0].groups == 3);
  CHECK(sorted[4].groups == 4);
  CHECK(sorted[4].values == std::vector<std::uint64_t>{3, 3, 0});
  CHECK(sorted[7].values == std::vector<std::uint64_t>{3, 3, 3});
}
