internal import AdvertisingData

extension Rule {
  static let addressReserved = Rule(
    id: "address-reserved",
    severity: .error,
    summary: "The random address has a form that is reserved.",
    rationale: """
      The two highest bits of a random address tell its kind, and 10 is none. A static address, 11, has at least one 0 and \
      one 1 in its other 46 bits. Hosts may refuse to connect to such an address, and two devices whose firmware never \
      set one have the same.
      """,
    references: [.core(volume: 6, part: "B", section: "1.3.2")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06", address: DeviceAddress(bits: 0xF0F1_F2F3_F4F5, type: .random))], "a static address"),
      .accepted(
        [MarkedLayout("02 01 06", address: DeviceAddress(bits: 0x80F1_F2F3_F4F5, type: .public))],
        "a public address may have any bits"),
      .flagged(
        [MarkedLayout("02 01 06", address: DeviceAddress(bits: 0x80F1_F2F3_F4F5, type: .random))],
        "the highest bits are 10",
        fixed: [MarkedLayout("02 01 06", address: DeviceAddress(bits: 0xC0F1_F2F3_F4F5, type: .random))]),
      .flagged(
        [MarkedLayout("02 01 06", address: DeviceAddress(bits: 0xFFFF_FFFF_FFFF, type: .random))], "never set"),
    ],
    check: .advertiser { subject, report in
      guard let address = subject.address else { return }
      switch address.kind {
      case .randomReserved:
        report.flagAdvertiser(
          "the highest bits of the random address are 10, which is reserved",
          fix: "set them to 11 for a static address")
      case .randomStatic where [0, 0x3FFF_FFFF_FFFF].contains(address.bits & 0x3FFF_FFFF_FFFF):
        report.flagAdvertiser(
          "the bits of the static address are all the same, which is not allowed", fix: "set 46 random bits")
      default: break
      }
    })
}
