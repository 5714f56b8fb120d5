#ifndef ADVERT_CSTREAM_H
#define ADVERT_CSTREAM_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

// Hands out up to `size` bytes: their number, 0 at the end, -1 on an error.
typedef ssize_t (*cstream_read)(void *context, char *bytes, size_t size);

// A read-only FILE whose bytes come from `read`, for libraries that accept nothing else. It knows its position, but
// cannot be moved. NULL when it cannot be made.
// Closing the FILE leaves `context` alone.
FILE *cstream_open(void *context, cstream_read read);

#endif
