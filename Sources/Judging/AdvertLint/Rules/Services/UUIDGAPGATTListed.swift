internal import AdvertisingData

extension Rule {
  static let uuidGAPGATTListed = Rule(
    id: "uuid-gap-gatt-listed",
    severity: .note,
    summary: "The Generic Access or Generic Attribute service is listed.",
    rationale: """
      Every connectable device has these two services, so listing them says nothing and a filter on them finds \
      everything. The bytes are lost for a service that scanners look for.
      """,
    references: [.supplement(part: "A", section: "1.1")],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "Battery"),
      .flagged("02 01 06 05 03 ↓00 18 0f 18", "Generic Access", fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .payload { payload, report in
      let everywhere = [BluetoothUUID(0x1800), BluetoothUUID(0x1801)]
      // Its name is looked up once for lists that repeat a service.
      var latest: (uuid: BluetoothUUID, name: String)?
      for (listing, octets) in payload.listings where everywhere.contains(listing.uuid) {
        let name = latest?.uuid == listing.uuid ? latest?.name : nil
        let known = (uuid: listing.uuid, name: name ?? listing.uuid.named)
        latest = known
        report.flag(
          listing.offset, length: listing.width.octets, "service \(known.name) is in every device",
          fix: "remove the service: \(octets) bytes less", remedy: .leavingOut)
      }
    })
}
