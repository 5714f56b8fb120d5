BleManager.scan({
  serviceUUIDs: [],
  seconds: 10,
  manufacturerData: { manufacturerId: 0x0059, manufacturerData: [0x01], manufacturerDataMask: [0xff] },
});
