#include "io/svg.h"

namespace solgel::io {
namespace {

class SvgReader : public TrackReader {
 public:
  Status feed(std::span<const char>, sand::MoveSink) override { return fail({.found = "SVG is not read yet"}); }
  Status finish(sand::MoveSink) override { return fail({.found = "SVG is not read yet"}); }
  sand::Frame frame() const override { return sand::Frame::drawing; }
  sand::Start start() const override { return sand::Start::first_point; }
  TrackFormat format() const override { return TrackFormat::svg; }
};

}  // namespace

std::unique_ptr<TrackReader> make_svg_reader() { return std::make_unique<SvgReader>(); }

}  // namespace solgel::io
