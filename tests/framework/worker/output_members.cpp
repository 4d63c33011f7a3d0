// Tests of outputs that hold structs: their members are compared, and nothing else of them.
#include "framework/worker/output_members.hpp"

#include <cstring>
#include <functional>

#include <nlohmann/json.hpp>

#include "framework/core/error.hpp"
#include "framework/device/machine.hpp"
#include "framework/kernel_file/npy.hpp"
#include "framework/kernel_file/plugins.hpp"
#include "framework/kernel_file/struct_array.hpp"
#include "framework/worker/instance.hpp"
#include "framework/worker/tensor.hpp"
#include "framework/worker/trial_runner.hpp"
#include "tests/catch.hpp"
#include "tests/framework/device/fake_cuda.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/test_plugins/trials.hpp"

namespace {

using namespace assay;
using device::cuda::CUdeviceptr;
using device::cuda::test::fake_device;
using device::cuda::test::fake_world;

constexpr std::size_t body_count = 100;

// What the kernels here work on, as CUDA lays it out.
struct alignas(16) Body {
  float position[4];
  std::int32_t id;
  std::uint8_t kind;
};
static_assert(sizeof(Body) == 32);

// A kernel that copies structs, which are filled by member; `ranges` says which are compared.
KernelFiles struct_files(const std::vector<ComparedRange>& ranges) {
  const std::string place = "s.toml:1:1";
  ArrayDescription from;
  from.name = "from";
  from.element = ASSAY_U8;
  from.shape = {{"100", place}};
  from.place = place;
  from.fill.rule = "members";
  from.members.resize(3);
  from.members[0] = {"position", ASSAY_F32,        4, {},   {"uniform", 0, 1, 3, "", {}},
                     true,       {1e-6, 0, false}, 0, place};
  from.members[1] = {"id", ASSAY_I32, 1, {}, {"index", 0, 1, 0, "", {}}, true, {}, 0, place};
  from.members[2] = {"kind", ASSAY_U8, 1, {}, {"constant", 9, 0, 0, "", {}}, false, {}, 0, place};
  lay_out(from, ASSAY_CUDA);
  ArrayDescription to = from;
  to.name = "to";
  to.fill.rule = "none";
  to.output = true;
  to.ranges = ranges;

  ArrayProblemDescription problem;
  problem.name = "file/copy";
  problem.place = place;
  problem.arrays = {from, to};
  KernelDescription kernel;
  kernel.name = "copy.cuda";
  kernel.problem = problem.name;
  kernel.backend = ASSAY_CUDA;
  kernel.source = {"copy.cu", place};
  kernel.sources = {{"copy.cu", "// what a fake compiler takes\n"}};
  KernelLaunch& launch = kernel.steps.emplace_back().launch.emplace();
  launch.function = {"copy", place};
  launch.arguments.resize(2);
  launch.arguments[0].arrays = {"from"};
  launch.arguments[1].arrays = {"to"};
  launch.group = {{"block", place}};
  launch.extent = {{"1", place}};
  kernel.parameters = {{"block", "", {Value(std::int64_t{32})}, Value(std::int64_t{32}), ""}};
  problem.reference.kernel = kernel;
  problem.reference.configuration = {{"block", Value(std::int64_t{32})}};
  return {{problem}, {kernel}};
}

struct Bodies {
  explicit Bodies(void** values) {
    CUdeviceptr addresses[2];
    for (int k = 0; k < 2; ++k) std::memcpy(&addresses[k], values[k], sizeof addresses[k]);
    from = reinterpret_cast<const Body*>(addresses[0]);
    to = reinterpret_cast<Body*>(addresses[1]);
  }
  // Copies the members and leaves alone what lies between them.
  void copy() const {
    for (std::size_t k = 0; k < body_count; ++k) copy(k);
  }
  void copy(std::size_t k) const {
    std::memcpy(to[k].position, from[k].position, sizeof to[k].position);
    to[k].id = from[k].id;
    to[k].kind = from[k].kind;
  }
  [[nodiscard]] std::uint8_t* padding(std::size_t k) const {
    return reinterpret_cast<std::uint8_t*>(&to[k]) + 21;
  }
  const Body* from;
  Body* to;
};

// The kernel on a device that does not exist: `action` is what it does from the third launch on,
// since the reference takes two.
struct CopiedStructs {
  explicit CopiedStructs(const std::function<void(const Bodies&)>& action,
                         const std::vector<ComparedRange>& ranges = {})
      : gpu(fake(action)), cpu(device::open("cpu", {})) {
    resources.first_device = [this](assay_backend) -> device::Device& { return *gpu; };
    for (auto& plugin : make_plugins(struct_files(ranges))) plugins.add(std::move(plugin));
  }

  std::unique_ptr<device::Device> fake(const std::function<void(const Bodies&)>& action) {
    const auto all = [this, action](void** values) {
      const Bodies bodies(values);
      if (++runs <= 2) return bodies.copy();
      action(bodies);
    };
    static_cast<void>(fake_world({.kernels = {{"copy", {.parameters = {8, 8}, .action = all}}}}));
    return fake_device();
  }

  TrialResult run(Instance& instance) {
    const auto& variant = plugins.variant("file/copy", "copy.cuda", "");
    const Bindings configuration = {{"block", Value(std::int64_t{32})}};
    SamplingOptions sampling;
    sampling.max_samples = 5;
    const Objective objective;
    return run_trial({variant, instance, *gpu, resources, configuration, sampling, objective},
                     [](Stage) {});
  }
  TrialResult run() {
    Instance instance(plugins.problem("file/copy"), {}, *cpu, resources);
    instance.prepare_reference();
    return run(instance);
  }

  int runs = 0;
  HostResources resources;
  std::unique_ptr<device::Device> gpu;
  std::unique_ptr<device::Device> cpu;
  PluginSet plugins{std::span<const std::filesystem::path>{}};
};

assay_member member_of(std::size_t output, std::size_t offset, std::int64_t extent,
                       std::int64_t stride) {
  assay_tensor tensor{};
  tensor.name = "y.m";
  tensor.element = ASSAY_F32;
  tensor.rank = 1;
  tensor.shape[0] = extent;
  tensor.stride[0] = stride;
  return {output, offset, tensor};
}

}  // namespace

TEST_CASE("members that are copied pass, whatever lies between them") {
  const TrialResult result = CopiedStructs([](const Bodies& bodies) { bodies.copy(); }).run();
  INFO(result.message);
  CHECK(result.ok());
  int runs = 0;
  CopiedStructs padded([&](const Bodies& bodies) {
    bodies.copy();
    ++runs;
    for (std::size_t k = 0; k < body_count; ++k) std::memset(bodies.padding(k), runs, 11);
  });
  const TrialResult other = padded.run();
  INFO(other.message);
  REQUIRE(other.ok());
  CHECK(runs > 2);
  // A member that is not compared may be anything, too.
  CHECK(CopiedStructs([](const Bodies& bodies) {
          bodies.copy();
          bodies.to[7].kind = 1;
        })
            .run()
            .ok());
}

TEST_CASE("structs with the same members are told again, though nobody writes what lies between") {
  CopiedStructs structs([](const Bodies& bodies) { bodies.copy(); });
  Instance instance(structs.plugins.problem("file/copy"), {}, *structs.cpu, structs.resources);
  instance.prepare_reference();
  const TrialResult first = structs.run(instance);
  REQUIRE(first.ok());
  CHECK(first.verified.in_full <= 2);  // between the members, the first has other bytes
  const TrialResult second = structs.run(instance);
  REQUIRE(second.ok());
  CHECK(second.verified.in_full == 0);
}

TEST_CASE("a wrong member is told by its name and place") {
  const TrialResult wrong = CopiedStructs([](const Bodies& bodies) {
                              bodies.copy();
                              bodies.to[17].id = -3;
                            }).run();
  CHECK(wrong.status == TrialStatus::wrong_output);
  CHECK_THAT(wrong.message, contains("output 'to.id' at [17]: got -3, expected 17") &&
                                contains("1 of 100 elements"));
  const TrialResult off = CopiedStructs([](const Bodies& bodies) {
                            bodies.copy();
                            bodies.to[17].position[2] += 0.1F;
                          }).run();
  CHECK(off.status == TrialStatus::wrong_output);
  CHECK_THAT(off.message, contains("output 'to.position' at [17, 2]"));
}

TEST_CASE("a member that is not written is found, and so is one that is not written again") {
  const TrialResult unwritten = CopiedStructs([](const Bodies& bodies) {
                                  for (std::size_t k = 0; k < body_count; ++k) {
                                    if (k != 3) bodies.copy(k);
                                    bodies.to[k].id = bodies.from[k].id;
                                  }
                                }).run();
  CHECK_FALSE(unwritten.ok());
  CHECK_THAT(unwritten.message, contains("'to.position' at [3, ") && contains("(never written)"));
  int runs = 0;
  const TrialResult once = CopiedStructs([&](const Bodies& bodies) {
                             if (++runs == 1) bodies.copy();
                           }).run();
  CHECK_FALSE(once.ok());
}

TEST_CASE("of structs, those are compared that the array says") {
  const std::string line = "s.toml:2:1";
  const std::vector<ComparedRange> ranges = {{{"10", line}, {"40", line}}};
  const auto wrong_at = [&](std::size_t place) {
    return CopiedStructs(
               [place](const Bodies& bodies) {
                 bodies.copy();
                 bodies.to[place].id = -3;
               },
               ranges)
        .run();
  };
  for (const std::size_t outside : {9, 40}) {
    const TrialResult result = wrong_at(outside);
    INFO(result.message);
    CHECK(result.ok());
  }
  CHECK_THAT(wrong_at(10).message, contains("output 'to.id' at [10]: got -3, expected 10"));
  CHECK_THAT(wrong_at(39).message, contains("output 'to.id' at [39]: got -3, expected 39"));
}

TEST_CASE("an instance that is handed on still knows the members of its outputs") {
  CopiedStructs f([](const Bodies& bodies) {
    bodies.copy();
    bodies.to[9].id = 1000;
  });
  Instance made(f.plugins.problem("file/copy"), {}, *f.cpu, f.resources);
  made.prepare_reference();
  REQUIRE(made.record().members.size() == 3);
  CHECK(made.record().members[1].offset == 16);
  Instance taken(f.plugins.problem("file/copy"), Snapshot("key", made.hand_on("key")), *f.cpu,
                 f.resources);
  CHECK(taken.record().members == made.record().members);
  CHECK_THAT(f.run(taken).message, contains("output 'to.id' at [9]: got 1000, expected 9"));

  // Kept outputs are NumPy's records.
  const test::TemporaryFolder folder;
  const auto memory = taken.take_memory(taken.outputs());
  memory->poison(1);
  memory->write(folder.path());
  const NpyArray kept = read_npy(folder / "to.npy");
  CHECK(kept.shape == std::vector<std::int64_t>{100, 32});
  CHECK(type_text(kept.record) == "{float position[4], int id, unsigned char kind}");
}

TEST_CASE("pieces of memory that touch or overlap are one, and so are many") {
  const std::vector<std::byte> memory(100);
  const std::span<const std::byte> all(memory);
  std::vector<std::span<const std::byte>> pieces;
  for (const auto& [begin, size] : std::vector<std::pair<std::size_t, std::size_t>>{
           {10, 20}, {5, 10}, {0, 0}, {20, 20}, {40, 5}, {60, 10}}) {
    pieces.push_back(all.subspan(begin, size));
  }
  const auto list = joined(pieces);
  REQUIRE(list.size() == 2);
  CHECK(list[0].data() == &memory[5]);
  CHECK(list[0].size() == 40);
  CHECK(list[1].data() == &memory[60]);
  CHECK(list[1].size() == 10);
  CHECK(joined({all.first(0)}).empty());
  std::vector<std::span<const std::byte>> apart;
  const std::vector<std::byte> long_memory(300);
  for (std::size_t k = 0; k < 100; ++k) apart.push_back(std::span(long_memory).subspan(3 * k, 2));
  const auto one = joined(apart);
  REQUIRE(one.size() == 1);
  CHECK(one[0].data() == long_memory.data());
  CHECK(one[0].size() == 299);
}

TEST_CASE("members that are no part of their output are the problem's defect") {
  const std::vector<std::uint8_t> bytes(64);
  const std::vector<assay_tensor> outputs = {sdk::dense_tensor("x", {4}, bytes.data()),
                                             sdk::dense_tensor("y", {4, 16}, bytes.data())};
  const auto accepts = [&](const std::vector<assay_member>& members) {
    try {
      return output_members(members, outputs).size() == members.size();
    } catch (const assay::Error& error) {
      CHECK(error.kind() == assay::ErrorKind::internal);
      return false;
    }
  };
  CHECK(accepts({member_of(1, 0, 4, 4), member_of(1, 12, 4, 4)}));
  CHECK_FALSE(accepts({member_of(1, 13, 4, 4)}));
  CHECK_FALSE(accepts({member_of(1, 4, 4, 5)}));
  CHECK_FALSE(accepts({member_of(1, 4, 2, -2)}));
  CHECK(accepts({member_of(1, 8, 2, -2)}));
  CHECK_FALSE(accepts({member_of(2, 0, 1, 1)}));
  CHECK_FALSE(accepts({member_of(1, 0, 1, 1), member_of(0, 0, 1, 1)}));
  const std::vector<float> numbers(4);
  const std::vector<assay_tensor> plain = {sdk::dense_tensor("z", {4}, numbers.data())};
  const std::vector<assay_member> of_plain = {member_of(0, 0, 1, 1)};
  CHECK_THROWS_WITH(output_members(of_plain, plain), contains("'y.m' is no part of output 'z'"));
  const auto compared =
      compared_tensors(outputs, output_members(std::vector{member_of(1, 4, 4, 4)}, outputs));
  REQUIRE(compared.size() == 2);
  CHECK(compared[0].data == outputs[0].data);
  CHECK(static_cast<std::byte*>(compared[1].data) == static_cast<std::byte*>(outputs[1].data) + 4);
}
