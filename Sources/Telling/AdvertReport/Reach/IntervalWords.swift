internal import AdvertScan
internal import AdvertisingData

/// Intervals to choose from, in words and as keys.
struct IntervalWords {
  /// The ratio of times between efficient choices that the text shows.
  private static let difference = 0.8

  private let question: ReachRun.IntervalQuestion
  /// The time that a scanner may take, in microseconds; `nil` without such a demand.
  private let within: Int64?

  init(_ question: ReachRun.IntervalQuestion, within: Int64?) {
    self.question = question
    self.within = within
  }

  // MARK: Text

  /// - Parameter device: the name of the device.
  func lines(_ device: String, _ style: TextStyle) -> [String] {
    let columns = style.proseColumns
    var lines = wrapped(
      "\(device), \(ReachReport.words(question.question)): which interval to choose", at: columns
    ).map(style.strong)
    if let choices = question.choices {
      lines += wrapped(
        "How soon \(Self.slowestOf(choices.listeners)) finds it, in 95 of 100 tries:", at: columns)
      if let chart = IntervalChart(choices.choices, columns: columns) {
        lines += chart.lines
        lines += wrapped(
          "● efficient: no other of the \(choices.choices.count) intervals tried is found as soon and costs less  · the others",
          at: columns
        ).map(style.faint)
      }
      lines += [""] + table(choices).lines(style)
      lines += demandLines(choices, style)
    } else {
      lines += wrapped("Nothing is known: no scanner that finds it tells how it divides its time.", at: columns)
    }
    if !question.missing.isEmpty {
      lines += wrapped("Missed, however often it is sent: \(question.missing.joined(separator: ", ")).", at: columns)
    }
    if !question.unknown.isEmpty {
      lines += wrapped("Not known: \(question.unknown.joined(separator: ", ")).", at: columns)
    }
    return lines
  }

  private static func slowestOf(_ listeners: [Listener]) -> String {
    let names = listeners.map { $0.name }
    return names.count == 1 ? names[0] : "the slowest of " + names.joined(separator: ", ")
  }

  /// Returns the efficient choices that differ enough, and those that Apple recommends.
  private func table(_ choices: IntervalChoices) -> TextTable {
    var titles: [TextTable.Column] = [
      TextTable.Column(title: "SENT EVERY", alignment: .right), TextTable.Column(title: "AN HOUR", alignment: .right),
      TextTable.Column(title: "HALF", alignment: .right), TextTable.Column(title: "95 OF 100", alignment: .right),
    ]
    let isOne = choices.listeners.count == 1
    if !isOne { titles.append(TextTable.Column(title: "SLOWEST", alignment: .left)) }
    titles.append(TextTable.Column(title: "", alignment: .left))
    var table = TextTable(titles)
    let shown = shown(of: choices)
    for choice in choices.choices where shown.contains(choice.interval) {
      let notes = [choice.isEfficient ? "efficient" : nil, choice.isRecommended ? "Apple" : nil].compactMap { $0 }
      var cells = [
        "\(DecimalNumber(choice.interval, decimals: 3)) ms", String(choice.eventsPerHour),
        choice.time?.median.map { ExpectedTime.words($0) } ?? "too long",
        choice.time?.most.map { ExpectedTime.words($0) } ?? "too long",
      ]
      if !isOne { cells.append(choices.listeners[choice.slowest].name) }
      table.add(cells + [notes.joined(separator: ", ")])
    }
    return table
  }

  private func shown(of choices: IntervalChoices) -> [Int64] {
    var shown: [Int64] = []
    var last: Int64?
    let efficient = choices.choices.filter { $0.isEfficient }
    for choice in efficient.reversed() {
      if let last, Double(choice.length) > Self.difference * Double(last), choice != efficient.first { continue }
      last = choice.length
      shown.append(choice.interval)
    }
    for choice in choices.choices where choice.isRecommended { shown.append(choice.interval) }
    if let within, let longest = choices.longest(within: within) { shown.append(longest.interval) }
    return shown
  }

  private func demandLines(_ choices: IntervalChoices, _ style: TextStyle) -> [String] {
    guard let within else { return [] }
    let demand = "within \(ExpectedTime.words(within)) in 95 of 100 tries"
    guard let longest = choices.longest(within: within) else {
      return ["", style.strong("No interval is found \(demand).")]
    }
    let interval = "\(DecimalNumber(longest.interval, decimals: 3)) ms"
    // Shorter intervals can keep step with a scanner.
    let failing = choices.choices.filter { $0.interval < longest.interval && $0.length > within }.count
    let warning = failing == 0 ? "" : " \(counted(failing, "shorter one")) of those tried would not do."
    return ["", style.strong("The longest interval that is found \(demand): \(interval).") + warning]
  }

  // MARK: Document

  /// A choice with the demanded time.
  typealias DemandedChoice = (choice: Choosing.Choice, within: Int64?)

  static let keys: Keys<DemandedChoice> = [
    Key("path", .string, "the input") { $0.choice.path },
    Key("advertiser", .address, "the address of the device", null: "for a declared layout") {
      $0.choice.device.address
    },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") {
      $0.choice.device.layoutName
    },
    Key("question", .object(ReachReport.question), "what is asked") { $0.choice.question.question },
    Key("listeners", .list(.object(listener)), "the settings of scanners that find it, for which it is computed") {
      $0.choice.question.choices?.listeners ?? []
    },
    Key("missing", .list(.string), "scanners that do not find it, whatever the interval is") {
      $0.choice.question.missing
    },
    Key("unknown", .list(.string), "scanners of which it is not known how soon") { $0.choice.question.unknown },
    Key("intervals", .list(.object(interval)), "the intervals that were tried, the shortest first") {
      $0.choice.question.choices?.choices ?? []
    },
    Key(
      "longestInTimeMs", .decimal, "the longest of these that is found within the time of `--within`",
      null: "when none is", absent: "without `--within`"
    ) { told in
      told.within.map { within in
        told.choice.question.choices?.longest(within: within).map { DecimalNumber($0.interval, decimals: 3) }
      }
    },
  ]

  static let listener: Keys<Listener> = [
    Key("profile", .string, "the id of the scanner") { $0.profile },
    Key("mode", .string, "its setting", null: "when it has only one") { $0.duty.name.isEmpty ? nil : $0.duty.name },
    Key("windowMs", .decimal, "how long it listens, in milliseconds") { DecimalNumber($0.duty.window, decimals: 3) },
    Key("scanIntervalMs", .decimal, "from the start of one window to the next, in milliseconds") {
      DecimalNumber($0.duty.interval, decimals: 3)
    },
    Key("waitsFor", .word(Block.self), "the block that is asked for") { $0.block },
  ]

  private static let interval: Keys<IntervalChoices.Choice> = [
    Key("intervalMs", .decimal, "the advertising interval") { DecimalNumber($0.interval, decimals: 3) },
    Key("eventsPerHour", .integer, "how often the device then sends in an hour, each time on three channels") {
      Int(clamping: $0.eventsPerHour)
    },
    Key("slowest", .integer, "position in `listeners`, from 0, of the one that takes longest") { $0.slowest },
    Key(
      "median", .decimal, "seconds in which half of its tries find the device", null: "when it takes too long to tell"
    ) { SoonWords.seconds($0.time?.median) },
    Key("p95", .decimal, "the same for 95 of 100 tries", null: "as for `median`") { SoonWords.seconds($0.time?.most) },
    Key("efficient", .boolean, "whether no other of these is found as soon by `p95` and costs less") {
      $0.isEfficient
    },
    Key("recommended", .boolean, "whether it is one of Apple's list") { $0.isRecommended },
  ]
}
