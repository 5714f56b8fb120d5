package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// A log's account of a device that it does not have: how long its host listened for such a device, and which devices
/// it heard instead.
package struct AbsentDevice: Sendable {
  /// The app's question.
  package let question: Question
  /// The scanner that matters.
  package let profile: ScannerProfile
  /// The conclusion from the scans of the host. A scan was not for the device when no filter of it fits.
  package let conclusion: Conclusion
  /// The scans of the host; the parts whose filters fit heard nothing of the device.
  package let scans: [Diagnosis.ScanFacts]
  /// Devices that send the data in question, those with the most reports first.
  package let heard: [Advertiser]

  /// The conclusions from the scans of the host.
  package enum Conclusion: String, Hashable, Sendable, CaseIterable {
    /// The host scanned with a filter that fits, and heard nothing of the device.
    case notHeard
    /// The filters of the host's scans ask for something else.
    case filterAsksForAnother
    /// The log does not have the filters of the host's scans.
    case filterNotInLog
    /// The log has no command that starts a scan.
    case scanNotInLog
  }
}

/// The reason why an app did or did not find a device, as far as the log of its phone or computer shows it.
///
/// It combines the verdict of a scanner like the app, the scans of the log's host, the filters of its controller, and
/// its receptions.
package struct Diagnosis: Sendable {
  /// The app's question.
  package let question: Question
  /// The scanner that matters.
  package let profile: ScannerProfile
  package let conclusion: Conclusion
  /// The scanner that the user also asked about and that finds the device worst, when that is not for certain; `nil`
  /// when all others discover it. While there is one, no log clears the device.
  package let doubter: (profile: ScannerProfile, verdict: Verdict, conclusion: Conclusion)?
  /// The facts behind the conclusion.
  package let facts: Facts

  /// The side to look at next.
  package var blame: Blame {
    conclusion.clearsDevice ? doubter?.conclusion.blame ?? conclusion.blame : conclusion.blame
  }

  /// The facts that the log shows. Record numbers count from 1.
  package struct Facts: Sendable {
    /// Whether a scanner like this discovers the device at all.
    package var verdict: Verdict
    /// All receptions of the device.
    package var heard: Reception
    /// The number of its advertisements among these; the others are scan responses.
    package var advertisements: Int
    /// The signal of the device; `nil` when no strength was measured.
    package var signal: Signal?
    /// The record that it was first received in; `nil` when that is not known.
    package var firstRecord: Int?
    /// The advertising interval of the device; `nil` when it is not known.
    package var interval: IntervalEstimate?
    /// The places where it mentions the data in question: the first block, the first record, and how often.
    package var mentions: [PlaceOfMention]
    /// The scans of the host, on the adapter that received the device.
    package var scans: [ScanFacts]
    /// The connections of the host to the device, and its attempts.
    package var connections: [HostConnection]
    /// The number of scan requests to the device that a sniffer heard; `nil` for a log of a host.
    package var scanRequests: Int?
    /// Other addresses that the device may have used, when its address is one that changes; else `nil`.
    package var relatives: AddressRelatives?

    /// The scans whose filters let the device pass.
    package var fitting: [ScanFacts] { scans.filter { !$0.fitting.isEmpty } }

    /// The first connection of the host to the device after its first report, or else before; `nil` when there were
    /// attempts at most.
    package var success: HostConnection? {
      let all = connections.lazy.filter { $0.failure == nil }
      return all.first { one in firstRecord.map { $0 < one.record } ?? false } ?? all.first
    }

    /// The first failed attempt of the host to connect after it had received the device; `nil` when there is none.
    package var failedAttempt: HostConnection? {
      connections.first { one in one.failure != nil && firstRecord.map { $0 < one.record } ?? false }
    }

    /// Whether the host received the device before the first scan of the log, so that an earlier scan is not in it.
    package var wasHeardBeforeScans: Bool {
      guard let firstRecord, let first = scans.first?.session.setting.record else { return false }
      return firstRecord < first
    }

    /// The receptions of the data in question: of the block that has them most often.
    package var mentionCount: Int {
      max(mentionCount(in: .advertising), mentionCount(in: .scanResponse))
    }

    /// Returns the receptions of a block with the data in question.
    package func mentionCount(in block: Block) -> Int {
      mentions.reduce(0) { $0 + ($1.block == block ? $1.reception.count : 0) }
    }

    /// The receptions of the data in question in the log's scans.
    package var mentionsInScans: Int { scans.reduce(0) { $0 + $1.mentions.count + $1.mentionsUnknown.count } }

    /// The scans that could have received the device and received nothing of it.
    package var silent: [ScanFacts] {
      fitting.filter { $0.heard.count == 0 && !$0.isSetup && couldBeReceived(in: $0) }
    }

    /// Whether a scan could have received the device: its fitting parts listened, outside connections to it, for as long
    /// as it needs to send once, or for a tenth of a second where that is not known. A scan without times could.
    package func couldBeReceived(in scan: ScanFacts) -> Bool {
      guard let free = scan.fitting.map({ $0.timeWithout(connections) }).sum else { return true }
      return (scan.listened(in: free) ?? free) >= interval?.microseconds ?? 100_000
    }

    /// The scan that decides, with its part: of those that received the data in question, the one with a filter that
    /// asks for something comes first, then the earliest; otherwise the one whose filters let the device pass for
    /// longest.
    package var deciding: (scan: ScanFacts, part: Part)? {
      let all = scans.flatMap { scan in (scan.fitting + scan.unknown).map { (scan: scan, part: $0) } }
      let received = all.filter { $0.part.mentions.count > 0 }
      for rank in 0..<Part.ranks {
        if let first = received.first(where: { $0.part.rank == rank }) { return first }
      }
      return all.filter { $0.part.unknown == nil }.max { ($0.part.duration ?? 0) < ($1.part.duration ?? 0) }
    }
  }

  /// A block of the device that mentions the data in question.
  package struct PlaceOfMention: Hashable, Sendable {
    package let block: Block
    /// The ways in which the layout mentions the data in question.
    package let kind: MentionKinds
    /// The first record with it; `nil` when that is not known.
    package let record: Int?
    /// How often and when it was received.
    package let reception: Reception
  }

  /// A scan of the host.
  package struct ScanFacts: Sendable {
    package let session: ScanSession
    /// The parts in which the controller reported the device if it received it.
    package internal(set) var fitting: [Part] = []
    /// The filters of the other parts, which ask for something else.
    package internal(set) var others: [ScanFilter] = []
    /// The parts for which the log does not show whether the filters let the device pass.
    package internal(set) var unknown: [Part] = []
    /// Microseconds that it lasted; `nil` without times.
    package internal(set) var elapsed: Int64?

    /// Whether there is a part of which it is not known whether its filters let the device pass.
    package var hasUnknownFilter: Bool { !unknown.isEmpty }
  }

  /// The reason why it is not known whether filters let a device pass.
  package enum UnknownFilter: Hashable, Sendable {
    /// Filters may be left from before the log began.
    case setBeforeLog
    /// The log lacks the data that a filter asks for.
    case notInLog
    /// The scan reports only devices on an accept list.
    case acceptList
  }

  /// A part of a scan in which the controller reported the device if it received it.
  package struct Part: Sendable {
    /// The filter that lets the device pass; `nil` without one, and when it is not known.
    package let filter: ScanFilter?
    /// The reason why it is not known whether a filter lets the device pass; `nil` when one does, or there was none.
    package let unknown: UnknownFilter?
    /// The time at which the session began; `nil` without times.
    package let start: Timestamp?
    /// Microseconds that it lasted; `nil` without times.
    package let duration: Int64?
    /// The receptions during this part of the blocks that mention the data in question.
    package let mentions: Reception
    /// All receptions of the device during this part.
    package let heard: Reception

    /// How strongly this part shows that the data in question were received: a filter that asks for something shows
    /// most.
    var rank: Int { unknown != nil ? 2 : filter?.logic?.passesAll ?? true ? 1 : 0 }
    static let ranks = 3

    /// Whether a filter that asks for something let the device pass.
    package var isByFilter: Bool { rank == 0 }
  }
}

extension Diagnosis.ScanFacts {
  /// Microseconds of its fitting parts; `nil` without times.
  package var duration: Int64? { fitting.map { $0.duration }.sum }

  /// The receptions of the data in question in its fitting parts.
  package var mentions: Reception { fitting.reduce(into: Reception()) { $0.add($1.mentions) } }

  /// The receptions of the data in question in parts whose filters are not known.
  package var mentionsUnknown: Reception { unknown.reduce(into: Reception()) { $0.add($1.mentions) } }

  /// All receptions of the device in its fitting parts.
  package var heard: Reception { fitting.reduce(into: Reception()) { $0.add($1.heard) } }

  /// Microseconds from the start of the first fitting part until the data in question were received; `nil` when they
  /// were not, and without times.
  package var waited: Int64? {
    guard let first = mentions.first, let start = fitting.first?.start else { return nil }
    return first.microseconds(since: start)
  }

  /// Whether the host only set its controller up: it changes its settings by starting and stopping.
  package var isSetup: Bool {
    heard.count == 0 && unknown.allSatisfy { $0.heard.count == 0 } && (elapsed ?? .max) < 100_000
  }

  /// Upper bound of the microseconds of its fitting parts in which the host listened: a controller listens first, then
  /// pauses. `nil` when it is not known.
  package var listened: Int64? { duration.flatMap(listened) }

  /// Returns the upper bound of the microseconds that the host listened within a duration; `nil` when its interval and
  /// window are not known.
  func listened(in duration: Int64) -> Int64? {
    guard let listening = session.setting.listening, listening.interval > 0 else { return nil }
    let (interval, window) = (Int64(listening.interval) * 625, Int64(listening.window) * 625)
    let (whole, rest) = duration.quotientAndRemainder(dividingBy: interval)
    return whole * min(window, interval) + min(rest, window)
  }
}

extension [Int64?] {
  /// The sum; `nil` when one number is not known, and for sums that come from damage.
  var sum: Int64? {
    reduce(0) { sum, one in
      guard let sum, let one else { return nil }
      let (result, overflows) = sum.addingReportingOverflow(one)
      return overflows ? nil : result
    }
  }
}

extension Diagnosis.Part {
  /// Microseconds from its start until the data in question were received; `nil` when they were not, and without times.
  package var waited: Int64? {
    guard let first = mentions.first, let start else { return nil }
    return first.microseconds(since: start)
  }

  /// Returns the microseconds of the part outside connections, which follow each other; `nil` without times.
  func timeWithout(_ connections: [HostConnection]) -> Int64? {
    guard let start, let duration else { return nil }
    let end = start.microseconds &+ duration
    return connections.reduce(duration) { rest, connection in
      guard connection.failure == nil, let from = connection.time?.microseconds else { return rest }
      let until = connection.end.map { $0.time?.microseconds ?? from } ?? end
      // Times in a damaged capture wrap around.
      return rest &- min(duration, max(0, min(until, end) &- max(from, start.microseconds)))
    }
  }
}
