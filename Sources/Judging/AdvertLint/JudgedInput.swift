package import AdvertCapture
package import AdvertObservation
internal import AdvertReading
package import AdvertScan
package import AdvertisingData

/// An input with the facts gathered while its advertisers were judged, for the rules that judge it as a whole.
package struct JudgedInput: Sendable {
  /// As the user named it.
  package let path: String
  /// `nil` for declared layouts.
  package let capture: CaptureSummary?
  /// The problems of the capture, or of the input that was searched for captures.
  let problems: [CaptureProblem]
  /// How the capturing host scanned; empty for declared layouts.
  package let scanModeChanges: [ScanModeChange]
  /// The scans of the log's host; empty when all are alike.
  private var sessions: [ScanSession] = []
  /// How the host scanned when it received devices that did not answer; empty when the log does not show it.
  private var modesUnanswered: Set<ScanMode> = []
  /// The expectations that it must meet.
  package let expectations: Expectations
  /// The firmware image that it is a part of; `nil` for all other inputs.
  let image: String?
  /// A mark that tells its content from that of another file of the same name.
  let mark: String?
  /// Whether it is several inputs of a run together.
  private(set) var isRun = false
  /// Devices that other inputs of the run have.
  private(set) var foundElsewhere: Set<DeviceSelector> = []
  /// The number of advertisers and declared layouts that were judged.
  package private(set) var subjects = 0
  /// The number of their distinct layouts.
  package private(set) var layouts = 0
  /// The number of advertisers of the whole capture, judged or not.
  package private(set) var advertisers = 0
  /// The number of declared layouts of the whole input, judged or not.
  private(set) var declaredLayouts = 0
  /// The number of judged advertisers that can be asked for a scan response.
  package private(set) var scannable = 0
  /// The number of those whose scan response was never received.
  package private(set) var withoutScanResponse = 0
  /// The number of judged devices with a service in a scan response, whose advertising data were never received.
  private(set) var withoutAdvertising = 0
  /// The number of those that received a scan request which a sniffer heard.
  private(set) var askedInVain = 0
  /// The number of these scan requests.
  private(set) var requestsInVain = 0
  /// Selectors of devices that chose no device.
  package var unmatchedDevices: [DeviceSelector] { wanted.filter { !matched.contains($0) } }
  private var wanted: [DeviceSelector]
  /// The selectors that chose a device or layout. A set that grows: there may be thousands, and the parts of an input
  /// have few each.
  private var matched: Set<DeviceSelector> = []
  private let selectors: DeviceSelectors
  /// Whether the user chose devices, each of which must then meet the expectations.
  let isChoosing: Bool
  /// Expected services that no judged advertiser lists in its advertising data or in a scan response. A service in a
  /// scan response only is a finding of its own. Empty when devices were chosen.
  package var missingServices: [BluetoothUUID] {
    expectations.services.filter { sought.contains($0) && !listed.contains($0) }
  }
  /// The expected services that any judged advertiser may list.
  private let sought: Set<BluetoothUUID>
  /// Those of them that an advertiser lists.
  private var listed: Set<BluetoothUUID> = []
  /// Services that chosen devices and declared layouts were expected to have, and do not have, not even in a scan
  /// response.
  private(set) var unmetExpectations: [UnmetExpectation] = []
  /// Devices of which no whole payload was received.
  private(set) var incomplete = IncompletePayloads()
  /// Declared layouts without any data.
  private(set) var emptyLayouts: [EmptyLayout] = []
  /// The ignores of the settings that were used.
  var ignoreUse = IgnoreUse()
  /// The ignores that matched nothing, in a run of all inputs.
  var unusedIgnores: [IgnoreUse.Unused] = []
  /// Findings left out because the manifest ignores them.
  package var ignored: Int { ignoreUse.findings }

  /// A declared layout without any data to judge.
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
    /// The identity of the device in other runs.
    let device: String?
    /// Whether only scan responses of it were received.
    let isUnseen: Bool
    let path: String
    let text: TextRange?
  }

  /// An input before any of it was judged.
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

  /// An input that is not a capture itself, but holds captures.
  init(_ input: IncompleteInput) {
    self.init(
      path: input.path, capture: nil, problems: input.problems, scanModeChanges: [], expectations: Expectations(),
      isChoosing: false, mark: input.mark)
  }

  /// All inputs of a run as one; `nil` when there are none. A device or service in one of them is not missing.
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

  /// Adds the facts about other subjects of the input.
  mutating func add(_ part: JudgedInput) {
    join(part)
    matched.formUnion(part.matched)
    listed.formUnion(part.listed)
    modesUnanswered.formUnion(part.modesUnanswered)
    incomplete.add(part.incomplete)
    emptyLayouts += part.emptyLayouts
  }

  /// Adds the facts that rules about several inputs together need.
  private mutating func join(_ input: JudgedInput) {
    subjects += input.subjects
    layouts += input.layouts
    advertisers += input.advertisers
    declaredLayouts += input.declaredLayouts
    scannable += input.scannable
    withoutScanResponse += input.withoutScanResponse
    withoutAdvertising += input.withoutAdvertising
    askedInVain += input.askedInVain
    requestsInVain += input.requestsInVain
    unmetExpectations += input.unmetExpectations
    ignoreUse.join(input.ignoreUse)
    unusedIgnores += input.unusedIgnores
  }

  /// Notes an advertiser of the capture, and returns whether it is to be judged.
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

  /// How the log's host scanned when it received the devices that did not answer, or, when the log does not show that,
  /// at any time. Empty when the log does not show any scans.
  var scanModes: Set<ScanMode> {
    modesUnanswered.isEmpty ? Set(scanModeChanges.map { $0.mode }).subtracting([.off]) : modesUnanswered
  }

  mutating func noteAdvertiser() {
    advertisers += 1
  }

  mutating func noteDeclaredLayout() {
    declaredLayouts += 1
  }

  /// Notes a declared layout, and returns whether it is to be judged.
  mutating func admits(_ layout: DeclaredLayout) -> Bool {
    noteDeclaredLayout()
    guard isChoosing else { return true }
    return note(selectors.positions(choosing: layout))
  }

  /// Notes that selectors chose a subject, by their positions, and returns whether there are any.
  private mutating func note(_ choosing: Set<Int>) -> Bool {
    for position in choosing { matched.insert(selectors.all[position]) }
    return !choosing.isEmpty
  }

  /// Returns the same input for a run in which any one input must have each device: these devices are missing from all.
  func missing(only devices: [DeviceSelector]) -> JudgedInput {
    var input = self
    input.wanted = devices
    input.matched = []
    return input
  }

  /// Returns the same input for a run in which each input must meet the expectations.
  ///
  /// - Parameter devices: those that no input of the run has.
  func missing(inRunWithout devices: [DeviceSelector]) -> JudgedInput {
    var input = self
    if !isChoosing { input.wanted = [] }
    input.foundElsewhere = Set(input.unmatchedDevices).subtracting(devices)
    return input
  }

  /// Whether an input that was named, or a part of the input, was not judged.
  var isIncomplete: Bool {
    Rule.areGaps(problems) || incomplete.devices > 0 || withoutAdvertising > 0 || hasNothing || !emptyLayouts.isEmpty
  }

  /// Whether the device or layout of an expectation was missing, or was not received.
  var isLackingDevices: Bool { !unmatchedDevices.isEmpty || isLackingService }

  /// Whether expected services had no subject, or a subject that was not received.
  var isLackingService: Bool {
    subjects == 0 && !missingServices.isEmpty || unmetExpectations.contains { $0.isUnseen }
  }

  /// The identity that tells it from other inputs, and from an earlier content of its file: empty for a whole run.
  var identity: [String] {
    guard let mark else { return [] }
    return [path.split(separator: "/").last.map(String.init) ?? path, mark]
  }

  /// Whether it has no subjects to judge.
  var hasNothing: Bool {
    if let capture { return advertisers == 0 && !capture.hasLayouts }
    return image != nil && declaredLayouts == 0
  }

  /// Notes a judged subject.
  mutating func note(_ subject: Subject) {
    subjects += 1
    layouts += subject.layouts.count
    let asked = subject.layouts.filter { $0.pdu?.isScannable ?? ($0.advertising != nil) }
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
    if !subject.advertisingWasSeen, subject.layouts.allSatisfy({ $0.carriesAdvertisingData }),
      subject.layouts.contains(where: { layout in
        layout.scanResponses.contains { !$0.services.isEmpty || !$0.types.isDisjoint(with: .serviceData) }
      })
    {
      withoutAdvertising += 1
    }
    if subject.address == nil, subject.layouts.allSatisfy({ $0.isEmpty }) {
      emptyLayouts.append(EmptyLayout(name: subject.layoutName, path: subject.path, text: subject.text))
    }
    let expected = subject.expectedServices + (isChoosing ? expectations.services : [])
    let isUnseen = !subject.advertisingWasSeen
    // Unless the user chose the device, data that were not received prove nothing.
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

/// Devices of which only the beginnings of payloads were received, and never a whole one.
struct IncompletePayloads: Sendable {
  private(set) var devices = 0
  /// The first.
  private(set) var first: (address: DeviceAddress?, block: Block, octets: Int, sighting: Sighting?)?

  /// Adds those of later devices.
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

  /// Whether octets are the beginning of one of the payloads, which are in lexicographic order.
  private static func begins(any sorted: [[UInt8]], _ beginning: [UInt8]) -> Bool {
    // All payloads with this beginning follow each other, from the first that does not precede it.
    let first = sorted.indices.partitioningIndex { !sorted[$0].lexicographicallyPrecedes(beginning) }
    return first < sorted.count && sorted[first].starts(with: beginning)
  }
}

extension Input {
  /// Whether a part of a capture was not read or not judged.
  package var hasGaps: Bool {
    if case .capture(let summary, _) = content { Rule.areGaps(summary.problems) } else { false }
  }
}

extension IncompleteInput {
  /// Whether a part of it was not read or not judged.
  package var hasGaps: Bool { Rule.areGaps(problems) }
}
