// Advertising as programs for Zephyr declare it: arrays of a type, a length and a pointer to the value.
#include <stddef.h>
#include <stdint.h>

struct bt_data {
  uint8_t type;
  uint8_t data_len;
  const uint8_t *data;
};

#define BT_DATA(kind, value, length) {.type = (kind), .data_len = (length), .data = (const uint8_t *)(value)}
#define BT_DATA_BYTES(kind, ...) BT_DATA(kind, ((uint8_t[]){__VA_ARGS__}), sizeof((uint8_t[]){__VA_ARGS__}))

// The service is only in the scan response: the fault that this tool is for.
static const struct bt_data ad[] = {
    BT_DATA_BYTES(0x01, 0x06),
    BT_DATA(0x09, "SHS-2071", 8),
};

static const struct bt_data sd[] = {
    BT_DATA_BYTES(0x07, 0x9e, 0xca, 0xdc, 0x24, 0x0e, 0xe5, 0xa9, 0xe0, 0x93, 0xf3, 0xa3, 0xb5, 0x01, 0x00, 0x40, 0x6e),
};

// Not constant, so that it lies in RAM.
static struct bt_data ad_moving[] = {
    BT_DATA_BYTES(0x01, 0x04),
    BT_DATA_BYTES(0x16, 0x0f, 0x18, 0x64),
};

// The program fills it.
static struct bt_data ad_later[2];

int bt_le_adv_start(const void *parameters, const struct bt_data *ad, size_t ad_count, const struct bt_data *sd,
                    size_t sd_count);
int bt_le_per_adv_set_data(const void *set, const struct bt_data *ad, size_t count);

int main(void) {
  static const struct bt_data per_adv_data[] = {BT_DATA(0x09, "Beacon", 6)};
  ad_later[0].type = 0x0a;
  bt_le_per_adv_set_data(0, per_adv_data, 1);
  bt_le_adv_start(0, ad_later, 2, 0, 0);
  bt_le_adv_start(0, ad_moving, 2, 0, 0);
  return bt_le_adv_start(0, ad, 2, sd, 1);
}
