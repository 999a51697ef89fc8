// Tables by name, so that nobody has to measure a common one.
//
// Only published figures, each with its source. Where a source gives the outside of a round table only, the reachable
// disc is the largest that there can be, outside less one ball: the real one is smaller by the width of its rim. No
// source gives a ball; all keep the default one.
//
//   sandify-rectangular, -polar   github.com/jeffeb3/sandify, src/features/machines/{RectMachine,PolarMachine}.js,
//                                 getInitialState: 0 to 500 mm along both; radius 250 mm
//   robottini-square              forum.v1engineering.com/t/my-sand-tables-for-the-rome-makerfaire/34840: 40 x 40 cm of
//                                 sand in a table of 60 x 60 cm
//   dune-weaver                   its author on r/BambuLab, 1h4lr3e: 420 mm in diameter
//   dune-weaver-mini              reforge.io/dune-weaver-pro-mini-diy-kinetic-sand-table-by-james-armstrong: a bowl of
//                                 about 12 inches
//   spice-must-flow               its maker on forum.v1engineering.com/t/a-large-fast-sand-table-by-mark-rehorst/17886:
//                                 a drawable area of 715 x 1600 mm
//   sisyphus-end                  buff.ly/2ickjx4 (a report on the Kickstarter of 2016): two feet in diameter
//   sisyphus-coffee-3ft, -4ft     danielswanick.com/mesmerizing-kinetic-sand-drawing-tables: coffee tables of three and
//                                 four feet (the report above has their heights and diameters the wrong way round)
#pragma once

#include <span>
#include <string_view>

#include "core/result.h"
#include "sand/params.h"

namespace solgel::sand {

struct TablePreset {
  std::string_view name, text;
  double width = 0, height = 0;  // reachable, mm; 0 for a round table
  double diameter = 0;           // reachable, mm; 0 for a rectangular one
  double ball_radius = 8;        // mm
};

std::span<const TablePreset> presets();
// An unknown name names the nearest.
Result<const TablePreset*> find_preset(std::string_view name);
// Sets the size of the table and of the ball, nothing else.
void apply(const TablePreset& preset, Params& params);

}  // namespace solgel::sand
