internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let companyUnassigned = Rule(
    id: "company-unassigned",
    severity: .warning,
    summary: "Manufacturer data name a company that is not assigned.",
    rationale: """
      The first two bytes are an identifier that the Bluetooth SIG gives to companies. One that is free today, or was \
      withdrawn, may be given to a company tomorrow, and its apps then misread the data. Often the identifier was forgotten, and the data \
      start where it should be. That is so where the first two bytes change from one payload to the next, or are the \
      start of the device's own address.
      """,
    references: [.supplement(part: "A", section: "1.4"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 04 ff 59 00 2a", "Nordic Semiconductor"),
      .flagged("02 01 06 04 ff ↓7e 06 2a", "company 0x067e, withdrawn", fixed: "02 01 06 04 ff 59 00 2a"),
      .flagged("02 01 06 04 ff ↓fe fd 2a", "company 0xfdfe", fixed: "02 01 06 04 ff 59 00 2a"),
      .flagged(
        [
          MarkedLayout(
            "02 01 06 07 ff ↓f8 b4 30 00 00 01", address: DeviceAddress(bits: 0xF8B4_3000_0001, type: .public))
        ], "the device's address in place of the identifier"),
    ],
    check: .advertiser(of: [.manufacturerData]) { subject, report in
      let unassigned = subject.unassignedCompanies
      var known: [CompanyPlace: Set<UInt16>] = [:]
      for one in unassigned { known[one.place, default: []].insert(one.data.company) }
      for one in unassigned {
        let message: String
        let fix: String
        if subject.startsWithItsAddress(one.data) {
          message = "the manufacturer data start with the device's address, where the company identifier belongs"
          fix = "put your company's identifier in front, low byte first"
        } else if known[one.place]?.count ?? 0 > 1 {
          message = "the first two bytes of the manufacturer data change: there is no company identifier"
          fix = "put your company's identifier in front, low byte first"
        } else {
          let state =
            WithdrawnNumbers.company(one.data.company).map { "is withdrawn: it was that of \($0)" } ?? "is not assigned"
          message = "company \(ManufacturerData.named(one.data.company)) \(state)"
          fix = "begin with your company's identifier, low byte first\(one.data.advice)"
        }
        report.flag(in: one.location, one.structure.offset + 2, length: 2, message, fix: fix)
      }
    })
}

extension ManufacturerData {
  /// The correction that would make the identifier that of a company, if there is one.
  fileprivate var advice: String {
    let exchanged = company.byteSwapped
    guard CompanyIdentifiers.isAssigned(exchanged) else { return "" }
    return "; for \(ManufacturerData.named(exchanged)) exchange the two bytes"
  }
}

/// The place of manufacturer data in a device: the block, and the position among the manufacturer data in it.
private struct CompanyPlace: Hashable {
  let block: Block
  let position: Int
}

/// Manufacturer data of a company that is not assigned.
private struct UnassignedCompany {
  let place: CompanyPlace
  let location: Report.Location
  let structure: DecodedPayload.Element
  let data: ManufacturerData
}

extension Subject {
  fileprivate var unassignedCompanies: [UnassignedCompany] {
    var found: [UnassignedCompany] = []
    forEachPayload { location, payload in
      guard let block = location.payload?.block, payload.contains(.manufacturerData) else { return }
      var position = 0
      for structure in payload.structures {
        guard case .manufacturerData(let data) = structure.value else { continue }
        let place = CompanyPlace(block: block, position: position)
        position += 1
        guard data.company != ManufacturerData.testCompany, !CompanyIdentifiers.isAssigned(data.company) else {
          continue
        }
        found.append(UnassignedCompany(place: place, location: location, structure: structure, data: data))
      }
    }
    return found
  }

  /// Whether the data begin with the first two octets of the device's address, in the order printed or in the order
  /// sent.
  fileprivate func startsWithItsAddress(_ data: ManufacturerData) -> Bool {
    guard let address, address.isKnown else { return false }
    let printed = [UInt8(truncatingIfNeeded: address.bits >> 40), UInt8(truncatingIfNeeded: address.bits >> 32)]
    let sent = Array(littleEndian: address.bits, count: 2)
    let start = Array(data.octets.prefix(2))
    return start == printed || start == sent
  }
}
