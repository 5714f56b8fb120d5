internal import AdvertScan
internal import AdvertisingData

/// Devices by profiles, one mark each: at most 80 columns wide with all profiles that there are.
struct ReachMatrix {
  private static let nameColumns = 16
  private static let legendColumns = 26
  /// Columns beyond these share the last.
  private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+")

  private let profiles: [ScannerProfile]
  /// Whether devices are asked about what is their own, so that it must be told what that is.
  private let showsServices: Bool
  private var table: TextTable
  /// Whether the services of a device are not all known.
  private(set) var hasUnseen = false

  init(_ profiles: [ScannerProfile], showsServices: Bool) {
    self.profiles = profiles
    self.showsServices = showsServices
    let letters = profiles.indices.map { String(Self.letter($0)) }
    table = TextTable(
      [("DEVICE", .left), ("NAME", .left)] + (showsServices ? [("SERVICES", .left)] : [])
        + [(letters.joined(separator: " "), .left)])
  }

  mutating func add(_ device: ReachResults.Device, in input: ReachResults.Input, _ style: TextStyle) {
    let marks = profiles.map { profile -> String in
      guard let verdict = input.worst(of: device, by: profile) else { return "–" }
      let word = VerdictWord(verdict)
      return word.styled(word.mark, style)
    }
    var services = String(device.questions.count)
    if device.questions == [.presence] {
      services = device.scanned.mayMentionMore ? "none seen" : "none"
      hasUnseen = hasUnseen || device.scanned.mayMentionMore
    }
    table.add(
      [
        device.address.map { $0.description } ?? "layout",
        device.name.map { Self.shortened(HostileText.visible($0)) } ?? "–",
      ] + (showsServices ? [services] : []) + [marks.joined(separator: " ")])
  }

  func lines(_ style: TextStyle) -> [String] { table.lines(style) }

  /// Which letter is which profile, in three columns, and which mark is which verdict.
  static func legend(_ profiles: [ScannerProfile], _ style: TextStyle) -> [String] {
    let entries = profiles.indices.map { "\(letter($0)) \(profiles[$0].id)" }
    let rows = (entries.count + 2) / 3
    let lines = (0..<rows).map { row in
      let cells = stride(from: row, to: entries.count, by: rows).map { entries[$0] }
      return cells.dropLast().map { $0 + String(repeating: " ", count: max(1, legendColumns - $0.count)) }.joined()
        + (cells.last ?? "")
    }
    let key = VerdictWord.allCases.map { word in
      word.styled(word.mark, style) + " " + word.word + (word == .may ? " be missed (field reports)" : "")
    }
    return lines + ["", key.joined(separator: "   ")]
  }

  private static func letter(_ index: Int) -> Character { letters[min(index, letters.count - 1)] }

  private static func shortened(_ name: String) -> String {
    guard DisplayWidth.of(name) > nameColumns else { return name }
    var short = name
    while DisplayWidth.of(short) > nameColumns - 1 { short.removeLast() }
    return short + "…"
  }
}
