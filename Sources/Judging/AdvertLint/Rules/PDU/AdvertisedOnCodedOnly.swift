internal import AdvertisingData

extension Rule {
  static let advertisedOnCodedOnly = Rule(
    id: "advertised-on-coded-only",
    severity: .warning,
    summary: "Advertising begins on LE Coded only, where few scanners are known to listen.",
    rationale: """
      Scanners listen on LE 1M unless they are told otherwise. Linux needs LE Coded in its setting of PHYs, an Android app \
      setLegacy(false), and many controllers cannot listen there at all. Who needs the range sends a second advertising set \
      on LE 1M, with which others find the device.
      """,
    references: [
      .core(volume: 6, part: "B", section: "4.4.2"),
      .other("Linux: net/bluetooth/hci_core.c, le_rx_def_phys"),
      .other("Android: ScanSettings.Builder.setLegacy and setPhy (documentation)"),
    ],
    examples: [
      .accepted(
        [MarkedLayout(pdu: .extendedConnectable, phys: AdvertisingPHYs(primary: .oneMegabit), "02 01 06 03 03 0d 18")],
        "it begins on LE 1M", alsoFlaggedBy: ["extended-advertising-not-received"]),
      .accepted(
        [
          MarkedLayout(pdu: .extendedConnectable, phys: AdvertisingPHYs(primary: .coded), "02 01 06 03 03 0d 18"),
          MarkedLayout("02 01 06 03 03 0d 18"),
        ], "legacy advertising besides"),
      .flagged(
        [MarkedLayout(pdu: .extendedConnectable, phys: AdvertisingPHYs(primary: .coded), "↓02 01 06 03 03 0d 18")],
        "nothing begins on LE 1M",
        fixed: [
          MarkedLayout(pdu: .extendedConnectable, phys: AdvertisingPHYs(primary: .oneMegabit), "02 01 06 03 03 0d 18")
        ]),
      .flagged(
        [
          MarkedLayout(pdu: .extendedNonconnectable, phys: AdvertisingPHYs(secondary: .coded), "↓02 01 06 03 03 0d 18")
        ], "only a packet of a secondary channel was received: a note"),
    ],
    check: .advertiser { subject, report in
      let known = subject.layouts.firstIndex { $0.phys.primary == .coded }
      guard let index = known ?? subject.layouts.indices.first,
        subject.layouts.allSatisfy({ ($0.phys.primary ?? $0.phys.secondary) == .coded }),
        let (position, payload) = subject.layouts[index].payloads.first
      else { return }
      let isCertain = subject.layouts.allSatisfy { $0.phys.primary == .coded }
      let defect =
        isCertain
        ? "the advertising begins on LE Coded only: scans"
        : "the data are on LE Coded, and the PHY on which the advertising begins is not known: if it is LE Coded too, scans"
      report.flag(
        in: Report.Location(layout: index, payload: position), 0, length: payload.payload.count,
        "\(defect) of Linux and Android miss it unless they are told to listen there; most others are not known to listen there",
        fix: "advertise on LE 1M too, in a second set; or have the scanner listen on LE Coded, in Android with "
          + "setLegacy(false)", severity: isCertain ? nil : .note)
    })
}
