#include <zlib.h>

// zlib's own entry is a macro, which Swift does not see.
static inline int czlib_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
