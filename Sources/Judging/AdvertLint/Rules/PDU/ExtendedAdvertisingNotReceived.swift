internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let extendedAdvertisingNotReceived = Rule(
    id: "extended-advertising-not-received",
    severity: .error,
    summary: "What is sent with extended advertising does not reach a scanner that must discover the device.",
    rationale: """
      Extended advertising is received by those only who can and who ask for it; Windows leaves it out unless the app opts \
      in, and Android unless the app asks for more than legacy advertising. Scanners that do not receive it see nothing of \
      the device, whatever its data say. Where no scanners are named, on the command line or in a manifest, a declared \
      layout gets a note.
      """,
    references: [
      .core(volume: 6, part: "B", section: "2.3.1"),
      .other("Windows: BluetoothLEAdvertisementWatcher.AllowExtendedAdvertisements (Microsoft documentation)"),
      .other("Android: ScanSettings.Builder.setLegacy (documentation)"),
    ],
    examples: [
      .accepted(
        [MarkedLayout("02 01 06 03 03 0d 18")], "legacy advertising, which everybody receives", for: [.windows]),
      .flagged(
        [MarkedLayout(pdu: .extendedNonconnectable, "↓03 03 0d 18")], "Windows does not receive it", for: [.windows],
        fixed: [MarkedLayout(pdu: .advNonconnInd, "03 03 0d 18")]),
      .flagged(
        [MarkedLayout(pdu: .extendedNonconnectable, "↓03 03 0d 18", scanResponse: .declared(""))],
        "no scanner is named: a note"),
    ],
    check: .advertiser { subject, report in
      let scanners = report.expectations.scanners
      guard let index = subject.layouts.firstIndex(where: { $0.pdu?.isExtended ?? false }),
        let (position, payload) = subject.layouts[index].payloads.first
      else { return }
      let place = Report.Location(layout: index, payload: position)
      if scanners.isEmpty {
        // The rest of cut data can announce an audio broadcast.
        guard !subject.isFromAir,
          subject.layouts.allSatisfy({ $0.pdu?.isExtended ?? false && !$0.isTruncated && !$0.isOfAudioBroadcast })
        else { return }
        report.flag(
          in: place, 0, length: payload.payload.count,
          "these data are sent with extended advertising only: apps on Android and Windows get them only if they ask for it",
          fix: "send them with legacy advertising too, or ask for extended advertising in the app: setLegacy(false) on "
            + "Android, AllowExtendedAdvertisements on Windows", severity: .note)
        return
      }
      let device = subject.scanned
      let questions = device.questions
      // For any question, the reason why the scanner misses it is the same.
      let chosen = ChosenScanners(
        scanners, where: { $0.blamesExtendedAdvertising },
        verdict: { scanner in
          questions.lazy.map { scanner.verdict(on: device, for: $0) }.first { $0.reason.blamesExtendedAdvertising }
        })
      guard !chosen.allFindDevice else { return }
      report.flag(
        in: place, 0, length: payload.payload.count,
        "these data are sent with extended advertising only: \(chosen.words)",
        fix: "send them with legacy advertising too, or let the scanner ask for extended advertising",
        severity: chosen.areOpen ? .note : nil)
    })
}

extension SubjectLayout {
  /// Whether the layout announces an audio broadcast, whose receivers all ask for extended advertising.
  fileprivate var isOfAudioBroadcast: Bool {
    payloads.contains { _, payload in
      payload.types.contains(.broadcastName)
        || payload.recognised.contains { $0.payload.format == AudioAnnouncement.format }
    }
  }
}
