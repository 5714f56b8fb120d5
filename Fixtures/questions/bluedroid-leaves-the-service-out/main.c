#include "esp_gap_ble_api.h"

static uint8_t service[16] = {
  0x5c, 0x21, 0x77, 0x0b, 0x9a, 0x3e, 0x0f, 0x8d, 0x66, 0x4b, 0x52, 0xc0, 0x01, 0x00, 0xd1, 0xe5};
static esp_ble_adv_data_t data = {
  .set_scan_rsp = false,
  .include_name = true,
  .include_txpower = true,
  .service_uuid_len = sizeof(service),
  .p_service_uuid = service,
  .flag = (ESP_BLE_ADV_FLAG_GEN_DISC | ESP_BLE_ADV_FLAG_BREDR_NOT_SPT),
};
static esp_ble_adv_params_t parameters = {
  .adv_int_min = 0x20,
  .adv_int_max = 0x40,
  .adv_type = ADV_TYPE_IND,
  .own_addr_type = BLE_ADDR_TYPE_PUBLIC,
  .channel_map = ADV_CHNL_ALL,
  .adv_filter_policy = ADV_FILTER_ALLOW_SCAN_ANY_CON_ANY,
};

void start(void) {
  esp_ble_gap_set_device_name("Garden-Sensor1");
  esp_ble_gap_config_adv_data(&data);
  esp_ble_gap_start_advertising(&parameters);
}
