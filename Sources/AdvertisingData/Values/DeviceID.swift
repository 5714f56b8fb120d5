/// Which product this is (AD type 0x10 everywhere but out of band).
///
/// Source: Device ID Profile.
public struct DeviceID: Hashable, Sendable {
  /// Who assigned the vendor number: 1 the Bluetooth SIG, 2 the USB Implementers Forum.
  public let vendorSource: UInt16
  public let vendor: UInt16
  public let product: UInt16
  public let version: UInt16

  public static let sourceBluetooth: UInt16 = 1
  public static let sourceUSB: UInt16 = 2

  public init(vendorSource: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
    self.vendorSource = vendorSource
    self.vendor = vendor
    self.product = product
    self.version = version
  }

  /// Throws unless there are exactly eight octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 8 else { throw .wrongLength(expected: 8, actual: value.count) }
    vendorSource = UInt16(value.littleEndian(at: 0, count: 2))
    vendor = UInt16(value.littleEndian(at: 2, count: 2))
    product = UInt16(value.littleEndian(at: 4, count: 2))
    version = UInt16(value.littleEndian(at: 6, count: 2))
  }

  public var octets: [UInt8] {
    [vendorSource, vendor, product, version].flatMap { [UInt8](littleEndian: $0, count: 2) }
  }
}
