#include <zephyr/bluetooth/bluetooth.h>
#include <zephyr/bluetooth/uuid.h>

static const struct bt_data ad[] = {
    BT_DATA_BYTES(BT_DATA_FLAGS, BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR),
    BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_BASS_VAL), BT_UUID_16_ENCODE(BT_UUID_PACS_VAL)),
    BT_DATA(BT_DATA_NAME_COMPLETE, "Hearing aid left", 16),
};

static struct bt_le_ext_adv *set;

int advertise(void)
{
    int err = bt_le_ext_adv_create(BT_LE_EXT_ADV_CONN, NULL, &set);
    if (err) {
        return err;
    }
    err = bt_le_ext_adv_set_data(set, ad, ARRAY_SIZE(ad), NULL, 0);
    if (err) {
        return err;
    }
    return bt_le_ext_adv_start(set, BT_LE_EXT_ADV_START_DEFAULT);
}
