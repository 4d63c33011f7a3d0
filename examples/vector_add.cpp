// Tunes a kernel in a file, in ten lines.
//   vector_add scenarios/examples/vector_add.cl
#include <assay/tuner.hpp>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) try {
  const std::vector<float> a(100'000, 1.5F);
  const std::vector<float> b(100'000, 2.0F);
  const std::vector<float> sum(100'000, 3.5F);

  assay::Tuner tuner("vector-add");
  tuner.input("a", a).input("b", b).output("c", sum);
  tuner.kernel(argc > 1 ? argv[1] : "vector_add.cl", {"c", "a", "b", {"int", "100000"}})
      .local({"block_size_x"})
      .grid({"ceil_div(100000, block_size_x * work_per_item)"})
      .parameter("block_size_x", {64, 128, 256})
      .parameter("work_per_item", {1, 4, 16})
      .constraint("block_size_x * work_per_item <= 2048");
  const assay::Best best = tuner.trials(6).seconds(20).tune();

  std::printf("%s  %s: %.1f us [%.1f, %.1f]\n", best.variant.c_str(),
              best.configuration.str().c_str(), 1e6 * best.seconds, 1e6 * best.lower,
              1e6 * best.upper);
} catch (const assay::TunerError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
