/* Stands in for NimBLE's header; see ../README.md. */
#ifndef STAND_IN_BLE_HS_ADV_H
#define STAND_IN_BLE_HS_ADV_H

#include <string.h>

#include "print_block.h"

typedef struct { uint16_t value; } ble_uuid16_t;
typedef struct { uint32_t value; } ble_uuid32_t;
typedef struct { uint8_t value[16]; } ble_uuid128_t;

#define BLE_UUID16_INIT(uuid) { .value = (uuid) }
#define BLE_UUID32_INIT(uuid) { .value = (uuid) }
#define BLE_UUID128_INIT(...) { .value = { __VA_ARGS__ } }

#define BLE_HS_ADV_F_DISC_LTD    0x01
#define BLE_HS_ADV_F_DISC_GEN    0x02
#define BLE_HS_ADV_F_BREDR_UNSUP 0x04

struct ble_hs_adv_fields {
    uint8_t flags;
    const ble_uuid16_t *uuids16;
    uint8_t num_uuids16;
    unsigned uuids16_is_complete : 1;
    const ble_uuid32_t *uuids32;
    uint8_t num_uuids32;
    unsigned uuids32_is_complete : 1;
    const ble_uuid128_t *uuids128;
    uint8_t num_uuids128;
    unsigned uuids128_is_complete : 1;
    const uint8_t *name;
    uint8_t name_len;
    unsigned name_is_complete : 1;
    int8_t tx_pwr_lvl;
    unsigned tx_pwr_lvl_is_present : 1;
    const uint8_t *slave_itvl_range;
    const uint8_t *svc_data_uuid16;
    uint8_t svc_data_uuid16_len;
    const uint8_t *public_tgt_addr;
    uint8_t num_public_tgt_addrs;
    uint16_t appearance;
    unsigned appearance_is_present : 1;
    uint16_t adv_itvl;
    unsigned adv_itvl_is_present : 1;
    const uint8_t *svc_data_uuid32;
    uint8_t svc_data_uuid32_len;
    const uint8_t *svc_data_uuid128;
    uint8_t svc_data_uuid128_len;
    const uint8_t *uri;
    uint8_t uri_len;
    const uint8_t *mfg_data;
    uint8_t mfg_data_len;
};

struct encoded_fields {
    uint8_t bytes[512];
    size_t count;
};

static inline void put(struct encoded_fields *out, uint8_t type, const void *value, size_t count)
{
    out->bytes[out->count++] = (uint8_t)(count + 1);
    out->bytes[out->count++] = type;
    memcpy(out->bytes + out->count, value, count);
    out->count += count;
}

static inline void put16(struct encoded_fields *out, uint8_t type, uint16_t number)
{
    const uint8_t value[2] = { (uint8_t)number, (uint8_t)(number >> 8) };
    put(out, type, value, sizeof value);
}

/* In the order of the type numbers. */
static inline void print_fields(const char *name, const struct ble_hs_adv_fields *fields)
{
    struct encoded_fields out = { .count = 0 };
    uint8_t value[512];

    if (fields->flags != 0) {
        put(&out, 0x01, &fields->flags, 1);
    }
    if (fields->uuids16 != NULL) {
        for (size_t i = 0; i < fields->num_uuids16; i++) {
            value[2 * i] = (uint8_t)fields->uuids16[i].value;
            value[2 * i + 1] = (uint8_t)(fields->uuids16[i].value >> 8);
        }
        put(&out, fields->uuids16_is_complete ? 0x03 : 0x02, value, 2 * (size_t)fields->num_uuids16);
    }
    if (fields->uuids32 != NULL) {
        for (size_t i = 0; i < fields->num_uuids32; i++) {
            for (size_t octet = 0; octet < 4; octet++) {
                value[4 * i + octet] = (uint8_t)(fields->uuids32[i].value >> (8 * octet));
            }
        }
        put(&out, fields->uuids32_is_complete ? 0x05 : 0x04, value, 4 * (size_t)fields->num_uuids32);
    }
    if (fields->uuids128 != NULL) {
        for (size_t i = 0; i < fields->num_uuids128; i++) {
            memcpy(value + 16 * i, fields->uuids128[i].value, 16);
        }
        put(&out, fields->uuids128_is_complete ? 0x07 : 0x06, value, 16 * (size_t)fields->num_uuids128);
    }
    if (fields->name != NULL) {
        put(&out, fields->name_is_complete ? 0x09 : 0x08, fields->name, fields->name_len);
    }
    if (fields->tx_pwr_lvl_is_present) {
        put(&out, 0x0a, &fields->tx_pwr_lvl, 1);
    }
    if (fields->slave_itvl_range != NULL) {
        put(&out, 0x12, fields->slave_itvl_range, 4);
    }
    if (fields->svc_data_uuid16 != NULL) {
        put(&out, 0x16, fields->svc_data_uuid16, fields->svc_data_uuid16_len);
    }
    if (fields->public_tgt_addr != NULL) {
        put(&out, 0x17, fields->public_tgt_addr, 6 * (size_t)fields->num_public_tgt_addrs);
    }
    if (fields->appearance_is_present) {
        put16(&out, 0x19, fields->appearance);
    }
    if (fields->adv_itvl_is_present) {
        put16(&out, 0x1a, fields->adv_itvl);
    }
    if (fields->svc_data_uuid32 != NULL) {
        put(&out, 0x20, fields->svc_data_uuid32, fields->svc_data_uuid32_len);
    }
    if (fields->svc_data_uuid128 != NULL) {
        put(&out, 0x21, fields->svc_data_uuid128, fields->svc_data_uuid128_len);
    }
    if (fields->uri != NULL) {
        put(&out, 0x24, fields->uri, fields->uri_len);
    }
    if (fields->mfg_data != NULL) {
        put(&out, 0xff, fields->mfg_data, fields->mfg_data_len);
    }
    print_block(name, out.bytes, out.count);
}

#endif
