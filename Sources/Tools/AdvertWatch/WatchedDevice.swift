internal import AdvertCapture
package import AdvertLint
package import AdvertObservation
package import AdvertScan
package import AdvertisingData

/// A device that was received lately: its advertising, its receptions, and its judgement.
///
/// Its size does not grow with time: it keeps the latest layouts, the strengths of the last minutes, and counts.
package final class WatchedDevice {
  /// The address, which may be one of several that the device uses.
  package let address: DeviceAddress
  /// The Bluetooth controller of the capturing machine; 0 where the format has only one.
  package let adapter: UInt16
  /// The position in the order of first receptions.
  package let number: Int
  /// The time in the stream of the first report.
  package let firstHeard: Int64
  /// The time in the stream of the latest report.
  package internal(set) var lastHeard: Int64
  /// The number of advertising PDUs.
  package internal(set) var advertisements = 0
  /// The number of scan response PDUs.
  package internal(set) var scanResponses = 0
  /// In dBm, of the latest report that has one.
  package private(set) var rssi: Int8?
  /// The receptions of the last minutes.
  package private(set) var history: DeviceHistory
  /// The layouts in the order of their first reception, at most ``maximumLayouts``.
  package private(set) var layouts: [HeardLayout] = []
  /// The number of times that its data changed to a new form.
  package private(set) var changes = 0
  /// The judgement of the layouts.
  package internal(set) var judgement = DeviceJudgement()
  /// Whether the device passes the filters of the command line.
  var isWanted = true

  /// The most layouts of one device that are kept: the latest ones.
  package static let maximumLayouts = 6
  /// The most forms of one device that are known. Phones change theirs all the time.
  static let maximumForms = 24

  private var gaps = RecentGaps()
  /// The layout of the latest advertisement.
  private var current: Int?
  private var forms: Set<KnownForm> = []

  private struct KnownForm: Hashable {
    let block: Block
    let form: PayloadForm
  }

  /// The effects of a report.
  enum Change {
    /// No change, or only of values.
    case nothing
    /// The data have a form that is new for this device, with the octets of the block before, if there was one.
    case form(Block, before: [UInt8]?)
    /// The data have a known form that is not among the layouts kept.
    case knownForm
  }

  init(_ report: borrowing AdvertisingReport, number: Int, at now: Int64) {
    address = report.address
    adapter = report.adapter
    self.number = number
    firstHeard = now
    lastHeard = now
    history = DeviceHistory(at: now)
  }

  /// The interval between the latest advertising events; `nil` when they do not show it.
  package var interval: IntervalEstimate? { MeasuredInterval(gaps: gaps.gaps).estimate }

  /// The number of reports of both blocks.
  package var reports: Int { advertisements + scanResponses }

  /// The layouts, the latest first.
  package var latestLayouts: [HeardLayout] {
    layouts.enumerated().sorted { ($0.element.lastHeard, $0.offset) > ($1.element.lastHeard, $1.offset) }
      .map(\.element)
  }

  @inline(__always)
  func add(_ report: borrowing AdvertisingReport, at now: Int64) -> Change {
    lastHeard = max(lastHeard, now)
    if let strength = report.rssi { rssi = strength }
    history.add(rssi: report.rssi, at: now)
    if report.isScanResponse {
      scanResponses += 1
      return add(scanResponse: report, at: now)
    }
    guard report.isAdvertisement else { return .nothing }
    advertisements += 1
    // Gaps use the receiver's own clock, if it has one.
    let time = report.attributes.radioTime?.microseconds ?? now
    if let gap = gaps.addAdvertisement(at: time) { history.add(gap: gap, at: now) }
    return add(advertisement: report, report.advertising, at: now)
  }

  private func add(
    advertisement report: borrowing AdvertisingReport, _ pdu: AdvertisingPDU?, at now: Int64
  ) -> Change {
    if let current, layouts[current].isOf(pdu, report), layouts[current].advertising?.isRepeated(by: report) ?? false {
      layouts[current].advertising?.countRepeat()
      layouts[current].lastHeard = now
      return .nothing
    }
    let form = PayloadForm(report.data)
    for index in layouts.indices where layouts[index].isOf(pdu, report) && layouts[index].advertising?.form == form {
      layouts[index].advertising?.take(report, at: now)
      layouts[index].lastHeard = now
      current = index
      return .nothing
    }
    let before = current.flatMap { layouts[$0].advertising?.payload.octets }
    var layout = HeardLayout(
      pdu: pdu, advertisingSID: report.advertisingSID, advertising: HeardBlock(report, form: form), scanResponse: nil,
      lastHeard: now)
    // A scan response that came first belongs to this advertisement.
    if layouts.count == 1, layouts[0].advertising == nil, pdu?.isScannable ?? true {
      layout.scanResponse = layouts[0].scanResponse
      layouts.removeAll()
    }
    current = add(layout)
    return note(form, .advertising, before: before)
  }

  private func add(scanResponse report: borrowing AdvertisingReport, at now: Int64) -> Change {
    let index: Int
    if let current, layouts[current].pdu?.isScannable ?? true,
      layouts[current].advertisingSID == report.advertisingSID
    {
      index = current
    } else if let latest = layouts.indices.filter({
      (layouts[$0].pdu?.isScannable ?? true) && layouts[$0].advertisingSID == report.advertisingSID
    }).max(by: { layouts[$0].lastHeard < layouts[$1].lastHeard }) {
      index = latest
    } else {
      index = add(
        HeardLayout(
          pdu: nil, advertisingSID: report.advertisingSID, advertising: nil, scanResponse: nil, lastHeard: now))
    }
    layouts[index].lastHeard = now
    guard let block = layouts[index].scanResponse else {
      let form = PayloadForm(report.data)
      layouts[index].scanResponse = HeardBlock(report, form: form)
      return note(form, .scanResponse, before: nil)
    }
    if block.isRepeated(by: report) {
      layouts[index].scanResponse?.countRepeat()
      return .nothing
    }
    let form = PayloadForm(report.data)
    guard form != block.form else {
      layouts[index].scanResponse?.take(report, at: now)
      return .nothing
    }
    layouts[index].scanResponse = HeardBlock(report, form: form)
    return note(form, .scanResponse, before: block.payload.octets)
  }

  private func note(_ form: PayloadForm, _ block: Block, before: [UInt8]?) -> Change {
    let known = KnownForm(block: block, form: form)
    guard !forms.contains(known) else { return .knownForm }
    guard forms.count < Self.maximumForms else { return .knownForm }
    forms.insert(known)
    changes += 1
    return .form(block, before: before)
  }

  /// Returns the position of a new layout, in the place of the one not heard for longest when there are too many.
  private func add(_ layout: HeardLayout) -> Int {
    guard layouts.count >= Self.maximumLayouts,
      let oldest = layouts.indices.min(by: { layouts[$0].lastHeard < layouts[$1].lastHeard })
    else {
      layouts.append(layout)
      return layouts.count - 1
    }
    layouts[oldest] = layout
    return oldest
  }

  /// The doubts about the kept layouts, as `inspect` has them.
  var doubts: [Doubt] { observation.advertisers.first?.doubts ?? [] }

  /// The observation of a capture with the kept layouts, each received once.
  var observation: Observation {
    var observation = Observation()
    for layout in layouts.sorted(by: { $0.lastHeard < $1.lastHeard }) {
      for block in [layout.advertising, layout.scanResponse].compactMap(\.self) {
        let octets = block.payload.octets.span
        observation.receive(
          AdvertisingReport(block.attributes, data: octets, acad: octets.extracting(first: 0)))
      }
    }
    return observation
  }
}

extension WatchedDevice {
  /// The verdicts of all scanners on each question of the device. They are judged when the screen shows the device, not
  /// each time that its layouts change.
  var scannersByQuestion: [(question: String, scanners: [Verdict.Word: [ScannerProfile.ID]])] {
    guard let advertiser = observation.advertisers.first else { return [] }
    let scanned = ScannedDevice(advertiser)
    return scanned.questions.map { question in
      let verdicts = ScannerProfile.all.map { (word: $0.verdict(on: scanned, for: question).word, id: $0.id) }
      return ("\(question)", Dictionary(grouping: verdicts, by: \.word).mapValues { $0.map(\.id) })
    }
  }
}

/// The judgement of a device's layouts, made each time they change.
package struct DeviceJudgement: Sendable {
  /// The name as it was sent, with any character. `nil` without a name.
  package var name: String?
  /// The maker, and the known formats of the data: `Apple, iBeacon`.
  package var maker = "–"
  /// Services that it lists only where some scanners do not look.
  package var hiddenServices: [HiddenService] = []
  /// The findings, the worst first.
  package var findings: [Finding] = []

  /// No judgement yet.
  package init() {}

  /// Returns the number of findings of a severity.
  package func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }
}
