/// How far reading is, in one line of ASCII.
struct ProgressText {
  /// Octets read.
  let read: Int
  /// Octets there are; `nil` when that is not known.
  let total: Int?
  /// Seconds since the start.
  let elapsed: Double
  /// Which file it is of how many.
  let file: (number: Int, count: Int)

  private static let widestBar = 30
  /// A shorter one says nothing.
  private static let narrowestBar = 10
  /// Seconds after which a rate says something.
  private static let settling = 0.3

  /// The line, with a bar when the total is known and there is room for one. What does not fit is for the caller to cut:
  /// the most important comes first.
  func text(columns: Int) -> String {
    let facts = facts.joined(separator: "  ")
    guard let total else { return facts }
    let room = min(columns - facts.count - 4, Self.widestBar)
    guard room >= Self.narrowestBar else { return facts }
    let filled = Int(Double(room) * fraction(of: total))
    return "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: room - filled))]  \(facts)"
  }

  private var facts: [String] {
    var facts: [String] = []
    if let total {
      facts.append("\(Int(100 * fraction(of: total))) %")
      facts.append("\(Self.octets(read)) of \(Self.octets(total))")
    } else {
      facts.append("\(Self.octets(read)) read")
    }
    if elapsed >= Self.settling {
      let rate = Double(read) / elapsed
      facts.append("\(Self.octets(Int(rate)))/s")
      if let total, rate >= 1 { facts.append("\(Self.time(Double(max(total - read, 0)) / rate)) left") }
    }
    if file.count > 1 { facts.append("file \(file.number) of \(file.count)") }
    return facts
  }

  /// A file may have grown since its size was asked for.
  private func fraction(of total: Int) -> Double {
    total > 0 ? min(Double(read) / Double(total), 1) : 1
  }

  /// A count of octets with at least two digits, in decimal units.
  static func octets(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var tenths = count / 100
    for unit in ["kB", "MB", "GB"] {
      if tenths < 10_000 { return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)" }
      tenths /= 1000
    }
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) TB" : "\(tenths / 10) TB"
  }

  /// Minutes and seconds, with hours before them if there are any.
  static func time(_ seconds: Double) -> String {
    let longest = 359_999.0  // 99:59:59
    let seconds = Int(min(seconds.rounded(.up), longest))
    let (minutes, rest) = (seconds / 60, seconds % 60)
    func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return minutes < 60
      ? "\(minutes):\(twoDigits(rest))" : "\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(rest))"
  }
}
