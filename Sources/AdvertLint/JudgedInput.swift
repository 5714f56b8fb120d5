public import AdvertCapture
public import AdvertObservation
public import AdvertScan
public import AdvertisingData

/// An input and the facts gathered while its advertisers were judged, for the rules that judge it as a whole.
public struct JudgedInput: Sendable {
  public let path: String
  /// `nil` for declared layouts.
  public let capture: CaptureSummary?
  public let scanModeChanges: [ScanModeChange]
  public let expectations: Expectations
  /// Advertisers and declared layouts that were judged.
  public private(set) var subjects = 0
  /// Their distinct layouts.
  public private(set) var layouts = 0
  /// Advertisers of the whole capture, judged or not.
  public private(set) var advertisers = 0
  /// Judged advertisers that can be asked for a scan response.
  public private(set) var scannable = 0
  /// Those of them whose scan response was never received.
  public private(set) var withoutScanResponse = 0
  /// Selectors of devices that chose none.
  public private(set) var unmatchedDevices: [DeviceSelector]
  /// Expected services that no judged advertiser lists in its advertising data, or at least in a scan response, which
  /// is a finding of its own.
  public private(set) var missingServices: [BluetoothUUID]
  /// Services that declared layouts were said to have, and do not, not even in a scan response.
  private(set) var unmetExpectations: [UnmetExpectation] = []
  /// Which ignores of the settings were used.
  var ignoreUse = IgnoreUse()
  /// Those that matched nothing, in a run of all inputs.
  var unusedIgnores: [IgnoreUse.Unused] = []
  /// Findings left out because the manifest ignores them.
  public var ignored: Int { ignoreUse.findings }

  /// A service that a declared layout must list.
  struct UnmetExpectation: Sendable {
    let service: BluetoothUUID
    let layoutName: String?
    let path: String
    let text: TextRange?
  }

  public init(
    path: String, capture: CaptureSummary?, scanModeChanges: [ScanModeChange], expectations: Expectations
  ) {
    self.path = path
    self.capture = capture
    self.scanModeChanges = scanModeChanges
    self.expectations = expectations
    unmatchedDevices = expectations.devices
    missingServices = expectations.services
  }

  init(_ input: Input, expectations: Expectations) {
    switch input.content {
    case .capture(let summary, let observation):
      self.init(
        path: input.path, capture: summary, scanModeChanges: observation.scanModeChanges, expectations: expectations)
    case .text, .argument:
      self.init(path: input.path, capture: nil, scanModeChanges: [], expectations: expectations)
    }
  }

  /// All inputs of a run as one; `nil` when there are none. What one of them holds is not missing.
  init?(joining inputs: [JudgedInput]) {
    guard let first = inputs.first else { return nil }
    self.init(
      path: inputs.count == 1 ? first.path : "\(first.path) and \(inputs.count - 1) more",
      capture: inputs.count == 1 ? first.capture : nil, scanModeChanges: [], expectations: first.expectations)
    for input in inputs {
      subjects += input.subjects
      layouts += input.layouts
      advertisers += input.advertisers
      scannable += input.scannable
      withoutScanResponse += input.withoutScanResponse
      unmatchedDevices.removeAll { !input.unmatchedDevices.contains($0) }
      missingServices.removeAll { !input.missingServices.contains($0) }
      unmetExpectations += input.unmetExpectations
      ignoreUse.join(input.ignoreUse)
      unusedIgnores += input.unusedIgnores
    }
  }

  /// Notes an advertiser of the capture and says whether it is to be judged.
  mutating func admits(_ advertiser: Advertiser) -> Bool {
    noteAdvertiser()
    guard !expectations.devices.isEmpty else { return true }
    let matching = expectations.devices.filter { $0.matches(advertiser) }
    unmatchedDevices.removeAll { matching.contains($0) }
    return !matching.isEmpty
  }

  mutating func noteAdvertiser() {
    advertisers += 1
  }

  /// Notes what is judged.
  mutating func note(_ subject: Subject) {
    subjects += 1
    layouts += subject.layouts.count
    let asked = subject.layouts.filter { $0.pdu?.isScannable ?? false }
    if !asked.isEmpty, subject.isFromAir {
      scannable += 1
      if asked.allSatisfy({ $0.scanResponse == .notObserved }) { withoutScanResponse += 1 }
    }
    guard !missingServices.isEmpty || !subject.expectedServices.isEmpty, subject.advertisingWasSeen else { return }
    let listed = Set(subject.layouts.flatMap(\.payloads).flatMap(\.payload.payload.services))
    missingServices.removeAll { listed.contains($0) }
    for service in subject.expectedServices where !listed.contains(service) {
      unmetExpectations.append(
        UnmetExpectation(service: service, layoutName: subject.layoutName, path: subject.path, text: subject.text))
    }
  }
}
