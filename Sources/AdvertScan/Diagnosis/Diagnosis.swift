package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// What a log says of a device that it does not have: how long its host listened for one like it, and who was heard instead.
package struct AbsentDevice: Sendable {
  /// What is looked for.
  package let question: Question
  /// The scanner that matters.
  package let profile: ScannerProfile
  /// What the scans of the host say. They were not for the device when no filter fits.
  package let conclusion: Conclusion
  /// The scans of the host; the parts whose filters fit heard nothing of the device.
  package let scans: [Diagnosis.ScanFacts]
  /// Devices that send what is looked for, those with the most reports first.
  package let heard: [Advertiser]

  /// What the scans say.
  package enum Conclusion: String, Hashable, Sendable, CaseIterable {
    /// The host scanned with a filter that fits, and heard nothing of the device.
    case notHeard
    /// The filters of the host's scans ask for something else.
    case filterAsksForAnother
    /// Which filters the host's scans had is not in the log.
    case filterNotInLog
    /// The log has no command that starts a scan.
    case scanNotInLog
  }
}

/// Why an app did or did not find a device, as far as the log of its phone or computer tells.
///
/// It joins what a scanner like the app would discover, how the log's host scanned, what its controller filtered, and what
/// it received.
package struct Diagnosis: Sendable {
  /// What is looked for.
  package let question: Question
  /// The scanner that matters.
  package let profile: ScannerProfile
  /// What it comes to.
  package let conclusion: Conclusion
  /// What it rests on.
  package let facts: Facts

  /// What the log shows. Record numbers count from 1.
  package struct Facts: Sendable {
    /// Whether a scanner like this discovers the device at all.
    package var verdict: Verdict
    /// All that was received of the device.
    package var heard: Reception
    /// The record that it was first received in; `nil` when that is not known.
    package var firstRecord: Int?
    /// How often it advertises; `nil` when it is not known.
    package var interval: IntervalEstimate?
    /// Where it mentions what is looked for: in which block first, in which record, and how often.
    package var mentions: [PlaceOfMention]
    /// The scans of the host, on the adapter that received the device.
    package var scans: [ScanFacts]
    /// The connections of the host to the device, and its attempts.
    package var connections: [HostConnection]
    /// What of its requests for a scan response a sniffer heard; `nil` for a log of a host.
    package var scanRequests: Int?
    /// Other addresses that the device may have used, when its address is one that changes; else `nil`.
    package var relatives: AddressRelatives?

    /// The scans whose filters let the device pass.
    package var fitting: [ScanFacts] { scans.filter { !$0.fitting.isEmpty } }

    /// The scan that decides, with its part: of those that received what is looked for, the one with a filter that asks for
    /// something comes first, then the earliest; when none did, the one whose filters let the device pass for longest.
    package var deciding: (scan: ScanFacts, part: Part)? {
      let all = scans.flatMap { scan in (scan.fitting + scan.unknown).map { (scan: scan, part: $0) } }
      let received = all.filter { $0.part.mentions.count > 0 }
      for rank in 0..<Part.ranks {
        if let first = received.first(where: { $0.part.rank == rank }) { return first }
      }
      return all.filter { $0.part.unknown == nil }.max { ($0.part.duration ?? 0) < ($1.part.duration ?? 0) }
    }
  }

  /// A block of the device that mentions what is looked for.
  package struct PlaceOfMention: Hashable, Sendable {
    /// The block.
    package let block: Block
    /// How it mentions it.
    package let kind: MentionKinds
    /// The first record with it; `nil` when that is not known.
    package let record: Int?
    /// How often and when it was received.
    package let reception: Reception
  }

  /// A scan of the host.
  package struct ScanFacts: Sendable {
    /// The scan.
    package let session: ScanSession
    /// Its parts in which the controller reported the device if it received it.
    package internal(set) var fitting: [Part] = []
    /// The filters of the other parts, which ask for something else.
    package internal(set) var others: [ScanFilter] = []
    /// Its parts of which the log does not show whether the filters let the device pass.
    package internal(set) var unknown: [Part] = []
    /// Microseconds that it lasted; `nil` without times.
    package internal(set) var elapsed: Int64?

    /// Whether it is not known of a part whether its filters let the device pass.
    package var hasUnknownFilter: Bool { !unknown.isEmpty }
  }

  /// Why it is not known whether filters let a device pass.
  package enum UnknownFilter: Hashable, Sendable {
    /// Filters may be left from before the log began.
    case setBeforeLog
    /// The log lacks what a filter asks for.
    case notInLog
    /// The scan reports only devices on an accept list.
    case acceptList
  }

  /// A part of a scan in which the controller reported the device if it received it.
  package struct Part: Sendable {
    /// The filter that lets the device pass; `nil` when there was none, and when that is not known.
    package let filter: ScanFilter?
    /// Why it is not known whether a filter lets the device pass; `nil` when one does, or there was none.
    package let unknown: UnknownFilter?
    /// When it began; `nil` without times.
    package let start: Timestamp?
    /// Microseconds that it lasted; `nil` without times.
    package let duration: Int64?
    /// What was received meanwhile of the blocks that mention what is looked for.
    package let mentions: Reception
    /// All that was received meanwhile of the device.
    package let heard: Reception

    /// How much it says that this part received what is looked for: a filter that asks for something says most.
    var rank: Int { unknown != nil ? 2 : filter?.logic?.passesAll ?? true ? 1 : 0 }
    static let ranks = 3
  }
}

extension Diagnosis.ScanFacts {
  /// Microseconds of its fitting parts; `nil` without times.
  package var duration: Int64? { fitting.map { $0.duration }.sum }

  /// What its fitting parts received of what is looked for.
  package var mentions: Reception { fitting.reduce(into: Reception()) { $0.add($1.mentions) } }

  /// What it received of what is looked for while its filters were not known.
  package var mentionsUnknown: Reception { unknown.reduce(into: Reception()) { $0.add($1.mentions) } }

  /// All that its fitting parts received of the device.
  package var heard: Reception { fitting.reduce(into: Reception()) { $0.add($1.heard) } }

  /// Microseconds from the start of the first fitting part until what is looked for was received; `nil` when it was not,
  /// and without times.
  package var waited: Int64? {
    guard let first = mentions.first, let start = fitting.first?.start else { return nil }
    return first.microseconds(after: start)
  }

  /// Whether the host only set its controller up: it changes its settings by starting and stopping.
  package var isSetup: Bool {
    heard.count == 0 && unknown.allSatisfy { $0.heard.count == 0 } && (elapsed ?? .max) < 100_000
  }

  /// Microseconds of its fitting parts in which the host listened at most: a controller listens first, then pauses. `nil`
  /// when it is not known.
  package var listened: Int64? { duration.flatMap(listened) }

  /// Microseconds that the host listened at most in so many; `nil` when its interval and window are not known.
  func listened(in duration: Int64) -> Int64? {
    guard let listening = session.setting.listening, listening.interval > 0 else { return nil }
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

extension Diagnosis.Part {
  /// Microseconds from its start until what is looked for was received; `nil` when it was not, and without times.
  package var waited: Int64? {
    guard let first = mentions.first, let start else { return nil }
    return first.microseconds(after: start)
  }
}

extension Timestamp {
  /// Microseconds since another time; `nil` when this one is earlier, and for times that come from damage.
  package func microseconds(after start: Timestamp) -> Int64? {
    let (length, overflows) = microseconds.subtractingReportingOverflow(start.microseconds)
    return overflows || length < 0 ? nil : length
  }
}
