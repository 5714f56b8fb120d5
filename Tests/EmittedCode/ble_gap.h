/* Stands in for the header of Nordic's SoftDevices; see README.md. */
#ifndef STAND_IN_BLE_GAP_H
#define STAND_IN_BLE_GAP_H

#include "print_block.h"

#define BLE_GAP_ADV_SET_HANDLE_NOT_SET 0xFF
#define BLE_GAP_PHY_1MBPS 0x01

/* Bits that say what a type is are enough here. */
enum {
    BLE_GAP_ADV_TYPE_CONNECTABLE_SCANNABLE_UNDIRECTED = 0x03,
    BLE_GAP_ADV_TYPE_CONNECTABLE_NONSCANNABLE_DIRECTED = 0x01,
    BLE_GAP_ADV_TYPE_NONCONNECTABLE_SCANNABLE_UNDIRECTED = 0x02,
    BLE_GAP_ADV_TYPE_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED = 0x00,
    BLE_GAP_ADV_TYPE_EXTENDED_CONNECTABLE_NONSCANNABLE_UNDIRECTED = 0x11,
    BLE_GAP_ADV_TYPE_EXTENDED_NONCONNECTABLE_SCANNABLE_UNDIRECTED = 0x12,
    BLE_GAP_ADV_TYPE_EXTENDED_NONCONNECTABLE_NONSCANNABLE_UNDIRECTED = 0x10,
};

typedef struct {
    uint8_t *p_data;
    uint16_t len;
} ble_data_t;

typedef struct {
    ble_data_t adv_data;
    ble_data_t scan_rsp_data;
} ble_gap_adv_data_t;

typedef struct {
    struct {
        uint8_t type;
        uint8_t anonymous : 1;
    } properties;
    uint32_t interval;
    uint16_t duration;
    uint8_t primary_phy;
    uint8_t secondary_phy;
} ble_gap_adv_params_t;

static inline void sd_ble_gap_adv_set_configure(uint8_t *handle, const ble_gap_adv_data_t *data,
                                                const ble_gap_adv_params_t *params)
{
    *handle = 0;
    print_block("advertising", data->adv_data.p_data, data->adv_data.len);
    print_block("scan-response", data->scan_rsp_data.p_data, data->scan_rsp_data.len);
    printf("parameters connectable=%d scannable=%d\n", params->properties.type & 1, (params->properties.type & 2) != 0);
    printf("declared interval=%u-%u\n", params->interval, params->interval);
}

#endif
