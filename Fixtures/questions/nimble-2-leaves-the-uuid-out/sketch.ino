#include <NimBLEDevice.h>

void setup() {
  NimBLEDevice::init("SpinBike");
  NimBLEServer *server = NimBLEDevice::createServer();
  NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
  advertising->setName("SpinBike");
  advertising->addServiceUUID(NimBLEUUID((uint16_t)0x1826));
  advertising->addServiceUUID(NimBLEUUID("e5d10001-c052-4b66-8d0f-3e9a0b77215c"));
  advertising->start();
}

void loop() {}
