// What libyaml uses of the C library, of which memory.c has the functions.
#pragma once
#include <stddef.h>

void *malloc(size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
