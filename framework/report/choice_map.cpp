#include "framework/report/choice_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace assay {
namespace {

using decision::FeatureRange;
using decision::FeatureValues;
using dispatch::Dispatcher;

// The picture's measures, in pixels, and its number of cells.
struct Frame {
  static constexpr double width = 760;
  static constexpr double height = 460;
  static constexpr double left = 80;
  static constexpr double bottom = 48;
  static constexpr double margin = 12;
  static constexpr std::size_t columns = 120;
  static constexpr std::size_t rows = 72;
};
constexpr double bad_regret = 0.0953;  // of a tenth

// One axis of the map: values by their logarithms where all are above 0.
class Axis {
 public:
  Axis(FeatureRange range, double from, double to)
      : range_(range), from_(from), to_(to), by_ratio_(range.from > 0) {}

  [[nodiscard]] double place(double value) const {
    const double whole = scaled(range_.to) - scaled(range_.from);
    const double share = whole > 0 ? (scaled(value) - scaled(range_.from)) / whole : 0.5;
    return from_ + share * (to_ - from_);
  }
  [[nodiscard]] double value(double share) const {
    const double scale = scaled(range_.from) + share * (scaled(range_.to) - scaled(range_.from));
    return std::clamp(by_ratio_ ? std::exp2(scale) : scale, range_.from, range_.to);
  }
  [[nodiscard]] std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (by_ratio_ && range_.to >= 10 * range_.from) {
      const int last = static_cast<int>(std::floor(std::log10(range_.to)));
      for (int power = static_cast<int>(std::ceil(std::log10(range_.from))); power <= last;
           ++power) {
        ticks.push_back(std::pow(10, power));
      }
    } else {
      for (const double share : {0.0, 0.5, 1.0}) ticks.push_back(value(share));
    }
    return ticks;
  }

 private:
  [[nodiscard]] double scaled(double value) const { return by_ratio_ ? std::log2(value) : value; }

  FeatureRange range_;
  double from_;
  double to_;
  bool by_ratio_;
};

std::string number(double value) { return fmt::format("{:.1f}", value); }

class Map {
 public:
  Map(const Dispatcher& dispatcher, MapAxes axes, FeatureValues others, Markup& out)
      : dispatcher_(dispatcher),
        axes_(axes),
        others_(std::move(others)),
        x_(dispatcher.tree.measured()[axes.x], Frame::left, Frame::width - Frame::margin),
        y_(dispatcher.tree.measured()[axes.y], Frame::height - Frame::bottom, Frame::margin),
        out_(out) {}

  void write() {
    const std::string box = fmt::format("0 0 {} {}", Frame::width, Frame::height);
    out_.element("svg",
                 {{"viewBox", box},
                  {"width", number(Frame::width)},
                  {"role", "img"},
                  {"aria-label", "Which pair is chosen, over two features"}},
                 [&] {
                   for (std::size_t row = 0; row < Frame::rows; ++row) write_row(row);
                   write_axes();
                   for (const auto& outcome : dispatcher_.outcomes) write_outcome(outcome);
                 });
  }

 private:
  // The cells of a row, neighbours with the same choice as one.
  void write_row(std::size_t row) {
    std::size_t begin = 0;
    std::size_t now = chosen(0, row);
    for (std::size_t column = 1; column <= Frame::columns; ++column) {
      const std::size_t next =
          column == Frame::columns ? dispatcher_.pairs.size() : chosen(column, row);
      if (next == now) continue;
      write_cells(begin, column, row, now);
      begin = column;
      now = next;
    }
  }

  [[nodiscard]] std::size_t chosen(std::size_t column, std::size_t row) const {
    FeatureValues values = others_;
    const double down = (static_cast<double>(row) + 0.5) / Frame::rows;
    values[axes_.y] = std::round(y_.value(1 - down));
    values[axes_.x] = std::round(x_.value((static_cast<double>(column) + 0.5) / Frame::columns));
    return dispatcher_.choose(values);
  }

  void write_cells(std::size_t begin, std::size_t end, std::size_t row, std::size_t pair) {
    const double cell = (Frame::width - Frame::margin - Frame::left) / Frame::columns;
    const double high = (Frame::height - Frame::bottom - Frame::margin) / Frame::rows;
    out_.element("rect",
                 {{"x", number(Frame::left + cell * static_cast<double>(begin))},
                  {"y", number(Frame::margin + high * static_cast<double>(row))},
                  {"width", number(cell * static_cast<double>(end - begin) + 0.3)},
                  {"height", number(high + 0.3)},
                  {"fill", colour_of_pair(pair)},
                  {"fill-opacity", "0.55"}},
                 "");
  }

  void write_axes() {
    for (const double tick : x_.ticks()) {
      write_text(x_.place(tick), Frame::height - Frame::bottom + 18, "middle",
                 fmt::format("{:g}", tick));
    }
    for (const double tick : y_.ticks()) {
      write_text(Frame::left - 6, y_.place(tick) + 4, "end", fmt::format("{:g}", tick));
    }
    write_text((Frame::left + Frame::width) / 2, Frame::height - 8, "middle",
               dispatcher_.features[axes_.x].name);
    if (axes_.x == axes_.y) return;
    out_.element("text",
                 {{"x", "14"},
                  {"y", number(Frame::height / 2)},
                  {"transform", fmt::format("rotate(-90 14 {})", Frame::height / 2)},
                  {"text-anchor", "middle"},
                  {"font-size", "13"},
                  {"fill", "currentColor"}},
                 dispatcher_.features[axes_.y].name);
  }

  void write_text(double x, double y, const char* anchor, const std::string& text) {
    out_.element("text",
                 {{"x", number(x)},
                  {"y", number(y)},
                  {"text-anchor", anchor},
                  {"font-size", "13"},
                  {"fill", "currentColor"}},
                 text);
  }

  void write_outcome(const dispatch::Outcome& outcome) {
    const double x = x_.place(outcome.point[axes_.x]);
    const double y = y_.place(outcome.point[axes_.y]);
    const double size = 2 + 14 * std::min(1.0, outcome.regret);
    out_.element("g", [&] {
      out_.element("title", fmt::format("{}: {}, {:.1f}% more than {}{}", outcome.instance,
                                        label_of(dispatcher_.pairs[outcome.chosen]),
                                        100 * std::expm1(outcome.regret),
                                        label_of(dispatcher_.pairs[outcome.best]),
                                        outcome.held_out ? "; held out" : ""));
      out_.element("circle",
                   {{"cx", number(x)},
                    {"cy", number(y)},
                    {"r", number(size)},
                    {"fill", outcome.held_out ? "#ffffff" : "none"},
                    {"fill-opacity", "0.6"},
                    {"stroke", "#1b1f24"},
                    {"stroke-width", "0.8"}},
                   "");
      if (outcome.regret <= bad_regret) return;
      const auto path = fmt::format("M{:.1f} {:.1f}l8 8m0 -8l-8 8", x - 4, y - 4);
      out_.element("path", {{"d", path}, {"stroke", "#b30000"}, {"stroke-width", "1.6"}}, "");
    });
  }

  const Dispatcher& dispatcher_;
  MapAxes axes_;
  FeatureValues others_;
  Axis x_;
  Axis y_;
  Markup& out_;
};

}  // namespace

MapAxes axes_of_choices(const Dispatcher& dispatcher) {
  std::vector<std::size_t> weights(dispatcher.features.size(), 0);
  for (const auto& node : dispatcher.tree.nodes()) {
    if (node.is_leaf()) continue;
    const auto& term = dispatcher.tree.terms()[node.term];
    if (term.modulus != 0) continue;
    for (const auto* features : {&term.factors, &term.divisors}) {
      for (const std::size_t feature : *features) weights[feature] += node.instances;
    }
  }
  std::vector<std::size_t> numbers;
  for (std::size_t k = 0; k < dispatcher.features.size(); ++k) {
    if (dispatcher.features[k].texts.empty()) numbers.push_back(k);
  }
  if (numbers.empty()) return {};
  std::ranges::sort(numbers, std::greater(), [&](std::size_t k) { return weights[k]; });
  const std::size_t second = numbers.size() > 1 ? numbers[1] : numbers[0];
  return {std::max(numbers[0], second), std::min(numbers[0], second)};
}

void write_choice_map(const Dispatcher& dispatcher, MapAxes axes, const FeatureValues& others,
                      Markup& out) {
  Map(dispatcher, axes, others, out).write();
}

std::string colour_of_pair(std::size_t pair) {
  // The colours of Okabe and Ito, which most people tell apart, and lighter ones of four of them.
  constexpr const char* colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                     "#56b4e9", "#d55e00", "#f0e442", "#777777",
                                     "#99c7e0", "#f5d899", "#99d8c7", "#ebc9dc"};
  return colours[pair % std::size(colours)];
}

}  // namespace assay
