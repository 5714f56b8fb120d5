/// What a device sends that waits to be added to a Bluetooth Mesh network over a connection (service data of 0x1827).
///
/// Source: Zephyr's sender (subsys/bluetooth/mesh/pb_gatt_srv.c) and BlueZ's reader (tools/meshctl.c), by which the
/// UUID and the number are sent most significant octet first. Zephyr's client (pb_gatt_cli.c) and Nordic's mesh
/// library for iOS (Library/Provisioning/Oob.swift) read the number least significant octet first. Nordic's library
/// also takes 22 octets, of which the last four are a hash of a URI (Library/Utils/Beacon.swift).
public struct MeshProvisioning: KnownFormat {
  /// Service data of 0x1827.
  public static let format = KnownPayload.Format(
    "meshProvisioning", name: "mesh provisioning", in: .services([0x1827]), as: Self.self)

  /// The UUID that the device was given when it was made.
  public let device: BluetoothUUID
  /// Where out-of-band data for the provisioning is to be found, a bit each. Read most significant octet first.
  public let outOfBand: UInt16
  /// Octets after the last field; empty in practice. Nordic's library reads four of them as the hash of a URI.
  public let surplus: [UInt8]

  /// The hash of a URI that the device advertises elsewhere; `nil` unless four octets follow.
  public var uriHash: UInt32? { surplus.count == 4 ? UInt32(bigEndian: surplus, at: 0) : nil }

  /// What a device with this UUID sends.
  public init(device: BluetoothUUID, outOfBand: UInt16) {
    self.device = device
    self.outOfBand = outOfBand
    surplus = []
  }

  /// Throws when there are fewer than 18 octets.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(18)
    device = BluetoothUUID(high: UInt64(bigEndian: octets, at: 0), low: UInt64(bigEndian: octets, at: 8))
    outOfBand = UInt16(bigEndian: octets, at: 16)
    surplus = Array(octets[18...])
  }

  /// Encoded again: the octets that were decoded.
  public var octets: [UInt8] {
    device.high.bigEndianOctets + device.low.bigEndianOctets + outOfBand.bigEndianOctets + surplus
  }

  /// Octets too many.
  public var problems: [KnownPayload.Problem] { KnownPayload.Problem.surplus(surplus, at: 18) }

  /// In the order sent.
  public var fields: [Field] {
    [
      Field("uuid", .text(device.description), label: "device", at: 0..<16),
      Field("oob", .hexNumber(UInt64(outOfBand), octets: 2), label: "OOB information", at: 16..<18),
      .outOfBandSources(outOfBand),
      Field(
        "uriHash", uriHash.map { .hexNumber(UInt64($0), octets: 4) } ?? .null, label: uriHash == nil ? "" : "URI hash",
        at: uriHash.map { _ in 18..<22 }),
    ]
  }
}
