internal import AdvertisingData

/// The likely content of a file by its name, for files without a capture.
package enum CaptureName {
  /// The extensions of captures only.
  private static let captures: Set<String> = ["cfa", "btsnoop", "pcap", "pcapng", "pklg"]
  /// The extensions of files that contain other files.
  private static let packed: Set<String> = ["gz", "tgz", "zip", "tar"]

  /// Returns whether a name is that of a capture: `x.log`, `x.btsnoop`, `x.log.last`, `x.pcap.gz`.
  ///
  /// - Parameter path: with any folders before the name.
  package static func isCapture(_ path: String) -> Bool {
    let parts = parts(of: path)
    guard let last = parts.last(where: { !isPassed($0) }) else { return false }
    return last == "log" || captures.contains(last)
  }

  /// Returns whether a name is that of a packed file. Its content may be anything, but its first octets are those of a
  /// packed file.
  package static func isPacked(_ path: String) -> Bool { parts(of: path).last.map(packed.contains) ?? false }

  /// Returns whether a name is that of a text or a log, packed or not: a file with another name is read as a log only
  /// when a user names it.
  package static func isText(_ path: String) -> Bool {
    let parts = parts(of: path)
    guard let last = parts.last(where: { !isPassed($0) }) else { return false }
    return last == "log" || last == "txt"
  }

  /// Returns whether a member of an archive has the name of a capture, other than `log`: a bug report has logs of all
  /// kinds.
  static func isCapture(member path: String) -> Bool {
    guard isCapture(path) else { return false }
    if parts(of: path).contains(where: captures.contains) { return true }
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return ["btsnoo", "snoop", "hci"].contains { name.hasPart($0) }
  }

  /// Returns whether an extension marks an older log, or a compressed one.
  private static func isPassed(_ part: String) -> Bool {
    ["last", "old", "gz"].contains(part) || !part.isEmpty && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// Returns the parts of a name after its points.
  private static func parts(of path: String) -> [String] {
    let name = path.split(separator: "/").last ?? ""
    return name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { $0.lowercased() }
  }
}
