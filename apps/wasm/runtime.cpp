// What keeps the module free of imports.
//
// libc++ and printf's internals name stderr for messages before an abort, and stderr's file operations are system calls
// that a WebAssembly host would have to provide. The engine writes to no stream, so these operations, replaced here by
// name, are never reached but on the way to an abort: they trap.
#include <cstddef>
#include <cstdio>

extern "C" {

std::size_t __stdio_write(std::FILE*, const unsigned char*, std::size_t) {
  __builtin_trap();
}
off_t __stdio_seek(std::FILE*, off_t, int) {
  __builtin_trap();
}
int __stdio_close(std::FILE*) {
  __builtin_trap();
}

}  // extern "C"
