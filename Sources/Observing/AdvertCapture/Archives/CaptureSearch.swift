internal import AdvertReading
internal import AdvertisingData

/// Finds the captures of an input, compressed or in archives, and reads each.
struct CaptureSearch {
  private var dissection: Dissection
  private let readsLogs: Bool
  #if !hasFeature(Embedded)
    /// Takes the records in place of the dissection.
    var copying: RecordCopying?
  #endif
  /// The scans of a phone's apps, from texts without a capture.
  private var apps: [PhoneApp] = []

  init(sink: BatchingSink, options: CaptureOptions) {
    dissection = Dissection(sink: sink, options: options)
    readsLogs = options.readsLogs
  }

  var sink: BatchingSink { dissection.sink }

  /// Reads an input. An archive without captures has a summary without ``CaptureSummary/captures``.
  ///
  /// - Parameter member: the name of the input in the archive around it; `nil` when it is in no archive.
  mutating func read(_ input: inout InputWindow, member: String?) throws(CaptureError) -> CaptureSummary {
    _ = input.fill(atLeast: 4)
    if Gzip.recognises(input.bytes) {
      return try readCompressed(&input, member: member)
    }
    if ZipArchive.recognises(input.bytes) {
      return try read(ZipArchive(), in: &input, member: member)
    }
    if TarArchive.recognises(&input) {
      return try read(TarArchive(), in: &input, member: member)
    }
    if UTF16Source.mayLackMark(input.bytes) { _ = input.fill(atLeast: UTF16Source.lengthWithoutMark) }
    if UTF16Source.recognises(input.bytes) {
      return try readUTF16(&input, member: member)
    }
    var apps: [PhoneApp] = []
    let format: ListedFormat
    do throws(CaptureError) {
      format = try CaptureFormats.format(
        of: &input, readsLogs: readsLogs && member.map(CaptureName.isText) ?? true, apps: &apps)
    } catch {
      guard !apps.isEmpty else { throw error }
      // Beside a capture, it is not another one.
      if member != nil { self.apps = apps } else { return account(of: apps) }
      throw error
    }
    var summary = try readCapture(&input, format: format, member: member)
    summary.apps = apps
    return summary
  }

  /// Returns a capture without records: the phone's own account of its scans.
  private mutating func account(of apps: [PhoneApp]) -> CaptureSummary {
    dissection.start(member: nil)
    dissection.note(
      CaptureProblem(
        .valuesOnly, fileOffset: nil, record: nil, expected: UnreadLines.expected,
        found: "an Android phone's account of its scans, which inspect and reach show"))
    dissection.finish()
    var summary = dissection.summary(format: "dumpsys", reports: 0)
    summary.apps = apps
    return summary
  }

  private mutating func readCapture(
    _ input: inout InputWindow, format: ListedFormat, member: String?
  ) throws(CaptureError) -> CaptureSummary {
    guard input.budget.spendCapture() else {
      throw .unsupported(
        fileOffset: 0, expected: "at most \(UnpackingBudget.maximumCaptures) captures in one input", found: "one more")
    }
    #if !hasFeature(Embedded)
      if var copying {
        copying.start(member)
        try format.copy(&input, &copying)
        try? Self.readFilesBehind(&input) { next, input throws(CaptureError) in try next.copy(&input, &copying) }
        return CaptureSummary(
          format: format.name, linkTypes: [], records: 0, reports: 0, linkLayer: LinkLayerCounts(), problems: [])
      }
    #endif
    dissection.start(member: member)
    do throws(CaptureError) {
      try format.read(&input, &dissection)
    } catch {
      guard member != nil else {
        dissection.finish()
        throw error
      }
      // The sink already received the start of the capture, so it stays in the list of captures.
      dissection.note(CaptureProblem(.recordInvalid, error))
    }
    if CaptureFormats.areRecordsAlone(format.name) {
      do throws(CaptureError) {
        try Self.readFilesBehind(&input) { next, input throws(CaptureError) in
          dissection.beginFile(next.name, at: input.offset)
          try next.read(&input, &dissection)
        }
      } catch {
        dissection.note(CaptureProblem(.recordInvalid, error))
      }
      let end = input.offset
      dissection.end(at: end, unread: input.skip(.max))
    }
    dissection.finish()
    var summary = dissection.summary(format: format.name, reports: dissection.sink.reports)
    summary.member = member
    return summary
  }

  /// Reads the files that were appended to the first in the same input.
  private static func readFilesBehind(
    _ input: inout InputWindow, _ read: (ListedFormat, inout InputWindow) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    var last = -1
    // A file that cannot be read leaves the input where it was.
    while input.offset > last {
      last = input.offset
      _ = input.fill(atLeast: CaptureMark.longest)
      guard let name = CaptureMark.format(input.bytes),
        let format = CaptureFormats.all.first(where: { $0.name == name })
      else { return }
      try read(format, &input)
    }
  }

  private mutating func readCompressed(
    _ input: inout InputWindow, member: String?
  ) throws(CaptureError) -> CaptureSummary {
    try Self.checkDepth(of: input)
    return try input.lent { packed throws(CaptureError) in
      let source: InflateSource
      do throws(InputFailure) {
        source = try InflateSource(packed, .gzip)
      } catch {
        throw .unreadable(reason: error.reason)
      }
      var unpacked = InputWindow(source, unpackedFrom: packed.window, capacity: InputWindow.defaultCapacity)
      var summary = try read(&unpacked, member: member)
      summary.isCompressed = true
      if let problem = Self.problemAtEnd(of: &unpacked, from: source, in: packed) { summary.problems.append(problem) }
      return summary
    }
  }

  /// Reads a text in UTF-16 like the same text in UTF-8. Its octets have other offsets, as in a compressed input.
  private mutating func readUTF16(_ input: inout InputWindow, member: String?) throws(CaptureError) -> CaptureSummary {
    try Self.checkDepth(of: input)
    return try input.lent { text throws(CaptureError) in
      var utf8 = InputWindow(UTF16Source(text), unpackedFrom: text.window, capacity: InputWindow.defaultCapacity)
      var summary = try read(&utf8, member: member)
      summary.isCompressed = true
      return summary
    }
  }

  /// Returns the problem at the end of compressed data, or after it.
  private static func problemAtEnd(
    of unpacked: inout InputWindow, from source: InflateSource, in packed: SharedWindow
  ) -> CaptureProblem? {
    let isFailureKnown = unpacked.failure != nil
    // More unpacked data are a problem of the format inside, which did not read them.
    guard !unpacked.fill(atLeast: 1), !isFailureKnown else { return nil }
    if let failure = unpacked.failure {
      return CaptureProblem(
        .cutShort, fileOffset: unpacked.offset, record: nil, detail: .readingFailed(reason: failure.reason))
    }
    guard source.isAtEnd, let octet = packed.window.skipPadding() else { return nil }
    return CaptureProblem(
      .partInvalid, fileOffset: unpacked.offset, record: nil, expected: "nothing behind the compressed data",
      found: "0x\(String(octet, radix: 16)) at byte \(packed.window.offset) of the compressed file")
  }

  private static func checkDepth(of input: borrowing InputWindow) throws(CaptureError) {
    guard input.depth < UnpackingBudget.greatestDepth else {
      throw .unsupported(
        fileOffset: 0, expected: "at most \(UnpackingBudget.greatestDepth) layers of compression and archives",
        found: "one more")
    }
  }
}

// MARK: - Archives

extension CaptureSearch {
  private mutating func read<Kind: Archive>(
    _ archive: Kind, in input: inout InputWindow, member: String?
  ) throws(CaptureError) -> CaptureSummary {
    try Self.checkDepth(of: input)
    var archive = archive
    var problems = ProblemLog()
    var members: [CaptureSummary.Member] = []
    var contents = ArchiveContents()
    var suspects: [(entry: String, name: String, start: Int, found: FoundMember)] = []
    while let entry = archive.next(in: &input) {
      guard input.budget.spendMember() else {
        problems.note(
          .recordInvalid, fileOffset: input.offset, record: nil,
          expected: "at most \(UnpackingBudget.maximumMembers) members in one input", found: "more")
        break
      }
      let name = member.map { "\($0)/\(entry.name)" } ?? entry.name
      let start = input.offset
      do throws(InputFailure) {
        let found = try archive.read(entry, in: &input) { content in
          read(entry, name: name, content: &content)
        }
        // A member that is marked as a folder but contains a capture was read.
        if !entry.isFolder || found.summary != nil {
          members.append(CaptureSummary.Member(name: name, kind: found.kind, summary: found.summary))
        }
        contents.add(entry.name, target: found.target)
        if found.isNamedLikeCapture { suspects.append((entry.name, name, start, found)) }
        if let (kind, detail) = found.problem {
          problems.note(CaptureProblem(kind, fileOffset: start, record: nil, member: name, detail: detail))
        }
      } catch {
        throw .unreadable(reason: error.reason)
      }
    }
    for suspect in suspects {
      // A link to another member leads to a file that is read anyway.
      guard suspect.found.target == nil || !contents.hasFile(behind: suspect.entry) else { continue }
      problems.note(
        CaptureProblem(
          .memberUnread, fileOffset: suspect.start, record: nil, member: suspect.name,
          detail: .mismatch(expected: "a capture, as the name says", found: suspect.found.kindInWords)))
    }
    let summaries = members.compactMap { $0.summary }
    var summary = CaptureSummary(
      format: Kind.name, linkTypes: summaries.flatMap { $0.linkTypes }.withoutRepeats,
      records: summaries.reduce(0) { $0 + $1.records }, reports: summaries.reduce(0) { $0 + $1.reports },
      linkLayer: summaries.reduce(LinkLayerCounts()) { $0 + $1.linkLayer },
      // Problems of its own come last: more of them may follow.
      problems: Self.problemsOfArchives(in: summaries) + archive.problems.problems + problems.problems)
    summary.member = member
    summary.members = members
    if member == nil { summary.apps = apps }
    return summary
  }

  /// The result of reading a member.
  private struct FoundMember {
    let kind: String
    var summary: CaptureSummary?
    /// The reason why it could not be read; `nil` without a problem.
    var problem: (kind: CaptureProblem.Kind, detail: CaptureProblem.Detail)?
    /// Whether the member has the name of a capture, but is not one.
    var isNamedLikeCapture = false
    /// The path that it leads to, if it is a link. In a zip archive a link looks like a short text.
    var target: String?

    var kindInWords: String {
      switch kind {
      case "empty": "an empty member"
      case "no capture": "something else"
      case "link": "a link to what is not in the archive"
      default: kind
      }
    }
  }

  private mutating func read(_ entry: some ArchiveEntry, name: String, content: inout InputWindow) -> FoundMember {
    if let kind = entry.kindWithoutContent {
      let isNamed = CaptureName.isCapture(member: name) || entry.target.map(CaptureName.isCapture(member:)) ?? false
      return FoundMember(kind: kind, isNamedLikeCapture: isNamed, target: entry.target)
    }
    if let obstacle = entry.obstacle {
      return FoundMember(
        kind: obstacle,
        problem: (.memberUnread, .mismatch(expected: "a member that can be unpacked", found: "one that is \(obstacle)"))
      )
    }
    let isLong = content.fill(atLeast: PlainText.headLength)
    let isText = PlainText.isPlausible(content.bytes) || UTF16Source.recognises(content.bytes)
    let line = isText && !isLong ? String(decoding: Array(copying: content.bytes), as: UTF8.self) : nil
    _ = content.fill(atLeast: ContentMark.headLength)
    let head = Array(copying: content.bytes.extracting(first: ContentMark.headLength))
    do throws(CaptureError) {
      var summary = try read(&content, member: name)
      _ = content.skip(.max)
      summary.mark = ContentMark(head: head, length: content.offset).text
      return FoundMember(kind: summary.format, summary: summary)
    } catch {
      switch error {
      case .empty: return FoundMember(kind: "empty", isNamedLikeCapture: CaptureName.isCapture(member: name))
      case .notRecognised:
        // Bug reports and similar archives contain texts with names of logs.
        let isNamed = isText ? CaptureName.isCapture(member: name) : CaptureName.isCapture(name)
        return FoundMember(kind: isText ? "text" : "no capture", isNamedLikeCapture: isNamed, target: line)
      case .unreadable(let reason):
        return FoundMember(kind: "unreadable", problem: (.partInvalid, .refused(reason: reason)))
      case .noCaptureInside(let archive, _, _): return FoundMember(kind: archive)
      case .unsupported(_, let expected, let found):
        return FoundMember(kind: "unsupported", problem: (.partInvalid, .mismatch(expected: expected, found: found)))
      }
    }
  }

  private static func problemsOfArchives(in summaries: [CaptureSummary]) -> [CaptureProblem] {
    summaries.filter { $0.isArchive }.flatMap { archive in
      archive.problems.map { problem in
        var named = problem
        named.record = nil
        named.member = named.member ?? archive.member
        return named
      }
    }
  }
}

extension CaptureSummary {
  /// A member of an archive.
  public struct Member: Hashable, Sendable {
    /// The name, after the names of the archives around it.
    public var name: String
    /// The format of a capture or archive; otherwise the known kind of the member: `text`, `empty`, `encrypted`, …
    public var kind: String
    /// The summary; `nil` when it is neither a capture nor an archive.
    public var summary: CaptureSummary?
  }

  /// Whether the format is an archive, not a capture.
  public var isArchive: Bool { Archives.names.contains(format) }

  /// Every capture of the input, in the order in which a sink receives them: the input itself, or the captures in the
  /// archive and in the archives in it.
  public var captures: [CaptureSummary] {
    isArchive ? members.compactMap { $0.summary }.flatMap { $0.captures } : [self]
  }

  /// The archives of the input: itself, if it is one, and those in it. Each has its own problems only, with the names of
  /// members as they are in it.
  package var archives: [CaptureSummary] {
    guard isArchive else { return [] }
    let inside = members.compactMap { $0.summary }.filter { $0.isArchive }
    var own = self
    own.problems = problems.dropFirst(inside.reduce(0) { $0 + $1.problems.count }).map { problem in
      var problem = problem
      if let member, let name = problem.member, name.hasPrefix(member + "/") {
        problem.member = String(name.dropFirst(member.count + 1))
      }
      return problem
    }
    return [own] + inside.flatMap { $0.archives }
  }

  /// The number of members of each kind: `3 text, 1 encrypted`.
  var inventory: String {
    var counts: [String: Int] = [:]
    for member in members { counts[member.kind, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}
