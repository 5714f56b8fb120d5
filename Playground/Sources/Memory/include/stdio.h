// There are no files: libyaml names their functions, and reads from memory alone.
#pragma once
#include <stddef.h>

typedef struct File FILE;
size_t fread(void *memory, size_t size, size_t count, FILE *file);
size_t fwrite(const void *memory, size_t size, size_t count, FILE *file);
int ferror(FILE *file);
