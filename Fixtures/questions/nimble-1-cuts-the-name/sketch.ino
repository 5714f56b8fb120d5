#include <NimBLEDevice.h>

#define SERVICE_UUID "e5d10001-c052-4b66-8d0f-3e9a0b77215c"

void setup() {
  NimBLEDevice::init("Thermo-Kitchen");
  NimBLEServer *server = NimBLEDevice::createServer();
  NimBLEService *service = server->createService(SERVICE_UUID);
  service->start();
  NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
  advertising->addServiceUUID(SERVICE_UUID);
  advertising->setScanResponse(false);
  advertising->start();
}

void loop() {}
