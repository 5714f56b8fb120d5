internal import AdvertisingData

extension Rule {
  static let meshServiceMalformed = Rule(
    id: "mesh-service-malformed",
    severity: .warning,
    summary: "The service data of a mesh device are not as the Mesh Protocol has them.",
    rationale: """
      A device that waits to be added to a network sends its UUID and where out-of-band data are: 18 bytes under 1827. \
      A proxy sends a type of identification and 8 or 16 bytes under 1828. Zephyr's client and Nordic's library for \
      iOS ignore data of another length, so apps do not show the device. Under 1827 Nordic's library also takes \
      22 bytes, and BlueZ's meshctl any number from 18 on.
      """,
    references: [
      .other("Zephyr: subsys/bluetooth/mesh/pb_gatt_cli.c and proxy_cli.c"),
      .other("Nordic: IOS-nRF-Mesh-Library, Beacon.swift, NetworkIdentity.swift and NodeIdentity.swift"),
      .other("BlueZ: tools/meshctl.c"),
    ],
    examples: [
      .accepted(
        "02 01 06 03 03 27 18 15 16 27 18 01 23 45 67 89 ab cd ef 01 23 45 67 89 ab cd ef 00 20",
        "an unprovisioned device"),
      .accepted("02 01 06 03 03 28 18 0c 16 28 18 00 00 01 02 03 04 05 06 07", "a proxy that tells its network"),
      .flagged(
        "02 01 06 03 03 28 18 03 16 28 18 ↓", "no data after the UUID",
        fixed: "02 01 06 03 03 28 18 0c 16 28 18 00 00 01 02 03 04 05 06 07"),
      .flagged(
        "02 01 06 03 03 27 18 13 16 27 18 ↓01 23 45 67 89 ab cd ef 01 23 45 67 89 ab cd ef", "without OOB information",
        fixed: "02 01 06 03 03 27 18 15 16 27 18 01 23 45 67 89 ab cd ef 01 23 45 67 89 ab cd ef 00 00"),
    ],
    check: .knownPayload { found, report in
      let format = found.payload.format
      guard format == MeshProvisioning.format || format == MeshProxy.format else { return }
      found.flagProblems(named: format.name, &report)
    })
}
