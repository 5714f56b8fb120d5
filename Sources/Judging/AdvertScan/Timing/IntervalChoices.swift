/// Advertising intervals to choose from: for each, how soon the slowest of some scanners finds the device, and how often its
/// radio has to send.
///
/// A choice is efficient when no other that was tried is found as soon, or sooner, and costs less. The advertising
/// interval alone does not decide it: a longer interval costs less, but when it keeps step with a scanner's pauses it
/// can still be the worse choice.
package struct IntervalChoices: Hashable, Sendable {
  /// An interval with its discovery time and its cost.
  package struct Choice: Hashable, Sendable {
    /// In microseconds.
    package let interval: Int64
    /// The position of the listener that takes longest, by the time of 95 of 100 tries.
    package let slowest: Int
    /// The time that this listener takes; `nil` when its windows are too short for the block that it waits for.
    package let time: ExpectedTime?
    /// Whether no other choice is found as soon and costs less.
    package fileprivate(set) var isEfficient = false

    /// The time to compare choices by: the slowest scanner's in 95 of 100 tries, in microseconds. A time too long to
    /// compute counts as longer than all others.
    package var length: Int64 { time?.most ?? .max }

    /// How often the radio sends in an hour: an event has a packet on each of three channels.
    package var eventsPerHour: Int64 {
      let spacing = interval + LongestSearch.longestDelay / 2
      return (3_600_000_000 + spacing / 2) / spacing
    }

    /// Whether Apple recommends it.
    package var isRecommended: Bool { IntervalChoices.recommended.contains(interval) }
  }

  /// The listeners that the choices are compared for.
  package let listeners: [Listener]
  /// The choices, the shortest interval first.
  package let choices: [Choice]

  /// Intervals that can be chosen: those of legacy advertising, in microseconds (Core Specification Vol 4 Part E 7.8.5).
  package static let possible: ClosedRange<Int64> = 20_000...10_240_000
  /// The intervals that Apple recommends, with that of the first half minute, in microseconds.
  ///
  /// Source: Apple, Accessory Design Guidelines, Bluetooth; Technical Q&A QA1931.
  package static let recommended: [Int64] = [20_000] + Resonance.recommended
  /// The number of intervals that are tried, besides Apple's.
  private static let count = 100

  /// The choices within a range.
  ///
  /// - Parameters:
  ///   - range: in microseconds; intervals that are not possible are left out.
  ///   - packets: the lengths of the packets.
  ///   - listeners: at least one.
  ///   - times: the times computed before.
  ///
  /// `nil` without listeners, for a range without possible intervals, and for packets that ``AdvertisingTiming`` does
  /// not take.
  package init?(
    in range: ClosedRange<Int64>, of packets: PacketLengths, for listeners: [Listener], _ times: inout ExpectedTimes
  ) {
    guard !listeners.isEmpty, range.overlaps(Self.possible) else { return nil }
    self.listeners = listeners
    var choices: [Choice] = []
    for interval in Self.intervals(in: range.clamped(to: Self.possible)) {
      guard let advertising = packets.sent(every: interval) else { return nil }
      let answers = listeners.map { times.time(of: advertising, for: $0) }
      func length(_ position: Int) -> Int64 { answers[position]?.most ?? .max }
      // Of equal times, the first counts.
      let slowest = answers.indices.reduce(0) { length($1) > length($0) ? $1 : $0 }
      choices.append(Choice(interval: interval, slowest: slowest, time: answers[slowest]))
    }
    var best = Int64.max
    for position in choices.indices.reversed() where choices[position].length < best {
      best = choices[position].length
      choices[position].isEfficient = true
    }
    self.choices = choices
  }

  /// Returns the longest interval with which each scanner finds the device in time; `nil` when there is none.
  ///
  /// - Parameter time: in microseconds.
  package func longest(within time: Int64) -> Choice? { choices.last { $0.length <= time } }

  /// Returns intervals in steps of equal ratios, in units of 0.625 ms, with both ends and Apple's intervals.
  private static func intervals(in range: ClosedRange<Int64>) -> [Int64] {
    let unit = ScanDuty.unit
    let (low, high) = ((range.lowerBound + unit - 1) / unit * unit, range.upperBound / unit * unit)
    guard low <= high else { return [] }
    var found: Set<Int64> = [low, high]
    for interval in recommended where low...high ~= interval { found.insert(interval) }
    // Square roots halve a ratio, until there are enough steps.
    var parts = [Double(low), Double(high)]
    while parts.count * 2 - 1 <= count {
      var finer: [Double] = []
      for (one, next) in zip(parts, parts.dropFirst()) { finer += [one, (one * next).squareRoot()] }
      parts = finer + [Double(high)]
    }
    for part in parts { found.insert(min(max(Int64(part) / unit * unit, low), high)) }
    return found.sorted()
  }
}

extension ReachRun {
  /// The choices of intervals for one question about a device.
  package struct IntervalQuestion: Sendable {
    package let question: Question
    /// The choices; `nil` when no scanner with known times finds the device.
    package let choices: IntervalChoices?
    /// Scanners that do not find the device at any interval, or may not.
    package let missing: [ScannerProfile.ID]
    /// Scanners whose scan windows and intervals are not known, or of which it is not known whether they find it.
    package let unknown: [ScannerProfile.ID]
  }

  /// Returns the intervals to choose from for a device, question by question.
  ///
  /// - Parameters:
  ///   - range: in microseconds.
  ///   - device: one of this run.
  ///   - limit: the most questions to answer.
  ///   - times: the times computed before.
  package func intervalChoices(
    in range: ClosedRange<Int64>, of device: Device, toAtMost limit: Int, _ times: inout ExpectedTimes
  ) -> [IntervalQuestion] {
    let answers = answers(for: device, toAtMost: limit)
    var found: [IntervalQuestion] = []
    for question in device.questions.prefix(limit) {
      var listeners: [Listener] = []
      var missing: [ScannerProfile.ID] = []
      var unknown: [ScannerProfile.ID] = []
      for answer in answers where answer.question == question {
        let verdict = answer.discovery.verdict
        if verdict.outcome == .missed {
          missing.append(answer.profile.id)
        } else if let known = answer.profile.listeners(for: verdict), !known.isEmpty {
          listeners += known
        } else {
          unknown.append(answer.profile.id)
        }
      }
      let choices = device.packets.flatMap { IntervalChoices(in: range, of: $0, for: listeners, &times) }
      found.append(IntervalQuestion(question: question, choices: choices, missing: missing, unknown: unknown))
    }
    return found
  }
}
