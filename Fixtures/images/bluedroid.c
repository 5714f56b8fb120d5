// Advertising as programs for ESP-IDF's Bluedroid declare it: a structure that the host makes a payload of, or raw bytes.
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  bool set_scan_rsp;
  bool include_name;
  bool include_txpower;
  int min_interval;
  int max_interval;
  int appearance;
  uint16_t manufacturer_len;
  uint8_t *p_manufacturer_data;
  uint16_t service_data_len;
  uint8_t *p_service_data;
  uint16_t service_uuid_len;
  uint8_t *p_service_uuid;
  uint8_t flag;
} esp_ble_adv_data_t;

// Two UUIDs on the Bluetooth base, which are sent with 2 bytes each.
static uint8_t service_uuids[32] = {
    0xfb, 0x34, 0x9b, 0x5f, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00, 0x0d, 0x18, 0x00, 0x00,
    0xfb, 0x34, 0x9b, 0x5f, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00, 0x0f, 0x18, 0x00, 0x00,
};

static uint8_t maker[] = {0xe5, 0x02, 0x01, 0x02, 0x03};

static esp_ble_adv_data_t adv_data = {
    .include_name = true,
    .min_interval = 6,
    .max_interval = 16,
    .appearance = 0x0340,
    .service_uuid_len = sizeof(service_uuids),
    .p_service_uuid = service_uuids,
    .flag = 0x06,
};

static esp_ble_adv_data_t scan_rsp_data = {
    .set_scan_rsp = true,
    .manufacturer_len = sizeof(maker),
    .p_manufacturer_data = maker,
};

static uint8_t raw_adv_data[] = {0x02, 0x01, 0x06, 0x03, 0x03, 0x0f, 0x18};
static uint8_t raw_scan_rsp_data[] = {0x05, 0x09, 'A', 'B', 'C', 'D'};

int esp_ble_gap_config_adv_data(esp_ble_adv_data_t *data);
int esp_ble_gap_config_adv_data_raw(uint8_t *data, uint32_t count);
int esp_ble_gap_config_scan_rsp_data_raw(uint8_t *data, uint32_t count);

int main(void) {
  return esp_ble_gap_config_adv_data(&adv_data) + esp_ble_gap_config_adv_data(&scan_rsp_data) +
         esp_ble_gap_config_adv_data_raw(raw_adv_data, sizeof(raw_adv_data)) +
         esp_ble_gap_config_scan_rsp_data_raw(raw_scan_rsp_data, sizeof(raw_scan_rsp_data));
}
