#define _GNU_SOURCE
#include "Pcap.h"

#include <errno.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <stdio_ext.h>
#endif

// Large enough that the callback is rarely the cost, small enough for the second-level cache.
enum { buffer_size = 1 << 16 };

struct source {
  void *context;
  cpcap_read read;
  // How many bytes have been handed out, which is what ftell is told.
  off_t position;
};

static ssize_t read_on(struct source *source, char *bytes, size_t size) {
  ssize_t count = source->read(source->context, bytes, size);
  if (count > 0) source->position += count;
  return count;
}

// The only seek a stream like a pipe can do is to where it is.
static off_t seek_source(struct source *source, off_t offset, int whence) {
  if (whence != SEEK_CUR || offset != 0) {
    errno = ESPIPE;
    return -1;
  }
  return source->position;
}

static int close_source(void *cookie) {
  free(cookie);
  return 0;
}

#ifdef __APPLE__

static int read_source(void *cookie, char *bytes, int size) {
  return (int)read_on(cookie, bytes, (size_t)size);
}

static fpos_t seek_cookie(void *cookie, fpos_t offset, int whence) {
  return seek_source(cookie, offset, whence);
}

static FILE *open_source(struct source *source) {
  return funopen(source, read_source, NULL, seek_cookie, close_source);
}

#else

static ssize_t read_source(void *cookie, char *bytes, size_t size) {
  return read_on(cookie, bytes, size);
}

static int seek_cookie(void *cookie, off64_t *offset, int whence) {
  off_t position = seek_source(cookie, (off_t)*offset, whence);
  if (position < 0) return -1;
  *offset = position;
  return 0;
}

static FILE *open_source(struct source *source) {
  cookie_io_functions_t functions = {.read = read_source, .seek = seek_cookie, .close = close_source};
  return fopencookie(source, "r", functions);
}

#endif

FILE *cpcap_open_stream(void *context, cpcap_read read) {
  struct source *source = malloc(sizeof *source);
  if (source == NULL) return NULL;
  *source = (struct source){context, read, 0};
  FILE *file = open_source(source);
  if (file == NULL) {
    free(source);
    return NULL;
  }
  setvbuf(file, NULL, _IOFBF, buffer_size);
#ifdef __GLIBC__
  // One thread has the stream, and taking its lock costs more than a short record's copy.
  __fsetlocking(file, FSETLOCKING_BYCALLER);
#endif
  return file;
}
