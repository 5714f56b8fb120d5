internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The devices of a page, one row each.
struct PageTable {
  private let report: PageReport
  private let devices: PageDevices
  private let shown: Int
  private let hasCaptures: Bool
  private let hasHeard: Bool

  init(_ report: PageReport, shown: Int) {
    self.report = report
    devices = report.devices
    self.shown = shown
    hasCaptures = report.inputs.contains { $0.isCapture }
    hasHeard = report.inputs.contains { $0.isHeard }
  }

  /// Rows that are shown at first; a button shows the others.
  private static let maximumFirstRows = 50

  /// Writes the name of a device, with a link to its section if it has one.
  ///
  /// - Parameter words: what it is called here; `nil` for its title.
  static func link(_ device: PageDevice, _ words: String? = nil, shown: Int, to page: inout HTMLWriter) {
    guard device.number <= shown else {
      page.element("strong", words ?? device.title)
      return
    }
    page.element("a", ["href": "#\(device.anchor)"], words ?? device.title)
  }

  func write(to page: inout HTMLWriter) {
    page.element("h2", ["id": "devices"], hasHeard ? "Devices" : "Layouts")
    page.lineBreak()
    guard !devices.listed.isEmpty else {
      page.element("p", "None.")
      return
    }
    if let bound { page.element("p", bound) }
    writeTools(to: &page)
    page.scrolling("Table of devices") {
      page in
      page.element("table", ["id": "table"]) { page in
        writeTitles(to: &page)
        page.element("tbody") { page in
          for device in devices.listed.prefix(Self.maximumFirstRows) { write(device, to: &page) }
        }
        let rest = devices.listed.dropFirst(Self.maximumFirstRows)
        guard !rest.isEmpty else { return }
        page.element("tbody", ["class": "rest"]) { page in
          for device in rest { write(device, to: &page) }
        }
      }
    }
    page.lineBreak()
    guard devices.listed.count > Self.maximumFirstRows else { return }
    page.element("p", ["class": "scripted", "hidden": "hidden"]) { page in
      page.element(
        "button", ["type": "button", "id": "more"],
        "Show the other \(counted(devices.listed.count - Self.maximumFirstRows, "device"))")
    }
    page.lineBreak()
  }

  /// The devices that are left out; `nil` when all are listed.
  private var bound: String? {
    let all = devices.count
    guard shown < all else { return nil }
    var sentence =
      "Of \(all), the first \(shown) are shown in full: those with the gravest findings, then those with the most reports."
    if devices.listed.count < all {
      sentence +=
        " The table has the first \(devices.listed.count) of them; \(all - devices.listed.count) are only counted."
    }
    return sentence + " The option --device chooses others."
  }

  private func writeTools(to page: inout HTMLWriter) {
    guard devices.listed.count > 1 else { return }
    page.markup(
      """
      <div class="tools finder scripted" hidden><label for="search">Search</label> <input id="search" type="search" \
      placeholder="name, address, maker, service, rule"> <label for="least">Findings</label> <select id="least">\
      <option value="0">all devices</option><option value="1">with a finding</option><option value="2">with a warning or \
      worse</option><option value="3">with an error or a hidden service</option></select> <button type="button" id="unfold">\
      Unfold all</button> <button type="button" id="fold">Fold all</button> <span id="count" role="status"></span></div>\n
      """)
  }

  private func writeTitles(to page: inout HTMLWriter) {
    page.element("thead") { page in
      page.element("tr") { page in
        page.element("th", ["scope": "col"], hasHeard ? "Device" : "Layout")
        page.element("th", ["scope": "col"], "Hides")
        page.element("th", ["scope": "col"], "Findings")
        page.element("th", ["scope": "col", "class": "wide"], "Maker, format")
        if hasCaptures {
          page.element("th", ["scope": "col", "class": "number wide"], "Strength")
          page.element("th", ["scope": "col", "class": "number wide"], "Heard")
          page.element("th", ["scope": "col", "class": "number wide"], "Answers")
          page.element("th", ["scope": "col", "class": "number wide"], "Interval")
        }
        page.element("th", ["scope": "col", "class": "wide"], "Services")
      }
    }
    page.lineBreak()
  }

  private func write(_ device: PageDevice, to page: inout HTMLWriter) {
    let number = String(device.rank)
    let open: HTMLWriter.Attributes =
      device.number <= shown ? ["data-rank": number, "data-device": device.anchor] : ["data-rank": number]
    page.element("tr", open) { page in
      page.element("th", ["scope": "row", "class": "who"]) { page in
        Self.link(device, shown: shown, to: &page)
        if let advertiser = device.advertiser {
          let description = AdvertiserDescription(advertiser)
          page.open("br")
          page.element("span", ["class": "address soft"], device.isNamed ? description.addressWords : "")
          page.element(
            "small", ["class": device.isNamed ? "wide" : ""], (device.isNamed ? " " : "") + description.kindWords)
        }
        if report.inputs.count > 1 {
          page.open("br")
          page.element("small", HostileText.visible(device.path))
        }
      }
      writeJudged(device, to: &page)
      writeMeasured(device, to: &page)
      page.element("td", ["class": "wide"], device.serviceWords)
    }
    page.lineBreak()
  }

  private func writeMeasured(_ device: PageDevice, to page: inout HTMLWriter) {
    page.element("td", ["class": "wide"], device.maker)
    guard hasCaptures else { return }
    let advertiser = device.advertiser
    if let rssi = advertiser?.rssi {
      page.element("td", ["class": "number wide", "data-v": String(rssi.median)]) { page in
        page.text("\(rssi.median) dBm")
        StrengthBar(rssi).write(to: &page)
      }
    } else {
      page.element("td", ["class": "number wide", "data-v": "-999"], "–")
    }
    let isAir = advertiser?.origin == .air
    for count in [advertiser?.advertisements, advertiser?.scanResponses] {
      page.element(
        "td", ["class": "number wide", "data-v": isAir ? String(count ?? 0) : "-1"], isAir ? String(count ?? 0) : "–")
    }
    let interval = advertiser?.interval?.microseconds ?? advertiser?.configuredInterval?.lowerBound
    page.element(
      "td", ["class": "number wide", "data-v": String(interval ?? .max)],
      advertiser.flatMap { AdvertiserDescription($0).intervalWords } ?? "–")
  }

  private func writeJudged(_ device: PageDevice, to page: inout HTMLWriter) {
    page.element("td", ["data-v": String(-device.hiddenServices.count)]) { page in
      guard !device.hiddenServices.isEmpty else { return page.text("–") }
      let word: Verdict.Word = device.hiddenServices.contains { !$0.missedBy.isEmpty } ? .missed : .may
      let services = shortList(device.hiddenServices.map { $0.pattern ?? $0.uuid.description })
      // A column is narrower than a long UUID.
      page.element("span", ["class": "badge short \(word.rawValue)", "title": services], services)
    }
    page.element("td", ["data-v": String(-device.weight)]) { page in
      PageTable.writeBadges(device.findings, to: &page)
      if device.findings.isEmpty { page.text("none") }
      page.element("span", ["class": "unseen"], Set(device.findings.map { $0.rule }).sorted().joined(separator: " "))
    }
  }

  /// Writes the number of findings of each severity.
  static func writeBadges(_ findings: [Finding], to page: inout HTMLWriter) {
    for severity in Severity.allCases.reversed() {
      let count = findings.count { $0.severity == severity }
      guard count > 0 else { continue }
      page.element("span", ["class": "badge \(severity.rawValue)"], counted(count, severity.rawValue))
      page.text(" ")
    }
  }
}

extension PageDevice {
  /// `Apple, iBeacon`, `–`.
  var maker: String {
    if let advertiser { return MakerDescription(advertiser).brief }
    return declared.map { declared in
      let likely = declared.merged.map { declared.divided(at: $0.likely.cut) } ?? declared
      // With other values in octets that vary or are not known, it may be another maker's.
      let makers = Set((OpenLayout(likely)?.extremes ?? [likely.knownLayout]).map { MakerDescription([$0]).brief })
      return makers.count == 1 ? makers.first ?? "–" : "not known"
    } ?? "–"
  }

  /// The services that it lists in its advertising data.
  fileprivate var serviceWords: String {
    if let advertiser { return shortList(advertiser.advertisedServices) }
    if declared?.merged != nil { return "not known" }
    let open = declared.flatMap { OpenLayout($0) }?.services ?? [:]
    return shortList((declared?.knownLayout.advertising?.services ?? []).map { open[$0]?.pattern ?? $0.description })
  }

  /// The weight in the order by findings: one error weighs more than any number of warnings of a device.
  fileprivate var weight: Int {
    findings.reduce(0) { sum, finding in
      switch finding.severity {
      case .error: sum + 1_000_000
      case .warning: sum + 1000
      case .note: sum + 1
      }
    }
  }
}

/// The strength of a device as a bar from the least to the greatest, with the median.
struct StrengthBar {
  /// The ends of the scale: weaker signals are not received, and stronger ones do not occur at arm's length.
  private static let weakest = -105
  private static let strongest = -25

  private let least: Int
  private let median: Int
  private let greatest: Int

  init(_ rssi: (min: Int8, median: Int8, max: Int8)) {
    func place(_ dBm: Int8) -> Int { min(max(Int(dBm), Self.weakest), Self.strongest) - Self.weakest }
    least = place(rssi.min)
    median = place(rssi.median)
    greatest = place(rssi.max)
  }

  func write(to page: inout HTMLWriter) {
    page.element(
      "svg",
      [
        "class": "strength", "viewBox": "0 0 \(Self.strongest - Self.weakest + 1) 8", "preserveAspectRatio": "none",
        "aria-hidden": "true",
      ]
    ) { page in
      page.element(
        "rect", ["class": "range", "x": "\(least)", "y": "1", "width": "\(greatest - least + 1)", "height": "6"]
      ) { _ in }
      page.element("rect", ["class": "heard", "x": "\(median)", "y": "0", "width": "1.5", "height": "8"]) { _ in }
    }
  }
}
