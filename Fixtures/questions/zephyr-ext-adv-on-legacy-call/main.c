#include <zephyr/bluetooth/bluetooth.h>
#include <zephyr/bluetooth/uuid.h>

static const struct bt_data ad[] = {
  BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
  BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_BAS_VAL)),
};

int advertise(void) {
  return bt_le_adv_start(
      BT_LE_ADV_PARAM(
          BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_EXT_ADV | BT_LE_ADV_OPT_CODED, BT_GAP_ADV_FAST_INT_MIN_2,
          BT_GAP_ADV_FAST_INT_MAX_2, NULL),
      ad, ARRAY_SIZE(ad), NULL, 0);
}
