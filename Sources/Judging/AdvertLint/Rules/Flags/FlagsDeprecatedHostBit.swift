internal import AdvertisingData

extension Rule {
  static let flagsDeprecatedHostBit = Rule(
    id: "flags-deprecated-host-bit",
    severity: .note,
    summary: "The Flags set bit 4, which is no longer used.",
    rationale: """
      Bit 4 once said that the host can use LE and BR/EDR with the same device at once; it is now only "previously used". \
      Phones and computers still set it. It does no harm there, but new firmware should send zero. Some scanners know only a \
      few values of the Flags: where they lose the device by 0x0a, the fix is 0x06, which a device without BR/EDR sends.
      """,
    references: [.supplement(part: "A", section: "1.3")],
    examples: [
      .accepted("02 01 0a", "bit 3 alone speaks of LE and BR/EDR"),
      .flagged("02 01 ↓1a", "as phones send it"),
      .flagged("02 01 ↓12", "not in the controller", fixed: "02 01 02"),
    ],
    check: .structure(of: [.flags]) { structure, report in
      guard !structure.value.isEmpty else { return }
      let flags = Flags(rawValue: structure.value[0])
      guard flags.contains(.simultaneousHost) else { return }
      let without = flags.subtracting(.simultaneousHost)
      let alone = flags.subtracting(.simultaneous).union(.brEDRNotSupported)
      report.flag(
        structure.valueOffset, length: 1, "bit 4 of the Flags \(flags.hex) is deprecated",
        fix: "send the Flags without bit 4: \(without.digits)",
        remedy: .replacing(
          with: [without.rawValue],
          or: Remedy.Other(
            octets: [alone.rawValue], words: "send \(alone.hex), if the device does not support BR/EDR",
            replaced: "with \(without.hex)")))
    })
}
