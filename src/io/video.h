// Video: raw frames through a pipe to an ffmpeg process, which encodes them.
//
// The name's extension chooses the kind: .mp4 (also .m4v .mov: H.264, yuv420p, index in front so that browsers start at
// once), .webm (VP9) or .gif. H.264 and VP9 want even sizes; an odd last row or column is cut off. The video is
// written beside its place and renamed by finish(); until then an old file of the name is untouched, and a writer that
// goes away before leaves nothing. ffmpeg is started without a shell; no name can be mistaken for an option or
// protocol.
#pragma once

#include <memory>
#include <string>

#include "core/result.h"
#include "io/bytes.h"

namespace solgel::io {

struct VideoSettings {
  int width = 0, height = 0;
  double fps = 30;
  int crf = 18;       // constant rate factor of H.264: lower is better and larger; 18 hardly differs from the source
  Metadata metadata;  // "title" is the title; all of it, as lines, the comment
};

class VideoWriter {
 public:
  // Fails when ffmpeg is missing, on an unknown extension and where the file cannot be written.
  static Result<VideoWriter> open(const std::string& path, const VideoSettings& settings);

  VideoWriter(VideoWriter&&) noexcept;
  VideoWriter& operator=(VideoWriter&&) noexcept;
  ~VideoWriter();  // abandons what was not finished

  Status write(const RgbView& frame);
  Status finish();

 private:
  struct Process;
  explicit VideoWriter(std::unique_ptr<Process> process);
  std::unique_ptr<Process> process_;
};

// Whether the name ends in one of the extensions above.
bool is_video_name(const std::string& path);

}  // namespace solgel::io
