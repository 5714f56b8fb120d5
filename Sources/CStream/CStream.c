#define _GNU_SOURCE
#include "CStream.h"

#include <stdlib.h>

// Large enough that the callback is rarely the cost, small enough for the second-level cache.
enum { buffer_size = 1 << 16 };

struct source {
  void *context;
  cstream_read read;
};

static int close_source(void *cookie) {
  free(cookie);
  return 0;
}

#ifdef __APPLE__

static int read_source(void *cookie, char *bytes, int size) {
  struct source *source = cookie;
  return (int)source->read(source->context, bytes, (size_t)size);
}

static FILE *open_source(struct source *source) {
  return funopen(source, read_source, NULL, NULL, close_source);
}

#else

static ssize_t read_source(void *cookie, char *bytes, size_t size) {
  struct source *source = cookie;
  return source->read(source->context, bytes, size);
}

static FILE *open_source(struct source *source) {
  cookie_io_functions_t functions = {.read = read_source, .close = close_source};
  return fopencookie(source, "r", functions);
}

#endif

FILE *cstream_open(void *context, cstream_read read) {
  struct source *source = malloc(sizeof *source);
  if (source == NULL) return NULL;
  *source = (struct source){context, read};
  FILE *file = open_source(source);
  if (file == NULL) {
    free(source);
    return NULL;
  }
  setvbuf(file, NULL, _IOFBF, buffer_size);
  return file;
}
