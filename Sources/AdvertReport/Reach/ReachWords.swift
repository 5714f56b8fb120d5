internal import AdvertScan

/// A verdict for people: in a colour, as a mark, in a phrase.
extension Verdict.Word {
  /// The verdicts on a device that is not surely discovered, the worst first.
  static let troubles: [Verdict.Word] = [.missed, .may, .unknown]

  /// Characters of the longest word.
  static let longest = allCases.map(\.rawValue.count).max() ?? 0

  /// One column wide.
  var mark: String {
    switch self {
    case .discovered: "✓"
    case .may: "~"
    case .missed: "✗"
    case .unknown: "?"
    }
  }

  /// What stands before the scanners of the verdict.
  var phrase: String {
    switch self {
    case .discovered: "discovered by"
    case .may: "may be missed by"
    case .missed: "missed by"
    case .unknown: "unknown for"
    }
  }

  func styled(_ text: String, _ style: TextStyle) -> String {
    switch self {
    case .discovered: style.good(text)
    case .may: style.warning(text)
    case .missed: style.error(text)
    case .unknown: style.note(text)
    }
  }
}

/// How one device fares with all scanners, in brief.
extension Reach {
  /// The worst verdict, with the number of scanners: `missed by 5`.
  var brief: String {
    for word in Verdict.Word.troubles {
      let count = profiles(word).count
      if count > 0 { return "\(word.phrase) \(count)" }
    }
    return "discovered by all"
  }

  /// Which scanners do not surely discover it, a line for each verdict.
  var lines: [String] { Self.phrases(profiles(_:)) }

  /// A phrase for each verdict that there are names for: `missed by windows, zephyr-passive`.
  fileprivate static func phrases(_ names: (Verdict.Word) -> [String]) -> [String] {
    Verdict.Word.troubles.compactMap { word in
      let names = names(word)
      return names.isEmpty ? nil : "\(word.phrase) \(names.joined(separator: ", "))"
    }
  }

  func write(to json: inout JSONWriter) {
    json.object("reach") { json in
      for word in Verdict.Word.allCases {
        json.array(word.rawValue, profiles(word)) { $0.value(nil, $1) }
      }
    }
  }
}

/// How many devices of a table each scanner does not surely discover. The table itself only says how many scanners there
/// are.
struct ScannerCounts {
  private var counts: [Verdict.Word: [ScannerProfile.ID: Int]] = [:]
  private var devices = 0

  mutating func add(_ reach: Reach) {
    devices += 1
    for word in Verdict.Word.troubles {
      for profile in reach.profiles(word) { counts[word, default: [:]][profile, default: 0] += 1 }
    }
  }

  /// Whether all scanners discover all devices.
  var isEmpty: Bool { counts.isEmpty }

  /// For people. One device is not counted.
  var lines: [String] {
    let said = Reach.phrases { word in
      ScannerProfile.all.compactMap { profile in
        counts[word]?[profile.id].map { devices == 1 ? profile.id : "\(profile.id) (\($0))" }
      }
    }.joined(separator: "; ")
    let sentence = devices == 1 ? said.prefix(1).uppercased() + said.dropFirst() : "Of \(devices) devices: \(said)"
    return wrapped("\(sentence). advert reach says why.", at: ReachReport.columns)
  }
}
