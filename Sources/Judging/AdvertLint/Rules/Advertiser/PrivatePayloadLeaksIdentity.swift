internal import AdvertisingData

extension Rule {
  static let privatePayloadLeaksIdentity = Rule(
    id: "private-payload-leaks-identity",
    severity: .warning,
    summary: "The payload holds an address that identifies the device, though its own address changes.",
    rationale: """
      A private address changes so that no observer can follow the device. A fixed address in the payload, in a format \
      that has a field for one or written out in the name, makes that useless: every observer can. The name of a product, which all of \
      its kind have, tells nothing. A name that ends in part of an address only probably identifies the device, \
      which is a note.
      """,
    references: [.core(volume: 3, part: "C", section: "10.7")],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 07 09 53 65 6e 73 6f 72", addressKind: .randomResolvable)], "a product's name"),
      .accepted(
        [
          MarkedLayout(
            "02 01 06 0f 09 53 2d 46 30 46 31 46 32 46 33 46 34 46 35", addressKind: .randomStatic)
        ], "the address stays anyway"),
      .flagged(
        [
          MarkedLayout(
            "02 01 06 0f 09 53 2d ↓46 30 46 31 46 32 46 33 46 34 46 35", addressKind: .randomResolvable)
        ], "S-F0F1F2F3F4F5, a name with an address",
        fixed: [MarkedLayout("02 01 06 07 09 53 65 6e 73 6f 72", addressKind: .randomResolvable)]),
      .flagged(
        [
          MarkedLayout(
            "02 01 06 03 03 d2 fc 0c 16 d2 fc 42 ↓a5 80 8f e6 48 54 01 64", addressKind: .randomNonResolvable)
        ], "BTHome with the address",
        fixed: [MarkedLayout("02 01 06 03 03 d2 fc 06 16 d2 fc 40 01 64", addressKind: .randomNonResolvable)]),
    ],
    check: .advertiser { subject, report in
      guard let kind = subject.addressKind, kind == .randomResolvable || kind == .randomNonResolvable else { return }
      subject.forEachPayload { location, payload in
        for found in payload.recognised {
          guard let field = found.fixedAddress, !field.isPadding, !subject.hasAddress(field.octets) else { continue }
          report.flag(
            in: location, found.dataOffset + field.range.lowerBound, length: field.range.count,
            "\(field.name) is in the data, though the device's address changes",
            fix: "remove the address, or encrypt the data")
        }
        guard let (structure, name) = payload.localName, let digits = AddressDigits(in: name.octets) else { return }
        report.flag(
          in: location, structure.offset + 2 + digits.range.lowerBound, length: digits.range.count,
          digits.isWhole
            ? "the name holds an address, though the device's address changes"
            : "the name ends in \(digits.range.count) hex digits, probably of an address, though the device's address changes",
          fix: "use a name that all devices of the model have", severity: digits.isWhole ? nil : .note)
      }
    })
}

extension Subject {
  /// Whether these octets, in either order, are its present address.
  fileprivate func hasAddress(_ octets: [UInt8]) -> Bool {
    guard let address else { return false }
    return OctetOrder.allCases.contains { $0.number(of: octets[...]) == address.bits }
  }
}
