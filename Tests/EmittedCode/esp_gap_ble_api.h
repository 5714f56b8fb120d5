/* Stands in for the header of ESP-IDF; see README.md. */
#ifndef STAND_IN_ESP_GAP_BLE_API_H
#define STAND_IN_ESP_GAP_BLE_API_H

#include "print_block.h"

typedef enum {
    ADV_TYPE_IND, ADV_TYPE_DIRECT_IND_HIGH, ADV_TYPE_SCAN_IND, ADV_TYPE_NONCONN_IND, ADV_TYPE_DIRECT_IND_LOW,
} esp_ble_adv_type_t;
enum { BLE_ADDR_TYPE_PUBLIC, BLE_ADDR_TYPE_RANDOM, BLE_ADDR_TYPE_RPA_PUBLIC, BLE_ADDR_TYPE_RPA_RANDOM };
enum { ADV_CHNL_ALL = 7 };
enum { ADV_FILTER_ALLOW_SCAN_ANY_CON_ANY };

typedef struct {
    uint16_t adv_int_min;
    uint16_t adv_int_max;
    esp_ble_adv_type_t adv_type;
    int own_addr_type;
    int channel_map;
    int adv_filter_policy;
} esp_ble_adv_params_t;

static inline void esp_ble_gap_config_adv_data_raw(uint8_t *data, uint32_t length)
{
    print_block("advertising", data, length);
}

static inline void esp_ble_gap_config_scan_rsp_data_raw(uint8_t *data, uint32_t length)
{
    print_block("scan-response", data, length);
}

static inline void esp_ble_gap_config_ext_adv_data_raw(uint8_t instance, uint16_t length, const uint8_t *data)
{
    (void)instance;
    print_block("advertising", data, length);
}

static inline void esp_ble_gap_config_ext_scan_rsp_data_raw(uint8_t instance, uint16_t length, const uint8_t *data)
{
    (void)instance;
    print_block("scan-response", data, length);
}

static inline void print_parameters(const esp_ble_adv_params_t *params)
{
    printf("parameters connectable=%d scannable=%d\n", params->adv_type == ADV_TYPE_IND,
           params->adv_type == ADV_TYPE_IND || params->adv_type == ADV_TYPE_SCAN_IND);
    printf("declared interval=%u-%u address=%d\n", params->adv_int_min, params->adv_int_max, params->own_addr_type);
}

#endif
