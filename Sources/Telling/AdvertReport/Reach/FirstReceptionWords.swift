internal import AdvertScan
internal import AdvertisingData

/// The times that the scans of a log took to hear a device, with the expected times, in words and as keys.
struct FirstReceptionWords {
  /// The most scans with a sentence of their own; further ones are counted.
  private static let maximumSentences = 5

  private let receptions: [FirstReception]

  init(_ receptions: [FirstReception]) {
    self.receptions = receptions
  }

  /// Returns a sentence for each scan that took unusually long, and one for the others.
  func lines(label: String, indent: String, _ style: TextStyle) -> [String] {
    guard !receptions.isEmpty else { return [] }
    let late = receptions.filter { $0.isLate }
    var sentences = late.prefix(Self.maximumSentences).map { Self.sentence($0) }
    if late.count > Self.maximumSentences {
      sentences.append("\(late.count - Self.maximumSentences) more scans took so long")
    }
    if !late.isEmpty {
      sentences.append(
        "The device was out of range or silent at first, or the host did not listen all the time that it was set to.")
    }
    let usual = receptions.count - late.count
    if usual > 0 {
      sentences.append(
        "\(late.isEmpty ? "" : "else ")heard as soon as was to be expected in \(counted(usual, "scan")) of the log")
    }
    let lines = sentences.flatMap { wrapped($0, at: style.proseColumns - indent.count) }
    return lines.enumerated().map { ($0.offset == 0 ? label : indent) + $0.element }
  }

  private static func sentence(_ one: FirstReception) -> String {
    let most = one.expected.nearlyAll.map { ExpectedTime.words($0) } ?? ""
    return
      "scan \(one.session), \(SoonWords.listening([one.duty])): first heard after \(ExpectedTime.words(one.waited)); "
      + "99 of 100 such scans hear it within \(most)"
  }

  static let keys: Keys<FirstReception> = [
    Key("session", .integer, "the `number` of the scan in `scanSessions`") { $0.session },
    Key("windowMs", .decimal, "how long it listened, in milliseconds") { DecimalNumber($0.duty.window, decimals: 3) },
    Key("scanIntervalMs", .decimal, "from the start of one window to the next, in milliseconds") {
      DecimalNumber($0.duty.interval, decimals: 3)
    },
    Key("waited", .decimal, "seconds from its start to the first report of the device") {
      SoonWords.seconds($0.waited)
    },
    Key(
      "median", .decimal, "seconds that half of such scans take at most", null: "when it takes too long to tell"
    ) { SoonWords.seconds($0.expected.median) },
    Key("p95", .decimal, "the same of 95 of 100", null: "as for `median`") { SoonWords.seconds($0.expected.most) },
    Key("p99", .decimal, "the same of 99 of 100", null: "as for `median`") {
      SoonWords.seconds($0.expected.nearlyAll)
    },
    Key("late", .boolean, "whether it took longer than 99 of 100 such scans") { $0.isLate },
  ]
}
