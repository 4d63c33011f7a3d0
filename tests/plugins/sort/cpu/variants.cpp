// Compares every variant on the CPU with std::stable_sort in the declared order.
#include "tests/catch.hpp"
#include "tests/plugins/host/fake_host.hpp"
#include "tests/plugins/sort/cases.hpp"

using testing::Case;
using testing::Configuration;

namespace {

struct Host : testing::FakeHost {
  Host() : own(*testing::FakeHost::table()) {
    own.queue_finish = [](assay_context*, assay_queue*) { return ASSAY_OK; };
  }
  assay_host own;
};

template <class Payload>
void require_right(const Case<Payload>& given, const std::string& name,
                   const Configuration& configuration, bool is_stable) {
  Host host;
  std::string text = name;
  for (const auto& [parameter, value] : configuration) {
    if (const auto* word = std::get_if<std::string>(&value)) text += " " + *word;
  }
  INFO(text << ", payloads of " << sizeof(Payload));
  CHECK(testing::fault(&host.own, host.context(), testing::find_variant(name), given, configuration,
                       is_stable) == "");
  CHECK(host.failure == "");
}

template <class Payload>
void try_std_sort(const std::vector<testing::Keys>& arrays) {
  const Case<Payload> given(arrays);
  for (const char* algorithm : {"sort", "stable_sort"}) {
    for (const char* representation : {"pairs", "indices", "packed"}) {
      if (sizeof(Payload) == 8 && representation == std::string("packed")) continue;
      for (const std::int64_t threads : {1, 3}) {
        require_right(given, "std-sort.cpu",
                      {{"algorithm", std::string(algorithm)},
                       {"representation", std::string(representation)},
                       {"threads", threads}},
                      algorithm == std::string("stable_sort"));
      }
    }
  }
}

template <class Payload>
void try_gnu_parallel(const std::vector<testing::Keys>& arrays) {
  const Case<Payload> given(arrays);
  for (const char* algorithm : {"multiway-mergesort", "multiway-mergesort-sampling", "quicksort",
                                "balanced-quicksort", "stable-multiway-mergesort", "over"}) {
    const bool is_over = algorithm == std::string("over");
    for (const char* representation : {"pairs", "indices", "packed"}) {
      if (sizeof(Payload) == 8 && representation == std::string("packed")) continue;
      Configuration configuration{{"split", std::string(is_over ? "over" : "within")},
                                  {"representation", std::string(representation)},
                                  {"threads", std::int64_t{2}}};
      if (!is_over) configuration["algorithm"] = std::string(algorithm);
      require_right(given, "gnu-parallel.cpu", configuration,
                    algorithm == std::string("stable-multiway-mergesort"));
    }
  }
}

}  // namespace

TEST_CASE("std-sort.cpu sorts every length and kind of keys") {
  const auto arrays = testing::critical_arrays(4096, 1);
  try_std_sort<std::uint32_t>(arrays);
  try_std_sort<std::uint64_t>(arrays);
}

TEST_CASE("gnu-parallel.cpu sorts every length and kind of keys") {
  const auto arrays = testing::critical_arrays(4096, 2);  // the library uses threads from 1000 on
  try_gnu_parallel<std::uint32_t>(arrays);
  try_gnu_parallel<std::uint64_t>(arrays);
}

TEST_CASE("no arrays, and none but empty ones, are sorted") {
  for (const auto& arrays : {std::vector<testing::Keys>{}, std::vector<testing::Keys>(3)}) {
    try_std_sort<std::uint32_t>(arrays);
    try_gnu_parallel<std::uint64_t>(arrays);
  }
}

TEST_CASE("offsets that do not fit are refused by name") {
  Host host;
  Case<std::uint32_t> given({{3, 2, 1}, {5, 4}});
  const Configuration one_thread{{"threads", std::int64_t{1}}};
  for (const std::vector<std::uint64_t>& offsets :
       {std::vector<std::uint64_t>{0, 4, 2, 5}, {0, 3, 6}, {1, 5}, {0, 3}, {}}) {
    given.offsets = offsets;
    for (const char* name : {"std-sort.cpu", "gnu-parallel.cpu"}) {
      const auto& variant = testing::find_variant(name);
      CHECK(testing::fault(&host.own, host.context(), variant, given, one_thread, false) ==
            "not prepared");
      CHECK_THAT(host.failure, contains("'offsets' must rise from 0 to the number of keys, 5"));
    }
  }
}
