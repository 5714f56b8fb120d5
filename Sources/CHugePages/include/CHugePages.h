#ifndef ADVERT_CHUGEPAGES_H
#define ADVERT_CHUGEPAGES_H

#include <stddef.h>

// Asks the system to give this memory in large pages when it is first written to, where it has such pages. Large tables
// cost less then: the system hands out and clears memory in fewer, larger pieces, and looking up a place in them misses
// the processor's address cache less often. What the memory holds does not change.
void chugepages_prefer(const void *start, size_t length);

#endif
