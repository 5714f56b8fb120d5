#define _GNU_SOURCE
#include "CHugePages.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void chugepages_prefer(const void *start, size_t length) {
#ifdef MADV_HUGEPAGE
  long page = sysconf(_SC_PAGESIZE);
  if (page <= 0) return;
  // Whole pages only, and none that somebody else has a part of.
  uintptr_t mask = (uintptr_t)page - 1;
  uintptr_t first = ((uintptr_t)start + mask) & ~mask;
  uintptr_t end = ((uintptr_t)start + length) & ~mask;
  // A system without large pages refuses, and nothing is lost.
  if (first < end) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)start;
  (void)length;
#endif
}
