internal import AdvertisingData

/// What the name of a file says of its content, for files that turn out to hold no capture.
package enum CaptureName {
  /// Names of nothing but captures.
  private static let captures: Set<String> = ["cfa", "btsnoop", "pcap", "pcapng", "pklg"]
  /// What holds one or more files.
  private static let packed: Set<String> = ["gz", "tgz", "zip", "tar"]

  /// Whether a name is that of a capture: `x.log`, `x.btsnoop`, `x.log.last`, `x.pcap.gz`.
  ///
  /// - Parameter path: with any folders before the name.
  package static func isCapture(_ path: String) -> Bool {
    let parts = parts(of: path)
    guard let last = parts.last(where: { !isPassed($0) }) else { return false }
    return last == "log" || captures.contains(last)
  }

  /// Whether a name is that of a packed file. Its content may be anything, but it does not begin like something else.
  package static func isPacked(_ path: String) -> Bool { parts(of: path).last.map(packed.contains) ?? false }

  /// Whether a name is that of a text or a log, packed or not: what is called otherwise is read as a log only when a user
  /// names it.
  package static func isText(_ path: String) -> Bool {
    let parts = parts(of: path)
    guard let last = parts.last(where: { !isPassed($0) }) else { return false }
    return last == "log" || last == "txt"
  }

  /// Whether a member of an archive is named like a capture, by more than `log`: a bug report has logs of all kinds.
  static func isCapture(member path: String) -> Bool {
    guard isCapture(path) else { return false }
    if parts(of: path).contains(where: captures.contains) { return true }
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return ["btsnoo", "snoop", "hci"].contains { name.parts(between: $0).count > 1 }
  }

  /// What logs are called when the next one is begun, and compressed ones.
  private static func isPassed(_ part: String) -> Bool {
    ["last", "old", "gz"].contains(part) || !part.isEmpty && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// What stands behind the points of a name.
  private static func parts(of path: String) -> [String] {
    let name = path.split(separator: "/").last ?? ""
    return name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { $0.lowercased() }
  }
}
