// A program for NimBLE on an ESP32, as ESP-IDF begins it: without symbols, its functions are known by what they do.
#include <stddef.h>
#include <stdint.h>


struct fields {
  uint8_t flags;
  const uint16_t *services;
  uint8_t service_count;
  const char *name;
  uint8_t name_count;
  uint8_t has_power;
};
struct ble_gap_adv_params {
  uint8_t connection, discovery;
  uint16_t least, most;
  uint8_t channels, filter;
};

size_t strlen(const char *);
int nimble_port_init(void);
int ble_svc_gap_device_name_set(const char *name);
const char *ble_svc_gap_device_name(void);
int ble_gap_adv_set_fields(const struct fields *);
int ble_gap_adv_rsp_set_data(const uint8_t *data, int count);
int ble_gap_adv_start(uint8_t address, const void *peer, int32_t duration, const struct ble_gap_adv_params *, void *, void *);
void nimble_port_freertos_init(void (*host_task)(void *));
void nimble_port_run(void);
extern void (*synchronised)(void);
uint32_t esp_log_timestamp(void);
void esp_log_write(int level, const char *tag, const char *format, ...);

static int advertisements;

static void advertise(void) {
  static const uint16_t services[] = {0x180D};
  const char *name = ble_svc_gap_device_name();
  struct fields fields = {6, services, 1, name, (uint8_t)strlen(name), 1};
  uint8_t response[] = {4, 0x16, 0x0D, 0x18, 0};
  response[4] = (uint8_t)(0x40 + advertisements);
  if (ble_gap_adv_set_fields(&fields) != 0) {
    esp_log_write(1, "app", "E (%lu) %s: no data\n", (unsigned long)esp_log_timestamp(), "app");
    return;
  }
  if (ble_gap_adv_rsp_set_data(response, sizeof response) != 0) {
    esp_log_write(1, "app", "E (%lu) %s: no response\n", (unsigned long)esp_log_timestamp(), "app");
    return;
  }
  struct ble_gap_adv_params parameters = {.connection = 2, .discovery = 2, .least = 160, .most = 240};
  ble_gap_adv_start(0, NULL, INT32_MAX, &parameters, NULL, NULL);
}

static void host_task(void *argument) {
  (void)argument;
  nimble_port_run();
  advertisements++;
}

void app_main(void) {
  if (nimble_port_init() != 0) {
    esp_log_write(1, "app", "E (%lu) %s: no host\n", (unsigned long)esp_log_timestamp(), "app");
    return;
  }
  synchronised = advertise;
  ble_svc_gap_device_name_set("Kettle");
  nimble_port_freertos_init(host_task);
}
