internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// An input with the facts gathered while its advertisers were judged, for the rules that judge it as a whole.
package struct JudgedInput: Sendable {
  /// As the user named it.
  let path: String
  /// The summary of the capture; `nil` for declared layouts.
  let capture: CaptureSummary?
  /// The problems of the capture, or of the input that was searched for captures.
  let problems: [CaptureProblem]
  /// How the capturing host scanned; empty for declared layouts.
  private let scanModeChanges: [ScanModeChange]
  /// The scans of the log's host; empty when all are alike.
  private var sessions: [ScanSession] = []
  /// How the host scanned when it received devices that did not answer; empty when the log does not show it.
  private var modesUnanswered: Set<ScanMode> = []
  /// The firmware image that it is a part of; `nil` for all other inputs.
  let image: String?
  /// A mark that tells its content from that of another file of the same name.
  let mark: String?
  /// Whether the input stands for several inputs of a run together.
  private(set) var isRun = false
  /// The numbers of its devices and layouts.
  private(set) var counts = Counts()
  /// The expectations that it must meet.
  var expected: ExpectationTally
  /// Devices of which no whole payload was received.
  private(set) var incomplete = IncompletePayloads()
  private var hasUnreadPart = false
  /// Whether a judged layout has octets that are not known, or findings that depend on what is only assumed.
  private(set) var isOpen = false
  /// Declared layouts without any data.
  private(set) var emptyLayouts: [Report.Source] = []
  /// The ignores of the settings that were used.
  var ignoreUse = IgnoreUse()
  /// The ignores that matched nothing, in a run of all inputs.
  var unusedIgnores: [IgnoreUse.Unused] = []

  /// Numbers of advertisers and declared layouts.
  struct Counts: Sendable {
    /// The advertisers and declared layouts that were judged.
    var subjects = 0
    /// The advertisers of the whole capture, judged or not.
    var advertisers = 0
    /// The declared layouts of the whole input, judged or not.
    var declaredLayouts = 0
    /// The judged advertisers that can be asked for a scan response.
    var scannable = 0
    /// The scannable devices whose scan response was never received.
    var withoutScanResponse = 0
    /// The judged devices with a service in a scan response, whose advertising data were never received.
    var withoutAdvertising = 0
    /// The devices without scan response that received a scan request which a sniffer heard.
    var askedInVain = 0
    /// The scan requests without an answer.
    var requestsInVain = 0

    mutating func add(_ other: Counts) {
      subjects += other.subjects
      advertisers += other.advertisers
      declaredLayouts += other.declaredLayouts
      scannable += other.scannable
      withoutScanResponse += other.withoutScanResponse
      withoutAdvertising += other.withoutAdvertising
      askedInVain += other.askedInVain
      requestsInVain += other.requestsInVain
    }
  }

  /// An input before any of it was judged.
  init(
    path: String, capture: CaptureSummary?, scanModeChanges: [ScanModeChange], expectations: Expectations,
    mark: String? = nil
  ) {
    self.init(
      path: path, capture: capture, problems: capture?.problems ?? [], scanModeChanges: scanModeChanges,
      expected: ExpectationTally(expectations, isChoosing: capture != nil && !expectations.devices.isEmpty),
      mark: mark)
  }

  private init(
    path: String, capture: CaptureSummary?, problems: [CaptureProblem], scanModeChanges: [ScanModeChange] = [],
    expected: ExpectationTally, image: String? = nil, mark: String? = nil
  ) {
    self.image = image
    self.mark = mark
    self.path = path
    self.capture = capture
    self.problems = problems
    self.scanModeChanges = scanModeChanges
    self.expected = expected
  }

  init(_ input: Input, expectations: Expectations) {
    switch input.content {
    case .capture(let summary, let observation):
      self.init(
        path: input.path, capture: summary, scanModeChanges: observation.scanModeChanges, expectations: expectations,
        mark: input.mark)
      if scanModes.count > 1 { sessions = observation.scanSessions }
    case .text, .image, .argument:
      let isImage = if case .image = input.content { true } else { false }
      let isChoosing = expectations.choosesLayouts && !expectations.devices.isEmpty
      self.init(
        path: input.path, capture: nil, problems: [],
        expected: ExpectationTally(expectations, isChoosing: isChoosing),
        image: isImage ? input.image ?? input.path : nil, mark: input.mark)
    }
  }

  /// An input that is not a capture itself, but holds captures.
  init(_ input: IncompleteInput) {
    self.init(
      path: input.path, capture: nil, problems: input.problems,
      expected: ExpectationTally(Expectations(), isChoosing: false), mark: input.mark)
  }

  /// All inputs of a run as one; `nil` when there are none. A device or service in one of them is not missing.
  init?(joining inputs: [JudgedInput]) {
    guard let first = inputs.first else { return nil }
    let isOne = inputs.count == 1
    let image = inputs.allSatisfy { $0.image == first.image } ? first.image : nil
    self.init(
      path: isOne ? first.path : image ?? "\(first.path) and \(inputs.count - 1) more",
      capture: isOne ? first.capture : nil, problems: [],
      expected: ExpectationTally(joining: inputs.map { $0.expected }, first.expected.expectations),
      image: image, mark: isOne || image != nil ? first.mark : nil)
    isRun = !isOne && image == nil
    for input in inputs { join(input) }
  }

  /// Adds the facts about other subjects of the input.
  mutating func add(_ part: JudgedInput) {
    join(part)
    expected.add(part.expected)
    modesUnanswered.formUnion(part.modesUnanswered)
    incomplete.add(part.incomplete)
    emptyLayouts += part.emptyLayouts
    isOpen = isOpen || part.isOpen
  }

  /// Adds the facts that rules about several inputs together need, without those about expectations.
  private mutating func join(_ input: JudgedInput) {
    hasUnreadPart = hasUnreadPart || input.isPartlyRead
    counts.add(input.counts)
    ignoreUse.join(input.ignoreUse)
    unusedIgnores += input.unusedIgnores
  }

  /// Notes an advertiser of the capture, and returns whether it is to be judged.
  mutating func admits(_ advertiser: Advertiser) -> Bool {
    counts.advertisers += 1
    guard expected.admits(advertiser) else { return false }
    noteScans(of: advertiser)
    return true
  }

  /// Notes a declared layout, and returns whether it is to be judged.
  mutating func admits(_ layout: DeclaredLayout) -> Bool {
    counts.declaredLayouts += 1
    return expected.admits(layout)
  }

  /// Notes how the host scanned when it received a device that did not answer.
  private mutating func noteScans(of advertiser: Advertiser) {
    guard !sessions.isEmpty, advertiser.origin == .air, advertiser.scanResponses == 0 else { return }
    for session in sessions where !modesUnanswered.contains(session.setting.mode) {
      if session.setting.adapter == advertiser.adapter, advertiser.reception(during: session.spans).count > 0 {
        modesUnanswered.insert(session.setting.mode)
      }
    }
  }

  /// How the log's host scanned when it received the devices that did not answer, or, when the log does not show that,
  /// at any time. Empty when the log does not show any scans.
  var scanModes: Set<ScanMode> {
    modesUnanswered.isEmpty ? Set(scanModeChanges.map { $0.mode }).subtracting([.off]) : modesUnanswered
  }

  /// Notes an advertiser of an example.
  mutating func noteAdvertiser() { counts.advertisers += 1 }

  /// Returns the same input for a run in which any one input must have each device: these devices are missing from all.
  func missing(only devices: [DeviceSelector]) -> JudgedInput {
    var input = self
    input.expected.miss(only: devices)
    return input
  }

  /// Returns the same input for a run in which each input must meet the expectations.
  ///
  /// - Parameter devices: those that no input of the run has.
  func missing(inRunWithout devices: [DeviceSelector]) -> JudgedInput {
    var input = self
    input.expected.miss(inRunWithout: devices)
    return input
  }

  /// The bytes of the capture that were not read, because they are damaged or cut.
  var unread: UnreadOctets { capture?.unread ?? UnreadOctets() }

  /// Whether an input that was named, or a part of the input, was not judged.
  var isIncomplete: Bool {
    Rule.areGaps(problems) || incomplete.devices > 0 || counts.withoutAdvertising > 0 || hasNothing
      || !emptyLayouts.isEmpty
  }

  /// Whether the device or layout of an expectation was missing or was not received, or expected services had no
  /// subject.
  var isLackingDevices: Bool {
    !expected.unmatchedDevices.isEmpty || counts.subjects == 0 && !expected.missingServices.isEmpty
      || expected.unmet.contains { $0.state == .unseen || $0.state == .cut }
  }

  /// Whether a part of the input was not read, so that what was not found may be in it.
  var isPartlyRead: Bool { hasUnreadPart || Rule.areGaps(problems) || incomplete.devices > 0 }

  /// Notes that a part of the input, or of its image, was not read.
  mutating func noteUnreadPart() { hasUnreadPart = true }

  /// Notes the devices that a log has in values, after all subjects.
  mutating func note(_ account: HostAccount) {
    expected.note(account, from: Report.Source(path: path, text: nil))
  }

  /// The identity that tells it from other inputs, and from an earlier content of its file: empty for a whole run.
  var identity: [String] {
    guard let mark else { return [] }
    return [path.split(separator: "/").last.map(String.init) ?? path, mark]
  }

  /// Whether the input has no subjects to judge.
  var hasNothing: Bool {
    if let capture { return counts.advertisers == 0 && !capture.hasLayouts }
    return image != nil && counts.declaredLayouts == 0
  }

  /// Notes whether the judgement of a subject rests on what is not known.
  mutating func noteDoubts(of subject: Subject, judgedBy checks: Checks) {
    isOpen = isOpen || subject.doubts.contains { $0.isUnknown } || checks.dependOnAssumptions(about: subject)
  }

  /// Notes a judged subject.
  mutating func note(_ subject: Subject) {
    counts.subjects += 1
    let asked = subject.layouts.filter { $0.pdu?.isScannable ?? true }
    if !asked.isEmpty, subject.isFromAir {
      counts.scannable += 1
      if asked.allSatisfy({ $0.scanResponse == .notObserved }) {
        counts.withoutScanResponse += 1
        if let requests = subject.scanRequests, requests > 0 {
          counts.askedInVain += 1
          counts.requestsInVain += requests
        }
      }
    }
    let isCut = incomplete.note(subject)
    if subject.hasServicesWithoutAdvertising { counts.withoutAdvertising += 1 }
    if subject.address == nil, subject.layouts.allSatisfy({ $0.isEmpty }) {
      emptyLayouts.append(subject.source)
    }
    expected.note(subject, isCut: isCut)
  }
}

/// Devices of whose payloads a part is not known, such as the end of one that was never received whole.
struct IncompletePayloads: Sendable {
  private(set) var devices = 0
  private(set) var first: First?

  /// A payload, and why a part of it is not known.
  struct First {
    let address: DeviceAddress?
    let block: Block
    let extent: Extent
    let cause: Doubt.Cause
    let sighting: Sighting?
    /// The line of a program that is the cause; `nil` for captures.
    let source: Report.Source?
  }

  /// How much of a payload is known.
  enum Extent {
    /// A number of octets at the beginning.
    case beginning(Int)
    /// All octets but some.
    case allBut(Range<Int>)
  }

  /// Adds those of later devices.
  mutating func add(_ later: IncompletePayloads) {
    devices += later.devices
    first = first ?? later.first
  }

  /// Notes a subject; returns whether the end of one of its payloads is missing.
  mutating func note(_ subject: Subject) -> Bool {
    guard subject.layouts.contains(where: { $0.isTruncated }) else {
      noteUnread(subject)
      return false
    }
    let payloads = subject.layouts.flatMap { $0.payloads }
    for block in [Block.advertising, .scanResponse] {
      let ofBlock = payloads.filter { $0.position.block == block }.map { $0.payload }
      let whole = ofBlock.filter { !$0.isTruncated }.map { $0.payload.octets }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
      guard let missing = ofBlock.first(where: { $0.isTruncated && !Self.begins(any: whole, $0.payload.octets) })
      else { continue }
      let doubt = subject.doubts.first { if case .rest(block, _) = $0.part { true } else { false } }
      note(
        First(
          address: subject.address, block: block, extent: .beginning(missing.payload.count),
          cause: doubt?.cause ?? .cutShort, sighting: missing.sighting,
          source: doubt.flatMap { subject.source(of: $0.cause) }))
      return true
    }
    return false
  }

  private mutating func note(_ payload: First) {
    devices += 1
    first = first ?? payload
  }

  /// Notes a layout of a program with octets that a line gives which is not read.
  private mutating func noteUnread(_ subject: Subject) {
    for doubt in subject.doubts where doubt.kind != .assumed {
      guard case .octets(let block, let octets) = doubt.part, let source = subject.source(of: doubt.cause) else {
        continue
      }
      // The octets of one value have one cause.
      let last = subject.doubts.reduce(octets.upperBound) { end, other in
        guard case .octets(block, let range) = other.part, other.cause == doubt.cause else { return end }
        return max(end, range.upperBound)
      }
      // A line that may have several values makes several layouts.
      if first?.source?.path == source.path, first?.source?.text == source.text { return }
      note(
        First(
          address: nil, block: block, extent: .allBut(octets.lowerBound..<last), cause: doubt.cause, sighting: nil,
          source: source))
      return
    }
  }

  /// Whether octets are the beginning of one of the payloads, which are in lexicographic order.
  private static func begins(any sorted: [[UInt8]], _ beginning: [UInt8]) -> Bool {
    // All payloads with this beginning follow each other, from the first that does not precede it.
    let first = sorted.indices.partitioningIndex { !sorted[$0].lexicographicallyPrecedes(beginning) }
    return first < sorted.count && sorted[first].starts(with: beginning)
  }
}

extension Subject {
  /// Returns the line of the program that is a cause.
  fileprivate func source(of cause: Doubt.Cause) -> Report.Source? {
    guard case .supposed(_, let line?) = cause else { return nil }
    return Report.Source(path: path, text: TextRange(line: line, column: 1, count: 0), layoutName: layoutName)
  }
}

extension Input {
  /// Whether a part of a capture was not read or not judged.
  package var hasGaps: Bool {
    summary.map { Rule.areGaps($0.problems) } ?? false
  }
}

extension IncompleteInput {
  /// Whether a part of it was not read or not judged.
  package var hasGaps: Bool { Rule.areGaps(problems) }
}
