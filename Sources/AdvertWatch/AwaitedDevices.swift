package import AdvertCapture
package import AdvertLint
package import AdvertObservation
internal import AdvertScan
package import AdvertisingData

/// What is expected of devices, judged again and again while they are heard: a test on a bench waits for it.
///
/// It is met when each device that is expected was heard with its advertising data, each of them lists the services that
/// are expected, and no rule finds anything that fails the check. It must stay so for the settling time, because a scan
/// response or another layout can come later.
///
/// What speaks against it counts for as long as the settling time: firmware that corrects itself is judged by what it
/// sends then. What is wrong with the source itself counts to the end: what was lost is never known.
package struct AwaitedDevices: AdvertisingSink {
  /// What is awaited.
  package struct Settings {
    /// Judges what was heard, with what is expected.
    package var linter: Linter
    /// The devices that are expected, each of which must be heard.
    package var devices: DeviceSelectors
    /// The services that must be in the advertising data of each.
    package var services: [BluetoothUUID]
    /// The least severity that speaks against it; `nil` for none.
    package var failOn: Severity?
    /// How long nothing may speak against it, in microseconds.
    package var settling: Int64
    /// What findings call the source.
    package var path: String

    /// What is awaited of devices.
    package init(
      linter: Linter, devices: DeviceSelectors, services: [BluetoothUUID], failOn: Severity?, settling: Int64,
      path: String
    ) {
      self.linter = linter
      self.devices = devices
      self.services = services
      self.failOn = failOn
      self.settling = settling
      self.path = path
    }
  }

  /// All that was heard, for what is said at the end.
  package private(set) var everything: Observation
  /// The clock of this machine when the reports at hand arrived, in microseconds.
  package var arrival: Int64 = 0
  /// What was found when it was judged last; `nil` before.
  package private(set) var results: LintRun?

  private let settings: Settings
  /// The devices that are expected, since ``windowStart``.
  private var window = Observation()
  private var windowStart: Int64?
  /// The time in the stream.
  private var clock = StreamClock()
  /// Whether something new was received since it was judged.
  private var isChanged = true
  /// When something new was received last.
  private var lastChange: (arrival: Int64, elapsed: Int64) = (0, 0)
  /// Whether anything was received since, which can change what is found of intervals and counts.
  private var isRepeated = false
  private var metSince: (arrival: Int64, elapsed: Int64)?
  /// What is wrong with the source, and what was wrong before it was opened again.
  private var problems: [CaptureProblem] = []
  private var earlierProblems: [CaptureProblem] = []
  private var candidates: [Key: Candidate] = [:]
  private var chosen: [Key: Set<Int>] = [:]

  private struct Key: Hashable {
    let address: DeviceAddress
    let adapter: UInt16
  }

  /// A device that was not chosen so far: what it sent last may have come before what chooses it.
  private struct Candidate {
    var advertising: HeardBlock?
    var scanResponse: HeardBlock?
    var lastHeard: Int64

    mutating func set(_ block: HeardBlock, isScanResponse: Bool) {
      if isScanResponse { scanResponse = block } else { advertising = block }
    }
  }

  /// Devices whose last blocks are kept until they are chosen.
  private static let maximumCandidates = 20_000

  /// Nothing heard yet. Devices beyond the most are counted only.
  package init(_ settings: Settings, maximumDevices: Int) {
    self.settings = settings
    everything = Observation(maximumAdvertisers: maximumDevices)
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    guard !report.isPeriodic else { return }
    clock.advance(to: report.time, arrival: arrival)
    everything.receive(report)
    let key = Key(address: report.address, adapter: report.adapter)
    if chosen[key] != nil {
      note(report, key)
    } else {
      consider(report, key)
    }
  }

  package mutating func startCapture(member: String?) {
    // A source that is never whole would fill the memory.
    earlierProblems += problems.filter { problem in !earlierProblems.contains { $0.kind == problem.kind } }
    problems = []
  }

  package mutating func receive(_ problems: [CaptureProblem]) {
    // That reading ended because nothing more is awaited is no problem.
    let problems = problems.filter { $0.detail != .readingFailed(reason: InputFailure.interrupted.reason) }
    guard problems != self.problems else { return }
    self.problems = problems
    noteChange()
  }

  package mutating func receive(_ change: ScanModeChange) {}

  package mutating func receive(_ layout: HostLayout) {}

  private mutating func note(_ report: borrowing AdvertisingReport, _ key: Key) {
    if windowStart == nil { windowStart = clock.elapsed }
    window.receive(report)
    isRepeated = true
    // What repeats changes no judgement but the count of it.
    var latest = candidates[key] ?? Candidate(lastHeard: 0)
    let block = report.isScanResponse ? latest.scanResponse : latest.advertising
    guard !(block?.isRepeated(by: report) ?? false) || results == nil else { return }
    latest.set(HeardBlock(report, form: PayloadForm(report.data)), isScanResponse: report.isScanResponse)
    candidates[key] = latest
    noteChange()
  }

  private mutating func noteChange() {
    isChanged = true
    lastChange = (arrival, clock.elapsed)
  }

  private mutating func consider(_ report: borrowing AdvertisingReport, _ key: Key) {
    if candidates.count >= Self.maximumCandidates, candidates[key] == nil { makeRoom() }
    var candidate = candidates[key] ?? Candidate(lastHeard: 0)
    candidate.lastHeard = clock.elapsed
    let known = report.isScanResponse ? candidate.scanResponse : candidate.advertising
    guard !(known?.isRepeated(by: report) ?? false) else { return }
    candidate.set(HeardBlock(report, form: PayloadForm(report.data)), isScanResponse: report.isScanResponse)
    candidates[key] = candidate
    let positions = settings.devices.positions(choosing: report.address, payload: Payload(copying: report.data))
    guard !positions.isEmpty else { return }
    chosen[key] = positions
    if windowStart == nil { windowStart = clock.elapsed }
    for block in [candidate.advertising, candidate.scanResponse].compactMap(\.self) {
      let octets = block.payload.octets.span
      window.receive(AdvertisingReport(block.attributes, data: octets, acad: octets.extracting(first: 0)))
    }
    noteChange()
  }

  private mutating func makeRoom() {
    let times = candidates.values.map(\.lastHeard).sorted()
    let limit = times[times.count / 2]
    let kept = candidates.filter { $0.value.lastHeard > limit || chosen[$0.key] != nil }
    candidates = kept
  }

  // MARK: Judging

  /// Whether it is met, and has been for the settling time.
  ///
  /// - Parameter arrival: now, by the clock of this machine.
  package mutating func isSettled(at arrival: Int64) -> Bool {
    if isChanged { judge(at: arrival) }
    guard timeToSettle(at: arrival) == 0 else { return false }
    if isRepeated { judge(at: arrival) }
    return isMet
  }

  /// Microseconds until it will be settled when nothing more speaks against it; `nil` while it is not met.
  package func timeToSettle(at arrival: Int64) -> Int64? {
    metSince.map { max(settings.settling - max(arrival - $0.arrival, clock.elapsed - $0.elapsed), 0) }
  }

  /// Whether it was met when it was judged last.
  package var isMet: Bool { metSince != nil }

  private mutating func judge(at arrival: Int64) {
    isChanged = false
    isRepeated = false
    let results = run(on: window)
    self.results = results
    if isMet(by: results) {
      // Nothing new came since.
      metSince = metSince ?? lastChange
      return
    }
    metSince = nil
    // What was received for long enough no longer counts, so that a device can correct itself.
    guard let windowStart, clock.elapsed - windowStart >= settings.settling else { return }
    window = Observation()
    self.windowStart = nil
    candidates = candidates.filter { chosen[$0.key] == nil }
  }

  private func run(on observation: Observation) -> LintRun {
    let reports = observation.advertisements + observation.scanResponses
    let summary = CaptureSummary(
      format: "stream", linkTypes: [], records: reports, reports: reports, problems: earlierProblems + problems)
    return LintRun([Input(path: settings.path, .capture(summary, observation))], by: settings.linter)
  }

  private func isMet(by results: LintRun) -> Bool {
    let devices = window.advertisers.filter { $0.advertisements > 0 }
    let found = devices.reduce(into: Set<Int>()) { $0.formUnion(settings.devices.positions(choosing: $1)) }
    guard found.count == settings.devices.all.count else { return false }
    guard devices.allSatisfy({ Set($0.advertisedServices).isSuperset(of: settings.services) }) else { return false }
    guard let failOn = settings.failOn else { return true }
    return !results.findings.contains { $0.severity >= failOn }
  }

  /// What is missing when time is up, judged by all that was heard of the devices in the end.
  package mutating func judgeFinally() -> LintRun {
    if let results, !isChanged, !isRepeated, windowStart != nil { return results }
    // Without one of the devices, it is told what else was heard.
    let results = run(on: window.advertisements + window.scanResponses > 0 ? window : everything)
    self.results = results
    return results
  }
}
