// Several tracks, each on fresh sand, on all cores: a picture each and a contact sheet.

#include <atomic>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <set>

#include <fmt/core.h>

#include "commands.h"
#include "core/parallel.h"
#include "outputs.h"
#include "progress.h"
#include "render/contact_sheet.h"

namespace solgel::cli {
namespace {

// "{name}" replaced; a folder gets NAME.EXT in it.
std::string named(const std::string& pattern, const std::string& name, const std::string& extension) {
  const std::size_t at = pattern.find("{name}");
  if (at != std::string::npos) return pattern.substr(0, at) + name + pattern.substr(at + 6);
  return (std::filesystem::path(pattern) / (name + extension)).string();
}

struct Item {
  std::string name;
  std::unique_ptr<SandJob> job;
  render::Image8 thumbnail;
  std::string report;
  Status status;
  double seconds = 0;
};

// Names are made distinct: two files of the same name in different folders keep both pictures.
std::vector<std::string> distinct_names(const std::vector<std::string>& tracks) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& track : tracks) {
    std::string name = stem(track);
    for (int k = 2; !taken.insert(name).second; ++k) name = stem(track) + "-" + std::to_string(k);
    names.push_back(name);
  }
  return names;
}

Status draw_item(const SandOptions& options, Item& item) {
  const Progress clock("", true);
  item.job->prepare();
  while (true) {
    const Result<bool> more = item.job->step();
    if (!more) return fail(more.error());
    if (!*more) break;
    if (interrupted()) return fail({.found = "interrupted", .file = item.name});
  }
  item.job->settle();
  item.seconds = clock.seconds();
  item.report = item.job->report_json(item.seconds);
  const io::Metadata data =
      metadata(options.settings, item.name, options.job.scheme == sand::Scheme::fast ? "fast" : "reference");
  if (!options.picture.empty()) {
    const Result<render::Image8> image = paint(options, item.job->drawing());
    if (!image) return fail(image.error());
    if (Status s = write_picture(named(options.picture, item.name, ".png"), *image, data); !s) return s;
  }
  for (const std::string& relief : options.reliefs) {
    if (Status s = write_relief(named(relief, item.name, ".png"), options, item.job->drawing(), data); !s) return s;
  }
  SandOptions small = options;
  const render::ImageSize full = picture_size(options);
  small.size = render::ImageSize{480, std::max(16, 480 * full.height / full.width)};
  Result<render::Image8> thumbnail = paint(small, item.job->drawing());
  if (!thumbnail) return fail(thumbnail.error());
  item.thumbnail = std::move(*thumbnail);
  return {};
}

Status check_batch(const SandOptions& o) {
  const char* need = "wanted a folder, or a pattern with {name}";
  if (!o.video.empty())
    return fail(
        {.found = "--video with several tracks", .remedy = "draw them one by one, or --playlist", .file = "sand"});
  if (!o.track_out.empty())
    return fail({.found = "--track with several tracks", .remedy = "convert them one by one", .file = "sand"});
  if (!o.checkpoint.empty() || !o.resume.empty())
    return fail({.found = "a checkpoint with several tracks",
                 .remedy = "use --playlist, or draw them one by one",
                 .file = "sand"});
  for (const std::string& relief : o.reliefs) {
    if (relief.find("{name}") == std::string::npos)
      return fail({.found = "--relief " + relief, .allowed = "wanted a pattern with {name}", .file = "sand"});
  }
  if (!o.picture.empty() && o.picture.find("{name}") == std::string::npos &&
      std::filesystem::path(o.picture).has_extension()) {
    return fail({.found = "-o " + o.picture + " with several tracks",
                 .allowed = need,
                 .remedy = "for example -o pictures/ or -o '{name}.png'",
                 .file = "sand"});
  }
  return {};
}

// Checks the names that each item's outputs will have.
Status check_item_outputs(const SandOptions& options, const std::vector<std::string>& names, bool into_folder) {
  for (const std::string& name : names) {
    SandOptions one = options;
    if (into_folder) one.picture.clear();
    if (!one.picture.empty()) one.picture = named(options.picture, name, ".png");
    for (std::string& relief : one.reliefs) relief = named(relief, name, ".png");
    if (Status good = check_outputs(one); !good) return good;
  }
  return {};
}

Status write_sheet(const SandOptions& o, const std::vector<Item>& items, const std::string& path) {
  std::vector<render::SheetEntry> entries;
  for (const Item& item : items) {
    const int seconds = static_cast<int>(std::lround(item.job->drawing().walk().totals().seconds));
    entries.push_back({&item.thumbnail, item.name, fmt::format("{} min {:02} s", seconds / 60, seconds % 60)});
  }
  return write_picture(path, render::contact_sheet(entries, {}), metadata(o.settings, "Contact sheet", ""));
}

}  // namespace

int run_batch(const SandOptions& options) {
  if (Status good = check_batch(options); !good) return complain(good.error(), 2);
  auto sources = track_sources(options);
  if (!sources) return complain(sources.error(), 2);
  const std::vector<std::string> names = distinct_names(options.tracks);
  const bool is_folder = !options.picture.empty() && options.picture.find("{name}") == std::string::npos;
  bool made_folder = false;
  const auto refuse = [&](const Error& error) {
    std::error_code ignored;
    if (made_folder) std::filesystem::remove(options.picture, ignored);
    return complain(error, 2);
  };
  if (is_folder) {
    std::error_code code;
    made_folder = std::filesystem::create_directories(options.picture, code);
    if (code)
      return complain({.found = "the folder cannot be made (" + code.message() + ")", .file = options.picture}, 2);
  }
  if (Status good = check_item_outputs(options, names, is_folder); !good) return refuse(good.error());
  std::vector<Item> items(names.size());
  for (std::size_t k = 0; k < items.size(); ++k) {
    items[k].name = names[k];
    std::vector<TrackSource> one;
    one.push_back(std::move((*sources)[k]));
    items[k].job = std::make_unique<SandJob>(options.settings.sand, options.job, std::move(one));
    if (Status read = items[k].job->survey(); !read) return refuse(read.error());
  }
  Progress progress("batch", options.quiet);
  std::atomic<int> done{0};
  std::mutex showing;
  parallel_for(static_cast<int>(items.size()), [&](int k) {
    Item& item = items[static_cast<std::size_t>(k)];
    item.status = draw_item(options, item);
    const std::lock_guard lock(showing);
    progress.update(static_cast<double>(++done) / static_cast<double>(items.size()));
  });
  progress.clear();
  for (const Item& item : items) {
    if (!item.status) return complain(item.status.error(), 1);
  }
  std::string sheet = options.contact_sheet;
  if (sheet.empty() && is_folder) sheet = (std::filesystem::path(options.picture) / "contact-sheet.png").string();
  if (!sheet.empty()) {
    if (Status s = write_sheet(options, items, sheet); !s) return complain(s.error(), 1);
  }
  std::string reports = "[";
  for (const Item& item : items) reports += (reports.size() > 1 ? ",\n" : "") + item.report;
  reports += "]\n";
  const std::string report_path = options.json ? "-" : options.report;
  if (!report_path.empty()) {
    if (Status s = write_text(report_path, reports); !s) return complain(s.error(), 1);
  }
  if (!options.quiet) {
    for (const Item& item : items)
      fmt::print(stderr, "{}{}: {}", warning_lines(item.job->warnings()), item.name, summary(*item.job, item.seconds));
  }
  return 0;
}

}  // namespace solgel::cli
