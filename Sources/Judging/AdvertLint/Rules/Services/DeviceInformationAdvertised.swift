internal import AdvertisingData

extension Rule {
  static let deviceInformationAdvertised = Rule(
    id: "device-information-advertised",
    severity: .note,
    summary: "The Device Information service is listed.",
    rationale: """
      Nearly every device has this service, so no scanner looks for it: the bytes are better spent on the service the device \
      is for. Apple asks accessories to have it and not to advertise it.
      """,
    references: [.other("Apple: Accessory Design Guidelines, Bluetooth Low Energy, services")],
    examples: [
      .accepted("02 01 06 03 03 0d 18", "the service the device is for"),
      .flagged("02 01 06 05 03 0d 18 ↓0a 18", "Device Information besides it", fixed: "02 01 06 03 03 0d 18"),
    ],
    check: .payload { payload, report in
      for (listing, octets) in payload.listings where listing.uuid == BluetoothUUID(0x180A) {
        report.flag(
          listing.offset, length: listing.width.octets, "service \(listing.uuid.named) need not be advertised",
          fix: "remove the service: \(octets) bytes less", remedy: .leavingOut)
      }
    })
}
