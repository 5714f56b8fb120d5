// How programs for Zephyr say the kind of advertising: in literals that only the code uses, or in variables.
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

enum { CONNECTABLE = 1, USE_NAME = 1 << 3, SCANNABLE = 1 << 9, EXTENDED = 1 << 10 };

#define PARAMETERS(bits, least, most) {.options = (bits), .interval_min = (least), .interval_max = (most)}
#define BT_LE_ADV_PARAM(bits, least, most) ((struct bt_le_adv_param[]){PARAMETERS(bits, least, most)})
#define BT_DATA(kind, value, length) {.type = (kind), .data_len = (length), .data = (const uint8_t *)(value)}
#define BT_DATA_BYTES(kind, ...) BT_DATA(kind, ((uint8_t[]){__VA_ARGS__}), sizeof((uint8_t[]){__VA_ARGS__}))

static const struct bt_data ad[] = {BT_DATA_BYTES(0x01, 0x06), BT_DATA_BYTES(0x03, 0x0f, 0x18)};
static const struct bt_data sd[] = {BT_DATA_BYTES(0x0a, 0x04)};
static const struct bt_data ad_beacon[] = {BT_DATA_BYTES(0xff, 0xe5, 0x02, 0x01)};
static const struct bt_data ad_scannable[] = {BT_DATA_BYTES(0xff, 0xe5, 0x02, 0x02)};
static const struct bt_data ad_far[] = {BT_DATA_BYTES(0xff, 0xe5, 0x02, 0x03)};

int bt_le_adv_start(const struct bt_le_adv_param *parameters, const struct bt_data *ad, size_t ad_count,
                    const struct bt_data *sd, size_t sd_count);
int bt_le_ext_adv_create(const struct bt_le_adv_param *parameters, const void *callbacks, void **set);
int bt_le_ext_adv_set_data(void *set, const struct bt_data *ad, size_t ad_count, const struct bt_data *sd,
                           size_t sd_count);
const char *bt_get_name(void);
void print(const char *text);

// Kept in a pointer, as examples of makers have it.
static const struct bt_le_adv_param *scannable = BT_LE_ADV_PARAM(SCANNABLE, 800, 801);
static void *far;

int main(void) {
  print(bt_get_name());
  int error = bt_le_adv_start(BT_LE_ADV_PARAM(CONNECTABLE | USE_NAME, 160, 240), ad, 2, sd, 1);
  if (error) {
    print("no connections");
    return bt_le_adv_start(BT_LE_ADV_PARAM(0, 1600, 1600), ad_beacon, 1, NULL, 0);
  }
  error = bt_le_adv_start(scannable, ad_scannable, 1, NULL, 0);
  if (error) return error;
  error = bt_le_ext_adv_create(BT_LE_ADV_PARAM(EXTENDED, 48, 96), NULL, &far);
  return error ? error : bt_le_ext_adv_set_data(far, ad_far, 1, NULL, 0);
}
