internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRedaction
internal import AdvertScan
internal import AdvertisingData

/// A file with captures: one, those of an archive, or a log in text, which may also have layouts.
extension FileContents {
  mutating func readCaptures(
    _ source: RewindableSource, _ options: ObservationOptions, joining: Bool, _ redaction: Redaction?
  ) throws(CaptureError) {
    let shownPath = redaction?.path(path) ?? path
    let maxDevices = options.maxDevices
    if joining {
      var recordings = RecordedCaptures()
      let original = try source.read(options.capture, into: &recordings, redaction: redaction)
      let summary = redaction?.summary(original) ?? original
      self.recordings = recordings.all
      inputs = summary.captures.map {
        Input(path: $0.path(in: shownPath), .capture($0, Observation()), mark: $0.mark)
      }
      return
    }
    var observations = Observations(maximumAdvertisers: maxDevices)
    let original = try source.read(options.capture, into: &observations, redaction: redaction)
    let summary = redaction?.summary(original) ?? original
    if redaction != nil {
      for (shown, original) in zip(summary.captures, original.captures) {
        originalPaths[shown.path(in: shownPath)] = original.path(in: path)
      }
    }
    inputs = zip(summary.captures, observations.all).map { capture, observation in
      var summary = capture
      var observation = observation
      observation.owners = Self.owners(of: observation.addresses, options.irk, redaction)
      if let leftOut = observation.leftOut { summary.problems.append(CaptureProblem(leftOut, beyond: maxDevices)) }
      return Input(path: capture.path(in: shownPath), .capture(summary, observation), mark: capture.mark)
    }
    // A bug report has its text beside the log, which is the only one or the first.
    if redaction == nil, summary.isArchive, !summary.apps.isEmpty, !inputs.isEmpty { inputs[0].apps = summary.apps }
    incomplete = summary.archives.filter { !$0.problems.isEmpty }.map { archive in
      IncompleteInput(
        path: archive.path(in: shownPath), member: archive.member, problems: archive.problems, mark: archive.mark)
    }
    if takesLayouts { takeMerged(of: summary.captures) }
  }

  /// Makes layouts of lines with both blocks in one, after their captures.
  mutating func takeMerged(of captures: [CaptureSummary]) {
    var texts: [Input] = []
    for (index, capture) in captures.enumerated() where inputs.indices.contains(index) && !capture.merged.isEmpty {
      guard case .capture(var summary, let observation) = inputs[index].content else { continue }
      let ofDevice = Dictionary(grouping: capture.merged) { $0.address }
      let layouts = capture.merged.compactMap { DeclaredLayout($0, among: ofDevice[$0.address] ?? []) }
      // Lines without a possible division stay a problem.
      summary.hasLayouts = !layouts.isEmpty
      if layouts.count == capture.merged.count { summary.problems.removeAll { $0.kind == .blocksMerged } }
      inputs[index].content = .capture(summary, observation)
      texts.append(
        Input(
          path: inputs[index].path, .text(layouts, ""),
          mark: inputs[index].mark))
    }
    // A log with nothing else is not a capture.
    if captures.count == 1, !texts.isEmpty, captures[0].records == 0 {
      if let summary = inputs.first?.summary, !summary.problems.isEmpty {
        incomplete.append(
          IncompleteInput(
            path: inputs[0].path, member: summary.member, problems: summary.problems, mark: inputs[0].mark))
      }
      inputs = []
    }
    inputs += texts
  }

  /// Whether the captures hold nothing that was heard, and nothing of the host that was read in full.
  var hasNoDevices: Bool {
    recordings.isEmpty
      && inputs.allSatisfy { input in
        guard let summary = input.summary, summary.values.isEmpty, summary.merged.isEmpty, summary.reports == 0 else {
          return false
        }
        return input.apps.isEmpty && (input.observation?.advertisers.isEmpty ?? true || !summary.problems.isEmpty)
      }
  }

  static func owners(
    of addresses: some Collection<DeviceAddress>, _ keys: [IdentityResolvingKey], _ redaction: Redaction?
  ) -> [DeviceAddress: Int] {
    guard let redaction, !keys.isEmpty else { return keys.owners(of: addresses) }
    // A key resolves the received addresses, not their pseudonyms.
    let owners = keys.owners(of: redaction.originals(of: addresses))
    return Dictionary(owners.map { (redaction.address($0), $1) }) { first, _ in first }
  }
}

extension DeclaredLayout {
  /// Both blocks in one line of a log; `nil` for bytes that no division makes two blocks of.
  ///
  /// - Parameter lines: those of the same device, which can support a division.
  fileprivate init?(_ line: MergedLine, among lines: [MergedLine]) {
    guard var merged = MergedPayload(line.octets) else { return nil }
    let isKnown = line.address.type != .anonymous
    for other in lines.prefix(Self.maximumCompared) where isKnown {
      merged.note(sentAlone: other.octets, in: "line \(other.line)")
    }
    self.init(
      merged: merged, pdu: nil, name: isKnown ? "\(line.address)" : "line \(line.line)",
      place: TextRange(line: line.line, column: 1, count: 0))
    addressKind = isKnown ? line.address.kind : nil
    mayLackResponse = true
  }

  /// The most different payloads that are compared: devices with more send values, and a few payloads show whether a
  /// scan response was missing once.
  private static let maximumCompared = 64
}

extension RewindableSource {
  /// Reads captures into a sink, which never gets originals when there is a redaction.
  func read<Sink: CaptureSink>(
    _ options: CaptureOptions, into sink: inout Sink, redaction: Redaction?
  ) throws(CaptureError) -> CaptureSummary {
    var options = options
    options.readsLogs = mayBeLog
    guard let redaction else { return try CaptureReader.read(self, options: options, into: &sink) }
    var redacting = RedactingSink(sink, by: redaction)
    defer { sink = redacting.base }
    return try CaptureReader.read(self, options: options, into: &redacting)
  }
}

extension CaptureSummary {
  /// Adds another capture of the same observation.
  mutating func join(_ other: CaptureSummary) {
    if format != other.format { format += " and " + other.format }
    linkTypes += other.linkTypes.filter { !linkTypes.contains($0) }
    records += other.records
    problems += other.problems
    unread.join(other.unread)
    member = nil
    if let times, let more = other.times {
      self.times = min(times.lowerBound, more.lowerBound)...max(times.upperBound, more.upperBound)
    } else {
      times = times ?? other.times
    }
  }
}
