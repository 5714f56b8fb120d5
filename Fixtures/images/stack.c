// In the place of the stacks: functions that use what they are given, so that no compiler leaves it out.
#include <stddef.h>
#include <stdint.h>

static volatile uintptr_t sink;

static int use(const void *data) {
  sink += (uintptr_t)data;
  return (int)sink;
}

#ifdef STACK_ZEPHYR
int bt_le_adv_start(const void *parameters, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(parameters) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
int bt_le_per_adv_set_data(const void *set, const void *ad, size_t count) { return use(set) + use(ad) + (int)count; }
#endif

#ifdef STACK_PARAMETERS
const char *bt_get_name(void) { return "Bike Lamp"; }
int bt_le_adv_start(const void *parameters, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(parameters) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
int bt_le_ext_adv_create(const void *parameters, const void *callbacks, void **set) {
  return use(parameters) + use(callbacks) + use(set);
}
int bt_le_ext_adv_set_data(void *set, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(set) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
void print(const char *text) { use(text); }
#endif

#ifdef STACK_BLUEDROID
int esp_ble_gap_config_adv_data(void *data) { return use(data); }
int esp_ble_gap_config_adv_data_raw(uint8_t *data, uint32_t count) { return use(data) + (int)count; }
int esp_ble_gap_config_scan_rsp_data_raw(uint8_t *data, uint32_t count) { return use(data) + (int)count; }
#endif

#ifdef STACK_ARRAYS
void gap_advertisements_set_data(uint8_t count, const uint8_t *data) { use(data + count); }
void gap_scan_response_set_data(uint8_t count, const uint8_t *data) { use(data + count); }
#endif

#ifdef STACK_RUN_TIME
int ble_gap_adv_set_fields(const void *fields) { return use(fields); }
#endif

// Compilers call them to fill structures, also when the linker has optimised everything.
__attribute__((used)) void *memcpy(void *to, const void *from, size_t count) {
  volatile uint8_t *target = to;
  const uint8_t *source = from;
  while (count-- > 0) *target++ = *source++;
  return to;
}

__attribute__((used)) void *memset(void *to, int octet, size_t count) {
  volatile uint8_t *target = to;
  while (count-- > 0) *target++ = (uint8_t)octet;
  return to;
}

#ifdef __arm__
// Clang does for small processors (Run-time ABI for the Arm Architecture, 4.3.4).
#define NAMED(name) __attribute__((used, alias(#name)))
__attribute__((used)) void __aeabi_memset(void *to, size_t count, int octet) { memset(to, octet, count); }
__attribute__((used)) void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memset4(void *to, size_t count, int octet) NAMED(__aeabi_memset);
void __aeabi_memset8(void *to, size_t count, int octet) NAMED(__aeabi_memset);
void __aeabi_memclr4(void *to, size_t count) NAMED(__aeabi_memclr);
void __aeabi_memclr8(void *to, size_t count) NAMED(__aeabi_memclr);
void *__aeabi_memcpy(void *to, const void *from, size_t count) NAMED(memcpy);
void *__aeabi_memcpy4(void *to, const void *from, size_t count) NAMED(memcpy);
void *__aeabi_memcpy8(void *to, const void *from, size_t count) NAMED(memcpy);
#endif

// As startup code in assembly does, which no compiler makes part of the program.
int main(void);
static int (*volatile begin)(void) = main;
void _start(void) { sink += (uintptr_t)begin(); }

#ifdef STACK_CALLS
int bt_le_adv_start(const void *parameters, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(parameters) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
int bt_le_adv_update_data(const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(ad) + use(sd) + (int)(ad_count + sd_count);
}
#endif

#ifdef STACK_MADE_STM32
// Commands for another processor, which answers in an interrupt that never comes here.
struct request {
  uint16_t group, command;
  int event;
  void *parameters;
  int count;
  void *answer;
  int room;
};

static volatile int answered;

__attribute__((noinline)) int hci_send_req(struct request *request, uint8_t is_asynchronous) {
  sink += (uintptr_t)request + is_asynchronous;
  while (!answered) {}
  return 0;
}

static uint8_t send(uint16_t group, uint16_t command, const uint8_t *parameters, int count) {
  uint8_t status = 0xFF;
  struct request request = {group, command, 0x0E, (void *)parameters, count, &status, 1};
  return hci_send_req(&request, 0) < 0 ? 0xFF : status;
}

uint8_t aci_gap_init(uint8_t role, uint8_t privacy, uint8_t name_count, uint16_t *service, uint16_t *name, uint16_t *appearance) {
  *service = *name = *appearance = 0;
  return send(0x3F, 0x8A, (const uint8_t[]){role, privacy, name_count}, 3);
}
uint8_t aci_gap_set_discoverable(
    uint8_t type, uint16_t least, uint16_t most, uint8_t address, uint8_t filter, uint8_t name_count, const uint8_t *name,
    uint8_t service_count, const uint8_t *services, uint16_t least_connection, uint16_t most_connection) {
  uint8_t command[64] = {type, (uint8_t)least, (uint8_t)(least >> 8), (uint8_t)most, (uint8_t)(most >> 8), address, filter};
  int end = 7;
  command[end++] = name_count;
  for (int place = 0; place < name_count; place++) command[end++] = name[place];
  command[end++] = service_count;
  for (int place = 0; place < service_count; place++) command[end++] = services[place];
  command[end++] = (uint8_t)least_connection;
  command[end++] = (uint8_t)(least_connection >> 8);
  command[end++] = (uint8_t)most_connection;
  command[end++] = (uint8_t)(most_connection >> 8);
  return send(0x3F, 0x83, command, end);
}
uint8_t aci_gap_update_adv_data(uint8_t count, const uint8_t *data) {
  uint8_t command[32] = {count};
  for (int place = 0; place < count && place < 31; place++) command[1 + place] = data[place];
  return send(0x3F, 0x8E, command, 1 + count);
}
uint8_t aci_gap_delete_ad_type(uint8_t type) { return send(0x3F, 0x8F, &type, 1); }
uint8_t hci_le_set_scan_response_data(uint8_t count, const uint8_t *data) {
  uint8_t command[32] = {count};
  for (int place = 0; place < count && place < 31; place++) command[1 + place] = data[place];
  return send(0x08, 0x09, command, 32);
}
#endif
