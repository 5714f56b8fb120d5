/// An Eddystone-UID frame: an identifier of a namespace and an instance in it.
public struct EddystoneUID: Hashable, Sendable, KnownFormat {
  /// Power in dBm at 0 m, which is 41 dB above that at 1 m.
  public let txPowerAt0m: Int8
  /// 10 octets.
  public let namespace: [UInt8]
  /// 6 octets.
  public let instance: [UInt8]
  /// Two zero octets, or none, which is common.
  public let reserved: [UInt8]
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// `nil` unless the namespace has 10 octets and the instance 6.
  public init?(txPowerAt0m: Int8, namespace: [UInt8], instance: [UInt8]) {
    guard namespace.count == 10, instance.count == 6 else { return nil }
    self.txPowerAt0m = txPowerAt0m
    self.namespace = namespace
    self.instance = instance
    reserved = [0, 0]
    surplus = []
  }

  /// Throws when there are fewer than 18 octets, the frame type included.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(18, of: octets)
    txPowerAt0m = Int8(bitPattern: octets[1])
    namespace = Array(octets[2..<12])
    instance = Array(octets[12..<18])
    reserved = Array(octets[18..<min(20, octets.count)])
    surplus = Array(octets[(18 + reserved.count)...])
  }

  /// What follows the frame type octet.
  var octets: [UInt8] { [UInt8(bitPattern: txPowerAt0m)] + namespace + instance + reserved + surplus }

  var problems: [KnownPayloadProblem] {
    let length: [KnownPayloadProblem] =
      reserved.count == 1 ? [.unexpected(offset: 18, expected: "two reserved bytes or none")] : []
    let value: [KnownPayloadProblem] = reserved.allSatisfy { $0 == 0 } ? [] : [.reserved(offset: 18)]
    return length + value + KnownPayloadProblem.surplus(surplus, at: 20)
  }
}
