/* Prints a block of advertising as a line: its name and its bytes in hex. */
#ifndef PRINT_BLOCK_H
#define PRINT_BLOCK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static inline void print_block(const char *name, const uint8_t *bytes, size_t count)
{
    printf("%s ", name);
    for (size_t i = 0; i < count; i++) {
        printf("%02x", bytes[i]);
    }
    printf("\n");
}

#endif
