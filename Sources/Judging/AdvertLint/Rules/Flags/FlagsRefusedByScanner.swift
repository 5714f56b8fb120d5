internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let flagsRefusedByScanner = Rule(
    id: "flags-refused-by-scanner",
    severity: .error,
    summary: "A scanner that must discover the device leaves out advertisements with its Flags, or without Flags.",
    rationale: """
      Some scans look at the Flags before anything else. The passive scan of Home Assistant with an adapter of its own is a \
      BlueZ monitor, with a pattern for each of a few values of the Flags. BlueZ's plain discovery leaves devices out that \
      are in no discoverable mode; a filter for a service lifts that. The rule needs scanners to be named, on the command \
      line or in a manifest. `advert reach` says the same.
      """,
    references: [
      .other("habluetooth #615 and #619; BlueZ 5.66, as it was run"),
      .supplement(part: "A", section: "1.3"),
    ],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 0f 18")], "one of the values it has a pattern for", for: [.homeAssistantAuto]),
      .accepted(
        [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18")], "a proxy filters nothing", for: [.homeAssistantAutoProxy]),
      .accepted(
        [MarkedLayout(pdu: .advNonconnInd, "03 03 0f 18")], "a filter for the service lifts it", for: [.bluezDiscovery]),
      .flagged(
        [MarkedLayout(pdu: .advNonconnInd, "↓03 03 0f 18")], "a monitor on Flags gets nothing",
        for: [.homeAssistantAuto],
        fixed: [MarkedLayout(pdu: .advNonconnInd, "02 01 06 03 03 0f 18")]),
    ],
    check: .advertiser { subject, report in
      let scanners = report.expectations.scanners
      guard !scanners.isEmpty, let (index, advertising) = subject.firstAdvertising else { return }
      let device = subject.scanned
      let services = device.services
      let questions = services.isEmpty ? [Question.presence] : services.map { Question.service($0) }
      var refused: UInt8?
      // A scanner that refuses the Flags does so for every question.
      let chosen = ChosenScanners(
        scanners,
        where: { reason in
          guard case .flagsRefused(let flags) = reason else { return false }
          refused = flags
          return true
        },
        verdict: { scanner in
          let verdicts = questions.map { scanner.verdict(on: device, for: $0) }
          return verdicts.contains { $0.outcome == .discovered } ? nil : verdicts.first
        })
      guard !chosen.allFindDevice else { return }
      let structure = advertising.structures.first { $0.type == .flags }
      let place = structure?.octetRange ?? 0..<0
      let limit = subject.layouts[index].pdu.payloadLimit
      let lacking = advertising.payload.significantCount + FlagsMissing.octets.count - place.count - limit
      report.flag(
        in: Report.Location(layout: index, payload: .advertising), place.lowerBound, length: place.count,
        "\(refused.map { "with the Flags \(Flags(rawValue: $0).hex)" } ?? "without Flags"), " + chosen.words,
        fix: structure == nil
          ? Words.adding("Flags 02 01 06 (general discoverable, BR/EDR not supported)", lacking: lacking)
          : "send general discoverable mode and no BR/EDR: 02 01 06",
        remedy: lacking > 0 ? nil : .replacing(place, with: FlagsMissing.octets))
    })
}
