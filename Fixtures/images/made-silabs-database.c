// Programs for Silicon Labs' stack, which makes the data of the database of attributes: from version 3 on, and in
// version 2 with its commands. The program changes the name before it advertises.
#include <stdint.h>
// The library of the stack refers to the database and to the buffer of commands by their names.
#define OF_LIBRARY __attribute__((used))
#define UUID_128 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16

#ifndef OLD
struct value {
  uint16_t length;
  uint8_t octets[16];
};
static const struct value generic = {2, {0x00, 0x18}}, battery = {2, {0x0F, 0x18}}, own = {16, {UUID_128}};
static struct {
  uint8_t properties;
  uint16_t room, length;
  uint8_t octets[12];
} name = {0x0A, 12, 0, "Cellar"};
struct attribute {
  uint16_t handle, uuid, permissions, capabilities;
  uint8_t kind, state;
  const void *value;
};
static const struct attribute attributes[] = {
  {1, 0, 0x0801, 0xFFFF, 0, 0, &generic}, {2, 1, 0x0803, 0xFFFF, 1, 0, &name},
  {3, 0, 0x8801, 0xFFFF, 0, 0, &battery}, {4, 0, 0x8801, 0xFFFF, 0, 0, &own},
};
static const uint16_t uuids[] = {0x2800, 0x2A00};
OF_LIBRARY const struct {
  const struct attribute *attributes;
  uint16_t room, count;
  const uint16_t *uuids;
  uint16_t uuid_room, uuid_count;
  const uint8_t *uuids128;
  uint16_t uuid128_room, uuid128_count;
  uint8_t configurations;
  uint16_t mask, enabled;
} gattdb = {attributes, 4, 4, uuids, 2, 2, 0, 0, 0, 0, 0xFFFF, 0xFFFF};
uint32_t sl_bt_advertiser_create_set(uint8_t *handle);
uint32_t sl_bt_advertiser_set_timing(uint8_t handle, uint32_t least, uint32_t most, uint16_t duration, uint8_t events);
uint32_t sl_bt_gatt_server_write_attribute_value(uint16_t handle, uint16_t offset, uint32_t count, const uint8_t *data);
uint32_t sl_bt_advertiser_start(uint8_t handle, uint8_t discoverable, uint8_t connectable);
#ifdef HIDDEN
uint32_t sl_bt_gap_set_privacy_mode(uint8_t privacy, uint8_t interval);
#endif
void wait_for_events(void);

__attribute__((noinline)) static void advertise(void) {
  uint8_t handle;
  sl_bt_gatt_server_write_attribute_value(2, 6, 2, (const uint8_t *)" 7");
  sl_bt_advertiser_create_set(&handle);
#ifdef HIDDEN
  sl_bt_gap_set_privacy_mode(1, 0);
#endif
  sl_bt_advertiser_set_timing(handle, 160, 160, 0, 0);
  sl_bt_advertiser_start(handle, 2, 2);
}

void sl_bt_on_event(const uint32_t *event) {
  if ((*event & 0xFFFF00F8) == 0x000100A0) advertise();
}

int main(void) {
  for (;;) wait_for_events();
}
#else
static uint8_t octets[2 + 8] = {6, 0, 'C', 'e', 'l', 'l', 'a', 'r'};
static const struct {
  uint8_t properties, index;
  uint16_t room;
  uint8_t *octets;
} name = {0x0A, 0, 8, octets};
static const struct {
  uint16_t length;
  uint8_t octets[2];
} generic = {2, {0x00, 0x18}};
static const struct attribute {
  uint16_t uuid, permissions, capabilities;
  uint8_t key_size, kind;
  const void *value;
} attributes[] = {{0, 0x0801, 0xFFFF, 0, 0, &generic}, {1, 0x0803, 0xFFFF, 0, 2, &name}};
static const uint16_t uuids[] = {0x2800, 0x2A00};
static const uint8_t services[] = {0x0F, 0x18, 0x0A, 0x18}, services128[] = {UUID_128};
OF_LIBRARY const struct {
  const struct attribute *attributes;
  int32_t count, uuid_count;
  const uint16_t *uuids;
  int32_t uuid128_count;
  const uint8_t *uuids128;
  int32_t changing_count;
  const uint16_t *changing;
  const uint8_t *services;
  int32_t service_count;
  const uint8_t *services128;
  int32_t service128_count;
  uint16_t mask, enabled;
} bg_gattdb_data = {attributes, 2, 2, uuids, 0, 0, 0, 0, services, 2, services128, 1, 0xFFFF, 0xFFFF};
struct message {
  uint32_t header;
  uint8_t data[24];
};
OF_LIBRARY void *gecko_cmd_msg_buf;
uint32_t gecko_stack_init(const void *configuration);
struct message *gecko_wait_event(void);
void sli_bt_cmd_handler_delegate(uint32_t header, const void *handler, const void *data);

static void command(uint32_t class_and_number, const uint8_t *data, uint8_t count) {
  struct message *command = gecko_cmd_msg_buf;
  command->header = class_and_number << 16 | count << 8 | 0x20;
  for (int place = 0; place < count; place++) command->data[place] = data[place];
  sli_bt_cmd_handler_delegate(command->header, 0, command->data);
}

__attribute__((noinline)) static void advertise(void) {
  static const uint8_t change[] = {2, 0, 6, 0, 2, ' ', '7'}, start[] = {0, 2, 2};
  static const uint8_t timing[] = {0, 160, 0, 0, 0, 160, 0, 0, 0, 0, 0, 0};
  command(0x020A, change, sizeof change);
  command(0x0E03, timing, sizeof timing);
  command(0x1403, start, sizeof start);
}

int main(void) {
  if (gecko_stack_init(&bg_gattdb_data) != 0) return 1;
  for (;;) {
    if ((gecko_wait_event()->header & 0xFFFF00F8) == 0x000100A0) advertise();
  }
}
#endif
