// Calls with which a program advertises, and what can be read of them: arrays, the beginnings of arrays, values that the
// program changes, and arrays that only the code makes.
#include <stddef.h>
#include <stdint.h>

struct bt_data {
  uint8_t type;
  uint8_t data_len;
  const uint8_t *data;
};

struct bt_le_adv_param {
  uint8_t id;
  uint8_t sid;
  uint8_t secondary_max_skip;
  uint32_t options;
  uint32_t interval_min;
  uint32_t interval_max;
  const void *peer;
};

#define BT_LE_ADV_PARAM(bits, least, most) \
  ((struct bt_le_adv_param[]){{.options = (bits), .interval_min = (least), .interval_max = (most)}})
#define BT_DATA(kind, value, length) {.type = (kind), .data_len = (length), .data = (const uint8_t *)(value)}
#define BT_DATA_BYTES(kind, ...) BT_DATA(kind, ((uint8_t[]){__VA_ARGS__}), sizeof((uint8_t[]){__VA_ARGS__}))

// The program counts in it, so what the image holds is not what is sent.
uint8_t level[] = {0x0f, 0x18, 0x63};

static const struct bt_data ad[] = {BT_DATA_BYTES(0x01, 0x06), BT_DATA(0x16, level, 3)};
static const struct bt_data sd[] = {BT_DATA(0x09, "Lamp", 4)};
// The last element is never sent.
static const struct bt_data ad_short[] = {BT_DATA_BYTES(0x01, 0x04), BT_DATA_BYTES(0xff, 0xe5, 0x02, 0x01),
                                          BT_DATA_BYTES(0x03, 0x0d, 0x18)};

int bt_le_adv_start(const struct bt_le_adv_param *parameters, const struct bt_data *ad, size_t ad_count,
                    const struct bt_data *sd, size_t sd_count);
int bt_le_adv_update_data(const struct bt_data *ad, size_t ad_count, const struct bt_data *sd, size_t sd_count);

__attribute__((noinline)) int start_local(uint8_t number) {
  uint8_t value[] = {0xe5, 0x02, number};
  struct bt_data local[] = {BT_DATA_BYTES(0x01, 0x04), BT_DATA(0xff, value, sizeof(value))};
  return bt_le_adv_start(BT_LE_ADV_PARAM(0, 1600, 1600), local, 2, NULL, 0);
}

__attribute__((noinline)) int start_short(void) {
  return bt_le_adv_start(BT_LE_ADV_PARAM(0, 800, 800), ad_short, 2, NULL, 0);
}

__attribute__((noinline)) int update(void) {
  level[2]--;
  return bt_le_adv_update_data(ad, 2, sd, 1);
}

int main(void) {
  int error = bt_le_adv_start(BT_LE_ADV_PARAM(1, 160, 240), ad, 2, sd, 1);
  if (error) return start_short();
  error = update();
  return error ? error : start_local(level[2]);
}

// Zephyr's builds have a symbol for each setting: its own controller is linked.
__asm__(".globl CONFIG_BT_LL_SW_SPLIT\n.equ CONFIG_BT_LL_SW_SPLIT, 1\n.type CONFIG_BT_LL_SW_SPLIT, %object\n");
