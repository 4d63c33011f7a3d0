// Tests of tools/gpu-check with an assay and a compute-sanitizer that are shell scripts.
#include "command_line.hpp"
#include "tests/catch.hpp"

namespace {

using assay::test::CommandLine;
using assay::test::Outcome;

constexpr const char* good_assay = R"sh(#!/bin/sh
if [ "$*" = "list --json" ]; then
  echo '{"devices": [{"backend": "cuda"}], "plugins": [{"name": "y", "path": "y.so"}],'
  echo '"variants": [{"name": "second.library", "problem": "a/b", "backend": "cuda", "plugin": "y"},'
  echo '{"name": "first.cpu", "problem": "a/b", "backend": "cpu", "plugin": "y"}]}'
  exit
fi
if [ "$1" = list ]; then
  echo "problem a/b"
  echo "  variant first.cuda  [cuda, plugin x]"
  echo "  variant first.cpu  [cpu, plugin x]"
  echo "  variant second.library  [cuda, plugin y]"
  echo "device cuda:0  Some GPU  (driver)"
  exit
fi
if [ "$1" = judge ]; then
  case "$*" in
    *attacks-cuda*)
      echo "judging late-work.cuda ..." >&2
      echo "late-work.cuda on test/scale: refused"
      echo "  late-work: its outputs are wrong"
      echo "honest.cuda on test/scale: right and fair" ;;
    *) echo '[{"right_and_fair": true, "findings": []}]' ;;
  esac
  exit
fi
echo "  second.library on cuda:0   4 of 9 configurations  best"
echo "  misbehaving.cuda  misdeed=none shared_bytes=256"
for kind in "1 out-of-bounds" "1 device-error" "1 timeout" "1 input-changed" "1 wrong-output" "2 compile-error" "6 unsupported";
do
  echo "  failed misbehaving.cuda: $kind: text"
done
while [ $# -gt 1 ]; do
  [ "$1" = tune ] && scenario=$2
  [ "$1" = --under ] && { $2 worker "$scenario" || exit; }
  shift
done
)sh";

// Reports an error for scenarios that match a pattern in the file `guilty`.
constexpr const char* sanitizer = R"sh(#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
log=$(echo "$2" | sed "s/%p/$$/")
shift 2
echo "========= COMPUTE-SANITIZER" >"$log"
if grep -q -f guilty "$2"; then
  echo "========= Invalid __global__ write of size 4 bytes" >>"$log"
  echo "========= ERROR SUMMARY: 1 error" >>"$log"
else
  echo "========= ERROR SUMMARY: 0 errors" >>"$log"
fi
)sh";

struct Fakes {
  explicit Fakes(const std::string& assay = good_assay, const std::string& guilty = "misbehaving") {
    line.write("assay", assay);
    line.write("sanitizer", sanitizer);
    line.write("guilty", guilty + "\n");
    static_cast<void>(line.run("assay sanitizer", "chmod +x"));
  }
  [[nodiscard]] Outcome check(const std::string& what, const std::string& settings = "") const {
    const std::string folder = line.folder().string();
    return line.run(what, settings + " ASSAY=" + folder + "/assay COMPUTE_SANITIZER=" + folder +
                              "/sanitizer " GPU_CHECK);
  }
  CommandLine line;
};

std::string without(std::string text, const std::string& part) {
  text.erase(text.find(part), part.size());
  return text;
}

}  // namespace

TEST_CASE("gpu-check passes what is clean, a line for each thing checked") {
  const Outcome outcome = Fakes().check("");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.exit_code == 0);
  for (const char* part :
       {"tuning goes on", "recorded: 1 timeout", "late-work.cuda               ok",
        "second.library             ok", "1 of 1 right and fair", "finds a wrong write",
        "memcheck   first.cuda", "memcheck   second.library", "racecheck  first.cuda",
        "ok, 4 of 9 configurations"}) {
    CHECK_THAT(outcome.out, contains(part));
  }
  CHECK_THAT(outcome.out, !contains("first.cpu") && !contains("FAILED"));
}

TEST_CASE(
    "gpu-check fails for what the sanitizer finds, and where it finds nothing that is there") {
  const Outcome found = Fakes(good_assay, "second.library").check("racecheck");
  CHECK(found.exit_code == 1);
  CHECK_THAT(found.out, contains("second.library               FAILED: ========= Invalid"));
  CHECK_THAT(found.out, contains("first.cuda                   ok"));
  const Outcome blind = Fakes(good_assay, "nothing at all").check("memcheck");
  CHECK(blind.exit_code == 1);
  CHECK_THAT(blind.out, contains("finds a wrong write          FAILED"));
}

TEST_CASE("gpu-check fails where no configuration of a variant ran") {
  const std::string ran = "echo \"  second.library on cuda:0   4 of 9 configurations  best\"";
  const Outcome none = Fakes(without(good_assay, ran)).check("racecheck");
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.out, contains("first.cuda                   FAILED: no configuration ran"));
  std::string few = good_assay;
  few.replace(few.find("4 of 9"), 6, "0 of 9");
  CHECK_THAT(Fakes(few).check("racecheck").out, contains("FAILED: no configuration ran"));
}

TEST_CASE("gpu-check fails where a fault is recorded as something else") {
  const Outcome outcome = Fakes(without(good_assay, "\"1 timeout\"")).check("faults");
  CHECK(outcome.exit_code == 1);
  CHECK_THAT(outcome.out, contains("recorded: 1 timeout          FAILED"));
  CHECK_THAT(outcome.out, contains("recorded: 1 device-error     ok"));
}

TEST_CASE("gpu-check fails for attacks that are not caught, and for good code that is refused") {
  std::string other = good_assay;
  other.replace(other.find("  late-work: its"), 11, "  clock");
  const Outcome charged = Fakes(other).check("judge");
  CHECK(charged.exit_code == 1);
  CHECK_THAT(charged.out, contains("late-work.cuda               FAILED: charged with clock"));
  std::string blind = good_assay;
  blind.replace(blind.find("honest.cuda on"), 11, "h         ");
  CHECK_THAT(Fakes(blind).check("judge").out, contains("FAILED: not judged"));
  std::string strict = good_assay;
  const std::string passed = "true, \"findings\": []";
  strict.replace(strict.find(passed), passed.size(),
                 R"(false, "findings": [{"charge": "wrong", "text": "by 2"}])");
  const Outcome refused = Fakes(strict).check("judge");
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.out, contains("second.library             REFUSED: wrong: by 2"));
  const Outcome none = Fakes(without(good_assay, R"({"backend": "cuda"})")).check("judge");
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.out, contains("0 of 0 right and fair"));
}

TEST_CASE("gpu-check says why it checks nothing") {
  const Outcome none =
      Fakes(without(good_assay, "echo \"device cuda:0  Some GPU  (driver)\"")).check("");
  CHECK(none.exit_code == 77);
  CHECK_THAT(none.out, contains("has no device cuda:0"));
  CHECK(Fakes().check("fault").exit_code == 2);
}

TEST_CASE("gpu-check checks the variants that are named, if any are") {
  const Outcome outcome = Fakes().check("racecheck", "VARIANTS=first.cuda");
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.out, contains("first.cuda") && !contains("second.library"));
}
