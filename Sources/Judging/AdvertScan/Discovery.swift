public import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// The discovery of a device by a scan that ran while a capture was taken.
///
/// It is computed from the receptions of the capture. A scanner at another place receives more or less. No capture has
/// what its own controller filtered out, or missed while it was not listening.
public struct Discovery: Hashable, Sendable {
  /// Whether the scanner discovers the device, and why.
  public let verdict: Verdict
  /// The time of the discovery; `nil` when there is none, and without times. In an active window, the earliest possible
  /// time.
  public let time: Timestamp?
  /// How often an app would have been called, with repeats coalesced; `nil` when the capture has no advertisement that
  /// would have called it, and when it is not known whether the device would be discovered.
  public let callbacks: Int?
  /// The same when the app allows duplicates; `nil` also for a discovery in an active window.
  public let callbacksWithDuplicates: Int?
}

extension ScannerProfile {
  /// Returns when a scan like this would have discovered the device, and how often an app would have been called.
  ///
  /// - Parameters:
  ///  - device: the device and its receptions.
  ///  - question: the scanner's question.
  ///  - times: of the capture that has the device; the scan is assumed to start and end with it. `nil` for devices of
  ///    no capture, and for captures without times.
  public func discovery(
    of device: ScannedDevice, for question: Question, during times: ClosedRange<Timestamp>?
  ) -> Discovery {
    // A layout that is not certain was not received as packets.
    guard device.isCertain else { return Discovery(verdict(on: device, for: question)) }
    if let odd = device.odd, !keepsAll(odd.oddities) {
      return discovery(ofOdd: device, odd, for: question) { discovery(of: $0, for: question, during: times) }
    }
    let groups = device.groups(for: question)
    return ScanOutcome(of: device, groups, for: question, by: self)
      .discovery(of: device, groups, for: question, during: times)
  }

  /// Returns the worst verdict on any of the questions; of equally bad verdicts the first. `nil` without questions.
  public func worstVerdict(on device: ScannedDevice, for questions: [Question], during times: ClosedRange<Timestamp>?)
    -> Verdict?
  {
    questions.lazy.map { question in
      let verdict = verdict(on: device, for: question)
      // No other verdict depends on when the device was received.
      return verdict.dependsOnTime ? discovery(of: device, for: question, during: times).verdict : verdict
    }.worst
  }
}

extension Discovery {
  /// The discovery in an active window: the first during which scan responses with a mention were sent.
  static func inWindows(
    _ windows: ActiveWindows, of groups: [MentionGroup], _ kind: MentionKinds, instead verdict: Verdict,
    during times: ClosedRange<Timestamp>?
  ) -> Discovery {
    guard let times else { return Discovery(verdict) }
    let heard = groups.flatMap { $0.found }
      .filter { $0.mention.block == .scanResponse && $0.mention.kind == kind }
      .compactMap { found -> (time: Timestamp, mention: Mention)? in
        guard let first = found.reception.first, let last = found.reception.last, last <= times.upperBound
        else { return nil }
        return windows.moment(between: first, and: last, scanningSince: times.lowerBound).map { ($0, found.mention) }
      }
      .min { $0.time < $1.time }
    guard let heard else {
      let missed = Verdict(
        question: verdict.question, reason: .noActiveWindow(kind, windows), mention: verdict.mention,
        evidence: verdict.evidence)
      return Discovery(missed, callbacks: 0, callbacksWithDuplicates: 0)
    }
    let found = Verdict(
      question: verdict.question, reason: .found(kind, .scanResponse), mention: heard.mention,
      evidence: verdict.evidence)
    return Discovery(found, time: heard.time, callbacks: 1)
  }
}

extension ActiveWindows {
  /// Returns the first moment of a window in the time given; `nil` when there is none, or when it does not fit a clock.
  public func moment(between first: Timestamp, and last: Timestamp, scanningSince start: Timestamp) -> Timestamp? {
    let second: Int64 = 1_000_000
    let (opening, isTooLate) = start.microseconds.addingReportingOverflow(delay * second)
    guard !isTooLate, let since = first.microseconds(since: start) else { return nil }
    // The first window that ends after `first`.
    let late = since - (delay + length) * second
    let number = late < 0 ? 0 : late / (period * second) + 1
    let (waited, overflows) = number.multipliedReportingOverflow(by: period * second)
    let (begin, isTooFar) = opening.addingReportingOverflow(waited)
    guard !overflows, !isTooFar else { return nil }
    let moment = max(first, Timestamp(microseconds: begin))
    return moment <= last ? moment : nil
  }
}

extension Discovery {
  init(
    _ verdict: Verdict, time: Timestamp? = nil, callbacks: Int? = nil, callbacksWithDuplicates: Int? = nil
  ) {
    self.verdict = verdict
    self.time = time
    self.callbacks = callbacks
    self.callbacksWithDuplicates = callbacksWithDuplicates
  }
}

/// The time that a discovery took, from the first moment that the capture knows of, and the scan time after it.
package struct DiscoveryTiming: Hashable, Sendable {
  /// Microseconds from the start until the discovery.
  package let waited: Int64
  /// The event that starts the clock.
  package let start: Start
  /// Microseconds of the scan after the discovery, or of the capture.
  package let rest: Int64

  /// The events that can start the clock.
  package enum Start: String, Hashable, Sendable, CaseIterable {
    /// The scan of the log's host that heard the device.
    case scan
    /// The first record of the capture, which does not show when its receiver listened.
    case capture
  }
}

extension ReachRun.AskedFile {
  /// Returns the timing of a discovery; `nil` when the device was not discovered, and when the capture has no times or
  /// impossible ones.
  package func timing(of discovery: Discovery, on device: ReachRun.Device) -> DiscoveryTiming? {
    guard let times = capture?.times, let time = discovery.time else { return nil }
    func microseconds(from start: Timestamp, to end: Timestamp) -> Int64? {
      let (length, overflows) = end.microseconds.subtractingReportingOverflow(start.microseconds)
      // Times that are millennia apart come from damage.
      return overflows || length.magnitude > 1_000_000_000_000_000_000 ? nil : length
    }
    if let scan = timeline.scan(at: time, adapter: device.adapter),
      let waited = microseconds(from: scan.start, to: time)
    {
      return DiscoveryTiming(waited: waited, start: .scan, rest: scan.rest)
    }
    guard let waited = microseconds(from: times.lowerBound, to: time),
      let rest = microseconds(from: time, to: times.upperBound)
    else { return nil }
    return DiscoveryTiming(waited: waited, start: .capture, rest: rest)
  }
}
