/* Stands in for the header of ESP-IDF; see README.md. */
#ifndef STAND_IN_ESP_GAP_BLE_API_H
#define STAND_IN_ESP_GAP_BLE_API_H

#include <stdbool.h>
#include <string.h>

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

enum {
    ESP_BLE_ADV_FLAG_LIMIT_DISC = 0x01,
    ESP_BLE_ADV_FLAG_GEN_DISC = 0x02,
    ESP_BLE_ADV_FLAG_BREDR_NOT_SPT = 0x04,
    ESP_BLE_ADV_FLAG_DMT_CONTROLLER_SPT = 0x08,
    ESP_BLE_ADV_FLAG_DMT_HOST_SPT = 0x10,
};

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

static const char *device_name = "";

static inline void esp_ble_gap_set_device_name(const char *name)
{
    device_name = name;
}

struct composed {
    uint8_t bytes[512];
    size_t count;
};

static inline void compose(struct composed *out, uint8_t type, const void *value, size_t count)
{
    out->bytes[out->count++] = (uint8_t)(count + 1);
    out->bytes[out->count++] = type;
    memcpy(out->bytes + out->count, value, count);
    out->count += count;
}

/* The UUIDs of a width, of 16 octets each with those on the Bluetooth base in their shortest form. */
static inline void compose_uuids(struct composed *out, const esp_ble_adv_data_t *data, uint8_t type, size_t width)
{
    static const uint8_t base[12] = { 0xfb, 0x34, 0x9b, 0x5f, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00 };
    uint8_t value[512];
    size_t count = 0;

    for (size_t i = 0; i + 16 <= data->service_uuid_len; i += 16) {
        const uint8_t *uuid = data->p_service_uuid + i;
        size_t own = memcmp(uuid, base, sizeof base) != 0 ? 16 : uuid[14] != 0 || uuid[15] != 0 ? 4 : 2;

        if (own == width) {
            memcpy(value + count, width == 16 ? uuid : uuid + 12, width);
            count += width;
        }
    }
    if (count > 0) {
        /* Of long UUIDs only the first is sent. */
        compose(out, type, value, width == 16 ? 16 : count);
    }
}

/* In the order of the host. */
static inline void esp_ble_gap_config_adv_data(const esp_ble_adv_data_t *data)
{
    struct composed out = { .count = 0 };
    const uint8_t appearance[2] = { (uint8_t)data->appearance, (uint8_t)(data->appearance >> 8) };
    const uint8_t interval[4] = { (uint8_t)data->min_interval, (uint8_t)(data->min_interval >> 8),
                                  (uint8_t)data->max_interval, (uint8_t)(data->max_interval >> 8) };

    if (data->flag != 0) {
        compose(&out, 0x01, &data->flag, 1);
    }
    if (data->appearance != 0) {
        compose(&out, 0x19, appearance, 2);
    }
    if (data->include_name) {
        compose(&out, 0x09, device_name, strlen(device_name));
    }
    if (data->manufacturer_len > 0) {
        compose(&out, 0xff, data->p_manufacturer_data, data->manufacturer_len);
    }
    compose_uuids(&out, data, 0x03, 2);
    compose_uuids(&out, data, 0x05, 4);
    compose_uuids(&out, data, 0x07, 16);
    if (data->min_interval > 0 && data->min_interval <= data->max_interval) {
        compose(&out, 0x12, interval, 4);
    }
    if (data->service_data_len > 0) {
        compose(&out, 0x16, data->p_service_data, data->service_data_len);
    }
    print_block(data->set_scan_rsp ? "scan-response" : "advertising", out.bytes, out.count);
}

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

enum {
    ESP_BLE_GAP_SET_EXT_ADV_PROP_NONCONN_NONSCANNABLE_UNDIRECTED = 0,
    ESP_BLE_GAP_SET_EXT_ADV_PROP_CONNECTABLE = 1,
    ESP_BLE_GAP_SET_EXT_ADV_PROP_SCANNABLE = 2,
};
enum { ESP_BLE_GAP_PHY_1M = 1 };
enum { EXT_ADV_TX_PWR_NO_PREFERENCE = 127 };

typedef struct {
    uint16_t type;
    uint32_t interval_min;
    uint32_t interval_max;
    int channel_map;
    int own_addr_type;
    int filter_policy;
    int8_t tx_power;
    uint8_t primary_phy;
    uint8_t secondary_phy;
} esp_ble_gap_ext_adv_params_t;

static inline void print_ext_parameters(const esp_ble_gap_ext_adv_params_t *params)
{
    printf("parameters connectable=%d scannable=%d\n", (params->type & 1) != 0, (params->type & 2) != 0);
    printf("declared interval=%u-%u address=%d\n", params->interval_min, params->interval_max, params->own_addr_type);
}

static inline void print_parameters(const esp_ble_adv_params_t *params)
{
    printf("parameters connectable=%d scannable=%d\n", params->adv_type == ADV_TYPE_IND,
           params->adv_type == ADV_TYPE_IND || params->adv_type == ADV_TYPE_SCAN_IND);
    printf("declared interval=%u-%u address=%d\n", params->adv_int_min, params->adv_int_max, params->own_addr_type);
}

#endif
