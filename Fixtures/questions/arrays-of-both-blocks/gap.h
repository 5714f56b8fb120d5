/* Handed to the stack in gap.c. */
static const uint8_t adv_data[] = {0x02, 0x01, 0x06, 0x0b, 0x09, 'G', 'r', 'e', 'e', 'n', 'h', 'o', 'u', 's', 'e'};
static const uint8_t scan_rsp_data[] = {0x03, 0x03, 0x1a, 0x18};
