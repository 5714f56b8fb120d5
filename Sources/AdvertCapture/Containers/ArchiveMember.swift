extension CaptureSummary {
  /// Something in an archive.
  public struct Member: Hashable, Sendable {
    /// With the names of the archives around it.
    public let name: String
    /// The format of a capture or archive; of anything else what is known about it: `text`, `empty`, `encrypted`, …
    public let kind: String
    /// `nil` when it is neither a capture nor an archive.
    public let summary: CaptureSummary?
  }

  /// Whether it is of an archive, as opposed to a capture.
  public var isArchive: Bool { format == ZipArchive.name }

  /// Every capture of the input, in the order in which a sink was told that they begin: the input itself, or those in
  /// the archive and in archives in it.
  public var captures: [CaptureSummary] {
    isArchive ? members.compactMap(\.summary).flatMap(\.captures) : [self]
  }

  /// What an archive holds, in words: `3 text, 1 encrypted`.
  var inventory: String {
    var counts: [String: Int] = [:]
    for member in members { counts[member.kind, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}
