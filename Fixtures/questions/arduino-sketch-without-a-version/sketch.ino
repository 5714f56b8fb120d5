#include <BLEDevice.h>
#include <BLEServer.h>

#define SERVICE_UUID "2b9e0002-64f1-4f3c-b7a5-90d1c8e7f3a6"

void setup() {
  BLEDevice::init("Mailbox");
  BLEServer *server = BLEDevice::createServer();
  BLEService *service = server->createService(SERVICE_UUID);
  service->start();
  BLEAdvertising *advertising = BLEDevice::getAdvertising();
  advertising->addServiceUUID(SERVICE_UUID);
  advertising->setScanResponse(false);
  advertising->setMinPreferred(0x0);
  BLEDevice::startAdvertising();
}

void loop() {}
