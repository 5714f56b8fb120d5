internal import AdvertisingData

extension Rule {
  static let meshServiceDataMissing = Rule(
    id: "mesh-service-data-missing",
    severity: .warning,
    summary: "A mesh device lists its service without the service data that belong to it.",
    rationale: """
      Apps that add devices to a network need the UUID in the service data of 1827, and apps that look for their \
      network its number in those of 1828. Nordic's library and app for iOS find a device that only lists the service, \
      and then ignore it. Zephyr's client looks at the service data alone.
      """,
    references: [
      .other("Nordic: IOS-nRF-Mesh-Library, UnprovisionedDevice.swift and NetworkConnection.swift"),
      .other("Zephyr: subsys/bluetooth/mesh/gatt_cli.c, pb_gatt_srv.c and proxy_srv.c"),
    ],
    examples: [
      .accepted("02 01 06 03 03 28 18 0c 16 28 18 00 00 01 02 03 04 05 06 07", "a proxy with its network"),
      .flagged(
        "02 01 06 03 03 ↓28 18", "no service data", fixed: "02 01 06 03 03 28 18 0c 16 28 18 00 00 01 02 03 04 05 06 07"
      ),
    ],
    check: .layout(of: .serviceLists) { layout, report in
      flagListedWithoutData(in: layout, &report) { uuid in
        guard uuid == .meshProvisioning || uuid == .meshProxy else { return nil }
        let isProxy = uuid == .meshProxy
        return Announcement(
          message: "service \(uuid.named) is listed, its service data are missing: mesh apps ignore the device",
          content: isProxy ? "the type and the network" : "the UUID of the device and its OOB information",
          octets: isProxy ? 9 : 18)
      }
    })
}

extension BluetoothUUID {
  fileprivate static let meshProvisioning = BluetoothUUID(0x1827)
  fileprivate static let meshProxy = BluetoothUUID(0x1828)
}
