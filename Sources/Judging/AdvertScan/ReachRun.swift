package import AdvertCapture
package import AdvertObservation
internal import AdvertReading
package import AdvertisingData

/// The answers which scanners discover the devices of a list of inputs.
///
/// The answers for a device are computed on request: a capture may hold a hundred thousand devices.
package struct ReachRun: Sendable {
  /// The scanners.
  package let profiles: [ScannerProfile]
  /// The user's questions. When this is empty, each device has questions of its own.
  package let asked: [Question]
  /// The matchers of an integration of Home Assistant, of which one is enough; ``asked`` includes their questions.
  package let matchers: [IntegrationMatcher]
  /// The scans of an app, of which one is enough; ``asked`` includes their questions.
  package let scans: [AppScan]
  /// The probability, from 0 to less than 1, with which each packet is assumed to be lost when times are computed.
  package let loss: Double
  /// The interval that is assumed for each device, in microseconds; `nil` to use each device's own.
  private let supposed: Int64?
  /// Programs' accounts of devices in values, with the path of each input.
  package private(set) var accounts: [(path: String, known: HostAccount)] = []
  /// The scans of apps that Android phones report, with the path of each input.
  package let phones: [(path: String, apps: [PhoneApp])]
  let selectors: DeviceSelectors
  /// Whether the user wants only some devices.
  package let choosesDevices: Bool
  /// In the order of the inputs.
  package private(set) var inputs: [AskedFile] = []

  /// - Parameters:
  ///   - inputs: the inputs with the devices.
  ///   - profiles: the scanners.
  ///   - devices: only these; all when it is empty.
  ///   - asked: the user's questions. When it is empty, each device has questions of its own.
  ///   - services: the services expected of inputs without expectations of their own.
  ///   - matchers: the matchers of an integration of Home Assistant.
  ///   - scans: the scans of an app.
  ///   - interval: the interval that is assumed for each device, in microseconds; `nil` to use each device's own.
  ///   - loss: the probability, from 0 to less than 1, with which each packet is assumed to be lost when times are
  ///     computed.
  package init(
    _ inputs: [Input], profiles: [ScannerProfile], devices: [DeviceSelector] = [], asking asked: [Question] = [],
    expecting services: [BluetoothUUID] = [], matchers: [IntegrationMatcher] = [], scans: [AppScan] = [],
    supposing interval: Int64? = nil, loss: Double = 0
  ) {
    self.profiles = profiles
    self.matchers = matchers
    self.scans = scans
    supposed = interval
    self.loss = loss
    var asked = asked
    for question in matchers.flatMap({ $0.questions }) + scans.flatMap({ $0.questions }) where !asked.contains(question)
    {
      asked.append(question)
    }
    if asked.isEmpty, !scans.isEmpty { asked.append(.presence) }
    self.asked = asked
    choosesDevices = !devices.isEmpty
    let devices = DeviceSelectors(devices)
    selectors = devices
    phones = inputs.compactMap { $0.apps.isEmpty ? nil : ($0.path, $0.apps) }
    for input in inputs {
      // A phone's account of its scans has no devices.
      if !input.apps.isEmpty, !input.isCapture, input.layouts.isEmpty, input.account == nil { continue }
      if let known = input.account {
        accounts.append((input.path, known))
        // Without bytes there are no data to judge.
        if !input.isCapture, input.layouts.isEmpty { continue }
      }
      let expected = (input.expectations?.services ?? services).map(Question.service)
      if case .capture(let summary, let observation) = input.content {
        self.inputs.append(judged(observation, summary, path: input.path, devices, expected))
      } else {
        self.inputs.append(judged(input.layouts, path: input.path, devices, expected))
      }
    }
  }

  /// An input with its devices that are wanted.
  package struct AskedFile: Sendable {
    /// As the user named it.
    package let path: String
    /// The summary of the capture; `nil` for declared layouts.
    package let capture: CaptureSummary?
    /// The periods in which the log's host scanned; empty when the log does not show it.
    package let scanPeriods: [ScanPeriod]
    /// The scans of the log's host; empty when the log does not show them.
    package let scanSessions: [ScanSession]
    /// The number of scans beyond the limit, which were left out.
    package let scanSessionsLeftOut: Int
    /// Whether the capture hides the ends of addresses, so that one of them can be several devices.
    package let hidesEndsOfAddresses: Bool
    let timeline: ScanTimeline
    /// The connections of the log's host to devices.
    let connections: HostConnections
    /// All devices of the capture; `nil` for declared layouts.
    let advertisers: Observation.Advertisers?
    /// The devices that are wanted.
    package internal(set) var devices = Devices([])
    /// The number of devices that are left out because none of their data answer a question of the user.
    package internal(set) var silent = 0
    /// The number of those that were not observed in full.
    package internal(set) var silentInPart = 0
    /// The number of wanted devices that have what is asked for only in a form that no filter matches.
    package internal(set) var misformed = 0
    /// Whether no device of it is wanted, not even one that has nothing to do with the question.
    package var lacksDevice: Bool { devices.isEmpty && silent == 0 }
    /// Whether a question comes from a manifest.
    package internal(set) var hasExpectations = false

    /// The id of the profile of the log's host, by its commands; `nil` when they do not show it.
    package var platform: ScannerProfile.ID? {
      let settings = scanSessions.lazy.flatMap { $0.phases }.map { $0.settings }
      if settings.contains(where: { $0.isManaged }) { return "bluez-discovery" }
      return settings.contains { $0.isFiltering != nil || !$0.filters.isEmpty || $0.batch != nil } ? "android" : nil
    }

    init(path: String, capture: CaptureSummary? = nil, _ observation: Observation? = nil) {
      self.path = path
      self.capture = capture
      scanPeriods = observation?.scanPeriods ?? []
      scanSessions = observation?.scanSessions ?? []
      scanSessionsLeftOut = observation?.scanSessionsLeftOut ?? 0
      hidesEndsOfAddresses = observation?.hidesEndsOfAddresses ?? false
      connections = observation?.connections ?? HostConnections()
      advertisers = observation?.advertisers
      timeline = ScanTimeline(scanPeriods, until: capture?.times?.upperBound)
    }
  }

  /// The devices of an input, each made on access: there may be a million.
  package struct Devices: RandomAccessCollection, Sendable {
    private let make: @Sendable (Int) -> Device
    /// The number of devices.
    package let endIndex: Int
    /// The position of the first device: 0.
    package var startIndex: Int { 0 }

    init(_ devices: [Device]) { self.init(count: devices.count) { devices[$0] } }

    init(count: Int, _ make: @escaping @Sendable (Int) -> Device) {
      endIndex = count
      self.make = make
    }

    /// Makes the device at a position.
    package subscript(position: Int) -> Device { make(position) }
  }

  /// An advertiser or a declared layout.
  package struct Device: Sendable {
    /// The address of the device; `nil` for a declared layout.
    package let address: DeviceAddress?
    /// The name in its data, or that of the declared layout.
    package let name: String?
    /// The name of a declared layout.
    package let layoutName: String?
    /// Whether the device is the capturing host itself.
    package let isHost: Bool
    /// The adapter that received it, of several that captured.
    package let adapter: UInt16
    /// The questions about it.
    package let questions: [Question]
    /// The parts of its layouts that are not certain; `nil` for a device that the user did not choose in a capture of
    /// many.
    fileprivate(set) package var doubts: [Doubt]?
    let scanned: ScannedDevice
    /// The services that its layouts list first, when an app asks for the first one; else empty.
    var firstServices: Set<FirstService> = []
    /// Each layout of a device with several by itself, when an app asks for several things at once; else empty.
    var parts: [ScannedDevice] = []
    /// The times at which the device advertises; `nil` when they are not known, and for a device that the user did not
    /// choose in a capture with many devices.
    package let timing: DeviceTiming?
    /// The lengths of its packets; `nil` where no times are computed.
    package let packets: PacketLengths?
    /// Of the capture.
    let times: ClosedRange<Timestamp>?
    /// The device's receptions, when the user chose it; `nil` for others, because a capture may hold a hundred
    /// thousand.
    package var advertiser: Advertiser? { isChosen ? timed : nil }
    /// The device's receptions where times are computed, as for every device that the user chose.
    let timed: Advertiser?
    /// Whether the user chose the device.
    fileprivate let isChosen: Bool
    /// The other addresses that it may have used, when the user chose it; `nil` when its address does not change.
    package let relatives: AddressRelatives?

    /// The advertiser that it is, among those of its capture; `nil` for a declared layout.
    package var origin: Origin? {
      address.map { Origin(address: $0, adapter: adapter, isHost: isHost) }
    }

    /// The traits that distinguish the advertisers of a capture.
    package struct Origin: Hashable, Sendable {
      let address: DeviceAddress
      let adapter: UInt16
      let isHost: Bool
    }

    /// Whether a block of it was not observed in full, so that it may mention more.
    package var mayMentionMore: Bool { scanned.mayMentionMore }

    /// Returns the scans of the host that received it; all when the user did not choose it.
    package func scans(among sessions: [ScanSession]) -> [ScanSession] {
      guard let advertiser else { return sessions }
      return sessions.filter { session in
        session.setting.adapter == adapter && advertiser.reception(during: session.spans).count > 0
      }
    }
  }

  /// The discovery of a device by one scanner, for one question.
  package struct Answer: Sendable {
    package let question: Question
    package let profile: ScannerProfile
    /// Whether, when and how often it discovers the device.
    package let discovery: Discovery
  }

  /// Returns an answer for each of the device's questions and each profile, question by question.
  ///
  /// - Parameters:
  ///  - device: one of this run.
  ///  - limit: the most questions to answer.
  package func answers(for device: Device, toAtMost limit: Int = .max) -> [Answer] {
    device.questions.prefix(limit).flatMap { question in
      profiles.map { profile in
        Answer(
          question: question, profile: profile,
          discovery: profile.discovery(of: device.scanned, for: question, during: device.times))
      }
    }
  }

  /// The results of `make` for each device of an input and its answers. All cores make them; `take` gets them in order.
  package func forEachDevice<Made: Sendable>(
    of input: AskedFile, _ make: @escaping @Sendable (Device, [SharedAnswers]) -> Made, take: (Made) -> Void
  ) {
    let devices = input.devices
    AllCores.mapParts(
      of: devices.count, known: (), memory: AlikeDevices(profiles), atOnce: 512
    ) { _, alike, range in
      range.map { position in
        let device = devices[position]
        return make(device, alike.answers(for: device))
      }
    } take: { _, parts in
      for part in parts { part.forEach(take) }
    }
  }

  /// Returns for each profile its worst verdict on a question about the device; `nil` without questions.
  ///
  /// With matchers, or with scans of an app, the best verdict on one of them.
  package func worstVerdicts(on device: Device) -> [Verdict?] {
    guard matchers.isEmpty else { return bestVerdicts(on: device, among: matchers) }
    guard scans.isEmpty else { return bestVerdicts(on: device, among: scans) }
    return worstOfAllQuestions(on: device)
  }

  /// The devices of an account that are wanted.
  package func devices(of known: HostAccount) -> [HostAccount.Device] {
    guard choosesDevices else { return known.devices }
    return known.devices.filter { $0.isChosen(by: selectors) }
  }

  private func worstOfAllQuestions(on device: Device) -> [Verdict?] {
    profiles.map { $0.worstVerdict(on: device.scanned, for: device.questions, during: device.times) }
  }

  /// Whether the user asks for something that no device of any input mentions.
  package var isSilent: Bool {
    !asked.isEmpty && accounts.isEmpty && inputs.allSatisfy { $0.devices.count == $0.misformed }
      && inputs.contains { $0.silent + $0.misformed > 0 }
  }

  // MARK: Questions

  /// The most chosen devices for which other addresses are looked for.
  private static let maximumCompared = 32
  /// The most devices of a capture for which discovery times are computed although the user did not choose them.
  private static let maximumTimed = 100

  /// The questions about each device are the user's, else the expected ones, else those about its own services.
  private func judged(
    _ observation: Observation, _ summary: CaptureSummary, path: String, _ selectors: DeviceSelectors,
    _ expected: [Question]
  ) -> AskedFile {
    var file = AskedFile(path: path, capture: summary, observation)
    let questions = asked.isEmpty ? expected : asked
    file.hasExpectations = asked.isEmpty && !expected.isEmpty
    // In a busy place nearly all devices have nothing to do with the question.
    let leavesOut =
      observation.advertiserCount > 1 && selectors.isEmpty && !questions.isEmpty
      && !scans.contains { $0.mayPassAll }
    let asksForFirst = scans.contains { $0.asksForFirstService }
    let asksAtOnce = scans.contains { ($0.filters + $0.exclusions).contains { $0.questions.count > 1 } }
    let advertisers = observation.advertisers
    let times = summary.times
    let isChosen = !selectors.isEmpty
    let timeline = file.timeline
    // A host that pauses receives in step with its own pauses, which would be taken for the device's interval.
    let pauses = file.scanSessions.contains { $0.reports > 0 && !($0.setting.listening?.isContinuous ?? true) }
    let hasTimes = isChosen || advertisers.count <= Self.maximumTimed
    let supposed = supposed
    @Sendable func device(at position: Int, amongFew: Bool = false) -> Device {
      let advertiser = advertisers[position]
      let scanned = ScannedDevice(advertiser, asking: questions)
      let packets = hasTimes ? PacketLengths(advertiser) : nil
      var device = Device(
        address: advertiser.address, name: advertiser.name, layoutName: nil, isHost: advertiser.origin == .host,
        adapter: advertiser.adapter, questions: questions.isEmpty ? scanned.questions : questions, scanned: scanned,
        timing: supposed.map { DeviceTiming(supposing: $0, of: packets) }
          ?? (hasTimes ? DeviceTiming(advertiser, isMeasurable: !pauses) : nil), packets: packets, times: times,
        timed: hasTimes ? advertiser : nil, isChosen: isChosen,
        relatives: isChosen
          ? AddressRelatives(of: advertiser, among: amongFew ? advertisers : nil, timeline: timeline) : nil)
      if hasTimes { device.doubts = advertiser.doubts }
      if asksForFirst { device.firstServices = FirstService.all(of: advertiser) }
      if asksAtOnce, advertiser.layouts.count > 1 {
        device.parts = ScannedDevice.parts(of: advertiser, asking: questions)
      }
      return device
    }
    guard leavesOut || isChosen else {
      file.devices = Devices(count: advertisers.count) { device(at: $0) }
      return file
    }
    var positions: [Int] = []
    for (position, advertiser) in advertisers.enumerated() where !isChosen || selectors.choose(advertiser) {
      if leavesOut {
        let scanned = ScannedDevice(advertiser, asking: questions)
        guard questions.contains(where: scanned.mentions) else {
          if questions.contains(where: { scanned.misformed($0) != nil }) {
            file.misformed += 1
            positions.append(position)
            continue
          }
          file.silent += 1
          file.silentInPart += scanned.mayMentionMore ? 1 : 0
          continue
        }
      }
      positions.append(position)
    }
    let chosen = positions
    // Each device is compared with all others.
    let areFew = chosen.count <= Self.maximumCompared
    file.devices = Devices(count: chosen.count) { device(at: chosen[$0], amongFew: areFew) }
    return file
  }

  /// One of the layouts must have each expected service: the question goes to the layouts that mention it, or to all
  /// when none mentions it. A layout always gets the questions of its own expectations.
  private func judged(
    _ layouts: [DeclaredLayout], path: String, _ selectors: DeviceSelectors, _ expected: [Question]
  ) -> AskedFile {
    var file = AskedFile(path: path)
    let devices = layouts.map { layout in
      (layout, ScannedDevice(layout, asking: asked + expected + layout.expectedServices.map(Question.service)))
    }
    let mentioned = Set(expected.filter { question in devices.contains { $1.mentions(question) } })
    var wanted: [Device] = []
    for (declared, scanned) in devices
    where selectors.isEmpty || selectors.choose(declared) {
      var questions = declared.expectedServices.map(Question.service)
      let own = Set(questions)
      questions += expected.filter { !own.contains($0) && (scanned.mentions($0) || !mentioned.contains($0)) }
      file.hasExpectations = file.hasExpectations || asked.isEmpty && !questions.isEmpty
      if questions.isEmpty { questions = scanned.questions }
      let packets = PacketLengths(declared)
      var device = Device(
        address: nil, name: declared.name ?? declared.deviceName, layoutName: declared.name, isHost: false,
        adapter: 0, questions: asked.isEmpty ? questions : asked, scanned: scanned,
        timing: supposed.map { DeviceTiming(supposing: $0, of: packets) } ?? DeviceTiming(declared), packets: packets,
        times: nil, timed: nil, isChosen: false, relatives: nil)
      device.doubts = declared.doubtsToTell
      if scans.contains(where: { $0.asksForFirstService }) { device.firstServices = FirstService.all(of: declared) }
      wanted.append(device)
    }
    file.devices = Devices(wanted)
    return file
  }
}

extension ReachRun.Device.Origin {
  package init(_ advertiser: Advertiser) {
    self.init(address: advertiser.address, adapter: advertiser.adapter, isHost: advertiser.origin == .host)
  }
}
