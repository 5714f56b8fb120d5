package import AdvertCapture
package import AdvertObservation
package import AdvertScan
package import AdvertisingData

/// An input and the facts gathered while its advertisers were judged, for the rules that judge it as a whole.
package struct JudgedInput: Sendable {
  /// As the user named it.
  package let path: String
  /// `nil` for declared layouts.
  package let capture: CaptureSummary?
  /// What is wrong with the capture, or with what was read or left out to find captures.
  let problems: [CaptureProblem]
  /// How the capturing host scanned; empty for declared layouts.
  package let scanModeChanges: [ScanModeChange]
  /// The scans of the log's host; empty when all are alike.
  private var sessions: [ScanSession] = []
  /// How the host scanned when it received devices that did not answer; empty when that is not told apart.
  private var modesUnanswered: Set<ScanMode> = []
  /// What must be in the input.
  package let expectations: Expectations
  /// The firmware image that it is a part of; `nil` for all else.
  let image: String?
  /// What tells its content from that of another file of the same name.
  let mark: String?
  /// Whether it is several inputs of a run together.
  private(set) var isRun = false
  /// Devices that other inputs of the run have.
  private(set) var foundElsewhere: Set<DeviceSelector> = []
  /// Advertisers and declared layouts that were judged.
  package private(set) var subjects = 0
  /// Their distinct layouts.
  package private(set) var layouts = 0
  /// Advertisers of the whole capture, judged or not.
  package private(set) var advertisers = 0
  /// Declared layouts of the whole input, judged or not.
  private(set) var declaredLayouts = 0
  /// Judged advertisers that can be asked for a scan response.
  package private(set) var scannable = 0
  /// Those of them whose scan response was never received.
  package private(set) var withoutScanResponse = 0
  /// Those of them that a sniffer heard asked for it.
  private(set) var askedInVain = 0
  /// How often they were asked.
  private(set) var requestsInVain = 0
  /// Selectors of devices that chose none.
  package var unmatchedDevices: [DeviceSelector] { wanted.filter { !matched.contains($0) } }
  private var wanted: [DeviceSelector]
  /// Those that chose something. A set that grows: there may be thousands, and the parts of an input have few each.
  private var matched: Set<DeviceSelector> = []
  private let selectors: DeviceSelectors
  /// Whether the user chose devices, each of which must then have what is expected.
  let isChoosing: Bool
  /// Expected services that no judged advertiser lists in its advertising data, or at least in a scan response, which
  /// is a finding of its own. Empty when devices were chosen.
  package var missingServices: [BluetoothUUID] {
    expectations.services.filter { sought.contains($0) && !listed.contains($0) }
  }
  /// The expected services that any judged advertiser may list.
  private let sought: Set<BluetoothUUID>
  /// Those of them that one lists.
  private var listed: Set<BluetoothUUID> = []
  /// Services that chosen devices and declared layouts were said to have, and do not, not even in a scan response.
  private(set) var unmetExpectations: [UnmetExpectation] = []
  /// Devices of which no whole payload arrived.
  private(set) var incomplete = IncompletePayloads()
  /// Declared layouts without any data.
  private(set) var emptyLayouts: [EmptyLayout] = []
  /// Which ignores of the settings were used.
  var ignoreUse = IgnoreUse()
  /// Those that matched nothing, in a run of all inputs.
  var unusedIgnores: [IgnoreUse.Unused] = []
  /// Findings left out because the manifest ignores them.
  package var ignored: Int { ignoreUse.findings }

  /// A declared layout in which there is nothing to judge.
  struct EmptyLayout: Sendable {
    let name: String?
    let path: String
    let text: TextRange?
  }

  /// A service that a chosen device or a declared layout must list.
  struct UnmetExpectation: Sendable {
    let service: BluetoothUUID
    /// `nil` for a declared layout.
    let address: DeviceAddress?
    let layoutName: String?
    /// The device as it is known in other runs.
    let device: String?
    /// Whether nothing but scan responses of it arrived.
    let isUnseen: Bool
    let path: String
    let text: TextRange?
  }

  /// An input of which nothing was judged yet.
  package init(
    path: String, capture: CaptureSummary?, scanModeChanges: [ScanModeChange], expectations: Expectations,
    mark: String? = nil
  ) {
    self.init(
      path: path, capture: capture, problems: capture?.problems ?? [], scanModeChanges: scanModeChanges,
      expectations: expectations, isChoosing: capture != nil && !expectations.devices.isEmpty, mark: mark)
  }

  private init(
    path: String, capture: CaptureSummary?, problems: [CaptureProblem], scanModeChanges: [ScanModeChange],
    expectations: Expectations, isChoosing: Bool, image: String? = nil, mark: String? = nil
  ) {
    self.image = image
    self.mark = mark
    self.path = path
    self.capture = capture
    self.problems = problems
    self.scanModeChanges = scanModeChanges
    self.expectations = expectations
    self.isChoosing = isChoosing
    wanted = expectations.devices
    selectors = DeviceSelectors(expectations.devices)
    sought = isChoosing ? [] : Set(expectations.services)
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
      self.init(
        path: input.path, capture: nil, problems: [], scanModeChanges: [], expectations: expectations,
        isChoosing: expectations.choosesLayouts && !expectations.devices.isEmpty,
        image: isImage ? input.image ?? input.path : nil, mark: input.mark)
    }
  }

  /// What holds captures and is none itself.
  init(_ input: IncompleteInput) {
    self.init(
      path: input.path, capture: nil, problems: input.problems, scanModeChanges: [], expectations: Expectations(),
      isChoosing: false, mark: input.mark)
  }

  /// All inputs of a run as one; `nil` when there are none. What one of them holds is not missing.
  init?(joining inputs: [JudgedInput]) {
    guard let first = inputs.first else { return nil }
    let isOne = inputs.count == 1
    let image = inputs.allSatisfy { $0.image == first.image } ? first.image : nil
    self.init(
      path: isOne ? first.path : image ?? "\(first.path) and \(inputs.count - 1) more",
      capture: isOne ? first.capture : nil, problems: [], scanModeChanges: [],
      expectations: first.expectations, isChoosing: inputs.allSatisfy { $0.isChoosing }, image: image,
      mark: isOne || image != nil ? first.mark : nil)
    isRun = !isOne && image == nil
    for input in inputs {
      join(input)
      let unmatched = Set(input.unmatchedDevices)
      for device in wanted where !unmatched.contains(device) { matched.insert(device) }
      if !input.isChoosing { listed.formUnion(sought.subtracting(input.missingServices)) }
    }
  }

  /// Takes in what was gathered on other subjects of the input.
  mutating func add(_ part: JudgedInput) {
    join(part)
    matched.formUnion(part.matched)
    listed.formUnion(part.listed)
    modesUnanswered.formUnion(part.modesUnanswered)
    incomplete.add(part.incomplete)
    emptyLayouts += part.emptyLayouts
  }

  /// Takes in what rules on several inputs together need to know.
  private mutating func join(_ input: JudgedInput) {
    subjects += input.subjects
    layouts += input.layouts
    advertisers += input.advertisers
    declaredLayouts += input.declaredLayouts
    scannable += input.scannable
    withoutScanResponse += input.withoutScanResponse
    askedInVain += input.askedInVain
    requestsInVain += input.requestsInVain
    unmetExpectations += input.unmetExpectations
    ignoreUse.join(input.ignoreUse)
    unusedIgnores += input.unusedIgnores
  }

  /// Notes an advertiser of the capture and says whether it is to be judged.
  mutating func admits(_ advertiser: Advertiser) -> Bool {
    noteAdvertiser()
    guard expectations.devices.isEmpty || note(selectors.positions(choosing: advertiser)) else { return false }
    noteScans(of: advertiser)
    return true
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

  /// How the log's host scanned when it received the devices that did not answer; of a log that does not tell so much, at
  /// any time. Empty when it does not tell at all.
  var scanModes: Set<ScanMode> {
    modesUnanswered.isEmpty ? Set(scanModeChanges.map { $0.mode }).subtracting([.off]) : modesUnanswered
  }

  mutating func noteAdvertiser() {
    advertisers += 1
  }

  mutating func noteDeclaredLayout() {
    declaredLayouts += 1
  }

  /// Says whether a declared layout is to be judged.
  mutating func admits(_ layout: DeclaredLayout) -> Bool {
    noteDeclaredLayout()
    guard isChoosing else { return true }
    return note(selectors.positions(choosing: layout))
  }

  /// Notes that selectors chose something, by their positions, and says whether there are any.
  private mutating func note(_ choosing: Set<Int>) -> Bool {
    for position in choosing { matched.insert(selectors.all[position]) }
    return !choosing.isEmpty
  }

  /// The same input in a run in which other inputs hold some of the devices, where any one of them must have them.
  func missing(only devices: [DeviceSelector]) -> JudgedInput {
    var input = self
    input.wanted = devices
    input.matched = []
    return input
  }

  /// The same input in a run in which each must have what is expected.
  ///
  /// - Parameter devices: those that no input of the run has.
  func missing(inRunWithout devices: [DeviceSelector]) -> JudgedInput {
    var input = self
    if !isChoosing { input.wanted = [] }
    input.foundElsewhere = Set(input.unmatchedDevices).subtracting(devices)
    return input
  }

  /// Whether something that was named, or is in the input, was not judged.
  var isIncomplete: Bool {
    Rule.areGaps(problems) || incomplete.devices > 0 || hasNothing || !emptyLayouts.isEmpty
  }

  /// Whether what was expected of it was not there to be judged.
  var isLackingDevices: Bool { !unmatchedDevices.isEmpty || isLackingService }

  /// Whether services were expected of nothing, or of what was not received.
  var isLackingService: Bool {
    subjects == 0 && !missingServices.isEmpty || unmetExpectations.contains { $0.isUnseen }
  }

  /// What tells it from other inputs, and from what was in its file before: none of a whole run.
  var identity: [String] {
    guard let mark else { return [] }
    return [path.split(separator: "/").last.map(String.init) ?? path, mark]
  }

  /// Whether there is nothing in it to judge.
  var hasNothing: Bool { capture != nil && advertisers == 0 || image != nil && declaredLayouts == 0 }

  /// Notes what is judged.
  mutating func note(_ subject: Subject) {
    subjects += 1
    layouts += subject.layouts.count
    let asked = subject.layouts.filter { $0.pdu?.isScannable ?? false }
    if !asked.isEmpty, subject.isFromAir {
      scannable += 1
      if asked.allSatisfy({ $0.scanResponse == .notObserved }) {
        withoutScanResponse += 1
        if let requests = subject.scanRequests, requests > 0 {
          askedInVain += 1
          requestsInVain += requests
        }
      }
    }
    incomplete.note(subject)
    if subject.address == nil, subject.layouts.allSatisfy({ $0.isEmpty }) {
      emptyLayouts.append(EmptyLayout(name: subject.layoutName, path: subject.path, text: subject.text))
    }
    let expected = subject.expectedServices + (isChoosing ? expectations.services : [])
    let isUnseen = !subject.advertisingWasSeen
    // Unless the device was chosen, what did not arrive proves nothing.
    guard !sought.isEmpty || !expected.isEmpty, !isUnseen || isChoosing else { return }
    var met = isUnseen ? [] : Set(subject.layouts.flatMap { $0.payloads }.flatMap { $0.payload.services })
    for service in met where sought.contains(service) { listed.insert(service) }
    for service in expected where met.insert(service).inserted {
      unmetExpectations.append(
        UnmetExpectation(
          service: service, address: subject.address, layoutName: subject.layoutName, device: subject.stableIdentity,
          isUnseen: isUnseen, path: subject.path, text: subject.text))
    }
  }
}

/// Devices that sent payloads of which only the beginning arrived, and never all.
struct IncompletePayloads: Sendable {
  private(set) var devices = 0
  /// The first.
  private(set) var first: (address: DeviceAddress?, block: Block, octets: Int, sighting: Sighting?)?

  /// Takes in those of devices that come later.
  mutating func add(_ later: IncompletePayloads) {
    devices += later.devices
    first = first ?? later.first
  }

  mutating func note(_ subject: Subject) {
    guard subject.layouts.contains(where: { $0.payloads.contains { $0.payload.isTruncated } }) else { return }
    let payloads = subject.layouts.flatMap { $0.payloads }
    for block in [Block.advertising, .scanResponse] {
      let ofBlock = payloads.filter { $0.position.block == block }.map { $0.payload }
      let whole = ofBlock.filter { !$0.isTruncated }.map { $0.payload.octets }.sorted {
        $0.lexicographicallyPrecedes($1)
      }
      guard let missing = ofBlock.first(where: { $0.isTruncated && !Self.begins(any: whole, $0.payload.octets) })
      else { continue }
      devices += 1
      if first == nil { first = (subject.address, block, missing.payload.count, missing.sighting) }
      return
    }
  }

  /// Whether a payload is the beginning of one of those in lexicographic order.
  private static func begins(any sorted: [[UInt8]], _ beginning: [UInt8]) -> Bool {
    // All payloads that begin like this follow each other, from the first that does not precede it.
    let first = sorted.indices.partitioningIndex { !sorted[$0].lexicographicallyPrecedes(beginning) }
    return first < sorted.count && sorted[first].starts(with: beginning)
  }
}

extension Input {
  /// Whether something in a capture was not read or not judged.
  package var hasGaps: Bool {
    if case .capture(let summary, _) = content { Rule.areGaps(summary.problems) } else { false }
  }
}

extension IncompleteInput {
  /// Whether something in it was not read or not judged.
  package var hasGaps: Bool { Rule.areGaps(problems) }
}
