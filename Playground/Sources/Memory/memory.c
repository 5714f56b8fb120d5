// Memory of the module: the functions that the standard library expects from a system.
//
// Free blocks of a size class are kept in a list, and used again for the same class. A class is a multiple of 16 octets
// up to 1 KiB, then a quarter of a power of two. New blocks come from the end of the memory, which grows. The linker
// sets its limit: beyond it there is no memory, and the module traps.

#include <stddef.h>
#include <stdint.h>

enum { SMALL = 64, CLASSES = SMALL + 4 * 22, PAGE = 65536 };

// The header before each block.
typedef struct {
  uint32_t class;
  // The distance from the block to the returned address, if that was aligned.
  uint32_t offset;
  uint64_t unused;
} Header;

extern unsigned char __heap_base;
static uintptr_t end_of_blocks;
static Header *free_blocks[CLASSES];

// Returns the number of octets of a class, including the header.
static size_t size_of(uint32_t class) {
  if (class < SMALL) return 16 * ((size_t)class + 1);
  uint32_t step = class - SMALL;
  return ((size_t)1024 << (step / 4)) + ((size_t)256 << (step / 4)) * (step % 4 + 1);
}

static uint32_t class_of(size_t size) {
  if (size <= 16 * SMALL) return (uint32_t)((size + 15) / 16 - 1);
  uint32_t power = 31 - (uint32_t)__builtin_clzl(size - 1);
  return SMALL + 4 * (power - 10) + (uint32_t)(((size - 1) >> (power - 2)) & 3);
}

void *malloc(size_t size) {
  if (size > (size_t)1 << 30) return NULL;
  uint32_t class = class_of(size + sizeof(Header));
  Header *block = free_blocks[class];
  if (block) {
    free_blocks[class] = *(Header **)(block + 1);
    return block + 1;
  }
  if (!end_of_blocks) end_of_blocks = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  // Includes room for the link of a free block.
  size_t length = size_of(class) + (class == 0 ? 16 : 0);
  uintptr_t room = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (room - end_of_blocks < length) {
    size_t pages = (length - (room - end_of_blocks) + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
  }
  block = (Header *)end_of_blocks;
  end_of_blocks += length;
  block->class = class;
  block->offset = 0;
  return block + 1;
}

void free(void *memory) {
  if (!memory) return;
  Header *block = (Header *)memory - 1;
  if (block->offset) block = (Header *)((uintptr_t)memory - block->offset) - 1;
  *(Header **)(block + 1) = free_blocks[block->class];
  free_blocks[block->class] = block;
}

void *realloc(void *memory, size_t size) {
  if (!memory) return malloc(size);
  Header *block = (Header *)memory - 1;
  // Blocks of posix_memalign are not resized.
  size_t room = size_of(block->class) - sizeof(Header);
  if (size <= room) return memory;
  void *larger = malloc(size);
  if (!larger) return NULL;
  __builtin_memcpy(larger, memory, room);
  free(memory);
  return larger;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment <= 16) return (*memory = malloc(size)) ? 0 : 12;
  unsigned char *block = malloc(size + alignment + sizeof(Header));
  if (!block) return 12;
  uintptr_t aligned = ((uintptr_t)block + sizeof(Header) + alignment - 1) & ~(uintptr_t)(alignment - 1);
  ((Header *)aligned - 1)->offset = (uint32_t)(aligned - (uintptr_t)block);
  *memory = (void *)aligned;
  return 0;
}

void *memset(void *memory, int octet, size_t count) {
  unsigned char *place = memory;
  while (count--) *place++ = (unsigned char)octet;
  return memory;
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *first = one, *second = other;
  for (size_t index = 0; index < count; index++) {
    if (first[index] != second[index]) return first[index] - second[index];
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

int strcmp(const char *one, const char *other) {
  while (*one && *one == *other) one++, other++;
  return (unsigned char)*one - (unsigned char)*other;
}

char *strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  return copy ? __builtin_memcpy(copy, text, size) : NULL;
}

// There are no files, and nothing that reads or writes them is called.
typedef struct File File;
size_t fread(void *memory, size_t size, size_t count, File *file) {
  (void)memory, (void)size, (void)count, (void)file;
  return 0;
}

size_t fwrite(const void *memory, size_t size, size_t count, File *file) {
  (void)memory, (void)size, (void)count, (void)file;
  return 0;
}

int ferror(File *file) { return !file; }

// The seed of hash tables. Without an import, there are no random numbers, and a page can harm only itself.
void arc4random_buf(void *memory, size_t count) {
  unsigned char *place = memory;
  uint32_t state = 0x9E3779B9;
  while (count--) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    *place++ = (unsigned char)state;
  }
}

// There is no place to print.
int putchar(int character) { return character; }

// The value that compiled code puts on the stack and checks later.
uintptr_t __stack_chk_guard = 0x5AFE57AC;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// Returns the product of two numbers of 128 bits. Compiled code calls it.
__int128 __multi3(__int128 one, __int128 other) {
  uint64_t a = (uint64_t)one, b = (uint64_t)other;
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other_middle = a0 * b1 + (uint32_t)middle;
  uint64_t high = a1 * b1 + (middle >> 32) + (other_middle >> 32);
  high += a * (uint64_t)(other >> 64) + (uint64_t)(one >> 64) * b;
  uint64_t lower = (other_middle << 32) | (uint32_t)low;
  return (__int128)(((unsigned __int128)high << 64) | lower);
}

// Returns the nearest whole number. Halves are rounded away from zero.
double round(double number) {
  double whole = __builtin_trunc(number), rest = number - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}

// Returns a product and a sum of floats that are rounded once. The product is exact as a double. A sum that is not is
// made odd in its last bit, so that it is not taken for half of the way between two floats.
float fmaf(float one, float other, float third) {
  double product = (double)one * other, sum = product + third, part = sum - product;
  double error = (product - (sum - part)) + (third - part);
  union {
    double number;
    uint64_t bits;
  } odd = {sum};
  // Of a sum that is not finite, the error is no number.
  if ((error > 0 || error < 0) && !(odd.bits & 1)) odd.bits += (error > 0) == (sum > 0) ? 1 : -1;
  return (float)odd.number;
}
