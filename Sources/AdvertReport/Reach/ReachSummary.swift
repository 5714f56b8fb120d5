internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan

/// How one device fares with all scanners there are, in brief.
struct ReachSummary {
  private let profiles: [VerdictWord: [ScannerProfile.ID]]

  fileprivate init(_ words: [(profile: ScannerProfile.ID, word: VerdictWord)]) {
    profiles = Dictionary(grouping: words, by: \.word).mapValues { $0.map(\.profile) }
  }

  /// The worst verdict, with the number of scanners: `missed by 5`.
  var brief: String {
    for word in Self.troubles {
      let count = profiles(word).count
      if count > 0 { return "\(word.phrase) \(count)" }
    }
    return "discovered by all"
  }

  /// Who does not see it, a line for each word.
  var lines: [String] { Self.phrases(profiles(_:)) }

  /// The verdicts on a device that is not surely discovered, the worst first.
  static let troubles: [VerdictWord] = [.missed, .may, .unknown]

  /// A phrase for each of these words that there are names for: `missed by windows, zephyr-passive`.
  static func phrases(_ names: (VerdictWord) -> [String]) -> [String] {
    troubles.compactMap { word in
      let names = names(word)
      return names.isEmpty ? nil : "\(word.phrase) \(names.joined(separator: ", "))"
    }
  }

  func profiles(_ word: VerdictWord) -> [ScannerProfile.ID] { profiles[word] ?? [] }

  func write(to json: inout JSONWriter) {
    json.object("reach") { json in
      for word in VerdictWord.allCases {
        json.array(word.word, profiles(word)) { $0.value(nil, $1) }
      }
    }
  }
}

/// The summaries of many devices. What devices have in common is judged once.
struct ReachSummaries {
  private var known: [DeviceTraits: Judged] = [:]

  /// What the profiles say of all devices with the same traits.
  private struct Judged {
    /// Of every profile; `nil` where it depends on when a device was received.
    let words: [VerdictWord?]
    /// `nil` when there is such a profile.
    let summary: ReachSummary?
  }

  /// Each service of the device is asked for; when it has none, whether it is heard.
  mutating func summary(of advertiser: Advertiser, in capture: CaptureSummary) -> ReachSummary {
    let device = ScannedDevice(advertiser)
    let questions = device.questions
    let judged = judged(device, questions)
    if let summary = judged.summary { return summary }
    return ReachSummary(
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
      ? nil : ReachSummary(zip(ScannerProfile.all, words).compactMap { profile, word in word.map { (profile.id, $0) } })
    let judged = Judged(words: words, summary: summary)
    known[traits] = judged
    return judged
  }
}
