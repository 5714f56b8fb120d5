#include "host/ble_hs.h"

static const ble_uuid128_t service =
    BLE_UUID128_INIT(0x5c, 0x21, 0x77, 0x0b, 0x9a, 0x3e, 0x0f, 0x8d, 0x66, 0x4b, 0x52, 0xc0, 0x01, 0x00, 0xd1, 0xe5);

static void advertise(void) {
  struct ble_hs_adv_fields fields = {0};
  fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
  fields.uuids128 = &service;
  fields.num_uuids128 = 1;
  fields.uuids128_is_complete = 1;
  fields.name = (uint8_t *)"Garden-Sensor1";
  fields.name_len = 14;
  fields.name_is_complete = 1;
  if (ble_gap_adv_set_fields(&fields) != 0) { return; }
  struct ble_gap_adv_params parameters = {0};
  parameters.conn_mode = BLE_GAP_CONN_MODE_UND;
  parameters.disc_mode = BLE_GAP_DISC_MODE_GEN;
  ble_gap_adv_start(BLE_OWN_ADDR_PUBLIC, NULL, BLE_HS_FOREVER, &parameters, NULL, NULL);
}
