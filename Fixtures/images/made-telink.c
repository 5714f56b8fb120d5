// A program for Telink's stack: the scan response gets the name and a number of the device, in octets that it fills in.
#include <stdint.h>

uint8_t bls_ll_setAdvData(uint8_t *data, uint8_t count);
uint8_t bls_ll_setScanRspData(uint8_t *data, uint8_t count);
uint8_t bls_ll_setAdvParam(
    uint16_t least, uint16_t most, int type, int own, uint8_t peer_kind, uint8_t *peer, int channels, int filter);
uint8_t bls_ll_setAdvEnable(int is_on);

static uint8_t response[31];
static volatile uint32_t rounds;

__attribute__((noinline)) static uint8_t put(uint8_t *to, uint8_t type, const void *value, uint8_t count) {
  const uint8_t *octets = value;
  to[0] = (uint8_t)(count + 1);
  to[1] = type;
  for (uint8_t place = 0; place < count; place++) to[2 + place] = octets[place];
  return (uint8_t)(count + 2);
}

__attribute__((noinline)) static void begin(void) {
  uint32_t number = *(volatile uint32_t *)0x10000040;
  uint8_t data[31], maker[4] = {0x11, 0x02, (uint8_t)(number >> 3), 1}, flags = 5;
  uint16_t service = 0x1812;
  uint8_t count = put(data, 0x01, &flags, 1);
  count += put(data + count, 0x03, &service, 2);
  bls_ll_setAdvData(data, count);
  count = put(response, 0x09, "Remote", 6);
  count += put(response + count, 0xFF, maker, sizeof maker);
  bls_ll_setScanRspData(response, count);
  bls_ll_setAdvParam(0x30, 0x38, 0, 0, 0, 0, 7, 0);
  bls_ll_setAdvEnable(1);
}

int main(void) {
  begin();
  for (;;) rounds++;
}
