struct ble_hs_adv_fields fields;
memset(&fields, 0, sizeof fields);
fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
fields.name = (uint8_t *)"A name that is much too long";
fields.name_len = 28;
fields.name_is_complete = 1;
rc = ble_gap_adv_set_fields(&fields);
