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

// Compilers call it to fill structures.
void *memcpy(void *to, const void *from, size_t count) {
  volatile uint8_t *target = to;
  const uint8_t *source = from;
  while (count-- > 0) *target++ = *source++;
  return to;
}

void *memset(void *to, int octet, size_t count) {
  volatile uint8_t *target = to;
  while (count-- > 0) *target++ = (uint8_t)octet;
  return to;
}

int main(void);
void _start(void) { sink += (uintptr_t)main(); }

#ifdef STACK_CALLS
int bt_le_adv_start(const void *parameters, const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(parameters) + use(ad) + use(sd) + (int)(ad_count + sd_count);
}
int bt_le_adv_update_data(const void *ad, size_t ad_count, const void *sd, size_t sd_count) {
  return use(ad) + use(sd) + (int)(ad_count + sd_count);
}
#endif
