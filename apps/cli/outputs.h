// Everything that a finished drawing is written to.
#pragma once

#include <memory>
#include <string>

#include "api/sand_job.h"
#include "io/bytes.h"
#include "render/image.h"
#include "render/relief_scene.h"
#include "sand_options.h"

namespace solgel::cli {

// Checks names and extensions of all outputs before anything runs.
Status check_outputs(const SandOptions& options);

// What a picture shows of a drawing. The scene refers to `heights`.
render::ReliefScene scene_of(const sand::Drawing& drawing, const Grid<float>& heights);
// The size asked for, or one that suits the table and the view.
render::ImageSize picture_size(const SandOptions& options);

Result<render::Image8> paint(const SandOptions& options, const sand::Drawing& drawing);
Status write_picture(const std::string& path, const render::Image8& image, const io::Metadata& metadata);
Status write_relief(const std::string& path, const SandOptions& options, const sand::Drawing& drawing,
                    const io::Metadata& metadata);
Status write_track(const std::string& path, const SandOptions& options, SandJob& job);
Status write_text(const std::string& path, const std::string& text);
// To a file, to standard output where `json` asks for it, or to both; `report` without its last line's end.
Status write_report_text(const std::string& path, bool json, const std::string& report);

// A few lines for people.
std::string summary(const SandJob& job, double wall_seconds);
// One line for each kind of warning.
std::string warning_lines(const Warnings& warnings);

}  // namespace solgel::cli
