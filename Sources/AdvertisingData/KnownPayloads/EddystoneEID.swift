/// An Eddystone-EID frame: an identifier that changes and that only its owner's resolver can trace.
public struct EddystoneEID: Hashable, Sendable, KnownFormat {
  /// Power in dBm at 0 m, which is 41 dB above that at 1 m.
  public let txPowerAt0m: Int8
  /// 8 octets.
  public let identifier: [UInt8]
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// Throws when there are fewer than 10 octets, the frame type included.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(10, of: octets)
    txPowerAt0m = Int8(bitPattern: octets[1])
    identifier = Array(octets[2..<10])
    surplus = Array(octets[10...])
  }

  /// What follows the frame type octet.
  var octets: [UInt8] { [UInt8(bitPattern: txPowerAt0m)] + identifier + surplus }

  var problems: [KnownPayloadProblem] { KnownPayloadProblem.surplus(surplus, at: 10) }
}
