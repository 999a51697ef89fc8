// Each file registers its benchmarks.
#pragma once

namespace solgel::bench {

void register_sand();
void register_io();
void register_render();
void register_terrain();
void register_jelly();
void register_optics();

}  // namespace solgel::bench
