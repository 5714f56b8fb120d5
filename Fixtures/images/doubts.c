// Programs for Nordic's SoftDevice whose advertising is not made to its end, or not by code: each has one fault.
#include <stddef.h>
#include <stdint.h>

#define SUPERVISOR_CALL(number, declaration) \
  __attribute__((naked, noinline)) static uint32_t declaration { __asm volatile("svc %0\n bx lr" ::"I"(number)); }

#pragma GCC diagnostic ignored "-Wunused-parameter"

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
SUPERVISOR_CALL(0x72, sd_ble_gap_adv_set_configure(uint8_t *handle, const struct advertising_data *data, const struct advertising_parameters *parameters))
SUPERVISOR_CALL(0x73, sd_ble_gap_adv_start(uint8_t handle, uint8_t tag))
SUPERVISOR_CALL(0x41, sd_app_evt_wait(void))

#define REGISTER(address) (*(volatile uint32_t *)(address))

static uint8_t advertising[31], scan_response[31];
static uint8_t handle = 0xFF;

// Waits for a device that never answers here.
__attribute__((noinline)) static uint32_t wait_for_sensor(void) {
  while (REGISTER(0x40003104) != 0x5EC5A123) {}
  return 1;
}

__attribute__((noinline)) static uint8_t *append(uint8_t *end, uint8_t type, const uint8_t *value, uint8_t count) {
  *end++ = (uint8_t)(count + 1);
  *end++ = type;
  for (uint8_t place = 0; place < count; place++) *end++ = value[place];
  return end;
}

// The list of services, if the sensor is there.
__attribute__((noinline)) static uint8_t *append_services(uint8_t *end) {
  if (wait_for_sensor() != 0x5EC5A123) return end;
  return append(end, 0x03, (const uint8_t[]){0x0F, 0x18}, 2);
}

// Leaves a payload on the stack, as another function finds it.
__attribute__((noinline)) static uint32_t use_stack(uint8_t *target) {
  volatile uint8_t octets[200];
  for (uint8_t place = 0; place < sizeof octets; place++) octets[place] = 0x40 + place % 32;
  for (uint8_t place = 0; place < 4; place++) target[place] = octets[place];
  return target[0];
}

// Only the head of the UUID is written: the rest is what an earlier function left on the stack.
__attribute__((noinline)) static uint8_t *append_unwritten(uint8_t *end) {
  volatile uint8_t octets[40];
  __asm volatile("" ::"r"(octets) : "memory");
  *end++ = 17;
  *end++ = 0x07;
  for (uint8_t place = 0; place < 16; place++) *end++ = octets[place + 8];
  return end;
}

#ifdef DMA
// The converter writes its results to memory by itself.
static volatile int16_t samples[2];
__attribute__((noinline)) static uint8_t battery(void) {
  REGISTER(0x4000762C) = (uint32_t)samples;
  REGISTER(0x40007630) = 2;
  REGISTER(0x40007000) = 1;
  for (uint32_t time = 0; time < 100; time++) {
    if (REGISTER(0x40007104)) break;
  }
  return (uint8_t)(samples[0] * 100 / 4096);
}
#endif

__attribute__((noinline)) static uint32_t advertising_init(void) {
  uint8_t *end = append(advertising, 0x01, (const uint8_t[]){6}, 1);
  uint8_t *answer = scan_response;
#ifdef CUT
  end = append_services(end);
#endif
  end = append(end, 0x09, (const uint8_t *)"Pump", 4);
#ifdef STALE
  answer = append_unwritten(answer);
#endif
#ifdef DMA
  const uint8_t level[] = {0x0F, 0x18, battery()};
  answer = append(answer, 0x16, level, sizeof level);
  uint8_t raw[] = {0xFF, 0xFF, ((volatile uint8_t *)samples)[0], ((volatile uint8_t *)samples)[1]};
  answer = append(answer, 0xFF, raw, sizeof raw);
#endif
  const struct advertising_data data = {
      {advertising, (uint16_t)(end - advertising)}, {scan_response, (uint16_t)(answer - scan_response)}};
  const struct advertising_parameters parameters = {.kind = 1, .interval = 160};
  return sd_ble_gap_adv_set_configure(&handle, &data, &parameters);
}

int main(void) {
  uint32_t start = 0x20002000;
  sd_softdevice_enable(0, 0);
  sd_ble_enable(&start);
#ifdef STALE
  static uint8_t beginning[4];
  use_stack(beginning);
#endif
#ifdef EARLIER
  wait_for_sensor();
#endif
  advertising_init();
  sd_ble_gap_adv_start(handle, 1);
  for (;;) sd_app_evt_wait();
}
