internal import AdvertScan

/// How many devices of a table each scanner does not see: the table itself only says how many scanners there are.
struct ScannerCounts {
  private var counts: [VerdictWord: [ScannerProfile.ID: Int]] = [:]
  private var devices = 0

  mutating func add(_ summary: ReachSummary) {
    devices += 1
    for word in ReachSummary.troubles {
      for profile in summary.profiles(word) { counts[word, default: [:]][profile, default: 0] += 1 }
    }
  }

  /// Whether all scanners see all devices.
  var isEmpty: Bool { counts.isEmpty }

  /// For people. One device is not counted.
  var lines: [String] {
    let said = ReachSummary.phrases { word in
      ScannerProfile.all.compactMap { profile in
        counts[word]?[profile.id].map { devices == 1 ? profile.id : "\(profile.id) (\($0))" }
      }
    }.joined(separator: "; ")
    let sentence = devices == 1 ? said.prefix(1).uppercased() + said.dropFirst() : "Of \(devices) devices: \(said)"
    return wrapped("\(sentence). advert reach says why.", at: ReachText.columns)
  }
}
