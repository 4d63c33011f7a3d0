// Tests of stores that were damaged, edited or made by others: a reader gets an answer, or an error
// that names the damaged file and what to do.
#include <algorithm>
#include <fstream>
#include <functional>
#include <random>

#include "framework/core/error.hpp"
#include "framework/store/packed_text.hpp"
#include "framework/store/store_check.hpp"
#include "tests/catch.hpp"
#include "tests/contents.hpp"
#include "tests/framework/store/read_everything.hpp"
#include "tests/framework/store/store_fixture.hpp"

namespace assay::test {
namespace {

using std::filesystem::path;

// Writes a store that contains everything a store can hold.
void write_rich_store(const path& file) {
  Store store(file);
  Scene scene(store);
  VariantDescription variant = variant_of("streaming.cpu");
  variant.parameters = {{"tile", "", {std::int64_t{16}, std::int64_t{32}}, std::int64_t{16}, ""}};
  store.variant(variant);
  TrialResult result = ok_result(12);
  result.facts = {{"launches", 3, ""}, {"rate", 0.5, "1/s"}};
  std::vector<std::int64_t> trials;
  for (std::uint32_t process = 0; process < 20; ++process) {
    scene.key.process = process;
    trials.push_back(store.record_trial(scene.run, scene.key, result, Interval{1e-3, 9e-4, 2e-3}));
  }
  result.status = TrialStatus::wrong_output;
  result.message = "element 7";
  scene.key.configuration = {{"tile", std::int64_t{16}}};
  store.record_trial(scene.run, scene.key, result, std::nullopt);
  store.record_pairing(trials[0], trials[1], {true, false});
  store.set_baseline({"main", "", scene.key.machine}, scene.run);
  store.save_peaks(scene.key.machine, "cpu", {1e9, 1e9, 1e9});
  store.finish_run(scene.run, "finished");
}

// The error message of reading everything, or "" if everything could be read.
std::string complaint_about(const path& file) {
  try {
    read_everything(file);
    return "";
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    return error.what();
  }
}

// Requires that an error message about the file is written for people.
void require_words(const path& file, const std::string& complaint) {
  INFO(complaint);
  const bool names_it = complaint.find(file.string()) != std::string::npos ||
                        complaint.find("the store") != std::string::npos;
  CHECK(names_it);
  for (const char* text : {"std::", "_M_", "[json", "::at", "SQLite code"}) {
    CHECK(complaint.find(text) == std::string::npos);
  }
  CHECK(std::ranges::all_of(complaint, [](char c) { return c >= ' ' && c <= '~'; }));
}

// The bytes of a closed store, which is one file without a log.
std::string rich_store() {
  const TemporaryFolder folder;
  write_rich_store(folder / "s.db");
  return contents(folder / "s.db");
}

void write_bytes(const path& file, const std::string& bytes) {
  for (const char* beside : {"-wal", "-shm"}) std::filesystem::remove(file.string() + beside);
  std::ofstream(file, std::ios::binary) << bytes;
}

// Edits tables as a user of the file could, with all checks removed.
void edit(const path& file, const std::string& sql) {
  auto db = raw(file);
  db.execute(
      "PRAGMA writable_schema = ON;"
      "UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT, WITHOUT ROWID',"
      " ') WITHOUT ROWID'), ') STRICT', ')') WHERE type = 'table';"
      "PRAGMA writable_schema = OFF");
  auto reopened = raw(file);
  reopened.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF");
  reopened.execute(sql.c_str());
}

using Damage = std::function<void(std::string& bytes, std::mt19937& random)>;

std::size_t below(std::mt19937& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

constexpr std::size_t page_size = 4096;

const Damage damages[] = {
    [](std::string& bytes, std::mt19937& random) {  // flipped bits
      for (int k = 0; k < 20; ++k) {
        char& byte = bytes[below(random, bytes.size())];
        byte = static_cast<char>(byte ^ (1 << below(random, 8)));
      }
    },
    [](std::string& bytes, std::mt19937& random) { bytes.resize(below(random, bytes.size())); },
    [](std::string& bytes, std::mt19937& random) {  // a page of zeros
      bytes.replace(page_size * below(random, bytes.size() / page_size), page_size, page_size,
                    '\0');
    },
    [](std::string& bytes, std::mt19937& random) {  // a page in the place of another one
      const std::size_t pages = bytes.size() / page_size;
      const std::string page = bytes.substr(page_size * below(random, pages), page_size);
      bytes.replace(page_size * below(random, pages), page_size, page);
    },
    [](std::string& bytes, std::mt19937& random) {  // a wrong byte in the header
      bytes[below(random, 100)] = static_cast<char>(below(random, 256));
    },
};

}  // namespace

TEST_CASE("whatever bytes are damaged, a store is read or said to be damaged") {
  const std::string whole = rich_store();
  const TemporaryFolder folder;
  const auto file = folder / "s.db";
  std::mt19937 random(7);
  std::size_t told = 0;
  for (int round = 0; round < 60; ++round) {
    for (const Damage& damage : damages) {
      std::string bytes = whole;
      damage(bytes, random);
      write_bytes(file, bytes);
      const std::string complaint = complaint_about(file);
      if (complaint.empty()) continue;
      ++told;
      require_words(file, complaint);
    }
  }
  CHECK(told > 60);  // of 300; the others hit bytes that are never read
}

TEST_CASE("whatever rows say, a store is read or said to be damaged, by doctor too") {
  const std::string whole = rich_store();
  const TemporaryFolder folder;
  const auto file = folder / "s.db";
  const std::string deep = std::string(76'000, '[') + std::string(76'000, ']');
  struct Edit {
    std::string sql;
    std::string told;
  };
  for (const auto& [sql, told] : {
           Edit{"UPDATE trial SET status = 'bogus' WHERE id = 3", "trial 3: 'bogus' is no"},
           Edit{"UPDATE trial SET stop = 7 WHERE id = 3", "trial 3: "},
           Edit{"UPDATE trial SET mode = 'time' WHERE id = 3", "trial 3: "},
           Edit{"UPDATE trial SET process = -1 WHERE id = 3", "trial 3: the column 'process'"},
           Edit{"UPDATE trial SET process = 4294967296 WHERE id = 3", "at most 4294967295"},
           Edit{"UPDATE trial SET samples = 'many' WHERE id = 3", "a text instead of an integer"},
           Edit{"UPDATE trial SET median = x'00' WHERE id = 3", "bytes instead of a number"},
           Edit{"UPDATE trial SET run = 99 WHERE id = 3",
                "trial 3: its run is missing from the store"},
           Edit{"UPDATE trial SET variant = 99 WHERE id = 3",
                "its variant is missing from the store"},
           Edit{"DELETE FROM instance", "its instance is missing from the store"},
           Edit{"DELETE FROM configuration", "its configuration is missing from the store"},
           Edit{"DELETE FROM machine", "its machine is missing from the store"},
           Edit{"DELETE FROM run", "its run is missing from the store"},
           Edit{"DELETE FROM sample WHERE trial = 3 AND ordinal = 2",
                "samples of trial 3: sample 2"},
           Edit{"DELETE FROM sample WHERE trial = 3",
                "samples of trial 3: a phase belongs to sample"},
           Edit{"DELETE FROM phase_name", "has no name"},
           Edit{"UPDATE sample SET slowed = 'x' WHERE trial = 3", "samples of trial 3: "},
           Edit{"UPDATE sample SET seconds = 'x' WHERE trial = 3",
                "samples of trial 3: the column"},
           Edit{"UPDATE phase SET ordinal = 12345 WHERE trial = 3 AND ordinal = 2 AND position = 0",
                "samples of trial 3"},
           Edit{"UPDATE configuration SET parameters = '{' WHERE id = 1", "'{' is not a"},
           Edit{"UPDATE configuration SET parameters = '" + deep + "' WHERE id = 1", "trial 1: "},
           Edit{"UPDATE instance SET arguments = '{\"a\":" + deep + "}'", "instance 1: "},
           Edit{"UPDATE machine SET attributes = '[1]'", "machine 1: its attributes"},
           Edit{"UPDATE machine SET attributes = '{\"a\":1}'", "machine 1: its attribute 'a'"},
           Edit{"UPDATE machine SET attributes = '" + deep + "'", "machine 1: its attributes"},
           Edit{"UPDATE variant_parameter SET allowed = '3'", "variant 1: "},
           Edit{"UPDATE variant_parameter SET allowed = '" + deep + "'", "variant 1: "},
           Edit{"UPDATE variant_parameter SET default_value = 'x'", "variant 1: "},
           Edit{"UPDATE baseline SET run = 99", "baseline 1: its machine or its run"},
           Edit{"UPDATE device_peak SET bandwidth = 'wide'", "'bandwidth' has a text"},
           Edit{"DROP VIEW v_disqualified", "v_disqualified"},
           Edit{"ALTER TABLE device_peak DROP COLUMN bandwidth", "no such column: bandwidth"},
           Edit{"DROP TABLE baseline", "no such table: baseline"},
           Edit{"PRAGMA user_version = -1", "its schema has version -1"},
       }) {
    CAPTURE(sql.substr(0, 100));
    write_bytes(file, whole);
    edit(file, sql);
    const std::string complaint = complaint_about(file);
    CHECK_THAT(complaint, contains(told));
    require_words(file, complaint);
    std::size_t faults = 1;
    try {
      faults = check_store(file).faults.size();
    } catch (const Error& error) {
      CHECK_THAT(error.what(), contains(file.string()));
    }
    CHECK(faults > 0);
  }
}

TEST_CASE("a store of trials without any run is damaged, not empty") {
  const TemporaryFolder folder;
  const auto file = folder / "s.db";
  write_bytes(file, rich_store());
  edit(file, "DELETE FROM run");
  const Store store(file, Store::Mode::read_only);
  CHECK_THROWS_WITH(store.latest_machine(), contains("damaged: it has trials, but no run"));
  edit(file, "DELETE FROM trial");
  CHECK_FALSE(store.latest_machine());
}

TEST_CASE("what cannot be written beside rows that are left over is told in words") {
  const TemporaryFolder folder;
  const auto file = folder / "s.db";
  write_bytes(file, rich_store());
  edit(file,
       "INSERT INTO variant_constraint SELECT 1, 0, 'tile > 0', 'x';"
       "DELETE FROM variant_parameter");
  VariantDescription variant = variant_of("streaming.cpu");
  variant.parameters = {{"tile", "", {std::int64_t{16}}, std::int64_t{16}, ""}};
  variant.constraints = {{"tile > 0", "y"}};
  Store store(file);
  try {
    store.variant(variant);
    FAIL("was written");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::environment);
    CHECK_THAT(error.what(), contains("UNIQUE") && contains("doctor --store"));
    require_words(file, error.what());
  }
}

TEST_CASE("any number that is recorded can be read") {
  const TemporaryFolder folder;
  const auto file = folder / "s.db";
  write_bytes(file, rich_store());
  edit(file,
       "UPDATE trial_fact SET value = 1e-310; UPDATE sample SET device_seconds = 9e999;"
       "UPDATE trial SET median = -1.7e308, lower = NULL, upper = 9e999;"
       "UPDATE instance_fact SET value = NULL; UPDATE device_peak SET bandwidth = -0.0");
  CHECK(complaint_about(file) == "");
  CHECK(check_store(file).faults.empty());
}

TEST_CASE("a store that is whole is found whole") {
  const TemporaryFolder folder;
  write_rich_store(folder / "s.db");
  const StoreCheck check = check_store(folder / "s.db");
  CHECK(check.faults.empty());
  CHECK(check.trials == 21);
  CHECK(check.runs == 1);
  CHECK_THROWS_WITH(check_store(folder / "none.db"), contains("no such file"));
  CHECK_THROWS_WITH(check_store(folder.path()), contains("is a folder"));
}

TEST_CASE("doctor's cures for rows lead to a store that is whole") {
  const TemporaryFolder folder;
  const auto file = folder / "s.db";
  write_bytes(file, rich_store());
  auto db = raw(file);
  db.execute(
      "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;"
      "UPDATE trial SET status = 'bogus' WHERE id = 3");
  StoreCheck check = check_store(file);
  REQUIRE(check.faults.size() == 1);
  CHECK_THAT(check.faults[0].what, contains("trial 3"));
  CHECK_THAT(check.faults[0].cure, contains("DELETE FROM trial WHERE id"));
  db.execute("DELETE FROM trial WHERE id = 3");
  for (int rounds = 0; !(check = check_store(file)).faults.empty(); ++rounds) {
    REQUIRE(rounds < 10);
    for (const StoreFault& fault : check.faults) {
      INFO(fault.what << " -> " << fault.cure);
      const std::size_t begin = fault.cure.find('"');
      REQUIRE(begin != std::string::npos);
      const std::size_t end = fault.cure.find('"', begin + 1);
      db.execute(fault.cure.substr(begin + 1, end - begin - 1).c_str());
    }
  }
  CHECK(check.trials == 20);
}

TEST_CASE("of an endless message the store keeps both ends, a file beside it the whole") {
  const TemporaryFolder folder;
  Store store(folder / "s.db");
  Scene scene(store);
  TrialResult result;
  result.status = TrialStatus::compile_error;
  const auto stored = [&](const std::string& message) {
    result.message = message;
    store.record_trial(scene.run, scene.key, result, std::nullopt);
    return store.trials({}).back().message;
  };
  const std::string short_one(16 * 1024, 'x');
  CHECK(stored(short_one) == short_one);
  const std::string kept = stored("begin" + std::string(8'000'000, 'x') + "end");
  CHECK(kept.size() < 17 * 1024);
  CHECK(kept.starts_with("begin"));
  CHECK(kept.ends_with("end"));
  CHECK_THAT(kept, contains("[7983624 bytes are left out here; the whole text is in s.db-texts/"));
  const std::size_t name = kept.find("s.db-texts/");
  const auto file = folder / kept.substr(name, kept.find(", beside", name) - name);
  CHECK(read_packed_text(file) == "begin" + std::string(8'000'000, 'x') + "end");
  // A folder that is full gets no further file; its size here is a sparse file's.
  std::ofstream(folder / "s.db-texts/full.txt").close();
  std::filesystem::resize_file(folder / "s.db-texts/full.txt", std::uintmax_t{256} << 20);
  CHECK_THAT(stored("other" + std::string(8'000'000, 'x') + "end"),
             contains("[7983624 bytes are left out here]"));
  // A text that cannot be written to the folder does not cost the trial.
  std::filesystem::remove_all(folder / "s.db-texts");
  std::ofstream(folder / "s.db-texts") << "in the way";
  CHECK_THAT(stored("begin" + std::string(8'000'000, 'x') + "end"),
             contains("[7983624 bytes are left out here]"));
  // Texts of three-byte characters, cut at every place within a character.
  for (int shift = 0; shift < 3; ++shift) {
    std::string text(static_cast<std::size_t>(shift), 'x');
    for (int k = 0; k < 10'000; ++k) text += "\u20ac";
    const std::string cut = stored(text);
    CHECK(cut.size() < 17 * 1024);
    CHECK_NOTHROW(canonical_text({{"message", cut}}));  // throws for anything but UTF-8
  }
  VerdictRecord verdict;
  verdict.key = {scene.key.instance, scene.key.variant, scene.key.variant, "cpu", {}, "time warm"};
  verdict.reason = std::string(8'000'000, 'x');
  store.record_verdict(scene.run, verdict);
  CHECK(raw(folder / "s.db").integer("SELECT max(length(reason)) FROM verdict") < 17 * 1024);
}

}  // namespace assay::test
