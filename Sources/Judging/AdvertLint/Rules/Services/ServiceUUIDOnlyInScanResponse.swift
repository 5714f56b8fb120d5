internal import AdvertScan
internal import AdvertisingData

extension Rule {
  package static let serviceUUIDOnlyInScanResponse = Rule(
    id: "service-uuid-only-in-scan-response",
    severity: .warning,
    summary: "A service UUID is in the scan response, but in no advertising payload of the device.",
    rationale: """
      A passive scan only listens: it never asks for the scan response, so a filter on this service does not find the \
      device. Windows scans passively by default, BlueZ advertisement monitors and Home Assistant do, and apps in the \
      background of iOS are reported to. Foreground scans and debugging apps ask, and show both blocks as one, which \
      hides the defect. A service that fewer than one in ten of the received advertisements list counts as not \
      advertised: one stray packet helps no scanner.
      """,
    references: [
      .core(volume: 6, part: "B", section: "4.4.3"),
      .other("Windows: BluetoothLEAdvertisementWatcher.ScanningMode is Passive by default (Microsoft documentation)"),
      .other("BlueZ: AdvertisementMonitor scans passively (org.bluez.AdvertisementMonitor documentation)"),
      .other("iOS in the background: field reports up to iOS 18.3; Apple documents no scan type"),
    ],
    silences: ["fits-without-scan-response"],
    isAboutPlace: true,
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 26 18", scanResponse: .declared("05 09 47 6f 47 6f"))],
        "the service is advertised, the name can wait",
        alsoFlaggedBy: ["fits-without-scan-response"]),
      .accepted(
        [MarkedLayout(nil, scanResponse: .observed("03 03 26 18"))],
        "the advertising side was not seen, so nothing is known to be missing there",
        alsoFlaggedBy: ["advertising-not-observed"]),
      .flagged(
        [
          MarkedLayout(
            "03 19 00 00 02 01 06 09 09 53 48 53 2d 32 30 37 31",
            scanResponse: .declared("11 07 ↓e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"))
        ],
        "found in the foreground, never in the background",
        fixed: [
          MarkedLayout(
            "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 09 09 53 48 53 2d 32 30 37 31")
        ]),
      .flagged(
        [MarkedLayout(pdu: .extendedScannable, "", scanResponse: .declared("03 03 ↓26 18"))],
        "an extended scannable set has no room for advertising data",
        fixed: [MarkedLayout(pdu: .extendedNonconnectable, "03 03 26 18")]),
    ],
    check: .advertiser { subject, report in
      let scanners = report.expectations.scanners
      guard
        subject.layouts.contains(where: {
          $0.scanResponses.contains { !$0.listings.isEmpty || !$0.types.isDisjoint(with: .serviceData) }
        })
      else { return }
      let expectedHere = Set(subject.expectedServices)
      // When the user names no scanners, a passive scan in general represents all that do not ask for scan responses. Of
      // a device with one layout, that layout decides. A layout is searched for each question, so one with many scan
      // responses is indexed like a device with several layouts.
      let isSmall = subject.layouts.count == 1 && subject.layouts[0].scanResponses.count <= Self.fewResponses
      let only = scanners.isEmpty && isSmall ? subject.layouts[0].scanned(isFromAir: subject.isFromAir) : nil
      let device = only == nil ? subject.scanned : nil
      for (index, layout) in subject.layouts.enumerated() {
        for (response, payload) in layout.scanResponses.enumerated() {
          var seen: Set<BluetoothUUID> = []
          // For a service with only service data there, only the named scanners show whether they look for it.
          let mentions = payload.listedServices + (scanners.isEmpty ? [] : payload.servicesOfData)
          for mention in mentions where seen.insert(mention.uuid).inserted {
            let question = Question.service(mention.uuid)
            let chosen = ChosenScanners(
              scanners.isEmpty ? ScannerProfile.passive : scanners, where: { $0.blamesScanResponse },
              verdict: { scanner in
                device.map { scanner.verdict(on: $0, for: question) }
                  ?? only.map { scanner.verdict(on: $0, for: question) }
              })
            guard !chosen.allFindDevice else { continue }
            let who =
              scanners.isEmpty
              ? "passive scanners that look for it miss the device (Windows by default, BlueZ monitors, Home Assistant; "
                + "iOS apps in the background may)"
              : chosen.words
            let isWanted =
              !scanners.isEmpty || report.expectedServices.contains(mention.uuid) || expectedHere.contains(mention.uuid)
            let place = mention.isListed ? "the scan response" : "service data of the scan response"
            let advice =
              mention.isListed
              ? "move the service into the advertising data"
              : "list the service in the advertising data, or send its data there"
            report.flag(
              in: Report.Location(layout: index, payload: .scanResponse(response)), mention.offset,
              length: mention.width.octets,
              "service \(payload.words(of: mention)) is only in \(place): \(who)"
                + (subject.stackWords(on: payload, offset: mention.offset).map { "; " + $0 } ?? ""),
              fix: layout.advertising == nil ? nil : advice,
              remedy: mention.isListed ? .advertising(mention.uuid) : nil,
              severity: chosen.areOpen ? .note : isWanted ? .error : nil)
          }
        }
      }
    })

  private static let fewResponses = 4
}

extension ScannerProfile {
  /// Profiles that represent all that do not ask for scan responses.
  fileprivate static let passive = [passiveWithListFilter]
}
