#include <zephyr/bluetooth/bluetooth.h>
#include <zephyr/bluetooth/uuid.h>

static const struct bt_data ad[] = {
  BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
  BT_DATA(BT_DATA_NAME_COMPLETE, "Console-1", 9),
};
static const struct bt_data sd[] = {
  BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_128_ENCODE(0xe5d10001, 0xc052, 0x4b66, 0x8d0f, 0x3e9a0b77215c)),
};

int advertise(void) { return bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), sd, ARRAY_SIZE(sd)); }
