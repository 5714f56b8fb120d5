// A program for STM32WB in the manner of its maker's samples: the stack on another processor puts the advertising together
// of what the program gives it. The list of services and the address are filled in when the stack is ready.
#include <stddef.h>
#include <stdint.h>

uint8_t aci_gap_init(uint8_t role, uint8_t privacy, uint8_t name_count, uint16_t *service, uint16_t *name, uint16_t *appearance);
uint8_t aci_gap_set_discoverable(
    uint8_t type, uint16_t least, uint16_t most, uint8_t address, uint8_t filter, uint8_t name_count, const uint8_t *name,
    uint8_t service_count, const uint8_t *services, uint16_t least_connection, uint16_t most_connection);
uint8_t aci_gap_update_adv_data(uint8_t count, const uint8_t *data);
uint8_t aci_gap_delete_ad_type(uint8_t type);
uint8_t hci_le_set_scan_response_data(uint8_t count, const uint8_t *data);

static const uint8_t name[] = {0x09, 'B', 'i', 'k', 'e'};
static uint8_t services[19], service_count;
static uint8_t maker[9] = {8, 0xFF, 0xFF, 0xFF, 0x01, 0, 0, 0, 0};
static volatile int is_ready;

static void add_service(uint16_t number) {
  services[service_count++] = (uint8_t)number;
  services[service_count++] = (uint8_t)(number >> 8);
}

// The interval is short for a while.
__attribute__((noinline)) static void request_advertising(int is_fast) {
  uint16_t least = is_fast ? 128 : 1600, most = is_fast ? 160 : 4000;
  static const uint8_t response[] = {5, 0x16, 0x0F, 0x18, 0x63, 0x01};
  if (hci_le_set_scan_response_data(sizeof response, response) != 0) return;
  if (aci_gap_set_discoverable(0, least, most, 0, 0, sizeof name, name, service_count, services, 0x10, 0x20) != 0) return;
#ifdef WITHOUT_POWER
  aci_gap_delete_ad_type(0x0A);
#endif
  aci_gap_update_adv_data(sizeof maker, maker);
}

__attribute__((noinline)) void start_stack(void) {
  uint16_t service, name_handle, appearance;
  // The factory's number of the device.
  uint32_t number = *(volatile uint32_t *)0x1FFF7580;
  for (int place = 0; place < 4; place++) maker[5 + place] = (uint8_t)(number >> (8 * place));
  if (aci_gap_init(1, 0, 7, &service, &name_handle, &appearance) != 0) return;
  services[0] = 0x03;
  service_count = 1;
  add_service(0x180F);
  request_advertising(1);
}

// What an interrupt asks for.
void stack_is_ready(void) { is_ready = 1; }

int main(void) {
  for (;;) {
    if (is_ready) {
      is_ready = 0;
      start_stack();
    }
  }
}
