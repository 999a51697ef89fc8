#include "io/svg.h"

#include <cmath>
#include <string>
#include <vector>

#include "io/svg_path.h"
#include "io/svg_shapes.h"
#include "io/svg_transform.h"
#include "io/track_text.h"
#include "io/xml_scanner.h"

namespace solgel::io {
namespace {

constexpr std::size_t kMostDepth = 256;
constexpr std::size_t kMostValue = 64 * 1024;  // bytes of an attribute, but for d and points
constexpr std::size_t kMostHeld = 256 * 1024;  // pieces of a path held back until its tag ends

constexpr double kPixel = 25.4 / 96;  // mm

enum class Role : std::uint8_t { container, svg, shape, undrawn, skipped };

struct Element {
  std::string_view name;
  Role role;
  SvgShape shape = SvgShape::none;
};

// All else is skipped with what is inside it: definitions, and what SVG does not know.
constexpr Element kElements[] = {
    {"svg", Role::svg},
    {"g", Role::container},
    {"a", Role::container},
    {"switch", Role::container},
    {"path", Role::shape, SvgShape::path},
    {"line", Role::shape, SvgShape::line},
    {"polyline", Role::shape, SvgShape::polyline},
    {"polygon", Role::shape, SvgShape::polygon},
    {"circle", Role::shape, SvgShape::circle},
    {"ellipse", Role::shape, SvgShape::ellipse},
    {"rect", Role::shape, SvgShape::rect},
    {"use", Role::undrawn},
    {"text", Role::undrawn},
    {"image", Role::undrawn},
    {"foreignObject", Role::undrawn},
};

Element find_element(std::string_view name) {
  for (const Element& element : kElements) {
    if (element.name == name) return element;
  }
  return {{}, Role::skipped, SvgShape::none};
}

// Attributes kept as text until the tag ends.
enum Attribute : std::uint8_t {
  kTransform,
  kDisplay,
  kStyle,
  kViewBox,
  kPreserve,
  kWidth,
  kHeight,
  kX,
  kY,
  kX1,
  kY1,
  kX2,
  kY2,
  kCx,
  kCy,
  kR,
  kRx,
  kRy,
  kAttributes
};
constexpr std::string_view kAttributeNames[kAttributes] = {
    "transform", "display", "style", "viewBox", "preserveAspectRatio",
    "width",     "height",  "x",     "y",       "x1",
    "y1",        "x2",      "y2",    "cx",      "cy",
    "r",         "rx",      "ry"};

bool hides(std::string_view display, std::string_view style) {
  if (display.find("none") != display.npos) return true;
  std::size_t at = style.find("display");
  for (; at != style.npos; at = style.find("display", at + 7)) {
    std::string_view rest = style.substr(at + 7);
    const auto skip = [&] {
      while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    };
    skip();
    if (!rest.starts_with(':')) continue;
    rest.remove_prefix(1);
    skip();
    if (rest.starts_with("none")) return true;
  }
  return false;
}

class SvgReader : public TrackReader {
 public:
  Status feed(std::span<const char> bytes, sand::MoveSink sink) override {
    const char* p = bytes.data();
    const char* const end = p + bytes.size();
    while (!done_) {
      const XmlEvent event = scanner_.next(p, end);
      if (event.kind == XmlEvent::more) break;
      take(event, sink);
    }
    return {};
  }

  Status finish(sand::MoveSink sink) override {
    if (!done_) draw_unfinished(sink);
    if (stopped_) return {};
    if (!done_ && (!scanner_.between_tags() || depth_ != 0)) {
      warnings_.add("markup", scanner_.line(),
                    "file ends inside " + std::string(depth_ != 0 ? "an element" : "a tag") + "; drawn up to there");
    }
    done_ = true;
    if (moved_) return {};
    return fail({.found = "no move",
                 .allowed = "wanted at least one path, line, polyline, polygon, circle, ellipse or rect",
                 .remedy = "convert texts, clones and pictures to paths"});
  }

  sand::Frame frame() const override { return physical_ ? sand::Frame::machine : sand::Frame::drawing; }
  sand::Start start() const override { return sand::Start::first_point; }
  TrackFormat format() const override { return TrackFormat::svg; }

 private:
  struct Level {
    Matrix to_drawing;
    Viewport viewport;
    bool drawn = true;
  };

  void take(const XmlEvent& event, sand::MoveSink sink);
  void begin_tag(std::string_view name);
  void begin_attribute(std::string_view name);
  void take_value(std::string_view text, sand::MoveSink sink);
  void end_tag(bool is_empty, sand::MoveSink sink);
  void end_data(sand::MoveSink sink);
  void end_shape(sand::MoveSink sink);
  void set_own_matrix();
  void open_root(Level& level);
  void open_inner_svg(Level& level);
  double length_of(Attribute attribute, double of);
  bool given(Attribute attribute) const { return (given_ & (1u << attribute)) != 0; }
  std::string_view text_of(Attribute attribute) const {
    return given(attribute) ? values_[attribute] : std::string_view();
  }
  void hold(const PathPiece& piece, sand::MoveSink sink);
  void release(sand::MoveSink sink);
  void draw_unfinished(sand::MoveSink sink);
  void draw(const PathPiece& piece, sand::MoveSink sink);
  Vec2 placed(Vec2 p, std::uint64_t line);

  XmlScanner scanner_;
  std::vector<Level> levels_;
  std::size_t depth_ = 0;         // open elements
  std::size_t skipped_from_ = 0;  // depth of the element whose inside is skipped; 0 for none
  bool done_ = false;
  bool stopped_ = false;
  bool moved_ = false;
  bool physical_ = false;
  bool seen_root_ = false;
  std::string prefix_;  // of SVG's own elements, with its colon: "svg:" in <svg:svg>

  Element element_;
  Level own_;  // of the element whose tag is being read
  std::string values_[kAttributes];
  std::uint32_t given_ = 0;
  int attribute_ = -1;    // being read: index, or
  bool streams_ = false;  // d or points
  bool has_data_ = false;
  bool too_long_ = false;
  PathReader path_;
  std::vector<PathPiece> held_;
  bool released_ = false;  // the path outgrew kMostHeld and is drawn as it comes
};

void SvgReader::take(const XmlEvent& event, sand::MoveSink sink) {
  switch (event.kind) {
    case XmlEvent::tag:
      begin_tag(event.text);
      break;
    case XmlEvent::attribute:
      begin_attribute(event.text);
      break;
    case XmlEvent::value:
      take_value(event.text, sink);
      break;
    case XmlEvent::attribute_end:
      if (streams_) end_data(sink);
      attribute_ = -1;
      streams_ = false;
      break;
    case XmlEvent::tag_end:
    case XmlEvent::tag_end_empty:
      end_tag(event.kind == XmlEvent::tag_end_empty, sink);
      break;
    case XmlEvent::close:
      if (depth_ == 0) break;
      if (skipped_from_ == depth_) skipped_from_ = 0;
      --depth_;
      if (levels_.size() > depth_) levels_.pop_back();
      break;
    case XmlEvent::entity:
      if ((streams_ || attribute_ >= 0) && warnings_.count("entity", scanner_.line())) {
        warnings_.describe("entity is " + quoted_text(event.text) + "; known are lt, gt, amp, quot, apos; left out");
      }
      break;
    case XmlEvent::malformed:
      draw_unfinished(sink);
      warnings_.add("markup", scanner_.line(), "markup has " + std::string(event.text) + "; drawn up to there");
      done_ = true;
      break;
    case XmlEvent::more:
      break;
  }
}

void SvgReader::begin_tag(std::string_view name) {
  ++depth_;
  given_ = 0;
  attribute_ = -1;
  streams_ = has_data_ = released_ = false;
  held_.clear();
  element_ = {{}, Role::skipped, SvgShape::none};
  if (skipped_from_ != 0) return;
  if (depth_ > kMostDepth) {
    warnings_.add("depth", scanner_.line(), "elements are nested deeper than 256; left out");
    return;
  }
  if (!seen_root_ && name.ends_with(":svg")) prefix_ = name.substr(0, name.size() - 3);
  if (!prefix_.empty() && name.starts_with(prefix_)) name.remove_prefix(prefix_.size());
  element_ = find_element(name);
  if (element_.role == Role::undrawn) {
    const std::string tag = "<" + std::string(element_.name) + ">";
    if (warnings_.count("undrawn " + tag, scanner_.line())) {
      warnings_.describe(tag + " is not drawn; convert it to a path");
    }
  }
}

void SvgReader::begin_attribute(std::string_view name) {
  attribute_ = -1;
  streams_ = too_long_ = false;
  if (element_.role == Role::skipped || element_.role == Role::undrawn) return;
  const bool is_points = element_.shape == SvgShape::polyline || element_.shape == SvgShape::polygon;
  if (!has_data_ && ((name == "d" && element_.shape == SvgShape::path) || (name == "points" && is_points))) {
    path_.begin(is_points ? PathReader::Kind::points : PathReader::Kind::path);
    streams_ = has_data_ = true;
    return;
  }
  for (int i = 0; i < kAttributes; ++i) {
    if (name != kAttributeNames[i]) continue;
    attribute_ = i;
    values_[i].clear();
    given_ |= 1u << i;
  }
}

void SvgReader::take_value(std::string_view text, sand::MoveSink sink) {
  if (streams_) {
    const std::uint64_t line = scanner_.line();
    for (const char c : text) path_.feed(c, line, [&](const PathPiece& piece) { hold(piece, sink); });
    return;
  }
  if (attribute_ < 0 || too_long_) return;
  std::string& value = values_[attribute_];
  if (value.size() + text.size() > kMostValue) {
    too_long_ = true;
    given_ &= ~(1u << attribute_);
    warnings_.add("long attribute", scanner_.line(),
                  std::string(kAttributeNames[attribute_]) + " is longer than 64 KiB; left out");
    return;
  }
  value += text;
}

void SvgReader::end_tag(bool is_empty, sand::MoveSink sink) {
  const bool inside_skipped = skipped_from_ != 0 || depth_ > kMostDepth;
  if (!inside_skipped) {
    if (!released_) set_own_matrix();
    if (element_.role == Role::shape) {
      if (released_ && (given(kTransform) || given(kDisplay))) {
        warnings_.add(
            "late transform", scanner_.line(),
            "transform or display stands behind more than 262144 strokes of its path; put it before d; not applied");
      }
      end_shape(sink);
    }
    if (element_.role == Role::svg) {
      if (seen_root_) {
        open_inner_svg(own_);
      } else {
        open_root(own_);
      }
    }
  }
  if (is_empty) {
    --depth_;
    return;
  }
  if (skipped_from_ != 0) return;
  const bool is_container = element_.role == Role::container || element_.role == Role::svg;
  if (!is_container || !own_.drawn) {
    skipped_from_ = depth_;
  } else {
    levels_.push_back(own_);
  }
}

// The matrix of the element whose attributes are known so far.
void SvgReader::set_own_matrix() {
  own_ = levels_.empty() ? Level{.to_drawing = {.d = -1}, .viewport = {}, .drawn = true} : levels_.back();
  if (hides(text_of(kDisplay), text_of(kStyle))) own_.drawn = false;
  if (!given(kTransform)) return;
  Matrix own;
  if (parse_transform(values_[kTransform], own)) {
    own_.to_drawing = own_.to_drawing * own;
  } else if (warnings_.count("transform", scanner_.line())) {
    warnings_.describe("transform is " + quoted_text(values_[kTransform]) +
                       "; wanted matrix, translate, scale, rotate, skewX or skewY; left out");
  }
}

double SvgReader::length_of(Attribute attribute, double of) {
  if (!given(attribute)) return 0;
  Length length;
  if (parse_length(values_[attribute], length)) return length.percent ? length.value * of : length.value;
  const std::string_view text = values_[attribute];
  if (text != "auto" && warnings_.count("length", scanner_.line())) {
    warnings_.describe(std::string(kAttributeNames[attribute]) + " is " + quoted_text(text) +
                       "; wanted a length; taken as absent");
  }
  given_ &= ~(1u << attribute);
  return 0;
}

// Sets the scale and size of the drawing, and turns it upright: y' = height - y.
void SvgReader::open_root(Level& level) {
  seen_root_ = true;
  ViewBox box;
  const bool has_box = given(kViewBox) && parse_view_box(values_[kViewBox], box);
  if (given(kViewBox) && !has_box && warnings_.count("viewBox", scanner_.line())) {
    warnings_.describe("viewBox is " + quoted_text(values_[kViewBox]) +
                       "; wanted four numbers with a size above 0; left out");
  }
  Length width;
  Length height;
  length_of(kWidth, 0);  // reports what is no length
  length_of(kHeight, 0);
  const bool has_width = given(kWidth) && parse_length(values_[kWidth], width) && !width.percent && width.value > 0;
  const bool has_height =
      given(kHeight) && parse_length(values_[kHeight], height) && !height.percent && height.value > 0;
  physical_ = (has_width && width.physical) || (has_height && height.physical);

  Viewport& viewport = level.viewport;
  if (has_box) {
    viewport = {box.width, box.height};
    if (has_width) viewport = {width.value, width.value * (box.height / box.width)};
    if (has_height) viewport = {has_width ? width.value : height.value * (box.width / box.height), height.value};
  } else {
    viewport = {has_width ? width.value : 0, has_height ? height.value : 0};
    if (physical_ && !has_height) viewport.height = viewport.width;
  }
  const double unit = physical_ ? kPixel : 1;
  level.to_drawing = Matrix{.a = unit, .d = -unit, .f = unit * viewport.height};
  Matrix own;
  if (given(kTransform) && parse_transform(values_[kTransform], own)) level.to_drawing = level.to_drawing * own;
  if (has_box) {
    level.to_drawing = level.to_drawing * fit_view_box(box, viewport, text_of(kPreserve));
    viewport = {box.width, box.height};
  }
}

void SvgReader::open_inner_svg(Level& level) {
  const Viewport outer = level.viewport;
  level.to_drawing = level.to_drawing * Matrix{.e = length_of(kX, outer.width), .f = length_of(kY, outer.height)};
  const double width = length_of(kWidth, outer.width);
  const double height = length_of(kHeight, outer.height);
  level.viewport = {given(kWidth) ? width : outer.width, given(kHeight) ? height : outer.height};
  ViewBox box;
  if (!given(kViewBox) || !parse_view_box(values_[kViewBox], box)) return;
  if (!(level.viewport.width > 0 && level.viewport.height > 0)) return;
  level.to_drawing = level.to_drawing * fit_view_box(box, level.viewport, text_of(kPreserve));
  level.viewport = {box.width, box.height};
}

void SvgReader::end_data(sand::MoveSink sink) {
  const std::uint64_t line = scanner_.line();
  path_.finish(element_.shape == SvgShape::polygon, line, [&](const PathPiece& piece) { hold(piece, sink); });
  if (path_.broken() && warnings_.count("path data", line)) {
    const std::string what = element_.shape == SvgShape::path ? "path data" : "list of points";
    const std::string where =
        path_.culprit().empty() ? " ends too early" : " breaks at " + quoted_text(path_.culprit());
    warnings_.describe(what + where + "; drawn up to there");
  }
}

void SvgReader::end_shape(sand::MoveSink sink) {
  const std::uint64_t line = scanner_.line();
  const auto keep = [&](const PathPiece& piece) { hold(piece, sink); };
  if (!has_data_) {
    const double w = own_.viewport.width;
    const double h = own_.viewport.height;
    const double both = std::sqrt((w * w + h * h) / 2);
    ShapeSize size{.x = length_of(kX, w),
                   .y = length_of(kY, h),
                   .width = length_of(kWidth, w),
                   .height = length_of(kHeight, h),
                   .x1 = length_of(kX1, w),
                   .y1 = length_of(kY1, h),
                   .x2 = length_of(kX2, w),
                   .y2 = length_of(kY2, h),
                   .cx = length_of(kCx, w),
                   .cy = length_of(kCy, h),
                   .r = length_of(kR, both)};
    const double rx = length_of(kRx, w);
    const double ry = length_of(kRy, h);
    if (given(kRx)) size.rx = rx;
    if (given(kRy)) size.ry = ry;
    if (!stroke_shape(element_.shape, size, line, keep) && warnings_.count("negative size", line)) {
      warnings_.describe("<" + std::string(element_.name) + "> has a negative size; allowed 0 or more; not drawn");
    }
  }
  release(sink);
  held_.clear();
}

// Strokes wait for the end of the tag, since the transform may stand behind the path data. A path with more strokes
// than may wait goes ahead with the transform known by then.
void SvgReader::hold(const PathPiece& piece, sand::MoveSink sink) {
  if (released_) return draw(piece, sink);
  held_.push_back(piece);
  if (held_.size() < kMostHeld) return;
  set_own_matrix();
  given_ &= ~((1u << kTransform) | (1u << kDisplay));
  released_ = true;
  release(sink);
  held_.clear();
}

// The strokes so far of a tag that never ends; the number that the file breaks off in is left out.
void SvgReader::draw_unfinished(sand::MoveSink sink) {
  if (held_.empty()) return;
  set_own_matrix();
  release(sink);
  held_.clear();
}

void SvgReader::release(sand::MoveSink sink) {
  for (const PathPiece& piece : held_) draw(piece, sink);
}

Vec2 SvgReader::placed(Vec2 p, std::uint64_t line) {
  const Vec2 far = own_.to_drawing(p);
  const auto near = [](double v) { return v > kFarthest ? kFarthest : v >= -kFarthest ? v : -kFarthest; };  // nan too
  const Vec2 to{near(far.x), near(far.y)};
  if (to != far && warnings_.count("far", line)) {
    warnings_.describe("point is " + short_number(far.x) + ", " + short_number(far.y) +
                       "; allowed -1e9 to 1e9; clamped");
  }
  return to;
}

void SvgReader::draw(const PathPiece& piece, sand::MoveSink sink) {
  if (!own_.drawn || done_) return;
  sand::Move move;
  move.line = piece.line;
  move.to = placed(piece.to, piece.line);
  if (piece.is_cubic && moved_) {
    move.kind = sand::MoveKind::cubic;
    move.c1 = placed(piece.c1, piece.line);
    move.c2 = placed(piece.c2, piece.line);
  }
  moved_ = true;
  if (!sink(move)) done_ = stopped_ = true;
}

}  // namespace

std::unique_ptr<TrackReader> make_svg_reader() {
  return std::make_unique<SvgReader>();
}

}  // namespace solgel::io
