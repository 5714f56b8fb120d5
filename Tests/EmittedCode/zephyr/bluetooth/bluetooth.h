/* Stands in for Zephyr's header; see ../../README.md. */
#ifndef STAND_IN_ZEPHYR_BLUETOOTH_H
#define STAND_IN_ZEPHYR_BLUETOOTH_H

#include <string.h>

#include "print_block.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#define BT_DATA_FLAGS             0x01
#define BT_DATA_UUID16_SOME       0x02
#define BT_DATA_UUID16_ALL        0x03
#define BT_DATA_UUID32_SOME       0x04
#define BT_DATA_UUID32_ALL        0x05
#define BT_DATA_UUID128_SOME      0x06
#define BT_DATA_UUID128_ALL       0x07
#define BT_DATA_NAME_SHORTENED    0x08
#define BT_DATA_NAME_COMPLETE     0x09
#define BT_DATA_TX_POWER          0x0a
#define BT_DATA_SOLICIT16         0x14
#define BT_DATA_SOLICIT128        0x15
#define BT_DATA_SVC_DATA16        0x16
#define BT_DATA_GAP_APPEARANCE    0x19
#define BT_DATA_SOLICIT32         0x1f
#define BT_DATA_SVC_DATA32        0x20
#define BT_DATA_SVC_DATA128       0x21
#define BT_DATA_URI               0x24
#define BT_DATA_MANUFACTURER_DATA 0xff

#define BT_LE_AD_LIMITED  0x01
#define BT_LE_AD_GENERAL  0x02
#define BT_LE_AD_NO_BREDR 0x04

struct bt_data {
    uint8_t type;
    uint8_t data_len;
    const uint8_t *data;
};

#define BT_DATA(type_, data_, length_) \
    { .type = (type_), .data_len = (length_), .data = (const uint8_t *)(data_) }
#define BT_DATA_BYTES(type_, ...) \
    BT_DATA(type_, ((uint8_t[]){ __VA_ARGS__ }), sizeof((uint8_t[]){ __VA_ARGS__ }))

enum {
    BT_LE_ADV_OPT_NONE = 0,
    BT_LE_ADV_OPT_CONN = 1,
    BT_LE_ADV_OPT_SCANNABLE = 2,
    BT_LE_ADV_OPT_EXT_ADV = 4,
    BT_LE_ADV_OPT_USE_IDENTITY = 8,
    BT_LE_ADV_OPT_USE_NRPA = 16,
};

#define BT_GAP_ADV_FAST_INT_MIN_2 0x00a0
#define BT_GAP_ADV_FAST_INT_MAX_2 0x00f0

struct bt_le_adv_param {
    uint32_t options;
    uint32_t interval_min;
    uint32_t interval_max;
    const void *peer;
};

#define BT_LE_ADV_PARAM(options_, min_, max_, peer_) \
    ((struct bt_le_adv_param[]){ { (options_), (min_), (max_), (peer_) } })

static inline void print_data(const char *name, const struct bt_data *data, size_t count)
{
    uint8_t bytes[4096];
    size_t length = 0;

    for (size_t i = 0; i < count; i++) {
        bytes[length++] = (uint8_t)(data[i].data_len + 1);
        bytes[length++] = data[i].type;
        if (data[i].data_len > 0) {
            memcpy(bytes + length, data[i].data, data[i].data_len);
        }
        length += data[i].data_len;
    }
    print_block(name, bytes, length);
}

static inline void print_parameters(const struct bt_le_adv_param *param, int is_scannable)
{
    printf("parameters connectable=%d scannable=%d\n", (param->options & BT_LE_ADV_OPT_CONN) != 0, is_scannable);
    printf("declared interval=%u-%u\n", param->interval_min, param->interval_max);
}

static inline void bt_le_adv_start(const struct bt_le_adv_param *param, const struct bt_data *ad, size_t ad_count,
                                   const struct bt_data *sd, size_t sd_count)
{
    print_parameters(param, (param->options & (BT_LE_ADV_OPT_CONN | BT_LE_ADV_OPT_SCANNABLE)) != 0);
    print_data("advertising", ad, ad_count);
    print_data("scan-response", sd, sd_count);
}

/* Extended advertising: the parameters come with the set, the data after. */
struct bt_le_ext_adv {
    int unused;
};

static inline void bt_le_ext_adv_create(const struct bt_le_adv_param *param, const void *callbacks,
                                        struct bt_le_ext_adv **set)
{
    (void)callbacks;
    (void)set;
    print_parameters(param, (param->options & BT_LE_ADV_OPT_SCANNABLE) != 0);
}

static inline void bt_le_ext_adv_set_data(struct bt_le_ext_adv *set, const struct bt_data *ad, size_t ad_count,
                                          const struct bt_data *sd, size_t sd_count)
{
    (void)set;
    print_data("advertising", ad, ad_count);
    print_data("scan-response", sd, sd_count);
}

#endif
