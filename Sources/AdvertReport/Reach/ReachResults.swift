internal import AdvertCapture
public import AdvertObservation
public import AdvertScan
public import AdvertisingData

/// Which scanners discover which devices.
public struct ReachResults: Sendable {
  let profiles: [ScannerProfile]
  let selectors: [DeviceSelector]
  /// What was asked; when nothing was, each device is asked about the services expected of it, or else its own.
  let asked: [Question]
  private(set) var inputs: [Input] = []

  /// - Parameter devices: only these, all when it is empty.
  public init(_ profiles: [ScannerProfile], devices: [DeviceSelector] = [], asking questions: [Question] = []) {
    self.profiles = profiles
    selectors = devices
    asked = questions
  }

  /// A capture or a file of layouts, with the devices of it that are shown.
  struct Input: Sendable {
    let path: String
    /// `nil` for layouts that were written down.
    let capture: CaptureInput?
    var devices: [Device] = []
    /// Devices left out because nothing in them answers what was asked.
    var silent = 0
    /// Those of them that were not observed in full.
    var silentInPart = 0
    /// Whether anything was asked because a manifest expects it.
    var hasExpectations = false
  }

  struct Device: Sendable {
    /// `nil` for a layout that was written down.
    let address: DeviceAddress?
    /// What people know it by: the name it gives itself, or the layout's.
    let name: String?
    /// A written layout's name.
    let layoutName: String?
    let isHost: Bool
    let scanned: ScannedDevice
    let questions: [Question]
  }

  /// A capture.
  ///
  /// - Parameter services: what each device is asked about, when nothing was asked.
  public mutating func add(_ capture: CaptureInput, expecting services: [BluetoothUUID] = []) {
    var input = Input(path: capture.path, capture: capture)
    let asked = asked.isEmpty ? services.map(Question.service) : asked
    input.hasExpectations = self.asked.isEmpty && !services.isEmpty
    for advertiser in capture.advertisers
    where selectors.isEmpty || selectors.contains(where: { $0.matches(advertiser) }) {
      let scanned = ScannedDevice(advertiser)
      let device = Device(
        address: advertiser.address, name: advertiser.name?.text, layoutName: nil, isHost: advertiser.origin == .host,
        scanned: scanned, questions: asked.isEmpty ? scanned.questions : asked)
      // In a busy place nearly all devices have nothing to do with what is asked.
      if capture.advertiserCount > 1, selectors.isEmpty, !asked.isEmpty,
        !asked.contains(where: scanned.mentions)
      {
        input.silent += 1
        input.silentInPart += scanned.mayMentionMore ? 1 : 0
      } else {
        input.devices.append(device)
      }
    }
    inputs.append(input)
  }

  /// Layouts that were written down; `path` says where.
  ///
  /// - Parameter services: what at least one of them must have. Those that mention it are asked about it, or all when
  ///   none does; what is expected of a very layout, that layout is always asked about.
  public mutating func add(_ layouts: [DeclaredLayout], path: String, expecting services: [BluetoothUUID] = []) {
    var input = Input(path: path, capture: nil)
    let devices = layouts.map { ($0, ScannedDevice([$0.layout])) }
    let expected = services.map(Question.service)
    let mentioned = expected.filter { question in devices.contains { $1.mentions(question) } }
    for (declared, scanned) in devices
    where selectors.isEmpty || selectors.contains(where: { declared.matches($0) }) {
      var questions = declared.expectedServices.map(Question.service)
      questions += expected.filter {
        !questions.contains($0) && (scanned.mentions($0) || !mentioned.contains($0))
      }
      input.hasExpectations = input.hasExpectations || asked.isEmpty && !questions.isEmpty
      if questions.isEmpty { questions = scanned.questions }
      input.devices.append(
        Device(
          address: nil, name: declared.name ?? declared.deviceName, layoutName: declared.name, isHost: false,
          scanned: scanned,
          questions: asked.isEmpty ? questions : asked))
    }
    inputs.append(input)
  }

  /// What was asked for and is not there, a line each.
  public var missing: [String] {
    guard !asked.isEmpty, !inputs.isEmpty, inputs.allSatisfy(\.devices.isEmpty),
      inputs.contains(where: { $0.silent > 0 })
    else { return [] }
    return ["no device mentions \(asked.map { ReachText.words($0) }.joined(separator: " or "))"]
  }

  /// As text for people or as the document `advert.reach/1`.
  public func text(_ style: TextStyle) -> String { ReachText(self).text(style) }

  public var json: String { ReachJSON(self).json }
}

extension DeclaredLayout {
  /// Whether a selector chooses the layout by its name, or by what it sends.
  public func matches(_ selector: DeviceSelector) -> Bool {
    name.map { selector.matches(name: $0) } ?? false || layout.blocks.contains { selector.matches($0.payload) }
  }

  /// The name that the device gives itself in it.
  public var deviceName: String? { LocalName.best(of: layout.blocks.compactMap(\.payload.localName))?.text }
}

extension ReachResults.Input {
  func discovery(of device: ReachResults.Device, by profile: ScannerProfile, for question: Question) -> Discovery {
    profile.discovery(of: device.scanned, for: question, during: capture?.summary.times)
  }

  /// The worst verdict that any question to the device gets.
  func worst(of device: ReachResults.Device, by profile: ScannerProfile) -> Verdict? {
    profile.worstVerdict(on: device.scanned, for: device.questions, during: capture?.summary.times)
  }
}
