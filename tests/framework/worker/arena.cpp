#include "framework/worker/arena.hpp"

#include <numeric>
#include <vector>

#include "framework/core/error.hpp"
#include "framework/worker/tensor.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

// The inputs of an arena: a matrix whose columns are adjacent and walked backwards, a scalar, and
// an empty tensor.
std::vector<TensorShape> arena_inputs() {
  return {
      {"m", ASSAY_F64, {3, 4}, {-1, 3}}, {"a", ASSAY_F32, {}, {}}, {"none", ASSAY_I8, {0}, {1}}};
}
std::vector<TensorShape> arena_outputs() { return {{"y", ASSAY_I16, {5, 7}, {100, 9}}}; }

// Tensors with the shapes of arena_inputs(), with elements numbered from `first`.
struct Numbered {
  explicit Numbered(double first) : m(12), a(static_cast<float>(first)) {
    std::iota(m.begin(), m.end(), first);
    const auto shapes = arena_inputs();
    tensors = {tensor_of(shapes[0], reinterpret_cast<std::byte*>(m.data() + 2)),
               tensor_of(shapes[1], reinterpret_cast<std::byte*>(&a)),
               tensor_of(shapes[2], nullptr)};
    names = shapes;
    for (std::size_t k = 0; k < tensors.size(); ++k) tensors[k].name = names[k].name.c_str();
  }
  std::vector<double> m;
  float a;
  std::vector<TensorShape> names;
  std::vector<assay_tensor> tensors;
};

}  // namespace

TEST_CASE("what one process writes into an arena the other one finds, each at its own address") {
  Arena judge(arena_layout(arena_inputs(), arena_outputs()));
  Arena candidate(judge.layout(), judge.path());
  CHECK(candidate.inputs()[0].data != judge.inputs()[0].data);
  const Numbered first(1);
  const Numbered second(100);
  judge.write_inputs(first.tensors);
  CHECK(candidate.holds_inputs(first.tensors));
  CHECK_FALSE(candidate.holds_inputs(second.tensors));
  const void* before = candidate.inputs()[0].data;
  judge.write_inputs(second.tensors);
  CHECK(candidate.inputs()[0].data == before);
  CHECK(candidate.holds_inputs(second.tensors));

  judge.fill_outputs(0xAB);
  const std::uint64_t filled = judge.output_digest(1);
  // Outputs are dense, even if the problem gave them other strides.
  auto* y = static_cast<std::int16_t*>(candidate.outputs()[0].data);
  CHECK(y[0] == static_cast<std::int16_t>(0xABAB));
  y[34] ^= 1;
  CHECK(judge.output_digest(1) != filled);
  y[34] ^= 1;
  CHECK(judge.output_digest(1) == filled);
}

TEST_CASE("what is written between the tensors of an arena is noticed") {
  Arena judge(arena_layout(arena_inputs(), arena_outputs()));
  const Arena candidate(judge.layout(), judge.path());
  judge.draw_guards();
  judge.write_inputs(Numbered(1).tensors);
  judge.fill_inputs(7);
  judge.fill_outputs(9);
  CHECK(judge.guards_intact());
  auto* y = static_cast<std::byte*>(candidate.outputs()[0].data);
  auto* m = reinterpret_cast<std::byte*>(static_cast<double*>(candidate.inputs()[0].data) - 2);
  for (std::byte* beyond : {y - 1, y + 70, y + 60'000, m - 1, m + 12 * sizeof(double)}) {
    *beyond ^= std::byte{1};
    CHECK_FALSE(judge.guards_intact());
    *beyond ^= std::byte{1};
  }
  CHECK(judge.guards_intact());
}

TEST_CASE("an arena is opened only by whoever knows its size, and while it is there") {
  std::string path;
  ArenaLayout layout = arena_layout(arena_inputs(), arena_outputs());
  {
    const Arena judge(layout);
    path = judge.path();
    ArenaLayout other = layout;
    other.bytes += 4096;
    CHECK_THROWS_AS(Arena(other, path), Error);
  }
  CHECK_THROWS_AS(Arena(layout, path), Error);
}
