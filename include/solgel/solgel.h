/* Solgel: surfaces that give way. The C API: what WebAssembly, Python and engines call.
 *
 * Handles are opaque. Functions that can fail return a status; the message of the last failure of a handle is
 * solgel_sand_error(handle), solgel_terrain_error(handle) or solgel_jelly_error(handle), "file:line: what was found;
 * what is allowed; what to do". No exception crosses this border and nothing is printed. A handle belongs to one thread
 * at a time; different handles do not meet. The same input gives the same solgel_sand_hash() natively and in
 * WebAssembly, however time is cut.
 *
 * Units of sand: millimetres, seconds. Track frame: origin at the lower left of the reachable region. Height arrays are
 * row by row, row 0 in the south, of the whole table, which is a ball radius wider than the reachable region on each
 * side.
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
  SOLGEL_BAD_INPUT = 2, /* a parameter, a track, a mesh, an array; see the message */
  SOLGEL_NOT_READY = 3, /* no track has been loaded, nothing has begun */
  SOLGEL_TROUBLE = 4    /* a soft body could not go on and is at rest again; see the message */
} solgel_status;

/* "0.1.0" */
SOLGEL_API const char* solgel_version(void);

/* Memory that the other side may fill, for hosts that have none of their own here (WebAssembly). */
SOLGEL_API void* solgel_alloc(size_t bytes);
SOLGEL_API void solgel_free(void* memory);

/* The parameter table of a model ("sand", "terrain", "land", "jelly", "jelly-optics") as JSON: a list of {name, unit,
 * low, high, default, whole, text}. Static; NULL for an unknown model. */
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

/* Tables that can be bought or built, as JSON: a list of {name, text, width, height, diameter, ball_radius}, in mm.
 * Round ones have a diameter and no width and height. Static. */
SOLGEL_API const char* solgel_sand_tables(void);
/* Sets the size of the table and of the ball to those of one of the list, by its name, as solgel_sand_set would. */
SOLGEL_API solgel_status solgel_sand_table(solgel_sand* sand, const char* name);

/* How tracks are placed and read, by name: "fit" 0/1, "centre" 0/1 (the file's origin is the table's centre), "rotate"
 * (deg, counter-clockwise), "mirror" 0/1, "thr_zero_right" 0/1, "thr_mirror" 0/1, "strict" 0/1, "reference" 0/1
 * (scheme). Takes effect with the next track. */
SOLGEL_API solgel_status solgel_sand_option(solgel_sand* sand, const char* name, double value);

/* Loads a track (G-code, theta-rho or SVG, detected by content; `name` hints at the format and appears in messages).
 * The bytes are copied. keep_sand: draw on the relief as it stands, from where the ball stands; parameters then stay as
 * they were. On failure the handle keeps the track and the relief that it had. */
SOLGEL_API solgel_status solgel_sand_load_track(solgel_sand* sand, const char* bytes, size_t count, const char* name,
                                                int keep_sand);

/* The track as it was placed on the table, written as "gcode", "thr" or "svg": byte for byte what the command's --track
 * writes. `text` receives it, ended by a nul and valid until the next call on the handle; `count`, when not NULL, its
 * length without the nul, and `bent` how many moves lie outside the disc of theta-rho and were bent onto its rim. Says
 * nothing about how far the drawing is and does not touch it. */
SOLGEL_API solgel_status solgel_sand_track(solgel_sand* sand, const char* format, const char** text, size_t* count,
                                           double* bent);

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

/* ---- A soft body and its light ----
 *
 * Choose a shape (the flower, unless told otherwise), parameters and colliders, begin; then, frame by frame: advance,
 * refresh_surface, refresh_light, read. The same calls give the same solgel_jelly_hash() and solgel_jelly_light_hash()
 * natively, with either scheme, on any number of threads, and in WebAssembly, however steps are cut into calls.
 *
 * Units: metres, kilograms, seconds, pascals; y points up. A point or direction is three numbers x, y, z. Surfaces are
 * counterclockwise seen from outside. */
typedef struct solgel_jelly solgel_jelly;

/* Never NULL. Destroy it with solgel_jelly_destroy (NULL does nothing). */
SOLGEL_API solgel_jelly* solgel_jelly_create(void);
SOLGEL_API void solgel_jelly_destroy(solgel_jelly* jelly);
/* Message of the last failure, empty when there was none; valid until the next call on the handle. */
SOLGEL_API const char* solgel_jelly_error(const solgel_jelly* jelly);

/* Parameters by name: those of "jelly" take effect with the next begin, those of "jelly-optics" (see solgel_describe)
 * with the next refresh_light. */
SOLGEL_API solgel_status solgel_jelly_set(solgel_jelly* jelly, const char* name, double value);
SOLGEL_API solgel_status solgel_jelly_get(solgel_jelly* jelly, const char* name, double* value);
/* "scheme" 0 fast, 1 reference: the same bits, with the next begin. "transport" of light 0 adaptive, 1 specified, 2
 * none (caustics and their report stay as they were); "flavour" 0 berry, 1 mint, 2 honey (sets the three extinctions):
 * with the next refresh_light. */
SOLGEL_API solgel_status solgel_jelly_option(solgel_jelly* jelly, const char* name, double value);

/* Shapes; each takes effect with the next begin, and a refused one leaves the shape as it was. The arrays are copied.
 *
 * An imported mesh is scaled and moved: its footprint is centred on the origin and its lowest point is at `height` (-1
 * to 1 m; the flower's is 0.0124). unit: metres that a length of 1 is worth; size: if above 0, how long the longest
 * side of its box is to be instead. At most 2 m long and 2^22 elements. */
SOLGEL_API solgel_status solgel_jelly_flower(solgel_jelly* jelly);
/* Tetrahedra: `points` triples of coordinates, `elements` quadruples of indices from 0, of either orientation. The
 * surface is their boundary after 0 to 2 passes of Loop subdivision. */
SOLGEL_API solgel_status solgel_jelly_cage(solgel_jelly* jelly, const double* coordinates, uint32_t points,
                                           const uint32_t* indices, uint32_t elements, double unit, double size,
                                           double height, int32_t loop_passes);
/* A closed surface: `points` triples of coordinates, `triangles` triples of indices from 0, which are turned to look
 * outwards; embedded in a lattice of 2 to 128 cells along its longest side. */
SOLGEL_API solgel_status solgel_jelly_mesh(solgel_jelly* jelly, const double* coordinates, uint32_t points,
                                           const uint32_t* indices, uint32_t triangles, double unit, double size,
                                           double height, int32_t cells);

/* The same from the bytes of an OBJ, PLY or STL file, told apart by content; `name` appears in messages. What was left
 * out of it becomes warnings of the report. The command reads more formats. */
SOLGEL_API solgel_status solgel_jelly_read_mesh(solgel_jelly* jelly, const uint8_t* bytes, size_t count,
                                                const char* name, double unit, double size, double height,
                                                int32_t cells);

/* Nodes of the cage that never move, in place of those named before; from the next begin on, which fails when the body
 * has no such node. */
SOLGEL_API solgel_status solgel_jelly_pin(solgel_jelly* jelly, const uint32_t* nodes, size_t count);
/* What the body cannot enter, beside the floor; from the next begin on. A plane is the half space below a point of it,
 * against its normal of any length; a box extends by `half` to both sides along each axis. */
SOLGEL_API solgel_status solgel_jelly_plane(solgel_jelly* jelly, const double point[3], const double normal[3]);
SOLGEL_API solgel_status solgel_jelly_sphere(solgel_jelly* jelly, const double centre[3], double radius);
SOLGEL_API solgel_status solgel_jelly_box(solgel_jelly* jelly, const double centre[3], const double half[3]);
SOLGEL_API void solgel_jelly_clear_colliders(solgel_jelly* jelly);

/* Builds the body, at rest where the shape puts it, with its surface fresh and no light. On failure the handle keeps
 * the body that it had. All functions below return SOLGEL_NOT_READY, 0, NULL or an empty text before the first. */
SOLGEL_API solgel_status solgel_jelly_begin(solgel_jelly* jelly);

/* Takes the steps that are due after `seconds` of elapsed time: any cut of time into frames gives the same motion.
 * Elapsed time is clamped to 0 to 0.05 s (not a number counts as 0), at most 12 steps are taken. `taken`, when not
 * NULL, receives their number. SOLGEL_TROUBLE: the body blew up or collapsed in the last of them; it was reset to rest
 * and stays there until the next call, and the message says what happened at which step. */
SOLGEL_API solgel_status solgel_jelly_advance(solgel_jelly* jelly, double seconds, uint32_t* taken);
/* Takes `count` steps, fewer in trouble. */
SOLGEL_API solgel_status solgel_jelly_step(solgel_jelly* jelly, uint32_t count);
/* At rest where it began; steps go on counting. */
SOLGEL_API solgel_status solgel_jelly_reset(solgel_jelly* jelly);
/* A push sideways and up, measured from the centre of mass as of the last refresh_surface; ignored while grabbed. */
SOLGEL_API solgel_status solgel_jelly_nudge(solgel_jelly* jelly);

/* Takes hold of the surface, as last refreshed, where a ray (direction of any length) meets it. 1: held. 0: missed, or
 * refused with a message; what was held stays held. */
SOLGEL_API int solgel_jelly_grab(solgel_jelly* jelly, const double origin[3], const double direction[3]);
/* Takes hold of the vertex of the surface, as last refreshed, that is nearest to a point. */
SOLGEL_API solgel_status solgel_jelly_grab_nearest(solgel_jelly* jelly, const double point[3]);
/* Where the held point is wanted: clamped to x and z in -0.13 to 0.13 m, y in 0.002 to 0.145 m. The spring's far end
 * eases there. No effect when nothing is held. */
SOLGEL_API solgel_status solgel_jelly_move_grab(solgel_jelly* jelly, const double point[3]);
SOLGEL_API solgel_status solgel_jelly_release(solgel_jelly* jelly);
SOLGEL_API int solgel_jelly_is_grabbed(const solgel_jelly* jelly);
/* The held point of the body and the far end of the spring; 0 and zeros when nothing is held. */
SOLGEL_API int solgel_jelly_hand(const solgel_jelly* jelly, double held[3], double target[3]);

/* Brings positions and normals of the surface up to date, and the centre that nudges are measured from. */
SOLGEL_API solgel_status solgel_jelly_refresh_surface(solgel_jelly* jelly);
/* Brings masks, thickness and caustics up to date with the surface as last refreshed; thickness is as seen from
 * `camera`. Each refresh starts from the last one's thickness and choice of cells: same history, same bits. */
SOLGEL_API solgel_status solgel_jelly_refresh_light(solgel_jelly* jelly, const double camera[3]);

SOLGEL_API double solgel_jelly_steps(const solgel_jelly* jelly);
SOLGEL_API double solgel_jelly_time(const solgel_jelly* jelly); /* steps times the length of a step */
SOLGEL_API int solgel_jelly_is_asleep(const solgel_jelly* jelly);
/* Nodes, elements, vertices and triangles of the surface. */
SOLGEL_API void solgel_jelly_counts(const solgel_jelly* jelly, uint32_t counts[4]);

/* Copies; `room` is how many numbers the array holds. Nodes: three numbers each. */
SOLGEL_API solgel_status solgel_jelly_positions(solgel_jelly* jelly, double* xyz, size_t room);
SOLGEL_API solgel_status solgel_jelly_velocities(solgel_jelly* jelly, double* xyz, size_t room);
/* The surface: three numbers a vertex, unit normals, three indices a triangle. */
SOLGEL_API solgel_status solgel_jelly_surface(solgel_jelly* jelly, float* xyz, size_t room);
SOLGEL_API solgel_status solgel_jelly_normals(solgel_jelly* jelly, float* xyz, size_t room);
SOLGEL_API solgel_status solgel_jelly_triangles(solgel_jelly* jelly, uint32_t* indices, size_t room);
/* Light as last refreshed; SOLGEL_NOT_READY before the first refresh_light after begin or restore.
 * thickness: metres of body behind each vertex, as seen. masks: 192 x 192 x (shadow, contact), 255 is dark. caustics:
 * 384 x 384 x (red, green, blue) irradiance relative to the sun's across its beam. Both row by row along z, along x
 * within a row. */
SOLGEL_API solgel_status solgel_jelly_thickness(solgel_jelly* jelly, float* metres, size_t room);
SOLGEL_API solgel_status solgel_jelly_masks(solgel_jelly* jelly, uint8_t* texels, size_t room);
SOLGEL_API solgel_status solgel_jelly_caustics(solgel_jelly* jelly, float* rgb, size_t room);
/* The rays behind the caustics, 65 x 65, ray (i, j) at 65 j + i, eight numbers each: x and z where it lands relative to
 * the centre of mass, the red, green and blue that arrive, metres inside the body, metres to where it met the body (-1:
 * it did not), and its branch (0: not traced, or lost). cells: 32 x 32, 1 where the lattice was refined. */
SOLGEL_API solgel_status solgel_jelly_light_rays(solgel_jelly* jelly, double* rays, size_t room);
SOLGEL_API solgel_status solgel_jelly_light_cells(solgel_jelly* jelly, uint8_t* cells, size_t room);
/* Where the squares of the two pictures lie on the floor: side, and x and z of the masks' corner of least x and z;
 * side, and x and z of the caustics' centre. */
SOLGEL_API solgel_status solgel_jelly_masks_frame(solgel_jelly* jelly, double span_x_z[3]);
SOLGEL_API solgel_status solgel_jelly_caustics_frame(solgel_jelly* jelly, double span_x_z[3]);

/* The same arrays without a copy; NULL where the copies would be refused. They belong to the handle, change with the
 * refreshes and last until the next begin, restore or destroy. In WebAssembly a view of them is also lost when memory
 * grows: make it anew after any call that may allocate. */
SOLGEL_API const float* solgel_jelly_surface_view(const solgel_jelly* jelly);
SOLGEL_API const float* solgel_jelly_normals_view(const solgel_jelly* jelly);
SOLGEL_API const uint32_t* solgel_jelly_triangles_view(const solgel_jelly* jelly);
SOLGEL_API const float* solgel_jelly_thickness_view(const solgel_jelly* jelly);
SOLGEL_API const uint8_t* solgel_jelly_masks_view(const solgel_jelly* jelly);
SOLGEL_API const float* solgel_jelly_caustics_view(const solgel_jelly* jelly);

/* 28 doubles, in this order. */
typedef struct solgel_jelly_metrics {
  double step, time;
  double mass;
  double volume_ratio; /* to the volume at rest */
  double kinetic_energy, elastic_energy;
  double rigid_rms, internal_rms;    /* m/s */
  double least_ratio, largest_ratio; /* of single elements, to their volume at rest; below 0: turned inside out */
  double contacts;                   /* nodes that touch something */
  double centre[3];                  /* of mass */
  double momentum[3], angular_momentum[3];
  double low[3], high[3]; /* box of the nodes */
  double asleep, grabbed; /* 0 or 1 */
} solgel_jelly_metrics;
SOLGEL_API solgel_status solgel_jelly_measure(solgel_jelly* jelly, solgel_jelly_metrics* metrics);

/* 18 doubles, in this order. Powers are of red, green and blue, in square metres of full sun; received + clipped +
 * clamped = beam_power but for rounding. */
typedef struct solgel_jelly_light_report {
  double rays, valid_rays; /* traced; of the lattice, those that reached the floor */
  double flagged_cells;    /* refined, of 1024 */
  double beams, mixed;     /* triangles drawn; triangles whose corners disagree */
  double intercepted;      /* sunlight that meets the body */
  double beam_power[3], received[3], clipped[3], clamped[3];
} solgel_jelly_light_report;
SOLGEL_API solgel_status solgel_jelly_light(solgel_jelly* jelly, solgel_jelly_light_report* report);

/* 64-bit hashes, over the bits of everything that decides how the body moves on, and of masks, caustics and thickness;
 * and as 16 hexadecimal digits. */
SOLGEL_API uint64_t solgel_jelly_hash(const solgel_jelly* jelly);
SOLGEL_API uint64_t solgel_jelly_light_hash(const solgel_jelly* jelly);
/* These texts, too, are valid until the next call on the handle. SHA-256: of the nodes' little-endian float64. */
SOLGEL_API const char* solgel_jelly_hash_text(solgel_jelly* jelly);
SOLGEL_API const char* solgel_jelly_light_hash_text(solgel_jelly* jelly);
SOLGEL_API const char* solgel_jelly_sha256_positions(solgel_jelly* jelly);
SOLGEL_API const char* solgel_jelly_sha256_velocities(solgel_jelly* jelly);
/* The report (see docs/jelly.md) as JSON. */
SOLGEL_API const char* solgel_jelly_report(solgel_jelly* jelly);

/* A checkpoint: everything that decides what comes next, the clock's left-over time and the light's history included.
 * Restored into a handle that has begun with the same shape, parameters and colliders, the body goes on to the same
 * bits; its surface is fresh, its light waits for a refresh. A state that does not fit is refused and changes nothing.
 * About 100 kB for the flower; the size changes with every grab. */
SOLGEL_API size_t solgel_jelly_state_size(const solgel_jelly* jelly);
SOLGEL_API solgel_status solgel_jelly_save(solgel_jelly* jelly, uint8_t* bytes, size_t room);
SOLGEL_API solgel_status solgel_jelly_restore(solgel_jelly* jelly, const uint8_t* bytes, size_t count);

#ifdef __cplusplus
}
#endif

#endif
