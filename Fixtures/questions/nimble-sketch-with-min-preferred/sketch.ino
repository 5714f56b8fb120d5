#include <NimBLEDevice.h>

#define SERVICE_UUID "e5d10002-c052-4b66-8d0f-3e9a0b77215c"

void setup() {
  NimBLEDevice::init("Greenhouse-East-07");
  NimBLEServer *server = NimBLEDevice::createServer();
  NimBLEService *service = server->createService(SERVICE_UUID);
  service->start();
  NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
  advertising->addServiceUUID(SERVICE_UUID);
  advertising->setScanResponse(false);
  advertising->setMinPreferred(0x06);
  advertising->setMinPreferred(0x12);
  NimBLEDevice::startAdvertising();
}

void loop() {}
