#include <ArduinoBLE.h>

BLEService service("e5d10001-c052-4b66-8d0f-3e9a0b77215c");

void setup() {
  BLE.begin();
  BLE.setLocalName("Messenger");
  BLE.setAdvertisedService(service);
  BLE.addService(service);
  BLE.advertise();
}

void loop() { BLE.poll(); }
