// Advertising as programs for BTstack, TI, WCH and Telink declare it: arrays of bytes with usual names.
#include <stdint.h>

// Constant, as BTstack's examples have it.
const uint8_t adv_data[] = {0x02, 0x01, 0x06, 0x05, 0x09, 'L', 'a', 'm', 'p', 0x03, 0x03, 0x10, 0xff};

// In RAM, as TI's examples have it, with room behind the data.
static uint8_t scanRspData[16] = {0x05, 0x12, 0x50, 0x00, 0x20, 0x03, 0x02, 0x0a, 0x00};

// Names that say payload, and no payload in them.
static uint8_t advertDataCounters[4] = {0xff, 0x01, 0x02, 0x03};
static uint8_t tbl_advData[31];

void gap_advertisements_set_data(uint8_t count, const uint8_t *data);
void gap_scan_response_set_data(uint8_t count, const uint8_t *data);

int main(void) {
  tbl_advData[0] = 2;
  gap_advertisements_set_data(sizeof(adv_data), adv_data);
  gap_advertisements_set_data(sizeof(tbl_advData), tbl_advData);
  gap_advertisements_set_data(sizeof(advertDataCounters), advertDataCounters);
  gap_scan_response_set_data(sizeof(scanRspData), scanRspData);
  return 0;
}
