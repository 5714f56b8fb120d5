/// The power at which this packet was transmitted, in dBm (AD type 0x0A).
///
/// Source: Core Specification Supplement Part A 1.5.
public struct TxPowerLevel: Hashable, Sendable {
  public let dBm: Int8

  public init(dBm: Int8) {
    self.dBm = dBm
  }

  /// Throws unless there is exactly one octet.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 1 else { throw .wrongLength(expected: 1, actual: value.count) }
    dBm = Int8(bitPattern: value[0])
  }

  public var octets: [UInt8] { [UInt8(bitPattern: dBm)] }
}
