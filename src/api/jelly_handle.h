// What the handle of the C API for soft bodies holds, and how it tells of failures.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "api/jelly_job.h"
#include "solgel/solgel.h"

struct solgel_jelly {
  solgel::jelly::Params params;
  solgel::jelly::BodyOptions options;
  solgel::optics::Params light;
  solgel::optics::Scheme transport = solgel::optics::Scheme::adaptive;
  solgel::JellyShape shape;  // of the next body; without a cage: the flower
  std::unique_ptr<solgel::JellyJob> job;
  std::string error, text;
};

namespace solgel {

inline solgel_status failed(solgel_jelly* j, const Error& error) {
  j->error = error.message();
  return SOLGEL_BAD_INPUT;
}
inline solgel_status not_ready(solgel_jelly* j, std::string_view what) {
  j->error = what;
  return SOLGEL_NOT_READY;
}
inline solgel_status nothing_begun(solgel_jelly* j) {
  return not_ready(j, "there is no body; begin first");
}

// Three numbers to where they are wanted; nowhere is fine.
inline void put(Vec3 v, double* out) {
  if (out == nullptr) return;
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

}  // namespace solgel
