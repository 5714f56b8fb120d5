/// The advertising of a device that waits to be added to a Bluetooth Mesh network over a connection (service data of
/// 0x1827).
///
/// Source: Zephyr's sender (subsys/bluetooth/mesh/pb_gatt_srv.c) and BlueZ's reader (tools/meshctl.c), which have the
/// UUID and the number most significant octet first. Zephyr's client (pb_gatt_cli.c) and Nordic's mesh library for iOS
/// (Library/Provisioning/Oob.swift) read the number least significant octet first. Nordic's library also takes 22
/// octets, of which the last four are a hash of a URI (Library/Utils/Beacon.swift).
package enum MeshProvisioning {
  /// Service data of 0x1827.
  package static let format = KnownPayload.Format(
    "meshProvisioning", name: "mesh provisioning", in: .services([0x1827]),
    fields: [.string("data"), .string("uuid"), .integer("oob"), .oobSources, .integer("uriHash", orNull: true)]
  ) { octets, _ throws(Malformation) in
    try octets.require(fixedCount)
    let device = BluetoothUUID(high: UInt64(bigEndian: octets, at: 0), low: UInt64(bigEndian: octets, at: 8))
    let outOfBand = UInt16(bigEndian: octets, at: 16)
    let uriHash = octets.count == fixedCount + 4 ? UInt32(bigEndian: octets, at: fixedCount) : nil
    return KnownPayload.Reading(
      fields: [
        Field("uuid", .text(device.description), label: "device", at: 0..<16),
        Field("oob", .hexNumber(UInt64(outOfBand), octets: 2), label: "OOB information", at: 16..<18),
        .outOfBandSources(outOfBand),
        Field(
          "uriHash", uriHash.map { .hexNumber(UInt64($0), octets: 4) } ?? .null,
          label: uriHash == nil ? "" : "URI hash",
          at: uriHash.map { _ in 18..<22 }),
      ], problems: KnownPayload.Problem.surplus(of: octets, after: fixedCount))
  }

  private static let fixedCount = 18
}
