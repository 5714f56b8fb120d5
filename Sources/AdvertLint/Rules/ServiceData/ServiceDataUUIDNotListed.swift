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
      .other("Android: ScanFilter.setServiceUuid looks at lists, setServiceData at data (field reports)"),
      .other("Eddystone protocol specification: the complete list with FEAA"),
    ],
    examples: [
      .accepted("02 01 06 03 03 0f 18 04 16 0f 18 2a", "listed"),
      .flagged("02 01 06 04 16 ↓0f 18 2a", "not listed", fixed: "02 01 06 03 03 0f 18 04 16 0f 18 2a"),
    ],
    check: .layout { layout, report in
      // A block that was not received may have the list.
      guard !(layout.scanResponse == .notObserved && layout.pdu?.isScannable ?? true), layout.advertising != nil,
        !layout.payloads.contains(where: { $0.payload.isTruncated })
      else { return }
      var listed = Set(layout.payloads.flatMap(\.payload.payload.listedServices))
      for (position, payload) in layout.payloads {
        report.place.payload = position
        for structure in payload.structures {
          guard case .serviceData(let data) = structure.value, listed.insert(data.uuid).inserted else { continue }
          let chosen = ChosenScanners(report.expectations.scanners, where: \.blamesServiceData) {
            $0.verdict(on: layout.layout, for: .service(data.uuid))
          }
          // Without scanners of the user's own, the filters of most are meant.
          guard report.expectations.scanners.isEmpty || !chosen.findIt else { continue }
          let who = report.expectations.scanners.isEmpty ? "filters for the service miss it" : chosen.words
          report.flag(
            in: report.place, structure.offset + 2, length: data.width.octets,
            "service \(data.uuid.named) has data but is in no list: \(who)",
            fix: "list it, if apps filter for the service",
            severity: report.expectations.scanners.isEmpty || chosen.areOpen ? nil : .warning)
        }
      }
    })
}
