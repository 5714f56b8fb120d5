/// When and on which access address to answer periodic advertising (AD type 0x32).
///
/// Source: Core Specification Supplement Part A 1.24.
public struct PeriodicResponseTiming: Hashable, Sendable {
  public let responseAccessAddress: UInt32
  public let numberOfSubevents: UInt8
  /// In units of 1.25 ms.
  public let subeventInterval: UInt8
  /// In units of 1.25 ms.
  public let responseSlotDelay: UInt8
  /// In units of 0.125 ms.
  public let responseSlotSpacing: UInt8

  public init(
    responseAccessAddress: UInt32, numberOfSubevents: UInt8, subeventInterval: UInt8, responseSlotDelay: UInt8,
    responseSlotSpacing: UInt8
  ) {
    self.responseAccessAddress = responseAccessAddress
    self.numberOfSubevents = numberOfSubevents
    self.subeventInterval = subeventInterval
    self.responseSlotDelay = responseSlotDelay
    self.responseSlotSpacing = responseSlotSpacing
  }

  /// Throws unless there are exactly eight octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 8 else { throw .wrongLength(expected: 8, actual: value.count) }
    responseAccessAddress = UInt32(value.littleEndian(at: 0, count: 4))
    numberOfSubevents = value[4]
    subeventInterval = value[5]
    responseSlotDelay = value[6]
    responseSlotSpacing = value[7]
  }

  public var octets: [UInt8] {
    Array(littleEndian: responseAccessAddress, count: 4)
      + [numberOfSubevents, subeventInterval, responseSlotDelay, responseSlotSpacing]
  }
}
