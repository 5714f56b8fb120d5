#pragma once
#include <stddef.h>

void *memset(void *memory, int octet, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
int memcmp(const void *one, const void *other, size_t count);
size_t strlen(const char *text);
int strcmp(const char *one, const char *other);
char *strdup(const char *text);
