internal import AdvertCapture

/// How the log's host scanned, in words.
struct ScanModeWords {
  private let changes: [ScanModeChange]

  init(_ changes: [ScanModeChange]) {
    self.changes = changes.filter { $0.mode != .off }
  }

  /// Whether it asked for scan responses; empty when the log does not tell.
  var mode: [String] {
    let modes = Set(changes.map(\.mode))
    if modes == [.passive] { return ["The log's host scanned passively: it asked for no scan response."] }
    if modes == [.active] { return ["The log's host scanned actively: it asked for scan responses."] }
    return modes.count > 1 ? ["The log's host scanned actively at times and passively at others."] : []
  }

  /// The same, and what the log cannot show because of how the host scanned.
  var whatIsMissing: [String] {
    guard !changes.isEmpty else {
      return ["The capture does not tell how it was taken: what its receiver filtered or missed is not known."]
    }
    var lines = mode
    if changes.contains(where: { $0.filtersDuplicates == true }) {
      lines.append("Its controller left out repeats, so more callbacks than counted are possible with duplicates.")
    }
    if let pause = changes.compactMap(\.listening).first(where: { !$0.isContinuous }) {
      lines.append(
        "It listened \(Self.milliseconds(pause.window)) of every \(Self.milliseconds(pause.interval)) ms: what was sent "
          + "in between is not in the log.")
    }
    return lines
  }

  /// Units of 0.625 ms, exactly.
  private static func milliseconds(_ units: UInt16) -> String {
    let thousandths = Int(units) * 625
    guard thousandths % 1000 != 0 else { return String(thousandths / 1000) }
    var fraction = String(String(1000 + thousandths % 1000).dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(thousandths / 1000).\(fraction)"
  }
}

extension JSONWriter {
  /// The members of a change of how the log's host scanned.
  mutating func write(_ change: ScanModeChange) {
    value("mode", change.mode.rawValue)
    value("adapter", Int(change.adapter))
    value("record", change.record)
    value("time", change.time)
    if let filters = change.filtersDuplicates { value("filtersDuplicates", filters) } else { null("filtersDuplicates") }
    value("scanInterval", change.listening.map { Int($0.interval) })
    value("scanWindow", change.listening.map { Int($0.window) })
  }
}
