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


#if defined STACK_MADE_ESPRESSIF || defined STACK_MADE_ESPRESSIF_BLUEDROID
#include "espressif.h"
#define IS_ESPRESSIF
#ifndef FUNCTIONS_IN_ROM
#define FUNCTIONS_IN_ROM
#endif
#endif

#ifndef FUNCTIONS_IN_ROM
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
#endif

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

#if !defined STACK_MADE_UNPACKED && !defined IS_ESPRESSIF
// As startup code in assembly does, which no compiler makes part of the program.
int main(void);
static int (*volatile begin)(void) = main;
void _start(void) { sink += (uintptr_t)begin(); }
#endif

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

#ifdef STACK_MADE_ZEPHYR
// A host that waits for its controller.
static volatile int has_answered;
static int wait(const void *data) {
  use(data);
  while (!has_answered) {}
  return -1;
}
int bt_enable(void (*ready)(int)) { return wait((const void *)ready); }
int bt_set_name(const char *name) { return use(name); }
int bt_le_adv_start(const void *parameters, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return wait(parameters) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
int bt_le_ext_adv_create(const void *parameters, const void *callbacks, void **set) {
  return wait(parameters) + use(callbacks) + use(set);
}
int bt_le_ext_adv_set_data(void *set, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return wait(set) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
int bt_le_ext_adv_start(void *set, const void *parameters) { return wait(set) + use(parameters); }
#endif

#ifdef STACK_MADE_NIMBLE
struct fields {
  uint8_t flags;
  const uint16_t *services;
  uint8_t service_count;
  const char *name;
  uint8_t name_count;
  const uint8_t *maker;
  uint8_t maker_count;
};
struct os_mbuf {
  uint8_t *data;
  uint8_t flags, header_count;
  uint16_t count;
  void *pool;
  struct os_mbuf *next;
  uint8_t octets[32];
};
static volatile int is_enabled;
static struct os_mbuf buffers[4];
static int used;

static uint8_t *append(uint8_t *end, uint8_t type, const void *value, uint8_t count) {
  const uint8_t *octets = value;
  *end++ = (uint8_t)(count + 1);
  *end++ = type;
  for (uint8_t place = 0; place < count; place++) *end++ = octets[place];
  return end;
}
__attribute__((noinline)) int ble_hs_is_enabled(void) { return is_enabled; }
__attribute__((noinline)) int ble_gap_adv_set_data(const uint8_t *data, int count) {
  return ble_hs_is_enabled() ? use(data) + count : 30;
}
int ble_gap_adv_rsp_set_data(const uint8_t *data, int count) { return ble_hs_is_enabled() ? use(data) + count : 30; }
int ble_gap_adv_set_fields(const struct fields *fields) {
  uint8_t data[64], *end = append(data, 0x01, &fields->flags, 1);
  if (!ble_hs_is_enabled()) return 30;
  end = append(end, 0x03, fields->services, (uint8_t)(2 * fields->service_count));
  end = append(end, 0x09, fields->name, fields->name_count);
  end = append(end, 0xFF, fields->maker, fields->maker_count);
  return end - data > 31 ? 4 : ble_gap_adv_set_data(data, (int)(end - data));
}
int ble_gap_adv_start(uint8_t address, const void *peer, int32_t duration, const void *parameters, void *call, void *argument) {
  return ble_hs_is_enabled() ? use(peer) + use(parameters) + use(call) + use(argument) + address + duration : 30;
}
int ble_hs_id_copy_addr(uint8_t kind, uint8_t *address, int *is_private) { return is_enabled ? use(address) + use(is_private) + kind : 21; }
int ble_gap_ext_adv_configure(uint8_t instance, const void *parameters, int8_t *power, void *call, void *argument) {
  return is_enabled ? use(parameters) + use(power) + use(call) + use(argument) + instance : 30;
}
struct os_mbuf *os_msys_get_pkthdr(uint16_t count, uint16_t header) {
  struct os_mbuf *buffer = &buffers[used++ & 3];
  sink += count;
  buffer->header_count = (uint8_t)header;
  buffer->data = buffer->octets;
  buffer->count = 0;
  buffer->next = NULL;
  return buffer;
}
int os_mbuf_append(struct os_mbuf *buffer, const void *data, uint16_t count) {
  const uint8_t *octets = data;
  while (buffer->next != NULL) buffer = buffer->next;
  for (uint16_t place = 0; place < count; place++) {
    if (buffer->count == sizeof buffer->octets) buffer = buffer->next = os_msys_get_pkthdr(0, 0);
    buffer->octets[buffer->count++] = octets[place];
  }
  return 0;
}
int ble_gap_ext_adv_set_data(uint8_t instance, struct os_mbuf *data) { return is_enabled ? use(data) + instance : 30; }
int ble_gap_ext_adv_start(uint8_t instance, int duration, int events) { return is_enabled ? instance + duration + events : 30; }
void run_events(void (*synchronised)(void)) {
  while (!is_enabled) {}
  synchronised();
}
#endif

#ifdef STACK_MADE_HCI
// Methods of C++ by their names in the image: the first argument is the object.
uint8_t HCI;
static volatile int status = -1;
int begin_commands(void *) __asm("_ZN8HCIClass5beginEv");
int read_address(void *, uint8_t *) __asm("_ZN8HCIClass10readBdAddrEPh");
int send_command(void *, uint16_t, uint8_t, void *) __asm("_ZN8HCIClass11sendCommandEthPv");
int begin_commands(void *object) { return use(object) != 0 && status == 0; }
int read_address(void *object, uint8_t *address) { return use(object) + use(address); }
int send_command(void *object, uint16_t opcode, uint8_t count, void *parameters) {
  use(object);
  use(parameters);
  sink += opcode + count;
  while (status < 0) {}
  return status;
}
#endif

#ifdef STACK_MADE_SILABS
uint32_t sl_bt_advertiser_create_set(uint8_t *handle) { return (uint32_t)use(handle); }
uint32_t sl_bt_advertiser_set_timing(uint8_t handle, uint32_t least, uint32_t most, uint16_t duration, uint8_t events) {
  sink += handle + least + most + duration + events;
  return 1;
}
uint32_t sl_bt_legacy_advertiser_set_data(uint8_t handle, uint8_t kind, size_t count, const uint8_t *data) {
  return (uint32_t)use(data) + handle + kind + count;
}
uint32_t sl_bt_legacy_advertiser_generate_data(uint8_t handle, uint8_t discoverable) { return 1 + sink + handle + discoverable; }
uint32_t sl_bt_legacy_advertiser_start(uint8_t handle, uint8_t connectable) { return 1 + sink + handle + connectable; }
uint32_t sl_bt_system_get_identity_address(uint8_t *address, uint8_t *kind) { return (uint32_t)(use(address) + use(kind)); }
struct message;
void sl_bt_on_event(struct message *event);
static struct message *volatile next_event;
void wait_for_events(void) {
  if (next_event != NULL) sl_bt_on_event(next_event);
}
#endif

#ifdef STACK_MADE_SILABS_DATABASE
struct message;
static struct message *volatile next_event;
uint32_t sl_bt_advertiser_create_set(uint8_t *handle) { return (uint32_t)use(handle); }
uint32_t sl_bt_advertiser_set_timing(uint8_t handle, uint32_t least, uint32_t most, uint16_t duration, uint8_t events) {
  sink += handle + least + most + duration + events;
  return 1;
}
uint32_t sl_bt_gatt_server_write_attribute_value(uint16_t handle, uint16_t offset, size_t count, const uint8_t *data) {
  return (uint32_t)use(data) + handle + offset + count;
}
uint32_t sl_bt_gap_set_privacy_mode(uint8_t privacy, uint8_t interval) { return 1 + sink + privacy + interval; }
uint32_t sl_bt_advertiser_start(uint8_t handle, uint8_t discoverable, uint8_t connectable) {
  return 1 + sink + handle + discoverable + connectable;
}
extern void sl_bt_on_event(const uint32_t *event) __attribute__((weak));
void wait_for_events(void) {
  if (next_event != NULL && sl_bt_on_event != NULL) sl_bt_on_event((const uint32_t *)next_event);
}
uint32_t gecko_stack_init(const void *configuration) { return (uint32_t)use(configuration); }
struct message *gecko_wait_event(void) { return next_event; }
void sli_bt_cmd_handler_delegate(uint32_t header, const void *handler, const void *data) {
  sink += header + (uintptr_t)use(handler) + (uintptr_t)use(data);
}
#endif

#ifdef STACK_MADE_TI
static volatile int is_running;
uint8_t GAPRole_SetParameter(uint16_t number, uint8_t count, void *value) { return (uint8_t)(use(value) + number + count); }
int xTaskCreate(void (*code)(void *), const char *name, uint16_t depth, void *argument, uint32_t priority, void **handle) {
  return use((const void *)code) + use(name) + use(argument) + use(handle) + depth + (int)priority;
}
void vTaskStartScheduler(void) {
  while (!is_running) {}
}
void vTaskDelay(uint32_t ticks) { sink += ticks; }
#endif

#ifdef STACK_MADE_BLUEDROID
// A host that waits for its task, which does not run.
static volatile int task_answered;
static int asked(const void *data) {
  use(data);
  while (!task_answered) {}
  return -1;
}
int nvs_flash_init(void) { return asked(NULL); }
int esp_bt_controller_init(void *configuration) { return asked(configuration); }
int esp_bt_controller_enable(int mode) { return asked(NULL) + mode; }
int esp_bluedroid_init(void) { return asked(NULL) + 1; }
int esp_bluedroid_enable(void) { return asked(NULL) + 2; }
int esp_read_mac(uint8_t *address, int kind) { return asked(address) + kind; }
int esp_ble_gap_register_callback(const void *function) { return asked(function) + 3; }
int esp_ble_gatts_register_callback(const void *function) { return asked(function) + 4; }
int esp_ble_gatts_app_register(uint16_t number) { return asked(NULL) + number; }
int esp_ble_gap_set_device_name(const char *name) { return asked(name) + 5; }
int esp_ble_gap_config_adv_data(void *data) { return asked(data) + 6; }
int esp_ble_gap_config_adv_data_raw(uint8_t *data, uint32_t count) { return asked(data) + (int)count; }
int esp_ble_gap_config_scan_rsp_data_raw(uint8_t *data, uint32_t count) { return asked(data) + (int)count + 1; }
int esp_ble_gap_start_advertising(void *parameters) { return asked(parameters) + 7; }
int esp_ble_gap_ext_adv_set_params(uint8_t instance, const void *parameters) { return asked(parameters) + instance; }
int esp_ble_gap_config_ext_adv_data_raw(uint8_t instance, uint16_t count, const uint8_t *data) {
  return asked(data) + instance + count;
}
int esp_ble_gap_ext_adv_start(uint8_t count, const void *sets) { return asked(sets) + count; }
#endif

#ifdef STACK_MADE_TELINK
uint8_t bls_ll_setAdvData(uint8_t *data, uint8_t count) { return (uint8_t)(use(data) + count); }
uint8_t bls_ll_setScanRspData(uint8_t *data, uint8_t count) { return (uint8_t)(use(data) + count + 1); }
uint8_t bls_ll_setAdvParam(
    uint16_t least, uint16_t most, int type, int own, uint8_t peer_kind, uint8_t *peer, int channels, int filter) {
  return (uint8_t)(use(peer) + least + most + type + own + peer_kind + channels + filter);
}
uint8_t bls_ll_setAdvEnable(int is_on) { return (uint8_t)(sink + is_on); }
#endif
