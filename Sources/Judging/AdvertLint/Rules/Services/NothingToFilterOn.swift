internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let nothingToFilterOn = Rule(
    id: "nothing-to-filter-on",
    severity: .error,
    summary:
      "A scanner that must discover the device scans with a filter only, and the device gives it nothing to filter on.",
    rationale: """
      Apps in the background of iOS must name the services that they look for, and other scans in the background need a \
      filter of some kind. A device that lists no service where such a scan looks is never delivered to it, whatever else it \
      sends. The rule needs scanners to be named, on the command line or in a manifest. `advert reach` says the same: missed.
      """,
    references: [
      .other("Apple: CBCentralManager.scanForPeripherals(withServices:options:), scanning in the background")
    ],
    examples: [
      .accepted([MarkedLayout("02 01 06 03 03 26 18")], "an app can filter for the service", for: [.iosBackground]),
      .accepted([MarkedLayout("02 01 06 05 09 47 6f 47 6f")], "Windows needs no filter", for: [.windows]),
      .flagged(
        [MarkedLayout("02 01 06 05 09 47 6f 47 6f ↓")], "an app in the background cannot ask for a name",
        for: [.iosBackground], fixed: [MarkedLayout("02 01 06 03 03 26 18 05 09 47 6f 47 6f")]),
    ],
    check: .advertiser { subject, report in
      let scanners = report.expectations.scanners
      guard !scanners.isEmpty, let (index, advertising) = subject.firstAdvertising else { return }
      let device = subject.scanned
      // Other rules judge whether services are where scanners look.
      guard device.services.isEmpty else { return }
      let chosen = ChosenScanners(
        scanners, where: { $0 == .noServiceToFilterOn || $0 == .nothingToFilterOn },
        verdict: { $0.verdict(on: device, for: .presence) })
      guard !chosen.allFindDevice else { return }
      report.flag(
        in: Report.Location(layout: index, payload: .advertising), advertising.payload.count, length: 0,
        "no service is listed for a scan to filter on: \(chosen.words)",
        fix: "list a service in the advertising data (4 bytes with a 16-bit UUID), and let the app filter for it")
    })
}
