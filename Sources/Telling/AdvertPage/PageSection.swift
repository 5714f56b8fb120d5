internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// One device in full: its findings, its data, its scanners, and its best layout.
struct PageSection {
  private let device: PageDevice
  private let report: PageReport
  private let isOpen: Bool

  init(_ device: PageDevice, _ report: PageReport, isOpen: Bool) {
    self.device = device
    self.report = report
    self.isOpen = isOpen
  }

  func write(to page: inout HTMLWriter) {
    page.element("section", ["class": "device", "id": device.anchor, "aria-labelledby": device.anchor + "h"]) { page in
      page.markup(isOpen ? "<details open>" : "<details>")
      writeTitle(to: &page)
      page.element("div") { page in
        writeFacts(to: &page)
        writeFindings(to: &page)
        writeLayouts(to: &page)
        PageSeries(device, scanPeriods, report.listening[device.input])?.write(to: &page)
        PageIntervals(device)?.write(to: &page)
        PageReach(device, report).write(to: &page)
        device.repacking.map { PageRepacking($0) }?.write(to: &page)
      }
      page.markup("</details>")
    }
    page.lineBreak()
  }

  private var scanPeriods: [ScanPeriod] { report.inputs[device.input].observation?.scanPeriods ?? [] }

  private func writeTitle(to page: inout HTMLWriter) {
    page.element("summary") { page in
      page.element("h3", ["id": device.anchor + "h"], device.title)
      if device.isNamed, let advertiser = device.advertiser {
        page.text(" ")
        page.element("span", ["class": "address soft"], AdvertiserDescription(advertiser).addressWords)
      }
      if !device.hiddenServices.isEmpty { page.element("span", ["class": "badge missed"], "hides a service") }
      page.text(" ")
      PageTable.writeBadges(device.findings, to: &page)
    }
    page.lineBreak()
  }

  // MARK: Facts

  private func writeFacts(to page: inout HTMLWriter) {
    page.element("dl", ["class": "facts"]) { page in
      for (title, words) in facts {
        page.element("dt", words: title)
        page.element("dd", words: words)
      }
    }
    page.lineBreak()
  }

  private var facts: [(title: String, words: String)] {
    var facts: [(String, String?)] = []
    if let advertiser = device.advertiser {
      let description = AdvertiserDescription(advertiser)
      facts.append(("Address", "\(advertiser.address), \(description.kindWords)"))
      let others = advertiser.otherAddresses
      if !others.isEmpty {
        let more = others.count > Self.maximumAddresses ? " and \(others.count - Self.maximumAddresses) more" : ""
        facts.append(
          ("Also", others.prefix(Self.maximumAddresses).map { $0.description }.joined(separator: ", ") + more))
      }
      facts += relatives(of: advertiser).map { ("Address", $0) }
      facts.append(("Maker, format", device.maker))
      if let first = advertiser.firstSeen, let last = advertiser.lastSeen {
        let length = last.microseconds(since: first).map(PageDuration.words)
        facts.append(("Seen", "from \(first.textOfSeconds)\(length.map { ", for \($0)" } ?? "")"))
      }
      if advertiser.origin == .air {
        facts.append(
          (
            "Received",
            "\(counted(advertiser.advertisements, "advertisement")), \(counted(advertiser.scanResponses, "scan response"))"
          ))
      }
      if let rssi = advertiser.rssi {
        facts.append(("Strength", "\(rssi.min) to \(rssi.max) dBm, median \(rssi.median) dBm"))
      }
      let samples = advertiser.interval.map { ", from \(counted($0.samples, "gap"))" } ?? ""
      let obstacle = advertiser.intervalObstacle.map { "not measurable: \($0.words)" }
      facts.append(("Interval", description.intervalWords.map { $0 + samples } ?? obstacle))
    } else if let declared = device.declared {
      facts.append(
        (
          declared.mayLackResponse ? "Heard in" : "Declared in",
          HostileText.visible(device.path) + (declared.place.map { ", line \($0.line)" } ?? "")
        ))
      facts.append(("Maker, format", device.maker))
      facts.append(("Address", declared.addressKind?.words))
      facts.append(("Interval", declared.intervalMicroseconds.map { "\(DecimalNumber($0, decimals: 3)) ms" }))
    }
    if report.inputs.count > 1, device.advertiser != nil { facts.append(("Capture", HostileText.visible(device.path))) }
    return facts.compactMap { title, words in words.map { (title, $0) } }
  }

  private static let maximumAddresses = 8
  /// The most devices of a capture for which other addresses are searched: each is compared with all.
  private static let maximumCompared = 500

  /// Returns other addresses that the device may have used, one sentence each.
  private func relatives(of advertiser: Advertiser) -> [String] {
    guard case .capture(let summary, let observation) = report.inputs[device.input].content,
      observation.advertiserCount <= Self.maximumCompared
    else { return [] }
    let timeline = ScanTimeline(observation.scanPeriods, until: summary.times?.upperBound)
    return AddressRelatives(of: advertiser, among: observation.advertisers, timeline: timeline)
      .map { RelativesWords($0).lines } ?? []
  }

  // MARK: Findings

  private static let maximumFindings = 30

  private func writeFindings(to page: inout HTMLWriter) {
    page.element("h4", "What was found")
    let doubts = device.reach?.doubts ?? []
    for sentence in DoubtLines.sentences(doubts) { page.element("p", sentence) }
    guard !device.findings.isEmpty || !device.hiddenServices.isEmpty else {
      let judged = doubts.contains { $0.isUnknown } ? "what is known of what it sends" : "what it sends"
      page.element("p", "Nothing is wrong with \(judged).")
      return
    }
    page.element("ol", ["class": "statements"]) { page in
      for (index, finding) in device.findings.prefix(Self.maximumFindings).enumerated() {
        write(finding, number: index + 1, to: &page)
      }
    }
    let more = device.findings.count - Self.maximumFindings
    if more > 0 { page.element("p", "\(counted(more, "more finding")): advert lint tells all.") }
    // Findings report it too, unless they are ignored.
    guard !device.findings.contains(where: { $0.rule == Rule.serviceUUIDOnlyInScanResponse.id }) else { return }
    for line in InspectReport.hiddenLines(device.hiddenServices) { page.element("p", line + ".") }
    page.lineBreak()
  }

  private func write(_ finding: Finding, number: Int, to page: inout HTMLWriter) {
    let severity = finding.severity.rawValue
    page.lineBreak()
    page.element("li", ["class": severity, "id": "\(device.anchor)f\(number)"]) { page in
      page.element("p") { page in
        page.element("span", ["class": "badge \(severity)"], "\(severity) \(number)")
        page.words(" " + HostileText.visible(finding.message) + " ")
        page.rule(of: finding)
      }
      let place = finding.placeWords
      if !place.isEmpty { page.element("p", ["class": "soft"], "At " + place) }
      if let fix = finding.fix { page.element("p", ["class": "fix"], words: HostileText.visible(fix)) }
    }
  }

  // MARK: Its data

  private static let maximumResponses = 8

  private func writeLayouts(to page: inout HTMLWriter) {
    page.element("h4", "What it sends")
    if let declared = device.declared {
      if let merged = declared.merged {
        write(merged, of: declared, to: &page)
      } else {
        write(declared, to: &page)
      }
      return
    }
    let keys = report.keys.ofDevice(device.advertiser?.addresses ?? [])
    let families = LayoutFamilies(device.layouts, leavesNothingOut: false, keys: keys)
    for family in families.families { write(family, to: &page) }
    if !families.unshown.isEmpty {
      let layouts = counted(families.unshown.reduce(0) { $0 + $1.layouts.count }, "more layout")
      page.element("p", "\(layouts), seen \(times(families.unshown.reduce(0) { $0 + $1.count })).")
    }
    if let advertiser = device.advertiser {
      let lines = VendorDataDescription(advertiser).lines
      if !lines.isEmpty {
        page.element("h5", "How vendor data change")
        page.element("ul") { page in
          for line in lines { page.element("li", line.trimmed) }
        }
      }
    }
  }

  private func write(_ merged: MergedPayload, of declared: DeclaredLayout, to page: inout HTMLWriter) {
    let (payload, likely) = (merged.payload, merged.likely)
    let flags = flags(nil) { $0 == payload }
    PageOctets(
      payload, title: "Advertising and scan response data in one", limit: 2 * AdvertisingPDU.advInd.payloadLimit,
      in: PayloadContext(payload), flags: flags
    ).write(to: &page)
    let cuts = merged.cuts.map { "\($0)" }.joined(separator: ", ")
    page.element(
      "p",
      "Where the advertising data end is not known. They can have so many bytes: \(cuts). "
        + (likely.isSupported ? "Likely: \(likely.cut)" : "Nothing speaks for one of them") + ", because "
        + likely.reason + ".")
  }

  private func write(_ declared: DeclaredLayout, to page: inout HTMLWriter) {
    let layout = declared.layout
    let limit = layout.pdu.payloadLimit
    let context = PayloadContext(layout)
    if let advertising = layout.advertising {
      let flags = flags(.advertising) { $0 == advertising }
      PageOctets(
        advertising, title: "Advertising data", limit: limit, in: context, flags: flags,
        open: declared.openOctets(of: .advertising)
      ).write(to: &page)
    } else {
      page.element("p", "The advertising data are not declared.")
    }
    for response in layout.scanResponse.payloads {
      let flags = flags(.scanResponse) { $0 == response }
      PageOctets(
        response, title: "Scan response data", limit: limit, in: context, flags: flags,
        open: declared.openOctets(of: .scanResponse)
      ).write(to: &page)
    }
    if layout.scanResponse == .notScannable {
      page.element("p", words: "It is not scannable, so there is no scan response.")
    }
  }

  private func write(_ family: LayoutFamilies.Family, to page: inout HTMLWriter) {
    page.element("h5", words: family.title)
    page.lineBreak()
    if let variants = family.advertising {
      write(variants, .advertising, title: "Advertising data", of: family, to: &page)
    } else {
      page.element("p", "The advertising data were not seen.")
    }
    let responses = family.scanResponses
    for variants in responses.prefix(Self.maximumResponses) {
      let seen = variants.count > 0 ? ", seen \(times(variants.count))" : ""
      write(variants, .scanResponse, title: "Scan response data" + seen, of: family, to: &page)
    }
    if responses.count > Self.maximumResponses {
      page.element("p", counted(responses.count - Self.maximumResponses, "more scan response") + ".")
    }
    if responses.isEmpty, family.first.layout.scanResponse == .notObserved {
      page.element("p", words: "Scan response data were not observed: nothing is known about them.")
    }
  }

  private func write(
    _ variants: PayloadVariants, _ block: Block, title: String, of family: LayoutFamilies.Family,
    to page: inout HTMLWriter
  ) {
    let runs = variants.changingRuns
    let known = Set(variants.payloads)
    let flags = flags(block) { known.contains($0) }
    PageOctets(
      variants.shown, title: title, limit: family.limit, in: family.context, flags: flags,
      varying: runs.map { ($0, variants.words(on: $0)) }
    ).write(to: &page)
    guard !runs.isEmpty else { return }
    page.element("ul") { page in
      for run in runs.prefix(Self.maximumRuns) { page.element("li", variants.words(on: run)) }
    }
  }

  private static let maximumRuns = 12

  /// Returns the octets of findings on payloads that `concerns` chooses.
  private func flags(_ block: Block?, _ concerns: (Payload) -> Bool) -> [PageOctets.Flag] {
    device.findings.prefix(Self.maximumFindings).enumerated().compactMap { index, finding in
      guard finding.place.block == block, let layout = finding.place.layout, let offset = finding.place.offset,
        let length = finding.place.length, length > 0, let judged = device.subject?.layouts,
        judged.indices.contains(layout)
      else { return nil }
      let payloads =
        block != .scanResponse ? [judged[layout].advertising].compactMap { $0 } : judged[layout].scanResponses
      let position = block != .scanResponse ? 0 : finding.place.scanResponse ?? 0
      guard payloads.indices.contains(position), concerns(payloads[position].payload) else { return nil }
      return PageOctets.Flag(
        range: offset..<offset + length, number: index + 1, anchor: "\(device.anchor)f\(index + 1)",
        severity: finding.severity,
        words: finding.message + (finding.fix.map { " Fix: \($0)" } ?? ""))
    }
  }
}

extension String {
  /// The text without the spaces at its beginning.
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

extension HTMLWriter {
  /// Writes the rule of a finding, which leads to the page about the rule where there is one.
  mutating func rule(of finding: Finding) {
    guard let address = finding.ruleAddress else { return element("code", finding.rule) }
    element("a", ["href": address, "rel": "noreferrer"]) { $0.element("code", finding.rule) }
  }
}
