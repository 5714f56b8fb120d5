#include <NimBLEDevice.h>

#define HELMET_SERVICE "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"

void setup() {
  NimBLEDevice::init("SHS-2071");
  NimBLEServer* server = NimBLEDevice::createServer();
  NimBLEService* helmet = server->createService(HELMET_SERVICE);

  NimBLEAdvertising* advertising = NimBLEDevice::getAdvertising();
  advertising->setManufacturerData("\xff\xff\x01");
  advertising->setName("SHS-2071");
  advertising->enableScanResponse(true);
  advertising->addServiceUUID(helmet->getUUID());
  advertising->start();
}

void loop() {}
