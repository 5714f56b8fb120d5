public import AdvertCapture
public import AdvertObservation
public import AdvertisingData

/// The advertisers of captures, with the scanners that discover each.
public struct InspectRun: Sendable {
  /// The captures among the inputs, in their order.
  public let captures: [Capture]
  /// Which devices are wanted; all when it is empty.
  public let devices: [DeviceSelector]
  /// Of which services at least one must be listed; empty for any or none.
  public let services: [BluetoothUUID]

  /// All advertisers of the captures among the inputs, or those that a selector chooses and that list one of the services
  /// in either block.
  public init(_ inputs: [Input], devices: [DeviceSelector] = [], services: [BluetoothUUID] = []) {
    captures = inputs.compactMap { input in
      guard case .capture(let summary, let observation) = input.content else { return nil }
      return Capture(path: input.path, summary: summary, observation: observation)
    }
    self.devices = devices
    self.services = services
  }

  /// A capture with who was heard in it.
  public struct Capture: Sendable {
    /// As the user named it.
    public let path: String
    /// How reading went.
    public let summary: CaptureSummary
    /// Who was heard.
    public let observation: Observation
  }

  /// A device with the scanners that discover it.
  public struct Device: Sendable {
    /// What was received of it.
    public let advertiser: Advertiser
    /// What the scanners make of it.
    public let reach: Reach
  }

  /// Whether all advertisers are wanted.
  public var isEverything: Bool { devices.isEmpty && services.isEmpty }

  /// The advertisers of a capture that are wanted, each made when it is its turn: there may be a million.
  public func forEachDevice(of capture: Capture, _ body: (Device) -> Void) {
    var reaches = ReachMemory(capture.summary)
    for advertiser in capture.observation.advertisers where isWanted(advertiser) {
      body(Device(advertiser: advertiser, reach: reaches.reach(of: advertiser)))
    }
  }

  /// Some of the advertisers that are wanted, and how many there are. When all are wanted, those with the most reports.
  public func devices(of capture: Capture, atMost limit: Int) -> (listed: [Device], all: Int) {
    var reaches = ReachMemory(capture.summary)
    var advertisers: [Advertiser] = []
    var all = 0
    if isEverything {
      advertisers = Array(capture.observation.busiestAdvertisers(limit))
      all = capture.observation.advertiserCount
    } else {
      for advertiser in capture.observation.advertisers where isWanted(advertiser) {
        all += 1
        if all <= limit { advertisers.append(advertiser) }
      }
    }
    return (advertisers.map { Device(advertiser: $0, reach: reaches.reach(of: $0)) }, all)
  }

  /// Whether no advertiser lists one of the services that are asked for.
  public var lacksServices: Bool {
    !services.isEmpty && !captures.isEmpty
      && !captures.contains { $0.observation.advertisers.contains(where: isWanted) }
  }

  private func isWanted(_ advertiser: Advertiser) -> Bool {
    (devices.isEmpty || devices.contains { $0.matches(advertiser) })
      && (services.isEmpty
        || !Set(services).isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices))
  }
}

/// How one device fares with every known scanner: for each of its services a filter for it, or, when it has none, whether
/// it is delivered at all. The worst verdict counts.
public struct Reach: Sendable {
  private let profiles: [Verdict.Word: [ScannerProfile.ID]]

  fileprivate init(_ words: [(profile: ScannerProfile.ID, word: Verdict.Word)]) {
    profiles = Dictionary(grouping: words, by: \.word).mapValues { $0.map(\.profile) }
  }

  /// The scanners with this verdict.
  public func profiles(_ word: Verdict.Word) -> [ScannerProfile.ID] { profiles[word] ?? [] }
}

/// Judges the devices of a capture. What devices have in common is judged once.
private struct ReachMemory {
  private let times: ClosedRange<Timestamp>?
  private var known: [DeviceTraits: Judged] = [:]

  init(_ capture: CaptureSummary) {
    times = capture.times
  }

  /// What the profiles say of all devices with the same traits.
  private struct Judged {
    /// Of every profile; `nil` where it depends on when a device was received.
    let words: [Verdict.Word?]
    /// `nil` when there is such a profile.
    let reach: Reach?
  }

  mutating func reach(of advertiser: Advertiser) -> Reach {
    let device = ScannedDevice(advertiser)
    let questions = device.questions
    let judged = judged(device, questions)
    if let reach = judged.reach { return reach }
    return Reach(
      zip(ScannerProfile.all, judged.words).compactMap { profile, word in
        if let word { return (profile.id, word) }
        return profile.worstVerdict(on: device, for: questions, during: times).map { (profile.id, $0.word) }
      })
  }

  private mutating func judged(_ device: ScannedDevice, _ questions: [Question]) -> Judged {
    let traits = device.traits(asked: questions)
    if let judged = known[traits] { return judged }
    let words = ScannerProfile.all.map { profile -> Verdict.Word? in
      let verdicts = questions.map { profile.verdict(on: device, for: $0) }
      return verdicts.contains(where: \.dependsOnTime) ? nil : verdicts.worst?.word
    }
    let reach =
      words.contains(nil)
      ? nil : Reach(zip(ScannerProfile.all, words).compactMap { profile, word in word.map { (profile.id, $0) } })
    let judged = Judged(words: words, reach: reach)
    known[traits] = judged
    return judged
  }
}
