// A program for Zephyr whose arrays are on the stack: a length and values are known only when it runs, and the host adds the
// name that the program makes of the device's number. A second set is extended.
#include <stddef.h>
#include <stdint.h>

struct bt_data {
  uint8_t type, data_len;
  const uint8_t *data;
};
struct bt_le_adv_param {
  uint8_t id, sid, secondary_max_skip;
  uint32_t options, interval_min, interval_max;
  const void *peer;
};
typedef struct bt_le_ext_adv bt_le_ext_adv;

#define OPTIONS_CONNECTABLE 0x1
#define OPTIONS_USE_NAME 0x8
#define OPTIONS_EXTENDED 0x400

int bt_enable(void (*ready)(int error));
int bt_set_name(const char *name);
int bt_le_adv_start(const struct bt_le_adv_param *, const struct bt_data *ad, size_t ad_count, const struct bt_data *sd, size_t sd_count);
int bt_le_adv_update_data(const struct bt_data *ad, size_t ad_count, const struct bt_data *sd, size_t sd_count);
int bt_le_ext_adv_create(const struct bt_le_adv_param *, const void *callbacks, bt_le_ext_adv **);
int bt_le_ext_adv_set_data(bt_le_ext_adv *, const struct bt_data *ad, size_t ad_count, const struct bt_data *sd, size_t sd_count);
int bt_le_ext_adv_start(bt_le_ext_adv *, const void *);

// The factory's number of the device.
static uint32_t number(void) { return *(volatile uint32_t *)0x10000060; }

#ifdef EXTENDED
__attribute__((noinline)) static int advertise(void) {
  bt_le_ext_adv *set;
  const struct bt_le_adv_param parameters = {.options = OPTIONS_EXTENDED, .interval_min = 800, .interval_max = 1600};
  uint8_t maker[40] = {0xFF, 0xFF};
  for (uint8_t place = 2; place < sizeof maker; place++) maker[place] = place;
  const struct bt_data ad[] = {{0xFF, sizeof maker, maker}};
  if (bt_le_ext_adv_create(&parameters, NULL, &set) != 0) return 1;
  if (bt_le_ext_adv_set_data(set, ad, 1, NULL, 0) != 0) return 1;
  return bt_le_ext_adv_start(set, NULL);
}
#else
__attribute__((noinline)) static int advertise(void) {
  const struct bt_le_adv_param parameters = {
      .options = OPTIONS_CONNECTABLE | OPTIONS_USE_NAME, .interval_min = 160, .interval_max = 240};
  uint8_t flags = 6, level[3] = {0x0F, 0x18, (uint8_t)(number() >> 8)};
  const struct bt_data ad[] = {{0x01, 1, &flags}, {0x16, sizeof level, level}};
  const struct bt_data sd[] = {{0x0A, 1, (const uint8_t *)"\x04"}};
  return bt_le_adv_start(&parameters, ad, 2, sd, 1);
}
#endif

static void ready(int error) {
  char name[] = "Lamp-00";
  if (error != 0) return;
  name[5] = "0123456789abcdef"[number() >> 4 & 15];
  name[6] = "0123456789abcdef"[number() & 15];
  bt_set_name(name);
  advertise();
}

int main(void) { return bt_enable(ready); }
