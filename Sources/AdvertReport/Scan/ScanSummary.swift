internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan

/// How one device fares with all scanners there are, in brief.
struct ScanSummary {
  private let words: [(profile: ScannerProfile.ID, word: VerdictWord)]

  fileprivate init(_ words: [(profile: ScannerProfile.ID, word: VerdictWord)]) {
    self.words = words
  }

  /// The worst, with how many: `5 miss it`.
  var brief: String {
    for (word, phrase) in [(VerdictWord.missed, "miss it"), (.mayBeMissed, "may miss it"), (.unknown, "unknown")] {
      let count = profiles(word).count
      if count > 0 { return "\(count) \(count == 1 && word == .missed ? "misses it" : phrase)" }
    }
    return "all see it"
  }

  /// Who does not see it, a line for each word.
  var lines: [String] {
    [VerdictWord.missed, .mayBeMissed, .unknown].compactMap { word in
      let ids = profiles(word)
      return ids.isEmpty ? nil : "\(word.word)\(word == .unknown ? " for" : " by") \(ids.joined(separator: ", "))"
    }
  }

  func write(to json: inout JSONWriter) {
    json.object("scan") { json in
      json.array("discovered", profiles(.seen)) { $0.value(nil, $1) }
      json.array("mayBeMissed", profiles(.mayBeMissed)) { $0.value(nil, $1) }
      json.array("missed", profiles(.missed)) { $0.value(nil, $1) }
      json.array("unknown", profiles(.unknown)) { $0.value(nil, $1) }
    }
  }

  private func profiles(_ word: VerdictWord) -> [String] {
    words.filter { $0.word == word }.map(\.profile)
  }
}

/// The summaries of many devices. What devices have in common is judged once.
struct ScanSummaries {
  /// By traits, the word of every profile; `nil` where it depends on when the device was received.
  private var known: [DeviceTraits: [VerdictWord?]] = [:]

  /// Each service of the device is asked for; when it has none, whether it is heard.
  mutating func summary(of advertiser: Advertiser, in capture: CaptureSummary) -> ScanSummary {
    let device = ScannedDevice(advertiser)
    let questions = device.questions
    let words = words(for: device, questions)
    return ScanSummary(
      ScannerProfile.all.indices.compactMap { index in
        let profile = ScannerProfile.all[index]
        if let word = words[index] { return (profile.id, word) }
        return profile.worstVerdict(on: device, for: questions, during: capture.times)
          .map { (profile.id, VerdictWord($0)) }
      })
  }

  private mutating func words(for device: ScannedDevice, _ questions: [Question]) -> [VerdictWord?] {
    let traits = device.traits
    if let words = known[traits] { return words }
    let words = ScannerProfile.all.map { profile -> VerdictWord? in
      let verdicts = questions.map { profile.verdict(on: device, for: $0) }
      guard !verdicts.contains(where: \.dependsOnTime) else { return nil }
      return profile.worstVerdict(on: device, for: questions, during: nil).map { VerdictWord($0) }
    }
    known[traits] = words
    return words
  }
}
