internal import AdvertBuilders
package import AdvertCapture
internal import AdvertObservation
package import AdvertReading
package import AdvertScan
package import AdvertisingData

/// A layout that shows a rule at work: in tests, in the rule's page and in the `rules` command.
package struct Example: Sendable {
  /// The reason why the layout is flagged or accepted.
  package let reason: String
  /// The input that the rule judges.
  package let input: Input
  /// Whether the rule must flag it.
  package let isFlagged: Bool
  /// The layouts without the defect; `nil` when there is no fix that depends on the layout alone.
  package let fixed: [MarkedLayout]?
  /// Ids of other rules that flag an accepted example.
  package let alsoFlaggedBy: [String]
  /// The scanners that must discover the device, for rules that need scanners.
  package let scanners: [ScannerProfile]

  /// The kinds of examples.
  package enum Input: Sendable {
    /// The layouts of one advertiser.
    case layouts([MarkedLayout])
    /// A capture as a whole, described in words and made by a closure.
    case capture(String, @Sendable () -> JudgedInput)
  }

  private init(
    _ input: Input, _ reason: String, isFlagged: Bool, fixed: [MarkedLayout]? = nil, alsoFlaggedBy: [String] = [],
    for scanners: [ScannerProfile] = []
  ) {
    self.reason = reason
    self.input = input
    self.isFlagged = isFlagged
    self.fixed = fixed
    self.alsoFlaggedBy = alsoFlaggedBy
    self.scanners = scanners
  }

  /// Advertising data alone, of an ADV_IND whose scan response is empty.
  static func accepted(_ advertising: String, _ reason: String, alsoFlaggedBy: [String] = []) -> Example {
    accepted([MarkedLayout(advertising)], reason, alsoFlaggedBy: alsoFlaggedBy)
  }

  static func accepted(
    _ layouts: [MarkedLayout], _ reason: String, for scanners: [ScannerProfile] = [], alsoFlaggedBy: [String] = []
  ) -> Example {
    Example(.layouts(layouts), reason, isFlagged: false, alsoFlaggedBy: alsoFlaggedBy, for: scanners)
  }

  /// Advertising data alone, with `↓` before each octet at which a finding starts.
  static func flagged(_ advertising: String, _ reason: String, fixed: String? = nil) -> Example {
    flagged([MarkedLayout(advertising)], reason, fixed: fixed.map { [MarkedLayout($0)] })
  }

  static func flagged(
    _ layouts: [MarkedLayout], _ reason: String, for scanners: [ScannerProfile] = [], fixed: [MarkedLayout]? = nil
  ) -> Example {
    Example(.layouts(layouts), reason, isFlagged: true, fixed: fixed, for: scanners)
  }

  static func accepted(
    capture description: String, _ reason: String, _ input: @escaping @Sendable () -> JudgedInput
  ) -> Example {
    Example(.capture(description, input), reason, isFlagged: false)
  }

  static func flagged(
    capture description: String, _ reason: String, _ input: @escaping @Sendable () -> JudgedInput
  ) -> Example {
    Example(.capture(description, input), reason, isFlagged: true)
  }
}

/// A layout in hex whose flagged octets are marked with `↓`.
package struct MarkedLayout: Sendable {
  /// The type of its PDU.
  package let pdu: AdvertisingPDU
  /// The advertising data as written, with marks; `nil` when no advertisement was observed.
  package let advertising: String?
  /// The state of the scan response.
  package let scanResponse: ScanResponse

  /// The advertiser's address, where it matters.
  package let address: DeviceAddress?
  /// The kind of its address, where the address itself does not matter.
  package let addressKind: DeviceAddress.Kind?
  /// The advertising interval of the device, where it matters.
  package let interval: Subject.Interval?
  /// For how long it was heard, in microseconds, where it matters.
  package let heardFor: Int64?
  /// The primary channels a host set, where they matter.
  package let channels: PrimaryChannels?
  /// How often the advertisement was received.
  package let count: Int
  /// Whether the advertising data are both blocks in one string, with an unknown division.
  package private(set) var isMerged = false
  /// The advertising data that are declared instead, where a rule compares both.
  package let declared: String?
  /// The time within which scanners must find it, where a rule is about that.
  package let demand: DiscoveryDemand?
  /// The changes that a stack made to a program's request.
  let asked: BuildChange?
  /// The version of NimBLE-Arduino of which a program asks for the layout; `nil` when no program is known.
  let version: String?
  /// The PHYs of extended advertising.
  package let phys: AdvertisingPHYs
  /// Whether the example is about the stack of a program, which the octets alone do not show.
  package var isChangedByStack: Bool { asked != nil || version != nil }

  /// The states of the scan response, in marked hex.
  package enum ScanResponse: Sendable, Equatable {
    /// Declared, as on a command line. Empty when there is none.
    case declared(String)
    /// Received.
    case observed(String)
    /// Never received.
    case notObserved
  }

  init(
    pdu: AdvertisingPDU = .advInd, phys: AdvertisingPHYs = AdvertisingPHYs(), _ advertising: String?,
    scanResponse: ScanResponse = .declared(""), address: DeviceAddress? = nil, addressKind: DeviceAddress.Kind? = nil,
    interval: Subject.Interval? = nil,
    heardFor: Int64? = nil, channels: PrimaryChannels? = nil, count: Int = 1,
    declared: String? = nil, demand: DiscoveryDemand? = nil, asked: BuildChange? = nil, version: String? = nil
  ) {
    self.version = version
    self.declared = declared
    self.demand = demand
    self.asked = asked
    self.phys = phys
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    self.address = address
    self.addressKind = address?.kind ?? addressKind
    self.interval = interval
    self.heardFor = heardFor
    self.channels = channels
    self.count = count
  }

  /// Both blocks in one string, with an unknown division.
  init(merged: String) {
    self.init(merged, scanResponse: .notObserved)
    isMerged = true
  }

  /// Whether the example represents a reception: only a capture can show which requests were answered.
  var isFromAir: Bool {
    switch scanResponse {
    case .declared: heardFor != nil
    case .observed, .notObserved: !isMerged
    }
  }

  /// Reads marked hex: its octets, and the offsets of its marks. A mark at the end represents missing octets there.
  static func read(_ marked: String) -> (octets: [UInt8], marks: [Int]) {
    var octets: [UInt8] = []
    var marks: [Int] = []
    for word in marked.split(separator: " ") {
      if word.hasPrefix("↓") { marks.append(octets.count) }
      octets += (try? HexText.octets(of: word.drop { $0 == "↓" })) ?? []
    }
    return (octets, marks)
  }

  /// The layout in the form that the linter takes.
  var subjectLayout: SubjectLayout {
    let layout = layout
    return SubjectLayout(
      pdu: layout.pdu, advertising: layout.advertising.map { SubjectPayload(payload: $0, count: count) },
      scanResponses: layout.scanResponse.payloads.map { SubjectPayload(payload: $0) },
      scanResponse: layout.scanResponse, phys: phys)
  }

  /// The layout itself, without marks.
  package var layout: Layout {
    let known: Layout.ScanResponse =
      switch scanResponse {
      case .notObserved: .notObserved
      case .declared("") where !pdu.isScannable: .notScannable
      case .declared(let marked): .declared(Payload(Self.read(marked).octets))
      case .observed(let marked): .observed([Payload(Self.read(marked).octets)])
      }
    return Layout(
      pdu: pdu, advertising: advertising.map { Payload(Self.read($0).octets) }, scanResponse: known, phys: phys)
  }
}

extension Subject {
  /// One advertiser with these layouts.
  init(example layouts: [MarkedLayout]) {
    if let first = layouts.first, first.isMerged,
      let merged = MergedPayload(MarkedLayout.read(first.advertising ?? "").octets)
    {
      self.init(DeclaredLayout(merged: merged), path: "example")
      let linter = Linter()
      depending = DividedFindings(divisions.map { ($0.cut, linter.lint($0.subject)) }).depending
      return
    }
    var declaration = layouts.first.map { DeclaredLayout(layout: $0.layout) }
    declaration?.demand = layouts.lazy.compactMap { $0.demand }.first
    if let stack = StackBuilder.all.first {
      let changes = layouts.compactMap { $0.asked }.map { StackBuild.Change($0, at: nil) }
      if !changes.isEmpty { declaration?.stackBuild = StackBuild(stack, stack.newest, changes: changes) }
      if let layout = layouts.first, let version = layout.version.flatMap({ stack.version($0) }) {
        let values = Payload(MarkedLayout.read(layout.advertising ?? "").octets).decoded.elements.map { $0.value }
        let request = BuildRequest(pdu: layout.pdu, advertising: values, scanResponse: nil, options: [])
        declaration?.stackBuild = StackBuild(
          stack, version, changes: [], asked: try? BuiltRequest(request, to: stack, version))
      }
    }
    self.init(
      path: "example", address: layouts.lazy.compactMap { $0.address }.first,
      addressKind: layouts.lazy.compactMap { $0.addressKind }.first,
      declaration: declaration, isFromAir: layouts.contains { $0.isFromAir },
      interval: layouts.lazy.compactMap { $0.interval }.first,
      heardFor: layouts.lazy.compactMap { $0.heardFor }.first,
      channels: layouts.lazy.compactMap { $0.channels }.first, layouts: layouts.map { $0.subjectLayout })
    let declared = layouts.compactMap { $0.declared }.map { hex in
      DeclaredLayout(
        name: "lamp",
        layout: Layout(pdu: .advInd, advertising: Payload(MarkedLayout.read(hex).octets), declaring: nil))
    }
    if !declared.isEmpty {
      self.declared = DeclaredMatch(
        candidates: DeclaredCandidates(declared.map(DeclaredCandidate.init)), evidence: .sentName)
    }
  }
}

extension JudgedInput {
  /// A capture for the examples of rules that judge captures: scannable advertisers, some of which never answered a
  /// scan request.
  static func example(
    advertisers: Int, withoutScanResponse: Int = 0, records: Int = 12, problems: [CaptureProblem] = [],
    expectations: Expectations = Expectations()
  ) -> JudgedInput {
    var input = JudgedInput(
      path: "example",
      capture: CaptureSummary(
        format: "btsnoop", linkTypes: [.hciH4], records: records, reports: advertisers, problems: problems),
      scanModeChanges: [], expectations: expectations)
    for number in 0..<advertisers {
      let layout = MarkedLayout(
        "02 01 06", scanResponse: number < withoutScanResponse ? .notObserved : .observed("03 09 41 42"))
      let subject = Subject(
        path: "example", address: DeviceAddress(bits: 0xC000_0000_0000 + UInt64(number), type: .random),
        isFromAir: true, layouts: [layout.subjectLayout])
      input.noteAdvertiser()
      input.note(subject)
    }
    return input
  }

  /// A capture of one device whose only advertisement was not received whole.
  static func exampleOfTruncation() -> JudgedInput {
    var input = example(advertisers: 0)
    let payload = SubjectPayload(
      payload: Payload(MarkedLayout.read("02 01 06 11 07 e4 1d").octets), isTruncated: true)
    let layout = SubjectLayout(
      pdu: .extendedNonconnectable, advertising: payload, scanResponses: [], scanResponse: .notScannable)
    let address = DeviceAddress(bits: 0xC000_0000_0000, type: .random)
    input.noteAdvertiser()
    input.note(Subject(path: "example", address: address, isFromAir: true, layouts: [layout]))
    return input
  }

  /// A run over a manifest with one layout, with findings of a rule ignored.
  static func example(ignoring rule: String, of hex: String) -> JudgedInput {
    let layout = MarkedLayout(hex)
    var input = JudgedInput(path: "example", capture: nil, scanModeChanges: [], expectations: Expectations())
    let place = TextRange(line: 2, column: 5, count: 40)
    let settings = LintSettings(
      [LintSettings.Layer(ignores: [LintSettings.Ignore(rule: rule, target: .layout("helmet"), place: place)])],
      path: "example")
    let subject = Subject(
      path: "example", address: nil, declaration: DeclaredLayout(layout: layout.layout, name: "helmet"),
      layouts: [layout.subjectLayout])
    input.note(subject)
    let findings = Linter(rules: Rule.named(rule).map { [$0] } ?? []).lint(subject)
    _ = input.ignoreUse.apply(settings.effective(for: "example").ignores(for: subject), to: findings)
    input.unusedIgnores = input.ignoreUse.unused(of: settings, choosingDevices: false)
    return input
  }
}
