/* Solgel: surfaces that give way. The C API: what WebAssembly, Python and engines call.
 *
 * Handles are opaque. Functions that can fail return a status; the message of the last failure of a handle is
 * solgel_sand_error(handle) or solgel_terrain_error(handle), "file:line: what was found; what is allowed; what to do".
 * No exception crosses this border and nothing is printed. A handle belongs to one thread at a time; different handles
 * do not meet. The same input gives the same solgel_sand_hash() natively and in WebAssembly, however time is cut.
 *
 * Units: millimetres, seconds. Track frame: origin at the lower left of the reachable region. Height arrays are row by
 * row, row 0 in the south, of the whole table, which is a ball radius wider than the reachable region on each side.
 */
#ifndef SOLGEL_H
#define SOLGEL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__wasm__)
#define SOLGEL_API __attribute__((visibility("default"), used))
#elif defined(__GNUC__)
#define SOLGEL_API __attribute__((visibility("default")))
#else
#define SOLGEL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum solgel_status {
  SOLGEL_OK = 0,
  SOLGEL_DONE = 1,      /* nothing is left to draw */
  SOLGEL_BAD_INPUT = 2, /* a parameter or a track; see the message */
  SOLGEL_NOT_READY = 3  /* no track has been loaded */
} solgel_status;

/* "0.1.0" */
SOLGEL_API const char* solgel_version(void);

/* Memory that the other side may fill, for hosts that have none of their own here (WebAssembly). */
SOLGEL_API void* solgel_alloc(size_t bytes);
SOLGEL_API void solgel_free(void* memory);

/* The parameter table of a model ("sand", "terrain", "land") as JSON: a list of {name, unit, low, high, default, whole,
 * text}. Static; NULL for an unknown model. */
SOLGEL_API const char* solgel_describe(const char* model);

typedef struct solgel_sand solgel_sand;

/* A sand table with default parameters, without a track. Never NULL. Destroy it with solgel_sand_destroy. */
SOLGEL_API solgel_sand* solgel_sand_create(void);
SOLGEL_API void solgel_sand_destroy(solgel_sand* sand);

/* Message of the last failure, empty when there was none; valid until the next call on the handle. */
SOLGEL_API const char* solgel_sand_error(const solgel_sand* sand);

/* Parameters by name, see solgel_describe. A change takes effect with the next track, on fresh sand. */
SOLGEL_API solgel_status solgel_sand_set(solgel_sand* sand, const char* name, double value);
SOLGEL_API solgel_status solgel_sand_get(solgel_sand* sand, const char* name, double* value);

/* How tracks are placed and read, by name: "fit" 0/1, "centre" 0/1 (the file's origin is the table's centre), "rotate"
 * (deg, counter-clockwise), "mirror" 0/1, "thr_zero_right" 0/1, "thr_mirror" 0/1, "strict" 0/1, "reference" 0/1
 * (scheme). Takes effect with the next track. */
SOLGEL_API solgel_status solgel_sand_option(solgel_sand* sand, const char* name, double value);

/* Loads a track (G-code, theta-rho or SVG, detected by content; `name` hints at the format and appears in messages).
 * The bytes are copied. keep_sand: draw on the relief as it stands, from where the ball stands; parameters then stay as
 * they were. On failure the handle keeps the track and the relief that it had. */
SOLGEL_API solgel_status solgel_sand_load_track(solgel_sand* sand, const char* bytes, size_t count, const char* name,
                                                int keep_sand);

/* Draws all sub-steps that end at or before `seconds` of table time (of this track). SOLGEL_DONE at its end; the relief
 * is then settled. */
SOLGEL_API solgel_status solgel_sand_advance(solgel_sand* sand, double seconds);
/* Draws at most `count` sub-steps. */
SOLGEL_API solgel_status solgel_sand_step(solgel_sand* sand, uint32_t count);

/* Table time of the last sub-step, and how long the whole track takes. */
SOLGEL_API double solgel_sand_time(const solgel_sand* sand);
SOLGEL_API double solgel_sand_duration(const solgel_sand* sand);
SOLGEL_API double solgel_sand_steps(const solgel_sand* sand);

/* Size of the height array; 0 x 0 before the first track. */
SOLGEL_API void solgel_sand_size(const solgel_sand* sand, int32_t* nx, int32_t* ny);
/* Copies nx * ny heights in mm; `count` is the room in `heights`. */
SOLGEL_API solgel_status solgel_sand_heights(solgel_sand* sand, float* heights, size_t count);
/* Ball: x, y in the track frame and the radius. */
SOLGEL_API void solgel_sand_ball(const solgel_sand* sand, double xyr[3]);

/* 64-bit hash over the bits of the state, and the same as 16 hexadecimal digits. */
SOLGEL_API uint64_t solgel_sand_hash(const solgel_sand* sand);
SOLGEL_API const char* solgel_sand_hash_text(solgel_sand* sand);

/* The report (see docs/sand.md) as JSON; valid until the next call on the handle. */
SOLGEL_API const char* solgel_sand_report(solgel_sand* sand);

/* ---- Terrain under rain ----
 *
 * Set parameters, options, seed and a height map (or generate one), begin, advance, read. Arrays are row by row, row 0
 * in the south. The same input gives the same solgel_terrain_hash() natively, on any number of threads, and in
 * WebAssembly, however the run is cut. */
typedef struct solgel_terrain solgel_terrain;

SOLGEL_API solgel_terrain* solgel_terrain_create(void);
SOLGEL_API void solgel_terrain_destroy(solgel_terrain* terrain);
/* Message of the last failure, empty when there was none; valid until the next call on the handle. */
SOLGEL_API const char* solgel_terrain_error(const solgel_terrain* terrain);

/* Parameters by name: those of "terrain" and, for solgel_terrain_generate, of "land" (see solgel_describe). They take
 * effect with the next begin or generate. */
SOLGEL_API solgel_status solgel_terrain_set(solgel_terrain* terrain, const char* name, double value);
SOLGEL_API solgel_status solgel_terrain_get(solgel_terrain* terrain, const char* name, double* value);
/* "scheme" 0 fast, 1 reference, 2 text; "border" 0 open, 1 walled, 2 periodic; "depressions" 0 keep, 1 fill, 2 breach;
 * "maps" 0/1: keep account of flow, velocity, moisture, erosion and deposition. */
SOLGEL_API solgel_status solgel_terrain_option(solgel_terrain* terrain, const char* name, double value);
/* The 64-bit seed of the rain (and of generated land), in two halves. */
SOLGEL_API void solgel_terrain_seed(solgel_terrain* terrain, uint32_t low, uint32_t high);

/* Copies nx * ny heights (3 x 3 to 2^28 cells, |height| <= 1e30) and, when not NULL, nx * ny flags of missing cells.
 * cell_x, cell_y: sides of a cell; value_length: what a height of 1 is worth in the same unit. 0, 0, 0: the map says
 * nothing of units, and vertical_scale decides. Drops masks of another size. */
SOLGEL_API solgel_status solgel_terrain_heights_in(solgel_terrain* terrain, int32_t nx, int32_t ny,
                                                   const double* heights, const uint8_t* missing, double cell_x,
                                                   double cell_y, double value_length);
/* Land from a formula: "fractal", "ridged", "billow", "island". */
SOLGEL_API solgel_status solgel_terrain_generate(solgel_terrain* terrain, const char* kind, int32_t nx, int32_t ny);
/* "rainfall", "hardness", "protection": copies nx * ny values 0 to 1 of the map's size; NULL takes the mask away. */
SOLGEL_API solgel_status solgel_terrain_mask(solgel_terrain* terrain, const char* name, const float* values);

/* Starts over on the height map that was given. */
SOLGEL_API solgel_status solgel_terrain_begin(solgel_terrain* terrain);
/* Lets it rain until at least `ended` droplets have run their course; SOLGEL_DONE when nothing is left to do. */
SOLGEL_API solgel_status solgel_terrain_advance(solgel_terrain* terrain, double ended);

SOLGEL_API double solgel_terrain_droplets(const solgel_terrain* terrain); /* in all */
SOLGEL_API double solgel_terrain_ended(const solgel_terrain* terrain);    /* so far */
SOLGEL_API double solgel_terrain_steps(const solgel_terrain* terrain);    /* of droplets, so far */
SOLGEL_API void solgel_terrain_size(const solgel_terrain* terrain, int32_t* nx, int32_t* ny);

/* Copies nx * ny heights of the map as it stands (the input before begin); `count` is the room. */
SOLGEL_API solgel_status solgel_terrain_heights(solgel_terrain* terrain, double* heights, size_t count);
/* Copies a map: "change", and with the option "maps" "erosion", "deposition", "flow", "velocity", "moisture". */
SOLGEL_API solgel_status solgel_terrain_map(solgel_terrain* terrain, const char* name, float* values, size_t count);

SOLGEL_API uint64_t solgel_terrain_hash(const solgel_terrain* terrain);
SOLGEL_API const char* solgel_terrain_hash_text(solgel_terrain* terrain);
/* The report (see docs/terrain.md) as JSON; valid until the next call on the handle. */
SOLGEL_API const char* solgel_terrain_report(solgel_terrain* terrain);

#ifdef __cplusplus
}
#endif

#endif
