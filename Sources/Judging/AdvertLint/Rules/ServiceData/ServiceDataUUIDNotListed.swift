internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let serviceDataUUIDNotListed = Rule(
    id: "service-data-uuid-not-listed",
    severity: .note,
    summary: "The service of service data is in no service list.",
    rationale: """
      Filters for a service look at the lists: on Android and iOS one for this service does not find the device by its \
      service data. Formats that are found by their data need no list; Eddystone lists its UUID for this reason.
      """,
    references: [
      .supplement(part: "A", section: "1.11"),
      .other("AOSP: ScanFilter.matchesServiceUuids looks at lists; setServiceData is a filter of its own"),
      .other("Eddystone protocol specification: the complete list with FEAA"),
    ],
    examples: [
      .accepted("02 01 06 03 03 0f 18 04 16 0f 18 2a", "listed"),
      .accepted("02 01 06 09 16 d2 fc 40 01 64 02 ca 09", "BTHome, which scanners find by its data"),
      .flagged("02 01 06 04 16 ↓0f 18 2a", "not listed", fixed: "02 01 06 03 03 0f 18 04 16 0f 18 2a"),
    ],
    check: .advertiser(of: .serviceData) { subject, report in
      if report.expectations.scanners.isEmpty {
        subject.flagDataWithoutList(&report)
      } else {
        subject.flagDataNotLookedAt(by: report.expectations.scanners, &report)
      }
    })
}

extension Subject {
  /// Flags each layout by itself, for the filters of most scanners, when the user names no scanners.
  fileprivate func flagDataWithoutList(_ report: inout Report) {
    for (index, layout) in layouts.enumerated() {
      guard layout.isWhole, layout.payloads.contains(where: { !$0.payload.types.isDisjoint(with: .serviceData) }) else {
        continue
      }
      var listed = Set(layout.payloads.flatMap { $0.payload.services })
      for (position, payload) in layout.payloads {
        for mention in payload.servicesOfData(lookedForIn: report.expectations.services)
        where listed.insert(mention.uuid).inserted {
          // A list beside data in the scan response would be as hidden from passive scans as the data.
          let advice = layout.listing(dataOf: mention, before: position == .advertising ? mention.offset - 2 : nil)
          report.flag(
            in: Report.Location(layout: index, payload: position), mention.offset, length: mention.width.octets,
            "service \(mention.uuid.named) has data but is in no list: filters for the service miss it",
            fix: advice.words, remedy: advice.remedy)
        }
      }
    }
  }

  /// Flags data that the named scanners do not look at: each scanner's profile decides whether it gets the list that it
  /// needs.
  fileprivate func flagDataNotLookedAt(by scanners: [ScannerProfile], _ report: inout Report) {
    let device = scanned
    let listed = Set(layouts.flatMap { $0.payloads }.flatMap { $0.payload.services })
    // Each service in one block, preferably the advertising data: the same service in the other block is not another
    // defect.
    var blocks: [BluetoothUUID: Block] = [:]
    for (index, layout) in layouts.enumerated() {
      var seen: Set<BluetoothUUID> = []
      for (position, payload) in layout.payloads {
        for mention in payload.servicesOfData(lookedForIn: report.expectations.services)
        where seen.insert(mention.uuid).inserted {
          guard blocks[mention.uuid] ?? position.block == position.block else { continue }
          let chosen = ChosenScanners(
            scanners, where: { $0.blamesServiceData },
            verdict: { $0.verdict(on: device, for: .service(mention.uuid)) })
          guard !chosen.allFindDevice else { continue }
          blocks[mention.uuid] = position.block
          let lack = listed.contains(mention.uuid) ? "is listed only where it is not received" : "is in no list"
          let advice = layout.listing(dataOf: mention, before: position == .advertising ? mention.offset - 2 : nil)
          report.flag(
            in: Report.Location(layout: index, payload: position), mention.offset, length: mention.width.octets,
            "service \(mention.uuid.named) has data but \(lack): \(chosen.words)",
            fix: advice.words, remedy: advice.remedy, severity: chosen.areOpen ? nil : .warning)
        }
      }
    }
  }
}

extension SubjectPayload {
  /// The services of its service data, without those of formats that apps find by their data: no list filter is for
  /// these, unless one is expected.
  fileprivate func servicesOfData(lookedForIn expected: [BluetoothUUID]) -> [ServiceMention] {
    let foundByData = Set(
      recognised.lazy.filter { $0.payload.isFoundByData }.map { $0.headerOffset })
    return servicesOfData.filter { !foundByData.contains($0.offset) || expected.contains($0.uuid) }
  }
}
