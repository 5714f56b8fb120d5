internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The captures of a run, one row each: their format, their size, and their times.
struct CaptureTable {
  private var table = TextTable([
    .init(title: "FORMAT", alignment: .left, rank: 3),
    .init(title: "RECORDS", alignment: .right, rank: 4),
    .init(title: "ADV", alignment: .right),
    .init(title: "RSP", alignment: .right, rank: 1),
    .init(title: "DEVICES", alignment: .right),
    .init(title: "FROM", alignment: .left, rank: 2),
    .init(title: "SECONDS", alignment: .right, rank: 5),
    .init(title: "PROBLEMS", alignment: .left, narrowing: .cut(least: 10)),
    .init(title: "CAPTURE", alignment: .left, narrowing: .wrap(least: 20)),
  ])

  init(_ captures: [InspectRun.Capture]) {
    for capture in captures {
      let summary = capture.summary
      let observation = capture.observation
      table.add([
        summary.format, String(summary.records), String(observation.advertisements), String(observation.scanResponses),
        String(observation.receivedCount),
        summary.times.map { $0.lowerBound.textOfSeconds } ?? "–",
        summary.times.map { String(Int($0.upperBound.seconds(since: $0.lowerBound))) } ?? "–",
        summary.problems.map { Self.words($0.kind) }.joined(separator: ", "), HostileText.visible(capture.path),
      ])
    }
  }

  /// Returns the words of a kind: `record invalid`, `bad CRC`.
  private static func words(_ kind: CaptureProblem.Kind) -> String {
    let letters = Array(kind.rawValue.utf8)
    func isCapital(_ place: Int) -> Bool { letters.indices.contains(place) && 0x41...0x5A ~= letters[place] }
    var words: [UInt8] = []
    for (place, letter) in letters.enumerated() {
      let beginsWord = isCapital(place) && place > 0 && !isCapital(place - 1)
      if beginsWord { words.append(0x20) }
      words.append(beginsWord && !isCapital(place + 1) ? letter | 0x20 : letter)
    }
    return String(decoding: words, as: UTF8.self)
  }

  func lines(_ style: TextStyle) -> [String] { table.lines(style) }
}
