// A program for Silicon Labs' stack, which calls it with events: it advertises its own data when the stack has begun.
#include <stddef.h>
#include <stdint.h>

struct message {
  uint32_t header;
  uint8_t data[16];
};
uint32_t sl_bt_advertiser_create_set(uint8_t *handle);
uint32_t sl_bt_advertiser_set_timing(uint8_t handle, uint32_t least, uint32_t most, uint16_t duration, uint8_t events);
uint32_t sl_bt_legacy_advertiser_set_data(uint8_t handle, uint8_t kind, size_t count, const uint8_t *data);
uint32_t sl_bt_legacy_advertiser_generate_data(uint8_t handle, uint8_t discoverable);
uint32_t sl_bt_legacy_advertiser_start(uint8_t handle, uint8_t connectable);
uint32_t sl_bt_system_get_identity_address(uint8_t *address, uint8_t *kind);
void wait_for_events(void);

static uint8_t handle = 0xFF;

static void check(uint32_t status) {
  while (status != 0) {}
}

__attribute__((noinline)) static void advertise(void) {
  uint8_t address[6], kind, data[] = {2, 0x01, 6, 7, 0xFF, 0xFF, 0x02, 1, 0, 0, 0};
  check(sl_bt_system_get_identity_address(address, &kind));
  for (int place = 0; place < 3; place++) data[8 + place] = address[place];
  static const uint8_t response[] = {5, 0x09, 'D', 'o', 'o', 'r'};
  check(sl_bt_advertiser_create_set(&handle));
  check(sl_bt_advertiser_set_timing(handle, 160, 160, 0, 0));
  check(sl_bt_legacy_advertiser_set_data(handle, 0, sizeof data, data));
  check(sl_bt_legacy_advertiser_set_data(handle, 1, sizeof response, response));
#ifdef GENERATED
  check(sl_bt_legacy_advertiser_generate_data(handle, 2));
#endif
  check(sl_bt_legacy_advertiser_start(handle, 2));
}

void sl_bt_on_event(struct message *event) {
  switch (event->header & 0xFFFF00F8) {
    case 0x000100A0: advertise(); break;
    case 0x010600A0: check(sl_bt_legacy_advertiser_start(handle, 2)); break;
    default: break;
  }
}

int main(void) {
  for (;;) wait_for_events();
}
