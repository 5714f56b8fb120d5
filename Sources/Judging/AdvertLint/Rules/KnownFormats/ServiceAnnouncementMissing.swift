internal import AdvertisingData

extension Rule {
  static let serviceAnnouncementMissing = Rule(
    id: "service-announcement-missing",
    severity: .warning,
    summary: "A device lists a service without the data that announce its role.",
    rationale: """
      The list of a service says that a device has it. That the device is available in a role, its service data say: 184f \
      for a scan delegator, 184e for audio streams, 1853 for an acceptor of the Common Audio Profile, 1855 for telephony \
      and media, fff6 for a Matter device to commission, fe2c for Fast Pair. Zephyr's samples of a unicast client, of a \
      common audio initiator and of a telephony and media central look at the service data alone, that of a broadcast assistant since July 2026, and so do Matter's controller for Linux and Fast Pair. A \
      device that is not discoverable need not announce its role.
      """,
    references: [
      .other("Basic Audio Profile, section 3.9.2; github.com/zephyrproject-rtos/zephyr, 68919 and 112803"),
      .other("Zephyr: samples/bluetooth/bap_broadcast_assistant, bap_unicast_client, cap_initiator and tmap_central"),
      .other("Matter: connectedhomeip, src/platform/Linux/bluez/ChipDeviceScanner.cpp"),
      .other("Google: Fast Pair, advertising payload"),
    ],
    examples: [
      .accepted("02 01 06 05 03 4f 18 50 18 03 16 4f 18", "a scan delegator with its announcement"),
      .accepted("02 01 04 05 03 4f 18 50 18", "not discoverable"),
      .flagged(
        "02 01 06 03 03 ↓53 18", "an acceptor without its announcement", fixed: "02 01 06 03 03 53 18 04 16 53 18 00"),
      .flagged(
        "02 01 06 05 03 ↓4f 18 50 18", "a scan delegator without it", fixed: "02 01 06 05 03 4f 18 50 18 03 16 4f 18"),
      .flagged(
        "02 01 06 03 03 ↓2c fe", "Fast Pair without its data", fixed: "02 01 06 03 03 2c fe 06 16 2c fe 12 34 56"),
    ],
    check: .layout(of: .serviceLists) { layout, report in
      guard layout.payloads.contains(where: { $0.payload.isDiscoverable }) else { return }
      flagListedWithoutData(in: layout, &report) { uuid in
        guard let (_, receivers) = roles.first(where: { $0.service == uuid }) else { return nil }
        return "service \(uuid.named) is listed, its service data are missing: \(receivers)"
      }
    })

  /// The services whose data announce a role, each with what those do that look for the role.
  private static let roles: [(service: BluetoothUUID, receivers: String)] = [
    (BluetoothUUID(0x184E), "audio clients do not see that the device takes streams"),
    (BluetoothUUID(0x184F), "broadcast assistants that follow the profile do not take it for a scan delegator"),
    (BluetoothUUID(0x1853), "initiators of the Common Audio Profile do not find it"),
    (BluetoothUUID(0x1855), "telephony and media devices do not see its roles"),
    (BluetoothUUID(0xFFF6), "Matter's controller for Linux does not find it"),
    (BluetoothUUID(0xFE2C), "Fast Pair ignores the device"),
  ]

  /// Reports each listed service whose service data no block of a layout has, with the words for it; `nil` for services
  /// that need none.
  static func flagListedWithoutData(
    in layout: SubjectLayout, _ report: inout Report, _ words: (BluetoothUUID) -> String?
  ) {
    guard layout.isWhole else { return }
    var explained = Set(layout.payloads.flatMap { $0.payload.servicesOfData }.map { $0.uuid })
    for (position, payload) in layout.payloads {
      for mention in payload.structures(of: .serviceLists).flatMap({ $0.mentionedServices }) where mention.isListed {
        guard let words = words(mention.uuid), explained.insert(mention.uuid).inserted else { continue }
        report.place.payload = position
        report.flag(mention.offset, length: mention.width.octets, words, fix: "add the service data")
      }
    }
  }
}
