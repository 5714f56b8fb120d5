internal import AdvertisingData

extension Rule {
  static let roleNotConnectable = Rule(
    id: "role-not-connectable",
    severity: .warning,
    summary: "Data invite a connection, and the PDU type allows none.",
    rationale: """
      A Matter device is commissioned over a connection, a HomeKit accessory is controlled over one, a Fast Pair device is \
      paired over one, a phone provisions a mesh device or reaches the network through a mesh proxy over one, and so do LE \
      Audio clients use streams, scan delegators and acceptors. Who finds such data in a PDU that is not connectable cannot \
      go on. The stacks send them in connectable advertising only.
      """,
    references: [
      .other("Matter: connectedhomeip, src/platform/Zephyr/BLEManagerImpl.cpp"),
      .other("apple/HomeKitADK: PAL/Darwin/HAPPlatformBLEPeripheralManager.m, which advertises by CBPeripheralManager"),
      .other("Google: Fast Pair, configuration and characteristics"),
      .other("Zephyr: subsys/bluetooth/mesh/pb_gatt_srv.c and proxy_srv.c"),
      .other("Zephyr: samples/bluetooth/bap_unicast_server and cap_acceptor"),
    ],
    examples: [
      .accepted("02 01 06 03 03 f6 ff 0b 16 f6 ff 00 00 0f f1 ff 01 80 00", "a Matter device in ADV_IND"),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "02 01 06 03 03 f6 ff ↓0b 16 f6 ff 00 00 0f f1 ff 01 80 00")],
        "a Matter device in ADV_NONCONN_IND",
        fixed: [MarkedLayout(pdu: .advInd, "02 01 06 03 03 f6 ff 0b 16 f6 ff 00 00 0f f1 ff 01 80 00")]),
    ],
    check: .knownPayload(in: roles.map { $0.format }) { found, report in
      guard let pdu = report.pdu, !pdu.isConnectable, let role = roles.first(where: { $0.format.id == found.format }),
        role.isClaimed(found.payload)
      else { return }
      let other = pdu.isExtended ? AdvertisingPDU.extendedConnectable : .advInd
      report.flag(
        found.structure, "\(role.words) is in \(pdu.rawValue), and nobody can connect to it",
        fix: "send it with \(other.rawValue)", remedy: .sending(other))
    })

  /// The formats whose data invite a connection, the role, and whether data claim it.
  private static let roles:
    [(format: KnownPayload.Format, words: String, isClaimed: @Sendable (KnownPayload) -> Bool)] = [
      (MatterCommissioning.format, "a Matter device to commission", { $0.octets.first == 0 }),
      // The first message is of HomeKit, not an encrypted notification.
      (Continuity.format, "a HomeKit accessory", { $0.octets.first == 0x06 }),
      (FastPair.format, "a Fast Pair device to pair", { FastPair.isDiscoverable($0.octets) }),
      (MeshProvisioning.format, "a mesh device to provision", { _ in true }),
      (MeshProxy.format, "a mesh proxy", { _ in true }),
      (
        AudioAnnouncement.format, "an LE Audio device that waits for a connection",
        { payload in
          switch payload.reading["announcement"] {
          case .text("broadcast"), .text("public"): false
          default: payload.reading["announcement"] != nil
          }
        }
      ),
    ]
}
