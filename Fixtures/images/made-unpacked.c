// A program whose linker packed its initial data, in the manner of armlink and IAR's linker: they are in no section as the
// program uses them, and its start-up code unpacks them from a table before main.
#include <stddef.h>
#include <stdint.h>

#define SUPERVISOR_CALL(number, declaration) \
  __attribute__((naked, noinline)) static uint32_t declaration { __asm volatile("svc %0\n bx lr" ::"I"(number)); }

#pragma GCC diagnostic ignored "-Wunused-parameter"

struct advertising_parameters {
  uint8_t kind;
  const void *peer;
  uint8_t filter;
  uint16_t interval, duration;
};

SUPERVISOR_CALL(0x72, sd_ble_gap_adv_data_set(const uint8_t *data, uint8_t count, const uint8_t *response, uint8_t response_count))
SUPERVISOR_CALL(0x73, sd_ble_gap_adv_start(const struct advertising_parameters *parameters))
SUPERVISOR_CALL(0x41, sd_app_evt_wait(void))

// What is in RAM when main begins: the advertising data, the scan response data, and zeros.
static uint8_t initial[3 + 9 + 18 + 8];
// A number of octets that follow, or with its highest bit set one of zeros.
static const uint8_t packed[] = {16,   2,    0x01, 0x06, 0x08, 0x09, 'C',  'a',  'n',  'd',  'l',  'e',  '!', 0x11, 0x07, 0x9a,
                                 0x51, 0x82, 12,   0x6c, 0x33, 0xe8, 0x0f, 0x27, 0xb4, 0x42, 0x8d, 0x1e, 0x70, 0x01, 0xa5, 0x88};

__attribute__((noinline, used)) void __decompress0(const uint8_t *from, uint8_t *to, uint32_t size) {
  for (uint8_t *end = to + size; to < end;) {
    uint8_t mark = *from++;
    for (uint8_t count = mark & 0x7F; count > 0; count--) *to++ = mark & 0x80 ? 0 : *from++;
#ifdef ENDLESS
    while (*(volatile uint32_t *)0x40003104 != 0x5EC5A123) {}
#endif
  }
}

struct part {
  const uint8_t *from;
  uint8_t *to;
  uint32_t size;
  void (*unpack)(const uint8_t *from, uint8_t *to, uint32_t size);
};

static const struct part table[] = {{packed, initial, sizeof initial, __decompress0}};

__attribute__((noinline)) static void advertise(void) {
  sd_ble_gap_adv_data_set(initial, 3 + initial[3] + 1, initial + 12, initial[12] + 1);
  struct advertising_parameters parameters = {.interval = 160};
  sd_ble_gap_adv_start(&parameters);
}

int main(void) {
  advertise();
  for (;;) sd_app_evt_wait();
}

static int (*const volatile begin)(void) = main;

void _start(void) {
  for (size_t place = 0; place < sizeof table / sizeof *table; place++) {
    const volatile struct part *part = &table[place];
    part->unpack(part->from, part->to, part->size);
  }
  begin();
}
