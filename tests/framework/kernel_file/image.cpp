#include "framework/kernel_file/image.hpp"

#include "framework/core/error.hpp"
#include "framework/kernel_file/launch_plan.hpp"
#include "tests/catch.hpp"

using namespace assay;

namespace {

KernelArgument shown(ImageView view, std::vector<std::string> arrays = {"a"}) {
  KernelArgument argument;
  argument.kind = KernelArgument::Kind::image;
  argument.arrays = std::move(arrays);
  argument.view = view;
  argument.place = "s.toml:4:2";
  return argument;
}

struct Made {
  explicit Made(const assay_image& image)
      : extents{image.extent[0], image.extent[1], image.extent[2], image.layers},
        channels(image.channels),
        dimensions(image.dimensions) {}
  std::vector<std::size_t> extents;
  std::uint32_t channels;
  std::uint32_t dimensions;
};

Made made(ImageView view, std::vector<std::int64_t> shape) {
  return Made(ShownImage(shown(view), "a", ASSAY_F32, shape).description());
}

KernelLaunch launch_of(std::vector<KernelArgument> arguments) {
  KernelLaunch launch;
  launch.arguments = std::move(arguments);
  launch.group = {{"1", "s.toml:2:1"}};
  launch.extent = {{"1", "s.toml:2:1"}};
  return launch;
}

std::vector<PlannedRounds> planned(std::vector<KernelLaunch> launches) {
  static KernelDescription kernel;
  kernel = {};
  for (KernelLaunch& launch : launches) kernel.steps.emplace_back().launch = std::move(launch);
  return plan_launches(kernel, FormulaNames({{"n", Value(std::int64_t{1})}}));
}

}  // namespace

TEST_CASE("the extents of an array are layers, planes, rows, pixels and channels of its image") {
  const Made plane = made({}, {5, 7});
  CHECK(plane.extents == std::vector<std::size_t>{7, 5, 1, 0});
  CHECK(plane.channels == 1);
  CHECK(plane.dimensions == 2);
  CHECK(made({4, false, false, false}, {3, 5, 7, 4}).extents ==
        std::vector<std::size_t>{7, 5, 3, 0});
  CHECK(made({2, true, false, false}, {3, 5, 7, 2}).extents ==
        std::vector<std::size_t>{7, 5, 1, 3});
  CHECK(made({0, false, true, false}, {9}).extents == std::vector<std::size_t>{9, 1, 1, 0});
}

TEST_CASE("shapes that no image has are refused at the argument's place") {
  CHECK_THROWS_WITH(made({4, false, false, false}, {5, 7}),
                    contains("s.toml:4:2") && contains("the last extent of [5, 7] must be 4"));
  CHECK_THROWS_WITH(made({}, {2, 3, 4, 5}), contains("one to 3"));
  CHECK_THROWS_WITH(made({0, true, false, false}, {3}), contains("it has layers"));
  CHECK_THROWS_WITH(made({0, false, true, false}, {3, 4}), contains("it is linear"));
  CHECK_THROWS_WITH(ShownImage(shown({}), "a", ASSAY_F64, std::vector<std::int64_t>{3}),
                    contains("of type double"));
}

TEST_CASE("where 'when' is false, an image is the array itself, and a sampler is left out") {
  KernelArgument sampler;
  sampler.kind = KernelArgument::Kind::sampler;
  sampler.sampler = SamplerDescription{};
  sampler.when = Formula{"n > 1", "s.toml:4:9"};
  KernelArgument image = shown({});
  image.when = Formula{"n > 1", "s.toml:4:9"};
  const auto off = planned({launch_of({image, sampler})});
  REQUIRE(off[0].rounds[0][0].arguments.size() == 1);
  CHECK(off[0].rounds[0][0].arguments[0].kind == KernelArgument::Kind::array);
  image.when->text = sampler.when->text = "n == 1";
  const auto on = planned({launch_of({image, sampler})});
  REQUIRE(on[0].rounds[0][0].arguments.size() == 2);
  CHECK(on[0].rounds[0][0].arguments[0].kind == KernelArgument::Kind::image);
  CHECK(on[0].rounds[0][0].arguments[1].kind == KernelArgument::Kind::sampler);
}

TEST_CASE("an array is shown in one way by all launches of a configuration") {
  KernelArgument plain;
  plain.arrays = {"a"};
  plain.place = "s.toml:9:1";
  CHECK_THROWS_WITH(planned({launch_of({shown({})}), launch_of({plain})}),
                    contains("s.toml:9:1") && contains("at s.toml:4:2"));
  CHECK_THROWS_WITH(planned({launch_of({shown({})}), launch_of({shown({4, false, false, false})})}),
                    contains("images of one kind"));
  CHECK_NOTHROW(planned({launch_of({shown({})}), launch_of({shown({})})}));
}
