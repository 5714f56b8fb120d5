import AdvertisingData

/// The decoding initialisers over arrays: a test's expectations cannot hold a view.
extension ADValue {
  init(type: ADType, octets: [UInt8]) {
    self.init(type: type, value: octets.span)
  }
}

extension BluetoothUUID {
  init?(octets: [UInt8], at offset: Int = 0, width: Width) {
    self.init(littleEndian: octets.span, at: offset, width: width)
  }
}

extension DeviceAddress {
  init?(octets: [UInt8], at offset: Int, type: AddressType) {
    self.init(littleEndian: octets.span, at: offset, type: type)
  }
}
