#include <NimBLEDevice.h>

void setup() {
  NimBLEDevice::init("board");
  NimBLEServer *server = NimBLEDevice::createServer();
  NimBLEAdvertising *advertising = server->getAdvertising();
  advertising->addServiceUUID("e5d10001-c052-4b66-8d0f-3e9a0b77215c");
  advertising->addServiceUUID("15e7f3a0-9c7e-4b1b-9a43-52a7d9f0b6c4");
  advertising->setScanResponse(true);
  advertising->start();
}

void loop() {}
