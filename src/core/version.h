// The version that reports and files carry; the build checks it against the project's.
#pragma once

namespace solgel {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace solgel
