// A soft body from files, and everything that its motion is written to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/jelly_job.h"
#include "io/body_glb.h"
#include "io/output_file.h"
#include "io/video.h"
#include "jelly/metrics.h"
#include "jelly_options.h"
#include "render/image.h"

namespace solgel::cli {

// The flower, or the mesh that was named.
Result<JellyShape> load_shape(const JellyScene& scene);
// Nodes that the scene pins.
std::vector<std::uint32_t> pinned_nodes(const JellyScene& scene, const jelly::Cage& cage);

io::Metadata jelly_metadata(const JellyOptions& options);

// Paints the body as it stands; brings surface and light up to date.
Result<render::Image8> paint_jelly(const JellyOptions& options, JellyJob& job, render::ImageSize size, bool is_frame);

// Outputs that grow with the motion: video, metrics, geometry.
class JellyOutputs {
 public:
  JellyOutputs(const JellyOptions& options, JellyJob& job) : options_(options), job_(job) {}

  // Opens what must be open before the first step. A resumed run goes on after the frames that lie behind it.
  Status open();
  // After each step, and once before the first: frames that are due, and the step's row.
  Status add_step(double milliseconds);
  Status finish();

 private:
  Status open_video();
  Status add_frame(double seconds);
  Status add_geometry(const std::string& name, double seconds);
  Status add_row(double milliseconds);
  Status write_geometry(const std::string& file) const;  // the body as it stands
  Status write_end(const std::string& name);
  double frame_time(long long frame) const { return static_cast<double>(frame) / options_.fps; }

  const JellyOptions& options_;
  JellyJob& job_;
  std::optional<io::VideoWriter> video_;
  render::ImageSize video_size_{};
  std::optional<io::OutputFile> metrics_;
  bool has_rows_ = false;
  std::unique_ptr<io::AnimatedGlb> animation_;
  std::vector<std::pair<double, std::string>> series_;  // time, file of a .pvd
  long long frame_ = 0;
  bool needs_frames_ = false;
};

}  // namespace solgel::cli
