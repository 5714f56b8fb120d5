// A program for Nordic's SoftDevice in the manner of its maker's samples: it puts its advertising together when it runs,
// with the service in the scan response only. Nothing of it is in the image as it is sent.
#include <stddef.h>
#include <stdint.h>

#define SUPERVISOR_CALL(number, declaration) \
  __attribute__((naked, noinline)) static uint32_t declaration { __asm volatile("svc %0\n bx lr" ::"I"(number)); }

#pragma GCC diagnostic ignored "-Wunused-parameter"

struct uuid {
  uint16_t number;
  uint8_t kind;
};

struct data {
  uint8_t *octets;
  uint16_t count;
};

struct advertising_data {
  struct data advertising, scan_response;
};

struct advertising_parameters {
  uint8_t kind, properties;
  const void *peer;
  uint32_t interval;
  uint16_t duration;
  uint8_t events, channels[5], filter, primary, secondary, set;
};

SUPERVISOR_CALL(0x10, sd_softdevice_enable(const void *clock, const void *handler))
SUPERVISOR_CALL(0x60, sd_ble_enable(uint32_t *start))
SUPERVISOR_CALL(0x62, sd_ble_uuid_vs_add(const uint8_t *base, uint8_t *kind))
SUPERVISOR_CALL(0x64, sd_ble_uuid_encode(const struct uuid *uuid, uint8_t *count, uint8_t *octets))
SUPERVISOR_CALL(0x72, sd_ble_gap_adv_set_configure(uint8_t *handle, const struct advertising_data *data, const struct advertising_parameters *parameters))
SUPERVISOR_CALL(0x73, sd_ble_gap_adv_start(uint8_t handle, uint8_t tag))
SUPERVISOR_CALL(0x7C, sd_ble_gap_device_name_set(const void *mode, const uint8_t *name, uint16_t count))
SUPERVISOR_CALL(0x7D, sd_ble_gap_device_name_get(uint8_t *name, uint16_t *count))
SUPERVISOR_CALL(0x41, sd_app_evt_wait(void))
SUPERVISOR_CALL(0x28, sd_flash_page_erase(uint32_t page))
SUPERVISOR_CALL(0x29, sd_flash_write(uint32_t *to, const uint32_t *from, uint32_t count))
SUPERVISOR_CALL(0x4B, sd_evt_get(uint32_t *event))

static const uint8_t service_base[16] = {
    0xc7, 0x41, 0x5e, 0x22, 0x90, 0x0a, 0x7d, 0xb3, 0x52, 0x4c, 0x1f, 0x6b, 0x00, 0x00, 0xe9, 0x3a};
static uint8_t advertising[31], scan_response[31];
static uint8_t handle = 0xFF;
static struct uuid service = {0x0101, 0};

// A device that no payload depends on, and that never answers here.
__attribute__((noinline)) static uint32_t sensor_init(void) {
#ifdef WAITS
  while (*(volatile uint32_t *)0x40003104 != 0x5EC5A123) {}
#endif
  return 0;
}

// Settings in flash behind the program: a mark, and what the device is called.
struct settings {
  uint32_t mark;
  uint8_t name[12];
};
#define SETTINGS ((volatile struct settings *)0x3F000)
static volatile uint32_t is_done;

// The stack says what has happened.
__attribute__((used)) void SWI2_EGU2_IRQHandler(void) {
  uint32_t event;
  while (sd_evt_get(&event) == 0) {
    if (event == 2) is_done = 1;
  }
}

// Writes the settings that the program comes with, unless there are some: what it is called is read from there.
__attribute__((noinline)) static void settings_init(void) {
#ifdef STORES
  static const struct settings first = {0x600D5E77, "Bike Pump"};
  if (SETTINGS->mark == first.mark) return;
  sd_flash_page_erase((uint32_t)SETTINGS >> (*(volatile uint32_t *)0x10000010 == 0x400 ? 10 : 12));
  while (!is_done) sd_app_evt_wait();
  is_done = 0;
  sd_flash_write((uint32_t *)SETTINGS, (const uint32_t *)&first, sizeof first / 4);
  while (!is_done) sd_app_evt_wait();
#endif
}

// What the device is called: what somebody wrote to flash, or what the program comes with.
static const uint8_t *called(uint16_t *count) {
  *count = 9;
#ifdef STORES
  return (const uint8_t *)SETTINGS->name;
#endif
#ifdef NAMED
  if (SETTINGS->mark != 0xFFFFFFFF) {
    *count = 1 + (SETTINGS->mark & 7);
    return (const uint8_t *)SETTINGS->name;
  }
#endif
  return (const uint8_t *)"Bike Pump";
}

static void clock_init(void) {
  *(volatile uint32_t *)0x40000008 = 1;
  while (*(volatile uint32_t *)0x40000104 == 0) {}
}

static void stop_at(uint32_t error) {
  if (error != 0) {
    for (;;) __asm volatile("bkpt 0");
  }
}

static uint8_t *append(uint8_t *end, uint8_t type, const uint8_t *value, uint8_t count) {
  *end++ = (uint8_t)(count + 1);
  *end++ = type;
  for (uint8_t place = 0; place < count; place++) *end++ = value[place];
  return end;
}

__attribute__((noinline)) static void advertising_init(void) {
  uint8_t *end = append(advertising, 0x01, (const uint8_t[]){6}, 1);
  // The name comes back from the stack.
  uint8_t name[20];
  uint16_t name_count = sizeof name;
  stop_at(sd_ble_gap_device_name_get(name, &name_count));
  end = append(end, 0x09, name, (uint8_t)name_count);
  // Two octets that each device has of its own: its factory made them.
  uint32_t number = *(volatile uint32_t *)0x10000060;
  uint8_t maker[] = {0xFF, 0xFF, 0x01, (uint8_t)number, (uint8_t)(number >> 8)};
  end = append(end, 0xFF, maker, sizeof maker);
  struct advertising_data data = {{advertising, (uint16_t)(end - advertising)}, {scan_response, 0}};
  uint8_t list[16], count = 0;
  stop_at(sd_ble_uuid_encode(&service, &count, list));
  data.scan_response.count = (uint16_t)(append(scan_response, 0x07, list, count) - scan_response);
  struct advertising_parameters parameters = {.kind = 1, .interval = 160};
  stop_at(sd_ble_gap_adv_set_configure(&handle, &data, &parameters));
}

int main(void) {
  uint32_t start = 0x20002000;
  clock_init();
  stop_at(sd_softdevice_enable(0, 0));
  stop_at(sd_ble_enable(&start));
  stop_at(sensor_init());
  settings_init();
  uint16_t count;
  const uint8_t *name = called(&count);
  stop_at(sd_ble_gap_device_name_set(0, name, count));
  stop_at(sd_ble_uuid_vs_add(service_base, &service.kind));
  advertising_init();
  stop_at(sd_ble_gap_adv_start(handle, 1));
  for (;;) sd_app_evt_wait();
}
