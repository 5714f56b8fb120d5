/* Stands in for NimBLE's header; see ../README.md. */
#ifndef STAND_IN_BLE_GAP_H
#define STAND_IN_BLE_GAP_H

#include "host/ble_hs_adv.h"

enum { BLE_GAP_CONN_MODE_NON, BLE_GAP_CONN_MODE_DIR, BLE_GAP_CONN_MODE_UND };
enum { BLE_GAP_DISC_MODE_NON, BLE_GAP_DISC_MODE_LTD, BLE_GAP_DISC_MODE_GEN };

enum { BLE_OWN_ADDR_PUBLIC, BLE_OWN_ADDR_RANDOM, BLE_OWN_ADDR_RPA_PUBLIC_DEFAULT, BLE_OWN_ADDR_RPA_RANDOM_DEFAULT };

struct ble_gap_adv_params {
    uint8_t conn_mode;
    uint8_t disc_mode;
    uint16_t itvl_min;
    uint16_t itvl_max;
};

enum { BLE_HCI_LE_PHY_1M = 1 };

struct ble_gap_ext_adv_params {
    unsigned connectable : 1;
    unsigned scannable : 1;
    uint32_t itvl_min;
    uint32_t itvl_max;
    uint8_t own_addr_type;
    uint8_t primary_phy;
    uint8_t secondary_phy;
};

static inline void ble_gap_ext_adv_configure(uint8_t instance, const struct ble_gap_ext_adv_params *params,
                                             int8_t *selected_tx_power, const void *callback, const void *argument)
{
    (void)instance;
    (void)selected_tx_power;
    (void)callback;
    (void)argument;
    printf("parameters connectable=%d scannable=%d\n", params->connectable, params->scannable);
    printf("declared interval=%u-%u\n", params->itvl_min, params->itvl_max);
}

#define ble_gap_adv_set_fields(fields) print_fields("advertising", fields)
#define ble_gap_adv_rsp_set_fields(fields) print_fields("scan-response", fields)
#define ble_gap_adv_set_data(data, length) print_block("advertising", data, length)
#define ble_gap_adv_rsp_set_data(data, length) print_block("scan-response", data, length)

/* The call that starts advertising takes the parameters among others. */
static inline void print_parameters(const struct ble_gap_adv_params *params)
{
    printf("parameters connectable=%d scannable=%d\n", params->conn_mode != BLE_GAP_CONN_MODE_NON,
           params->conn_mode == BLE_GAP_CONN_MODE_UND || params->disc_mode != BLE_GAP_DISC_MODE_NON);
    printf("declared interval=%u-%u\n", params->itvl_min, params->itvl_max);
}

#endif
