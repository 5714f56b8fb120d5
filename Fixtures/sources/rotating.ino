#include <NimBLEDevice.h>

bool isMoving = false;

void setup() {
  NimBLEDevice::init("SHS-2071");
  NimBLEAdvertising* advertising = NimBLEDevice::getAdvertising();
  advertising->setName("SHS-2071");
  if (isMoving) {
    advertising->addServiceUUID("180f");
  }
  advertising->start();
}

void loop() {}
