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
      common audio initiator and of a telephony and media central look at the service data alone, that of a broadcast \
      assistant since July 2026, and so do Matter's controller for Linux and Fast Pair. A device that is not \
      discoverable need not announce its role.
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
        guard let role = roles.first(where: { $0.service == uuid }) else { return nil }
        return Announcement(
          message: "service \(uuid.named) is listed, its service data are missing: \(role.receivers)",
          content: role.content, octets: role.octets)
      }
    })

  /// The services whose data announce a role, each with what those do that look for the role, and with the content and
  /// the fewest octets behind the UUID.
  private static let roles: [(service: BluetoothUUID, receivers: String, content: String, octets: Int)] = [
    (
      BluetoothUUID(0x184E), "audio clients do not see that the device takes streams",
      "the announcement type, the contexts and the length of the metadata", 6
    ),
    (
      BluetoothUUID(0x184F), "broadcast assistants that follow the profile do not take it for a scan delegator", "", 0
    ),
    (BluetoothUUID(0x1853), "initiators of the Common Audio Profile do not find it", "the announcement type", 1),
    (BluetoothUUID(0x1855), "telephony and media devices do not see its roles", "the roles", 2),
    (
      BluetoothUUID(0xFFF6), "Matter's controller for Linux does not find it",
      "the opcode, the discriminator, vendor and product", 8
    ),
    (BluetoothUUID(0xFE2C), "Fast Pair ignores the device", "the model", 3),
  ]

  /// Service data that a listed service lacks.
  struct Announcement {
    let message: String
    /// The content behind the UUID, in words; empty where the UUID alone is the announcement.
    let content: String
    /// The fewest octets of the content.
    let octets: Int

    /// Returns the octets of the structure up to the content.
    fileprivate func beginning(for uuid: BluetoothUUID) -> [UInt8] {
      [UInt8(clamping: 3 + octets), ADType.serviceData16.rawValue] + (uuid.littleEndian(width: .bits16) ?? [])
    }

    /// Returns the order to add the data to a block, with the octets where they are known.
    fileprivate func fix(for uuid: BluetoothUUID, room: Int) -> String {
      let size = 4 + octets
      let start = HexText.spaced(beginning(for: uuid))
      return Words.adding(
        content.isEmpty
          ? "the service data \(start)"
          : "service data of \(uuid), \(size) bytes or more: \(start), then \(content)", lacking: size - room)
    }
  }

  /// Reports each listed service whose service data no block of a layout has, with what it lacks; `nil` for services that
  /// need none.
  static func flagListedWithoutData(
    in layout: SubjectLayout, _ report: inout Report, _ announcement: (BluetoothUUID) -> Announcement?
  ) {
    guard layout.isWhole else { return }
    var explained = Set(layout.payloads.flatMap { $0.payload.servicesOfData }.map { $0.uuid })
    for (position, payload) in layout.payloads {
      for mention in payload.structures(of: .serviceLists).flatMap({ $0.mentionedServices }) where mention.isListed {
        guard let missing = announcement(mention.uuid), explained.insert(mention.uuid).inserted else { continue }
        report.place.payload = position
        let room = layout.pdu.payloadLimit - payload.payload.significantCount
        let end = payload.structures.last?.octetRange.upperBound ?? 0
        let beginning = missing.beginning(for: mention.uuid)
        report.flag(
          mention.offset, length: mention.width.octets, missing.message,
          fix: missing.fix(for: mention.uuid, room: room),
          remedy: missing.octets == 0 && beginning.count <= room ? .replacing(end..<end, with: beginning) : nil)
      }
    }
  }
}
