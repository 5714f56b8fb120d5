/* The least that reading a capture can cost: map a btsnoop file, hash every advertising report's address and data, and
 * count the distinct ones. It trusts the file and keeps nothing else. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { FILE_HEADER = 16, RECORD_HEADER = 24, SLOTS = 1 << 22 };

static uint32_t big_endian_32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint64_t hash(const uint8_t *bytes, size_t count) {
  uint64_t hash = 0x9E3779B97F4A7C15u ^ count;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
    bytes += 8;
    count -= 8;
  }
  uint64_t rest = 0;
  memcpy(&rest, bytes, count);
  hash = (hash ^ rest) * 0xFF51AFD7ED558CCDu;
  return hash ^ hash >> 32;
}

int main(int argc, char **argv) {
  if (argc != 2) return fprintf(stderr, "usage: floor BTSNOOP\n"), 2;
  int file = open(argv[1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return perror(argv[1]), 2;
  size_t size = (size_t)status.st_size;
  const uint8_t *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
  uint64_t *slots = calloc(SLOTS, sizeof *slots);
  if (bytes == MAP_FAILED || slots == NULL) return perror(argv[1]), 2;

  unsigned long reports = 0, distinct = 0;
  for (size_t at = FILE_HEADER; at + RECORD_HEADER <= size;) {
    const uint8_t *record = bytes + at;
    uint32_t length = big_endian_32(record + 4);
    const uint8_t *packet = record + RECORD_HEADER;
    /* H4 event 04, LE Meta 3E, LE Advertising Report 02, one report: address at 7, data length at 13. */
    if (length > 14 && packet[0] == 4 && packet[1] == 0x3E && packet[3] == 2) {
      uint64_t key = hash(packet + 5, 9 + packet[13]) | 1;
      size_t slot = key & (SLOTS - 1);
      while (slots[slot] != 0 && slots[slot] != key) slot = (slot + 1) & (SLOTS - 1);
      if (slots[slot] == 0) slots[slot] = key, distinct++;
      reports++;
    }
    at += RECORD_HEADER + length;
  }
  printf("%lu reports, %lu distinct\n", reports, distinct);
  return 0;
}
