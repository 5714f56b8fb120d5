package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// The advertisers of captures, with the services that each hides from scanners.
package struct InspectRun: Sendable {
  /// The captures among the inputs, in their order.
  package let captures: [Capture]
  /// Programs' accounts of devices in values, with the path of each input.
  package let accounts: [(path: String, known: HostAccount)]
  /// The scans of apps that Android phones report, with the path of each input.
  package let phones: [(path: String, apps: [PhoneApp])]
  /// The devices that the user wants; empty for all.
  package let devices: [DeviceSelector]
  /// Services of which a device must list at least one; empty for devices with any services or none.
  package let services: [BluetoothUUID]
  private let selectors: DeviceSelectors
  private let serviceSet: Set<BluetoothUUID>
  /// In dBm: devices whose median strength is lower, and those that were not measured, are left out. `nil` for all.
  package let minimumRSSI: Int?
  /// The order of the table.
  package let order: Order?

  /// All advertisers of the captures among the inputs, or those that a selector chooses, that list one of the services
  /// in either block, and that are strong enough.
  ///
  /// - Parameters:
  ///  - inputs: the captures; declared layouts are passed over.
  ///  - devices: only these; all when it is empty.
  ///  - services: only devices that list one of these; all when it is empty.
  ///  - minimumRSSI: only devices whose median is at least this, in dBm; all when it is `nil`.
  ///  - order: of a table. By default, those that hide a service come first, then the strongest.
  package init(
    _ inputs: [Input], devices: [DeviceSelector] = [], services: [BluetoothUUID] = [], minimumRSSI: Int? = nil,
    order: Order? = nil
  ) {
    captures = inputs.compactMap { input in
      guard case .capture(let summary, let observation) = input.content else { return nil }
      return Capture(path: input.path, summary: summary, observation: observation)
    }
    accounts = inputs.compactMap { input in input.account.map { (input.path, $0) } }
    phones = inputs.compactMap { $0.apps.isEmpty ? nil : ($0.path, $0.apps) }
    self.devices = devices
    self.services = services
    selectors = DeviceSelectors(devices)
    serviceSet = Set(services)
    self.minimumRSSI = minimumRSSI
    self.order = order
  }

  /// A capture with the devices that were heard in it.
  package struct Capture: Sendable {
    /// As the user named it.
    package let path: String
    /// How the capture was read.
    package let summary: CaptureSummary
    /// The devices that were heard.
    package let observation: Observation
  }

  /// A device with the services that it hides.
  package struct Device: Sendable {
    /// The device and its receptions.
    package let advertiser: Advertiser
    /// The services that it lists only where some scanners do not look.
    package let hiddenServices: [HiddenService]
  }

  /// The orders of a table. Devices that are equal in it come in the order of their addresses.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// The strongest first; those that were not measured last.
    case strength
    /// The devices with the most reports first.
    case count
    /// By name, without regard to case; those without a name last.
    case name
    /// By address, as a number.
    case address
  }

  /// Whether all advertisers are wanted.
  package var isEverything: Bool { devices.isEmpty && services.isEmpty && minimumRSSI == nil }

  /// The devices of an account that are wanted.
  package func devices(of known: HostAccount) -> [HostAccount.Device] {
    known.devices.filter { device in
      let strength = device.hearings.compactMap { $0.rssi }.max() ?? .min
      return (minimumRSSI.map { strength >= $0 } ?? true)
        && (selectors.isEmpty || device.isChosen(by: selectors))
        && (services.isEmpty || !serviceSet.isDisjoint(with: device.values.services))
    }
  }

  /// Hands on the advertisers of a capture that are wanted, sorted by address. Each is made when its turn comes: there
  /// may be a million.
  package func forEachDevice(of capture: Capture, _ body: (Device) -> Void) {
    forEachPart(of: capture) {
      $0
    } take: {
      $0.forEach(body)
    }
  }

  /// The same on all cores: `make` gets some devices at a time, and `take` gets its results in their order.
  package func forEachPart<Part: Sendable>(
    of capture: Capture, _ make: @escaping @Sendable ([Device]) -> Part, take: (Part) -> Void
  ) {
    let advertisers = capture.observation.advertisers
    AllCores.mapParts(of: advertisers.count, known: (), memory: HiddenServices()) { _, memory, range in
      var devices: [Device] = []
      devices.reserveCapacity(range.count)
      for position in range {
        let advertiser = advertisers[position]
        guard isWanted(advertiser) else { continue }
        devices.append(Device(advertiser: advertiser, hiddenServices: memory.services(hiddenBy: advertiser)))
      }
      return make(devices)
    } take: { _, parts in
      parts.forEach(take)
    }
  }

  /// Returns some of the advertisers that are wanted, and the number of all. Without an order, those with the most
  /// reports.
  package func devices(of capture: Capture, atMost limit: Int) -> (listed: [Device], all: Int) {
    var memory = HiddenServices()
    let (advertisers, all) = advertisers(of: capture.observation, atMost: limit)
    let devices = advertisers.map { Device(advertiser: $0, hiddenServices: memory.services(hiddenBy: $0)) }
    // The host itself is no neighbour, so it comes last.
    let heard = devices.filter { $0.advertiser.origin != .host }
    let own = devices.filter { $0.advertiser.origin == .host }
    guard order == nil else { return (heard + own, all) }
    let ranked = Rank.sorted(heard.enumerated().map { (Rank($1.advertiser, .strength, position: $0), $1) })
    return (ranked.filter { !$0.hiddenServices.isEmpty } + ranked.filter { $0.hiddenServices.isEmpty } + own, all)
  }

  /// Whether a capture is a text without packets, whose devices an account has in values.
  package func tellsInValues(_ capture: Capture) -> Bool {
    capture.summary.records == 0 && capture.observation.advertiserCount == 0
      && accounts.contains { $0.path == capture.path }
  }

  private func advertisers(of observation: Observation, atMost limit: Int) -> (listed: [Advertiser], all: Int) {
    if isEverything, order == nil || observation.advertiserCount <= limit {
      let busiest = Array(observation.busiestAdvertisers(limit))
      guard let order else { return (busiest, observation.advertiserCount) }
      return (Rank.sorted(busiest.enumerated().map { (Rank($1, order, position: $0), $1) }), busiest.count)
    }
    var first = FirstInOrder<(rank: Rank, element: Advertiser)>(limit) { $0.rank < $1.rank }
    var all = 0
    for advertiser in observation.advertisers where isWanted(advertiser) {
      first.add((Rank(advertiser, order ?? .count, position: all), advertiser))
      all += 1
    }
    return (first.sorted().map { $0.element }, all)
  }

  /// Whether no reception has what the user asks for. For devices, another place says so, with the names that come
  /// nearest.
  package var lacksEverything: Bool {
    !(services.isEmpty && minimumRSSI == nil) && !(captures.isEmpty && accounts.isEmpty)
      && accounts.allSatisfy { devices(of: $0.known).isEmpty }
      && !captures.contains { $0.observation.advertisers.contains(where: isWanted) }
  }

  private func isWanted(_ advertiser: Advertiser) -> Bool {
    if let minimumRSSI, (advertiser.rssi.map { Int($0.median) } ?? .min) < minimumRSSI { return false }
    return (selectors.isEmpty || selectors.choose(advertiser))
      && (services.isEmpty
        || !serviceSet.isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices))
  }
}

/// The place of an advertiser in an order.
private struct Rank: Comparable {
  private let number: Int
  private let text: String
  private let position: Int

  init(_ advertiser: Advertiser, _ order: InspectRun.Order, position: Int) {
    self.position = position
    var (number, text) = (0, "")
    switch order {
    case .strength: number = advertiser.rssi.map { -Int($0.median) } ?? .max
    case .count: number = -(advertiser.advertisements + advertiser.scanResponses)
    case .name:
      text = advertiser.name?.lowercased() ?? ""
      number = text.isEmpty ? 1 : 0
    case .address: break
    }
    self.number = number
    self.text = text
  }

  static func < (one: Self, other: Self) -> Bool {
    (one.number, one.text, one.position) < (other.number, other.text, other.position)
  }

  static func sorted<Element>(_ ranked: [(rank: Rank, element: Element)]) -> [Element] {
    ranked.sorted { $0.rank < $1.rank }.map { $0.element }
  }
}
