// What stands in an image for an ESP32 without symbols: a host that sends commands to a controller, or messages to a task, that
// is not there, and what starts the program.
#ifdef STACK_MADE_ESPRESSIF
struct fields {
  uint8_t flags;
  const uint16_t *services;
  uint8_t service_count;
  const char *name;
  uint8_t name_count;
  uint8_t has_power;
};
#endif
#define SENDS __attribute__((noinline))
extern uint8_t bss_start[], bss_end[];
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);
static volatile int answered;
// Where factory registers are.
#ifdef __riscv
#define FUSES 0x60008844
#else
#define FUSES 0x3FF5A004
#endif
#ifdef STACK_MADE_ESPRESSIF
static volatile uint8_t state;
static char device_name[24] = "nimble";
void (*synchronised)(void);
#endif
static void (*task)(void *);

SENDS uint32_t esp_log_timestamp(void) { return (uint32_t)answered; }
SENDS void esp_log_write(int level, const char *tag, const char *format, ...) {
  sink += (uintptr_t)tag + (uintptr_t)format + (uintptr_t)level;
  while (!answered) {}
}

#ifdef STACK_MADE_ESPRESSIF
SENDS int wait_for_answer(void) {
  while (!answered) {}
  return answered;
}
SENDS int ble_hs_hci_cmd_tx(uint16_t opcode, const void *command, uint8_t count, void *answer, uint8_t answer_count) {
  sink += opcode + count + answer_count + (uintptr_t)command + (uintptr_t)answer;
  return 19 + wait_for_answer();
}
SENDS int ble_hs_is_enabled(void) { return state == 2; }

SENDS int ble_hs_startup_go(void) {
  uint8_t events[8] = {0x90, 0xE8, 4, 2, 0, 0x80, 0, 0x20}, address[7], more[8] = {0, 0, 0x80};
  int status = ble_hs_hci_cmd_tx(0x0C03, NULL, 0, NULL, 0);
  if (status == 0) status = ble_hs_hci_cmd_tx(0x0C01, events, 8, NULL, 0);
  if (status == 0) status = ble_hs_hci_cmd_tx(0x2001, more, 8, NULL, 0);
  return status == 0 ? ble_hs_hci_cmd_tx(0x1009, NULL, 0, address, 6) : status;
}
SENDS int ble_hs_id_set_rnd(const uint8_t *address) {
  return ble_hs_is_enabled() ? ble_hs_hci_cmd_tx(0x2005, address, 6, NULL, 0) : 30;
}
SENDS int ble_hs_hci_util_read_adv_tx_pwr(int8_t *power) { return ble_hs_hci_cmd_tx(0x2007, NULL, 0, power, 1); }

SENDS int ble_gap_adv_set_data(const uint8_t *data, int count) {
  uint8_t command[32] = {0};
  if (!ble_hs_is_enabled()) return 30;
  if (count > 31) return 4;
  command[0] = (uint8_t)count;
  memcpy(command + 1, data, (size_t)count);
  return ble_hs_hci_cmd_tx(0x2008, command, 32, NULL, 0);
}
SENDS int ble_gap_adv_rsp_set_data(const uint8_t *data, int count) {
  uint8_t command[32] = {0};
  if (!ble_hs_is_enabled()) return 30;
  if (count > 31) return 4;
  command[0] = (uint8_t)count;
  memcpy(command + 1, data, (size_t)count);
  return ble_hs_hci_cmd_tx(0x2009, command, 32, NULL, 0);
}
static uint8_t *append(uint8_t *end, uint8_t type, const void *value, uint8_t count) {
  *end++ = (uint8_t)(count + 1);
  *end++ = type;
  memcpy(end, value, count);
  return end + count;
}
SENDS int ble_gap_adv_set_fields(const struct fields *fields) {
  uint8_t data[96], *end;
  int8_t power;
  if (!ble_hs_is_enabled()) return 30;
  end = append(data, 0x01, &fields->flags, 1);
  end = append(end, 0x03, fields->services, (uint8_t)(2 * fields->service_count));
  end = append(end, 0x09, fields->name, fields->name_count);
  if (fields->has_power) {
    int status = ble_hs_hci_util_read_adv_tx_pwr(&power);
    if (status != 0) return status;
    end = append(end, 0x0A, &power, 1);
  }
  return ble_gap_adv_set_data(data, (int)(end - data));
}
SENDS static int set_parameters(const uint8_t *parameters) {
  uint8_t command[15] = {parameters[2], parameters[3], parameters[4], parameters[5], 0};
  return ble_hs_hci_cmd_tx(0x2006, command, 15, NULL, 0);
}
SENDS static int enable(uint8_t is_on) { return ble_hs_hci_cmd_tx(0x200A, &is_on, 1, NULL, 0); }
SENDS int ble_gap_adv_start(uint8_t address, const void *peer, int32_t duration, const void *parameters, void *call, void *argument) {
  int status = set_parameters(parameters);
  use(peer);
  use(call);
  use(argument);
  sink += address + (uintptr_t)duration;
  return status == 0 ? enable(1) : status;
}
SENDS int ble_gap_adv_stop(void) { return ble_hs_is_enabled() ? enable(0) : 30; }

SENDS int ble_svc_gap_device_name_set(const char *name) {
  size_t count = strlen(name);
  if (count >= sizeof device_name) return 3;
  memcpy(device_name, name, count + 1);
  return 0;
}
SENDS const char *ble_svc_gap_device_name(void) { return device_name; }
SENDS int controller_init(void) {
  while (!answered) {}
  return 259 + answered;
}
SENDS int nimble_port_init(void) {
  if (controller_init() != 0) {
    esp_log_write(1, "NIMBLE", "E (%lu) %s: controller init failed\n", (unsigned long)esp_log_timestamp(), "NIMBLE");
    return 259;
  }
  return 0;
}
#else
typedef struct {
  uint8_t signal, unused, profile, action;
  void *arguments;
} message_t;
// What is passed on for advertising, and what a program gives.
typedef union {
  struct {
    uint8_t is_response, has_name, has_power;
    int range[3];
    uint16_t maker_count;
    uint8_t *maker;
    uint16_t data_count;
    uint8_t *data;
    uint16_t uuid_count;
    uint8_t *uuids;
    uint8_t flags;
  } data;
  struct {
    uint8_t *data;
    uint32_t count;
  } raw;
  struct {
    uint8_t kind, count;
    void *value;
  } security;
  char *name;
  uint8_t octets[44];
} gap_t;
typedef void copy_t(message_t *, void *, void *);
enum { SERVICES = 2, GAP = 5 };
enum { DATA, START = 4, STOP, PRIVACY = 10, NAME = 15, RAW_DATA, RAW_RESPONSE, SECURITY = 20 };
static void *handlers[8];
static volatile uint8_t host_state;

// Nothing has prepared the memory that it gives.
SENDS void *malloc(size_t count) {
  while (!answered) {}
  return (void *)(count + (uintptr_t)answered);
}
SENDS void *osi_malloc(size_t count) {
  void *place = malloc(count);
  if (place == NULL) sink++;
  return place;
}
SENDS int btc_transfer_context(message_t *message, void *arguments, int count, copy_t *copy) {
  message->arguments = osi_malloc((size_t)count);
  memcpy(message->arguments, arguments, (size_t)count);
  if (copy != NULL) copy(message, message->arguments, arguments);
  while (!answered) {}
  return answered;
}
SENDS int btc_profile_cb_set(int profile, void *handler) {
  handlers[profile] = handler;
  return (int)sink;
}
SENDS int esp_bluedroid_get_status(void) { return host_state; }
static inline __attribute__((always_inline)) void *copied(const void *from, size_t count) {
  void *place = osi_malloc(count);
  memcpy(place, from, count);
  return place;
}
SENDS void btc_gap_ble_arg_deep_copy(message_t *message, void *to, void *from) {
  gap_t *target = to, *source = from;
  switch (message->action) {
  case DATA:
    if (source->data.maker) target->data.maker = copied(source->data.maker, source->data.maker_count);
    if (source->data.data) target->data.data = copied(source->data.data, source->data.data_count);
    if (source->data.uuids) target->data.uuids = copied(source->data.uuids, source->data.uuid_count);
    break;
  case RAW_DATA:
  case RAW_RESPONSE:
    if (source->raw.data && source->raw.count > 0) target->raw.data = copied(source->raw.data, source->raw.count);
    break;
  case NAME: target->name = copied(source->name, strlen(source->name) + 1); break;
  case SECURITY: target->security.value = copied(source->security.value, source->security.count); break;
  default: break;
  }
}

#define SEND(profile, action, arguments, copy) \
  message_t message = {0, 0, profile, action, NULL}; \
  return btc_transfer_context(&message, arguments, sizeof *(arguments), copy) == 0 ? 0 : -1
#define CHECK() if (esp_bluedroid_get_status() != 2) return 0x103

SENDS int esp_ble_gap_register_callback(void *handler) {
  CHECK();
  return btc_profile_cb_set(GAP, handler) == 0 ? 0 : -1;
}
SENDS int esp_ble_gatts_register_callback(void *handler) {
  CHECK();
  if (handler == NULL) esp_log_write(1, "BT", "E (%lu) %s: no handler\n", (unsigned long)esp_log_timestamp(), "BT");
  return btc_profile_cb_set(SERVICES, handler) == 0 ? 0 : -1;
}
SENDS int esp_ble_gatts_app_register(uint16_t number) {
  uint32_t arguments[27] = {number};
  CHECK();
  SEND(SERVICES, 0, &arguments, NULL);
}
SENDS int esp_ble_gatts_app_unregister(uint8_t interface) {
  uint32_t arguments[27] = {interface};
  CHECK();
  SEND(SERVICES, 1, &arguments, NULL);
}
SENDS int esp_ble_gap_set_device_name(const char *name) {
  gap_t arguments = {.name = (char *)name};
  CHECK();
  if (name == NULL || strlen(name) > 248) return 0x102;
  SEND(GAP, NAME, &arguments, btc_gap_ble_arg_deep_copy);
}
SENDS int esp_ble_gap_config_adv_data(const void *data) {
  gap_t arguments;
  CHECK();
  memcpy(&arguments, data, sizeof arguments);
  if (arguments.data.uuid_count & 15) return 0x102;
  SEND(GAP, DATA, &arguments, btc_gap_ble_arg_deep_copy);
}
SENDS int esp_ble_gap_config_adv_data_raw(uint8_t *data, uint32_t count) {
  gap_t arguments = {.raw = {data, count}};
  CHECK();
  if (data == NULL || count > 31) return 0x102;
  SEND(GAP, RAW_DATA, &arguments, btc_gap_ble_arg_deep_copy);
}
SENDS int esp_ble_gap_config_scan_rsp_data_raw(uint8_t *data, uint32_t count) {
  gap_t arguments = {.raw = {data, count}};
  CHECK();
  if (data == NULL || count > 31) return 0x102;
  SEND(GAP, RAW_RESPONSE, &arguments, btc_gap_ble_arg_deep_copy);
}
SENDS int esp_ble_gap_start_advertising(const void *parameters) {
  gap_t arguments = {0};
  CHECK();
  memcpy(&arguments, parameters, 32);
  SEND(GAP, START, &arguments, NULL);
}
SENDS int esp_ble_gap_stop_advertising(void) {
  message_t message = {0, 0, GAP, STOP, NULL};
  CHECK();
  return btc_transfer_context(&message, NULL, 0, NULL);
}
SENDS int esp_ble_gap_config_local_privacy(uint8_t is_on) {
  gap_t arguments = {.octets = {is_on}};
  CHECK();
  SEND(GAP, PRIVACY, &arguments, NULL);
}

// What prepares the host never ends here.
SENDS int wait_for_radio(void) {
  while (!answered) {}
  return 257 + answered;
}
// It gets the name, whatever compiler finds out that there is only one.
#ifdef __clang__
#define APART SENDS
#else
#define APART __attribute__((noipa))
#endif
APART int nvs_flash_init_partition(const char *name) { return use(name) + wait_for_radio(); }
int nvs_flash_init(void) { return nvs_flash_init_partition("nvs"); }
SENDS int esp_bt_controller_init(void *configuration) {
  int status = use(configuration) + wait_for_radio();
  esp_log_write(3, "BTDM_INIT", "I (%lu) %s: version\n", (unsigned long)esp_log_timestamp(), "BTDM_INIT");
  return status;
}
SENDS int esp_bt_controller_enable(int mode) { return mode + wait_for_radio(); }
SENDS int esp_bluedroid_init(void) {
  if (host_state == 1) esp_log_write(1, "BT", "E (%lu) %s: Bluedroid already initialised\n", (unsigned long)esp_log_timestamp(), "BT");
  return wait_for_radio() + use("BTC_TASK");
}
SENDS int esp_bluedroid_enable(void) {
  if (host_state == 2) esp_log_write(1, "BT", "E (%lu) %s: Bluedroid already enabled\n", (unsigned long)esp_log_timestamp(), "BT");
  return wait_for_radio();
}
SENDS int esp_read_mac(uint8_t *address, int kind) {
  uint32_t low = *(volatile uint32_t *)FUSES;
  for (int place = 0; place < 4; place++) address[place + 2] = (uint8_t)(low >> (8 * place));
  return kind * 0;
}
#endif

void app_main(void);
SENDS int create_task(void (*code)(void *), const char *name, uint32_t depth, void *argument) {
  task = code;
  return use(name) + use(argument) + (int)depth;
}
SENDS void delete_task(void *handle) {
  use(handle);
  while (!answered) {}
}
#ifdef STACK_MADE_ESPRESSIF
void nimble_port_freertos_init(void (*host_task)(void *)) { create_task(host_task, "nimble_host", 4096, NULL); }
void nimble_port_run(void) {
  while (ble_hs_startup_go() != 0) {}
  state = 2;
  ble_hs_id_set_rnd((const uint8_t *)device_name);
  if (synchronised != NULL) synchronised();
  ble_gap_adv_stop();
}
#endif
SENDS void main_task(void *argument) {
  use(argument);
#ifndef QUIET
  esp_log_write(3, "main", "I (%lu) %s: Calling app_main()\n", (unsigned long)esp_log_timestamp(), "main");
#endif
  app_main();
#ifndef QUIET
  esp_log_write(3, "main", "I (%lu) %s: Returned from app_main()\n", (unsigned long)esp_log_timestamp(), "main");
#endif
  delete_task(NULL);
}
// What the boot loader starts. The C library is in the ROM.
__attribute__((section(".text._start"))) void _start(void) {
  memset(bss_start, 0, (size_t)(bss_end - bss_start));
  create_task(main_task, "main", 3584, NULL);
  // The operating system begins its tasks by an interrupt.
  while (!answered) {}
  task(NULL);
}
