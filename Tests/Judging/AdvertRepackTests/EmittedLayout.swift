// swift-format-ignore-file
import AdvertisingData

// crash sensor: ADV_IND
let advertising = Payload([
  0x02, 0x01, 0x06,  // Flags
  0x09, 0x09, 0x53, 0x48, 0x53, 0x2d, 0x32, 0x30, 0x37, 0x31,  // Complete Local Name
  0x11, 0x07, 0xe4, 0x1d, 0x51, 0x0e, 0x5a, 0x11, 0xdb, 0xb9, 0xa9, 0x41, 0x9e, 0x2a, 0xa0, 0xff, 0xd0, 0xaf,  // Complete List of 128-bit Service or Service Class UUIDs
])

#if canImport(CoreBluetooth)
  import CoreBluetooth

  // The system splits these over both packets as it sees fit, and drops the name in the background.
  var peripheralAdvertisement: [String: Any] {
    [
      CBAdvertisementDataLocalNameKey: "SHS-2071",
      CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "AFD0FFA0-2A9E-41A9-B9DB-115A0E511DE4")],
    ]
  }
#endif
