public import AdvertCapture
public import AdvertObservation
public import AdvertisingData

/// Why an app did or did not find a device, as far as the log of its phone or computer tells.
///
/// It joins what a scanner like the app would discover, how the log's host scanned, what its controller filtered, and what
/// it received.
public struct Diagnosis: Sendable {
  /// What is looked for.
  public let question: Question
  /// The scanner that matters.
  public let profile: ScannerProfile
  /// What it comes to.
  public let conclusion: Conclusion
  /// What it rests on.
  public let facts: Facts

  /// What the log shows. Record numbers count from 1.
  public struct Facts: Sendable {
    /// Whether a scanner like this discovers the device at all.
    public var verdict: Verdict
    /// All that was received of the device.
    public var heard: Reception
    /// The record that it was first received in; `nil` when that is not known.
    public var firstRecord: Int?
    /// How often it advertises; `nil` when it is not known.
    public var interval: IntervalEstimate?
    /// Where it mentions what is looked for: in which block first, in which record, and how often.
    public var mentions: [PlaceOfMention]
    /// The scans of the host, on the adapter that received the device.
    public var scans: [ScanFacts]

    /// The scans whose filters let the device pass.
    public var fitting: [ScanFacts] { scans.filter { !$0.fitting.isEmpty } }
  }

  /// A block of the device that mentions what is looked for.
  public struct PlaceOfMention: Hashable, Sendable {
    /// The block.
    public let block: Block
    /// How it mentions it.
    public let kind: MentionKinds
    /// The first record with it; `nil` when that is not known.
    public let record: Int?
    /// How often and when it was received.
    public let reception: Reception
  }

  /// A scan of the host.
  public struct ScanFacts: Sendable {
    /// The scan.
    public let session: ScanSession
    /// Its parts in which the controller reported the device if it received it.
    public internal(set) var fitting: [Part] = []
    /// The filters of the other parts, which ask for something else.
    public internal(set) var others: [ScanFilter] = []
    /// Microseconds of a scan without fitting parts; `nil` for others, and without times.
    public internal(set) var elapsed: Int64?
    /// Whether the filters of a part are not known, or whether they let the device pass.
    public internal(set) var hasUnknownFilter = false
  }

  /// A part of a scan in which the controller reported the device if it received it.
  public struct Part: Sendable {
    /// The filter that lets the device pass; `nil` when there was none.
    public let filter: ScanFilter?
    /// When it began; `nil` without times.
    public let start: Timestamp?
    /// Microseconds that it lasted; `nil` without times.
    public let duration: Int64?
    /// What was received meanwhile of the blocks that mention what is looked for.
    public let mentions: Reception
    /// All that was received meanwhile of the device.
    public let heard: Reception
  }
}

extension Diagnosis.ScanFacts {
  /// Microseconds of its fitting parts; `nil` without times.
  public var duration: Int64? { fitting.map { $0.duration }.sum }

  /// What its fitting parts received of what is looked for.
  public var mentions: Reception { fitting.reduce(into: Reception()) { $0.add($1.mentions) } }

  /// All that its fitting parts received of the device.
  public var heard: Reception { fitting.reduce(into: Reception()) { $0.add($1.heard) } }

  /// Microseconds from the start of the first fitting part until what is looked for was received; `nil` when it was not,
  /// and without times.
  public var waited: Int64? {
    guard let first = mentions.first, let start = fitting.first?.start else { return nil }
    return first.microseconds(after: start)
  }

  /// Whether the host only set its controller up: it changes its settings by starting and stopping.
  public var isSetup: Bool { heard.count == 0 && (elapsed ?? duration ?? .max) < 100_000 }

  /// Microseconds of its fitting parts in which the host listened at most: a controller listens first, then pauses. `nil`
  /// when it is not known.
  public var listened: Int64? {
    guard let duration, let listening = session.setting.listening, listening.interval > 0 else { return nil }
    let (interval, window) = (Int64(listening.interval) * 625, Int64(listening.window) * 625)
    let (whole, rest) = duration.quotientAndRemainder(dividingBy: interval)
    return whole * min(window, interval) + min(rest, window)
  }
}

extension [Int64?] {
  /// `nil` when one is not known, and for sums that come from damage.
  var sum: Int64? {
    reduce(0) { sum, one in
      guard let sum, let one else { return nil }
      let (result, overflows) = sum.addingReportingOverflow(one)
      return overflows ? nil : result
    }
  }
}

extension Timestamp {
  /// Microseconds since another time; `nil` when this one is earlier, and for times that come from damage.
  func microseconds(after start: Timestamp) -> Int64? {
    let (length, overflows) = microseconds.subtractingReportingOverflow(start.microseconds)
    return overflows || length < 0 ? nil : length
  }
}
