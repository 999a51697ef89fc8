/* Draws a track in sand with the C API and prints the hash of the relief.
 *
 *   cc main.c $(pkg-config --cflags --libs solgel) -o draw && ./draw spiral.thr
 */
#include <solgel/solgel.h>
#include <stdio.h>
#include <stdlib.h>

/* The whole file, to be freed; NULL when it cannot be read. */
static char* read_file(const char* path, size_t* count) {
  FILE* file = fopen(path, "rb");
  char* bytes = NULL;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && ftell(file) >= 0) {
    const size_t size = (size_t)ftell(file);
    bytes = malloc(size + 1);
    rewind(file);
    *count = bytes == NULL ? 0 : fread(bytes, 1, size, file);
  }
  fclose(file);
  return bytes;
}

int main(int argc, char** argv) {
  size_t count = 0;
  char* track = argc == 2 ? read_file(argv[1], &count) : NULL;
  if (track == NULL) {
    fprintf(stderr, "usage: draw TRACK\n");
    return 2;
  }
  solgel_sand* sand = solgel_sand_create();
  solgel_status status = solgel_sand_load_track(sand, track, count, argv[1], 0);
  while (status == SOLGEL_OK) status = solgel_sand_step(sand, 1000);
  if (status == SOLGEL_DONE) {
    printf("%s\n", solgel_sand_hash_text(sand));
  } else {
    fprintf(stderr, "%s\n", solgel_sand_error(sand));
  }
  solgel_sand_destroy(sand);
  free(track);
  return status == SOLGEL_DONE ? 0 : 1;
}
