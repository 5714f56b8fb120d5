#include <NimBLEDevice.h>
#include <NimBLEBeacon.h>

#define SERVICE_UUID "e5d10003-c052-4b66-8d0f-3e9a0b77215c"

void setup() {
  NimBLEDevice::init("Door");
  NimBLEBeacon beacon;
  beacon.setManufacturerId(0x4C00);
  beacon.setProximityUUID(NimBLEUUID("3a0d7c51-7a0e-4c4c-9f0e-5d1b6a2f8e90"));
  beacon.setMajor(1);
  beacon.setMinor(7);
  beacon.setSignalPower(0xc3);
  NimBLEAdvertisementData data;
  data.setFlags(0x06);
  data.setManufacturerData(beacon.getData());
  NimBLEAdvertisementData response;
  response.setCompleteServices(NimBLEUUID(SERVICE_UUID));
  NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
  advertising->setAdvertisementData(data);
  advertising->setScanResponseData(response);
  advertising->start();
}

void loop() {}
