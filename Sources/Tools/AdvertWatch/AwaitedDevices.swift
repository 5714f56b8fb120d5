package import AdvertCapture
package import AdvertLint
package import AdvertObservation
internal import AdvertReading
internal import AdvertScan
package import AdvertisingData

/// Judges devices repeatedly while they are received, until they meet the expectations: a test bench waits for it.
///
/// They are met when each expected device was received with its advertising data, each of them lists the expected
/// services, and no finding fails the check. This must stay so for the settling time, because a scan response or
/// another layout can come later.
///
/// Contrary evidence counts only for the settling time: firmware that corrects itself is judged by its later
/// advertising. Problems of the source itself count to the end, because lost data are never known.
package struct AwaitedDevices: CaptureSink {
  /// The expectations.
  package struct Settings {
    /// Judges the received devices, with the expectations.
    package var linter: Linter
    /// The expected devices, each of which must be received.
    package var devices: DeviceSelectors
    /// The services that must be in the advertising data of each.
    package var services: [BluetoothUUID]
    /// The least severity of a finding that counts against them; `nil` for none.
    package var failOn: Severity?
    /// The time in which nothing may count against them, in microseconds.
    package var settling: Int64
    /// The name of the source in findings.
    package var path: String

    /// The expectations of devices.
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

  /// All receptions, for the report at the end.
  package private(set) var everything: Observation
  /// The clock of this machine when the present reports arrived, in microseconds.
  package var arrival: Int64 = 0
  /// The results of the last judgement; `nil` before the first.
  package private(set) var results: LintRun?

  private let settings: Settings
  /// The receptions of expected devices since ``windowStart``.
  private var window = Observation()
  private var windowStart: Int64?
  /// Whether the window has more than the host's latest layouts.
  private var isWindowMixed = false
  /// The time in the stream.
  private var clock = StreamClock()
  /// Whether new data were received since the last judgement.
  private var isChanged = true
  /// The time of the last new data.
  private var lastChange: (arrival: Int64, elapsed: Int64) = (0, 0)
  /// Whether repeats were received since then, which can change findings about intervals and counts.
  private var isRepeated = false
  private var metSince: (arrival: Int64, elapsed: Int64)?
  /// The problems of the source, and those before it was opened again.
  private var problems: [CaptureProblem] = []
  private var earlierProblems: [CaptureProblem] = []
  private var candidates: [Key: Candidate] = [:]
  private var chosen: [Key: Set<Int>] = [:]
  /// The latest layout of each chosen advertising set, by the commands of the stream's host. A command is not repeated,
  /// so the layout holds until another replaces it.
  private var hostLayouts: [HostSet: HostLayout] = [:]

  private struct Key: Hashable {
    let address: DeviceAddress
    let adapter: UInt16
  }

  private struct HostSet: Hashable {
    let adapter: UInt16
    let handle: UInt8?
  }

  /// A device that was not chosen so far: its latest blocks may have come before those that choose it.
  private struct Candidate {
    var advertising: HeardBlock?
    var scanResponse: HeardBlock?
    var lastHeard: Int64

    mutating func set(_ block: HeardBlock, isScanResponse: Bool) {
      if isScanResponse { scanResponse = block } else { advertising = block }
    }
  }

  /// The most devices whose last blocks are kept until they are chosen.
  private static let maximumCandidates = 20_000
  private static let maximumHostSets = 1024

  /// No receptions yet. Devices beyond the limit are only counted.
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

  package mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began: keepProblems()
    case .mayPause(let problems): note(problems)
    case .hostLayout(let layout): note(layout)
    case .scanning, .filters, .connection, .scanRequest: break
    }
  }

  private mutating func keepProblems() {
    // A source that is never whole would fill the memory.
    earlierProblems += problems.filter { problem in !earlierProblems.contains { $0.kind == problem.kind } }
    problems = []
  }

  private mutating func note(_ problems: [CaptureProblem]) {
    // A reading that ended because everything was found is not a problem.
    let problems = problems.filter { $0.detail != .readingFailed(reason: InputFailure.interrupted.reason) }
    guard problems != self.problems else { return }
    self.problems = problems
    noteChange()
  }

  private mutating func note(_ layout: HostLayout) {
    clock.advance(to: layout.time, arrival: arrival)
    everything.receive(.hostLayout(layout))
    let set = HostSet(adapter: layout.adapter, handle: layout.advertisingHandle)
    let isChosen = layout.layout.blocks.contains { block in
      !settings.devices.positions(choosing: layout.address, payload: block.payload).isEmpty
    }
    guard isChosen || hostLayouts[set] != nil, hostLayouts[set]?.isSame(as: layout) != true else { return }
    // No controller has as many sets.
    if hostLayouts.count >= Self.maximumHostSets, hostLayouts[set] == nil { hostLayouts = [:] }
    hostLayouts[set] = layout
    if windowStart == nil { windowStart = clock.elapsed }
    window.receive(.hostLayout(layout))
    noteChange()
  }

  private mutating func note(_ report: borrowing AdvertisingReport, _ key: Key) {
    if windowStart == nil { windowStart = clock.elapsed }
    window.receive(report)
    isRepeated = true
    // A repeat changes only the count of a judgement.
    var latest = candidates[key] ?? Candidate(lastHeard: 0)
    let block = report.isScanResponse ? latest.scanResponse : latest.advertising
    guard !(block?.isRepeated(by: report) ?? false) || results == nil else { return }
    latest.set(HeardBlock(report, form: PayloadForm(report.data)), isScanResponse: report.isScanResponse)
    candidates[key] = latest
    noteChange()
  }

  private mutating func noteChange() {
    isChanged = true
    isWindowMixed = true
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

  /// Returns whether the expectations are met, and have been for the settling time.
  ///
  /// - Parameter arrival: now, by the clock of this machine.
  package mutating func isSettled(at arrival: Int64) -> Bool {
    if isChanged || !hostLayouts.isEmpty && isWindowOver(at: arrival) { judge(at: arrival) }
    guard timeToSettle(at: arrival) == 0 else { return false }
    if isRepeated { judge(at: arrival) }
    return isMet
  }

  /// Returns the microseconds until the expectations will be settled without contrary evidence; `nil` while they are
  /// not met.
  package func timeToSettle(at arrival: Int64) -> Int64? {
    metSince.map { max(settings.settling - max(arrival - $0.arrival, clock.elapsed - $0.elapsed), 0) }
  }

  /// Returns the microseconds until there can be another result without a new report; `nil` when there cannot.
  package func timeToNextResult(at arrival: Int64) -> Int64? {
    if isChanged { return 0 }
    if let time = timeToSettle(at: arrival) { return time }
    guard isWindowMixed, !hostLayouts.isEmpty, let windowStart else { return nil }
    return max(settings.settling - (clock.now(at: arrival) - windowStart), 0)
  }

  /// Whether data older than the settling time speak against the expectations, so that only newer data count from now
  /// on. A host that sent its commands is silent, so the clock of this machine goes on for it.
  private func isWindowOver(at arrival: Int64) -> Bool {
    guard metSince == nil, isWindowMixed, let windowStart else { return false }
    let now = hostLayouts.isEmpty ? clock.elapsed : clock.now(at: arrival)
    return now - windowStart >= settings.settling
  }

  /// Whether the expectations were met at the last judgement.
  package var isMet: Bool { metSince != nil }

  private mutating func judge(at arrival: Int64) {
    isChanged = false
    isRepeated = false
    let results = run(on: window)
    self.results = results
    if isMet(by: results) {
      // No new data came since then.
      metSince = metSince ?? lastChange
      return
    }
    metSince = nil
    // Data older than the settling time no longer count, so that a device can correct itself.
    guard isWindowOver(at: arrival) else { return }
    window = Observation()
    windowStart = nil
    isWindowMixed = false
    candidates = candidates.filter { chosen[$0.key] == nil }
    guard !hostLayouts.isEmpty else { return }
    for layout in hostLayouts.values { window.receive(.hostLayout(layout)) }
    windowStart = clock.now(at: arrival)
    isChanged = true
  }

  private func run(on observation: Observation) -> LintRun {
    let reports = observation.advertisements + observation.scanResponses
    let summary = CaptureSummary(
      format: "stream", linkTypes: [], records: reports, reports: reports, problems: earlierProblems + problems)
    return LintRun([Input(path: settings.path, .capture(summary, observation))], by: settings.linter)
  }

  private func isMet(by results: LintRun) -> Bool {
    let devices = window.advertisers.filter { device in
      device.advertisements > 0
        || device.origin == .host && device.layouts.contains { $0.layout.advertising != nil }
    }
    let found = devices.reduce(into: Set<Int>()) { $0.formUnion(settings.devices.positions(choosing: $1)) }
    guard found.count == settings.devices.all.count else { return false }
    guard devices.allSatisfy({ Set($0.advertisedServices).isSuperset(of: settings.services) }) else { return false }
    guard let failOn = settings.failOn else { return true }
    return !results.findings.contains { $0.severity >= failOn }
  }

  /// Returns the result when time is up, judged by all recent receptions of the devices.
  package mutating func judgeFinally() -> LintRun {
    if let results, !isChanged, !isRepeated, windowStart != nil { return results }
    // Without one of the devices, the result contains the other devices that were received.
    let results = run(on: window.advertiserCount > 0 ? window : everything)
    self.results = results
    return results
  }
}

extension HostLayout {
  /// Whether the same set sends the same data from the same address.
  fileprivate func isSame(as other: HostLayout) -> Bool {
    address == other.address && advertisingSID == other.advertisingSID && layout == other.layout
  }
}
