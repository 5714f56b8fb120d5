internal import AdvertisingData

extension Rule {
  static let matterMalformed = Rule(
    id: "matter-malformed",
    severity: .error,
    summary: "What a Matter device advertises for commissioning is not as the format has it.",
    rationale: """
      A commissioner looks for 8 bytes of service data: opcode 00, discriminator, vendor, product and flags. It finds \
      the device whose code was scanned by the discriminator, so with other data the device cannot be added to a home.
      """,
    references: [.other("Matter specification: commissionable advertising; connectedhomeip")],
    examples: [
      .accepted("02 01 06 03 03 f6 ff 0b 16 f6 ff 00 00 0f f1 ff 01 80 00", "discriminator 0xf00"),
      .flagged(
        "02 01 06 03 03 f6 ff 0a 16 f6 ff ↓00 00 0f f1 ff 01 80", "the flags are missing",
        fixed: "02 01 06 03 03 f6 ff 0b 16 f6 ff 00 00 0f f1 ff 01 80 00"),
    ],
    check: .conformance(to: MatterCommissioning.format) { _, payload in
      // Another opcode has a format of its own, which is not known here.
      payload.octets.first == 0 ? nil : .note
    })
}
