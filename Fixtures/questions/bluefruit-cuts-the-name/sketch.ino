#include <bluefruit.h>

uint8_t uuid[] = {0x5c, 0x21, 0x77, 0x0b, 0x9a, 0x3e, 0x0f, 0x8d, 0x66, 0x4b, 0x52, 0xc0, 0x01, 0x00, 0xd1, 0xe5};
BLEService service = BLEService(uuid);

void setup() {
  Bluefruit.begin();
  Bluefruit.setName("Weather7");
  service.begin();
  Bluefruit.Advertising.addFlags(BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE);
  Bluefruit.Advertising.addTxPower();
  Bluefruit.Advertising.addService(service);
  Bluefruit.Advertising.addName();
  Bluefruit.Advertising.start(0);
}

void loop() {}
