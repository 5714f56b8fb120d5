internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan

/// How one device fares with all scanners there are, in brief.
struct ScanSummary {
  private let seen: [ScannerProfile.ID]
  private let mayBeMissed: [ScannerProfile.ID]
  private let missed: [ScannerProfile.ID]
  private let unknown: [ScannerProfile.ID]

  fileprivate init(_ words: [(profile: ScannerProfile.ID, word: VerdictWord)]) {
    func profiles(_ word: VerdictWord) -> [ScannerProfile.ID] { words.filter { $0.word == word }.map(\.profile) }
    seen = profiles(.seen)
    mayBeMissed = profiles(.mayBeMissed)
    missed = profiles(.missed)
    unknown = profiles(.unknown)
  }

  /// The worst, with how many: `5 miss it`.
  var brief: String {
    if !missed.isEmpty { return missed.count == 1 ? "1 misses it" : "\(missed.count) miss it" }
    if !mayBeMissed.isEmpty { return "\(mayBeMissed.count) may miss it" }
    if !unknown.isEmpty { return "\(unknown.count) unknown" }
    return "all see it"
  }

  /// Who does not see it, a line for each word.
  var lines: [String] { Self.phrases(profiles) }

  /// The words for whoever does not see a device, the worst first.
  static let troubles: [VerdictWord] = [.missed, .mayBeMissed, .unknown]

  /// A phrase for each of these words that there are names for: `missed by windows, zephyr-passive`.
  static func phrases(_ names: (VerdictWord) -> [String]) -> [String] {
    troubles.compactMap { word in
      let names = names(word)
      let preposition = word == .unknown ? "for" : "by"
      return names.isEmpty ? nil : "\(word.word) \(preposition) \(names.joined(separator: ", "))"
    }
  }

  func profiles(_ word: VerdictWord) -> [ScannerProfile.ID] {
    switch word {
    case .seen: seen
    case .mayBeMissed: mayBeMissed
    case .missed: missed
    case .unknown: unknown
    }
  }

  func write(to json: inout JSONWriter) {
    json.object("scan") { json in
      json.array("discovered", seen) { $0.value(nil, $1) }
      json.array("mayBeMissed", mayBeMissed) { $0.value(nil, $1) }
      json.array("missed", missed) { $0.value(nil, $1) }
      json.array("unknown", unknown) { $0.value(nil, $1) }
    }
  }
}

/// The summaries of many devices. What devices have in common is judged once.
struct ScanSummaries {
  private var known: [DeviceTraits: Judged] = [:]

  /// What the profiles say of all devices with the same traits.
  private struct Judged {
    /// Of every profile; `nil` where it depends on when a device was received.
    let words: [VerdictWord?]
    /// `nil` when there is such a profile.
    let summary: ScanSummary?
  }

  /// Each service of the device is asked for; when it has none, whether it is heard.
  mutating func summary(of advertiser: Advertiser, in capture: CaptureSummary) -> ScanSummary {
    let device = ScannedDevice(advertiser)
    let questions = device.questions
    let judged = judged(device, questions)
    if let summary = judged.summary { return summary }
    return ScanSummary(
      zip(ScannerProfile.all, judged.words).compactMap { profile, word in
        if let word { return (profile.id, word) }
        return profile.worstVerdict(on: device, for: questions, during: capture.times)
          .map { (profile.id, VerdictWord($0)) }
      })
  }

  private mutating func judged(_ device: ScannedDevice, _ questions: [Question]) -> Judged {
    let traits = device.traits(asked: questions)
    if let judged = known[traits] { return judged }
    let words = ScannerProfile.all.map { profile -> VerdictWord? in
      let verdicts = questions.map { profile.verdict(on: device, for: $0) }
      return verdicts.contains(where: \.dependsOnTime) ? nil : verdicts.worst.map { VerdictWord($0) }
    }
    let summary =
      words.contains(nil)
      ? nil : ScanSummary(zip(ScannerProfile.all, words).compactMap { profile, word in word.map { (profile.id, $0) } })
    let judged = Judged(words: words, summary: summary)
    known[traits] = judged
    return judged
  }
}
