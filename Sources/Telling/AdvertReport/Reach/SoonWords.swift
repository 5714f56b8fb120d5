internal import AdvertObservation
package import AdvertScan
internal import AdvertisingData

/// The times in which scanners find devices, in words and as keys.
package enum SoonWords {
  /// `LOW_POWER: 140 of 1400 ms; LOW_LATENCY: all the time`.
  package static func listening(_ duties: [ScanDuty]) -> String {
    duties.map { duty in
      let times =
        duty.isContinuous
        ? "all the time, the next channel every \(milliseconds(duty.interval)) ms"
        : "\(milliseconds(duty.window)) of every \(milliseconds(duty.interval)) ms"
      return duty.name.isEmpty ? times : "\(duty.name): \(times)"
    }.joined(separator: "; ")
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    ScanModeWords.milliseconds(microseconds: microseconds)
  }

  /// Settings of scanners with equal times.
  package struct Group {
    let time: ExpectedTime?
    /// The first setting, for its curve.
    package let example: SoonAnswer
    package var names: [String]

    package var sentence: String { time?.sentence ?? "never: its windows are shorter than what it waits for" }
  }

  /// Returns the settings of the scanners that find the device, the quickest first, and the scanners whose scan windows
  /// and intervals are not known.
  package static func groups(
    of answers: ArraySlice<ReachRun.Answer>, on device: ReachRun.Device, in run: ReachRun, _ times: inout ExpectedTimes
  ) -> (groups: [Group], unknown: [ScannerProfile.ID]) {
    var groups: [Group] = []
    var unknown: [ScannerProfile.ID] = []
    for answer in answers {
      guard let soon = run.soonAnswers(for: answer, on: device, &times) else { continue }
      if soon.isEmpty { unknown.append(answer.profile.id) }
      for one in soon {
        let name = one.listener.name + (answer.discovery.verdict.word == .missed ? ", missed otherwise" : "")
        if let known = groups.firstIndex(where: { $0.time == one.time }) {
          groups[known].names.append(name)
        } else {
          groups.append(Group(time: one.time, example: one, names: [name]))
        }
      }
    }
    return (groups.sorted { ($0.time?.median ?? .max) < ($1.time?.median ?? .max) }, unknown)
  }

  /// Returns the lines below the verdicts on a question; empty when the interval is not known or no scanner finds the
  /// device.
  static func lines(
    _ answers: ArraySlice<ReachRun.Answer>, on device: ReachRun.Device, in run: ReachRun, _ style: TextStyle
  ) -> [String] {
    guard let timing = device.timing else { return [] }
    var times = ExpectedTimes(loss: run.loss)
    let (groups, unknown) = groups(of: answers, on: device, in: run, &times)
    guard !groups.isEmpty else { return [] }
    let columns = style.proseColumns - indent.count
    var lines = wrapped(heading(timing, loss: run.loss) + ":", at: columns)
    for group in groups {
      lines += wrapped(group.names.joined(separator: ", "), at: columns)
      lines += wrapped((group.sentence), at: columns)
        .map(style.faint)
    }
    if !unknown.isEmpty {
      lines += wrapped(unknown.joined(separator: ", "), at: columns)
      lines.append(style.faint("not known: how it divides its time"))
    }
    return lines.enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
  }

  /// Returns the times that the scans of the log took to hear a chosen device.
  static func logLines(
    of device: ReachRun.Device, in input: ReachRun.AskedFile, _ run: ReachRun, _ style: TextStyle
  ) -> [String] {
    var times = ExpectedTimes(loss: run.loss)
    let word = "  in the log"
    return FirstReceptionWords(run.firstReceptions(of: device, in: input, &times))
      .lines(label: word + indent.dropFirst(word.utf8.count), indent: indent, style)
  }

  private static let label = "  how soon" + String(repeating: " ", count: indent.count - 10)
  private static let indent = String(repeating: " ", count: Verdict.Word.longest + 4)

  /// `sent every 100 ms, as declared`.
  package static func heading(_ timing: DeviceTiming, loss: Double) -> String {
    let losses = loss > 0 ? ", \(percent(loss)) of 100 packets lost" : ""
    return "sent every \(milliseconds(timing.advertising.interval)) ms, \(known(timing.source))\(losses)"
  }

  private static func known(_ source: DeviceTiming.Source) -> String {
    switch source {
    case .declared: "as declared"
    case .configured: "as the host's commands say"
    case .measured: "as measured"
    case .supposed: "as supposed"
    }
  }

  // MARK: Demand

  /// Returns whether a demand is met, and the scanners that fall short.
  static func lines(_ demand: SoonDemand, _ style: TextStyle) -> [String] {
    let answer =
      demand.isMet ? "yes" : demand.unmetCount > 0 ? "no" : "not known of any scanner and device"
    var lines = [style.strong("Found within \(ExpectedTime.words(demand.within)) in 95 of 100 tries: \(answer).")]
    for shortfall in demand.unmet {
      lines += wrapped("\(name(of: shortfall.device)): \(words(shortfall))", at: style.proseColumns - 2).map {
        "  " + $0
      }
    }
    let more = demand.unmetCount - demand.unmet.count
    if more > 0 { lines.append("  \(more) more") }
    if !demand.unknown.isEmpty {
      let names = demand.unknown.map { $0.profile }.joined(separator: ", ")
      lines += wrapped("Not known: \(names).", at: style.proseColumns)
    }
    return lines
  }

  private static func name(of device: ReachRun.Device) -> String {
    device.address.map { $0.description } ?? device.name.map { HostileText.quoted($0.withoutPadding) } ?? "the layout"
  }

  private static func words(_ shortfall: SoonDemand.Shortfall) -> String {
    guard let slowest = shortfall.slowest else {
      return "\(shortfall.profile) \(shortfall.isTentative ? "may never find" : "never finds") it"
    }
    guard let most = slowest.time?.most else { return "\(slowest.listener.name) takes too long to tell" }
    return "\(slowest.listener.name) takes \(ExpectedTime.words(most))"
  }

  // MARK: Documents

  private static func percent(_ share: Double) -> String {
    "\(DecimalNumber(Int64(share * 1000 + 0.5), decimals: 1))"
  }

  /// The time, and the share of tries over time when the user wants it.
  typealias AnswerWithCurve = (answer: SoonAnswer, curve: DiscoveryCurve?)

  static let answer: Keys<AnswerWithCurve> = [
    .all(IntervalWords.listener) { $0.answer.listener },
    Key("median", .decimal, "seconds in which half of all tries find it", null: "when it takes too long to tell") {
      seconds($0.answer.time?.median)
    },
    Key("p95", .decimal, "the same for 95 of 100 tries", null: "as for `median`") { seconds($0.answer.time?.most) },
    Key("p99", .decimal, "the same for 99 of 100 tries", null: "as for `median`") {
      seconds($0.answer.time?.nearlyAll)
    },
    Key("longest", .decimal, "seconds that no try takes longer than", null: "when there is no such bound") {
      seconds($0.answer.time?.longest)
    },
    Key(
      "curve", .list(.object(point)), "how the share of tries that found it grows with the time",
      absent: "without `--curve`"
    ) { $0.curve?.points },
  ]

  private static let point: Keys<DiscoveryCurve.Point> = [
    Key("percent", .integer, "of 100 tries") { $0.percent },
    Key("seconds", .decimal, "in which so many find it") { seconds($0.time) },
  ]

  static let demand: Keys<SoonDemand> = [
    Key("seconds", .decimal, "the time that was asked for") { seconds($0.within) },
    Key("met", .boolean, "whether something is known, and all of it takes no longer in 95 of 100 tries") { $0.isMet },
    Key("metCount", .integer, "pairs of a device and a scanner that do, for each question") { $0.metCount },
    Key("unmetCount", .integer, "those that do not") { $0.unmetCount },
    Key("unmet", .list(.object(shortfall)), "the first 20 of these") { $0.unmet },
    Key("unknown", .list(.string), "scanners of which it is not known for at least one device") {
      $0.unknown.map { $0.profile }
    },
  ]

  private static let shortfall: Keys<SoonDemand.Shortfall> = [
    Key("advertiser", .address, "the address of the device", null: "for a declared layout") { $0.device.address },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.device.layoutName },
    Key("profile", .string, "the id of the scanner") { $0.profile },
    Key("mode", .string, "its slowest setting", null: "when it has only one, or does not find the device") {
      $0.slowest?.mode
    },
    Key(
      "p95", .decimal, "seconds in which 95 of 100 tries find it", null: "when it does not find it, or takes too long"
    ) { seconds($0.slowest?.time?.most) },
  ]

  /// Returns microseconds as seconds, to the millisecond.
  static func seconds(_ microseconds: Int64) -> DecimalNumber {
    DecimalNumber((microseconds + 500) / 1000, decimals: 3)
  }

  static func seconds(_ microseconds: Int64?) -> DecimalNumber? {
    microseconds.map { seconds($0) }
  }
}

extension SoonAnswer {
  /// The name of the setting; `nil` when the scanner has only one.
  fileprivate var mode: String? { listener.duty.name.isEmpty ? nil : listener.duty.name }
}
