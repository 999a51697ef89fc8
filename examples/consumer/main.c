/* Draws a spiral in sand with the C API and prints the hash of the relief.
 *
 *   cc main.c $(pkg-config --cflags --libs solgel) -o spiral && ./spiral
 */
#include <solgel/solgel.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char* track = "# theta-rho: two turns from the centre to the rim\n0 0\n12.566 1\n";
  solgel_sand* sand = solgel_sand_create();
  solgel_status status = solgel_sand_load_track(sand, track, strlen(track), "spiral.thr", 0);
  while (status == SOLGEL_OK) status = solgel_sand_step(sand, 1000);
  if (status == SOLGEL_DONE) {
    printf("%s\n", solgel_sand_hash_text(sand));
  } else {
    fprintf(stderr, "%s\n", solgel_sand_error(sand));
  }
  solgel_sand_destroy(sand);
  return status == SOLGEL_DONE ? 0 : 1;
}
