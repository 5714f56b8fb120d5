internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan

/// How one device fares with all scanners there are, in brief.
struct ScanSummary {
  private let words: [(profile: ScannerProfile.ID, word: VerdictWord)]

  /// Each service of the device is asked for; when it has none, whether it is heard.
  init(_ advertiser: Advertiser, in capture: CaptureSummary) {
    let device = ScannedDevice(advertiser)
    let questions = device.questions
    words = ScannerProfile.all.compactMap { profile in
      profile.worstVerdict(on: device, for: questions, during: capture.times).map { (profile.id, VerdictWord($0)) }
    }
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
