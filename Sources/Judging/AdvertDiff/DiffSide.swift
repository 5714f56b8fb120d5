internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The devices of one side. Each is made when its turn comes, because a side may have a hundred thousand.
struct DiffSide {
  let inputs: [Input]
  private(set) var entries: [Entry] = []
  /// The advertisers of each input that is a capture.
  private let captures: [Capture?]

  /// An address, or an owner of several, or a declared layout.
  struct Entry {
    /// The address; `nil` for a declared layout.
    let address: DeviceAddress?
    let isHost: Bool
    /// The owner of the address, when a key resolves it.
    let owner: Int?
    fileprivate let first: Place
    /// The places in other captures of the side, or on other adapters.
    fileprivate var others: [Place] = []
  }

  /// The place of a device: the position of an input, and a position in it.
  fileprivate struct Place {
    let input: Int
    let position: Int
  }

  private struct Capture {
    let count: Int
    let advertiser: (Int) -> Advertiser
    let hasScanResponses: Bool

    init(_ observation: Observation) {
      let advertisers = observation.advertisers
      count = advertisers.count
      advertiser = { advertisers[advertisers.index(advertisers.startIndex, offsetBy: $0)] }
      hasScanResponses = observation.scanResponses > 0
    }
  }

  private enum Identity: Hashable {
    case owner(Int, isHost: Bool)
    case address(DeviceAddress, isHost: Bool)
    case sentName(String)
  }

  /// - Parameter joinsLayouts: whether declared layouts with one local name are one device, as in a comparison with
  ///   captures.
  init(_ inputs: [Input], _ selectors: DeviceSelectors, joinsLayouts: Bool) {
    self.inputs = inputs
    captures = inputs.map { $0.observation.map { Capture($0) } }
    var positions: [Identity: Int] = [:]
    func add(_ entry: Entry, _ identity: Identity?, to entries: inout [Entry]) {
      if let identity, let known = positions[identity] {
        entries[known].others.append(entry.first)
      } else {
        if let identity { positions[identity] = entries.count }
        entries.append(entry)
      }
    }
    for (number, input) in inputs.enumerated() {
      if let capture = captures[number] {
        for position in 0..<capture.count {
          let advertiser = capture.advertiser(position)
          guard selectors.isEmpty || selectors.choose(advertiser) else { continue }
          let isHost = advertiser.origin == .host
          let entry = Entry(
            address: advertiser.address, isHost: isHost, owner: advertiser.owner,
            first: Place(input: number, position: position))
          let identity =
            advertiser.owner.map { Identity.owner($0, isHost: isHost) }
            ?? .address(advertiser.address, isHost: isHost)
          add(entry, identity, to: &entries)
        }
      }
      for (position, layout) in input.layouts.enumerated() where selectors.isEmpty || selectors.choose(layout) {
        let entry = Entry(
          address: nil, isHost: false, owner: nil, first: Place(input: number, position: position))
        add(entry, joinsLayouts ? layout.deviceName.map { .sentName($0) } : nil, to: &entries)
      }
    }
  }

  /// Returns the device of an entry, with all of its data on the side.
  func device(_ entry: Int) -> ComparedDevice {
    let places = [entries[entry].first] + entries[entry].others
    return ComparedDevice(
      places.map { place in
        let path = inputs[place.input].path
        guard let capture = captures[place.input] else {
          let input = inputs[place.input]
          let isOfImage = if case .image = input.content { true } else { false }
          return .declared(input.layouts[place.position], path: path, isOfImage: isOfImage)
        }
        return .heard(
          capture.advertiser(place.position), path: path, othersAnswer: capture.hasScanResponses)
      })
  }
}

/// A device of one side with all of its data on the side.
struct ComparedDevice {
  private let members: [Member]
  let identity: DiffDevice

  /// The data from one capture or one declared layout.
  enum Member {
    /// `othersAnswer` is whether the capture has scan responses of any device.
    case heard(Advertiser, path: String, othersAnswer: Bool)
    case declared(DeclaredLayout, path: String, isOfImage: Bool)
  }

  init(_ members: [Member]) {
    self.members = members
    let heard = members.compactMap { if case .heard(let advertiser, _, _) = $0 { advertiser } else { nil } }
    let declared = members.compactMap { if case .declared(let layout, _, _) = $0 { layout } else { nil } }
    let path =
      switch members.first {
      case .heard(_, let path, _), .declared(_, let path, _): path
      case nil: ""
      }
    let busiest = heard.max { $0.advertisements < $1.advertisements }
    let declaredKinds = Set(declared.map { $0.addressKind })
    identity = DiffDevice(
      path: path, address: heard.first?.address,
      addressKind: heard.first?.address.kind ?? (declaredKinds.count == 1 ? declaredKinds.first ?? nil : nil),
      name: LocalName.best(of: heard.compactMap { $0.localName })?.text
        ?? declared.lazy.compactMap { $0.deviceName }.first,
      layoutName: declared.first?.name, isHost: heard.first?.origin == .host,
      advertisements: heard.reduce(0) { $0 + $1.advertisements },
      scanResponses: heard.reduce(0) { $0 + $1.scanResponses },
      strength: busiest?.rssi.map { DiffStrength(min: $0.min, median: $0.median, max: $0.max) },
      interval: busiest.flatMap(Self.interval)
        ?? declared.lazy.compactMap { $0.intervalMicroseconds }.first.map {
          DiffInterval(range: $0...$0, samples: nil)
        },
      doubts: (heard.flatMap { $0.doubts } + declared.flatMap { $0.doubtsToTell }).withoutRepeats)
  }

  private static func interval(of advertiser: Advertiser) -> DiffInterval? {
    if let configured = advertiser.configuredInterval { return DiffInterval(range: configured, samples: nil) }
    guard let estimate = advertiser.interval, estimate.samples >= IntervalEstimate.fewestToJudge else { return nil }
    return DiffInterval(range: estimate.microseconds...estimate.microseconds, samples: estimate.samples)
  }

  /// Whether the capture has scan responses, so that its scan was active.
  var othersAnswer: Bool {
    members.contains { if case .heard(_, _, let others) = $0 { others } else { false } }
  }

  /// Whether only the beginning of its advertising data was received, or none beside a scan response with services.
  var isInPart: Bool {
    let sent = sent
    let advertised = sent.filter { $0.layout.advertising != nil }
    if !advertised.isEmpty, advertised.allSatisfy({ $0.isTruncated }) { return true }
    return advertised.count < sent.count
      && members.contains { member in
        guard case .heard(let advertiser, let path, _) = member else { return false }
        return Subject(advertiser, path: path).hasServicesWithoutAdvertising
      }
  }

  /// Whether the device is declared, and not received.
  var isDeclared: Bool {
    members.contains { if case .declared = $0 { true } else { false } }
  }

  var subjects: [Subject] {
    members.map { member in
      switch member {
      case .heard(let advertiser, let path, _): Subject(advertiser, path: path)
      case .declared(let layout, let path, _): Subject(layout, path: path)
      }
    }
  }

  /// Whether the device is a layout of a firmware image.
  var isOfImage: Bool {
    members.contains { if case .declared(_, _, let isOfImage) = $0 { isOfImage } else { false } }
  }

  /// Returns AD types that the host of a firmware image adds when it sends the layout.
  ///
  /// - Parameter includesNames: whether the name may be among them, which programs often set when they run.
  func addedTypes(includingNames includesNames: Bool) -> Set<ADType> {
    members.reduce(into: []) { types, member in
      guard case .declared(let layout, _, let isOfImage) = member else { return }
      types.formUnion(layout.addedTypes)
      if isOfImage, includesNames { types.formUnion([.completeLocalName, .shortenedLocalName]) }
    }
  }

  /// The names that it is declared to send, with placeholders.
  var namePatterns: [(pattern: PayloadPattern, element: DecodedPayload.Element)] {
    members.flatMap { member -> [PayloadPattern] in
      if case .declared(let layout, _, _) = member { layout.patterns.filter { !$0.variation.isEmpty } } else { [] }
    }.flatMap { pattern in
      pattern.payload.decoded.elements
        .filter { element in
          (element.type == .completeLocalName || element.type == .shortenedLocalName)
            && element.octetRange.contains { pattern.variation[$0] != nil }
        }
        .map { (pattern, $0) }
    }
  }

  var scanned: ScannedDevice {
    guard members.count == 1, let member = members.first else { return ScannedDevice(sent.map { $0.layout }) }
    return switch member {
    case .heard(let advertiser, _, _): ScannedDevice(advertiser)
    case .declared(let declared, _, _): ScannedDevice(declared)
    }
  }

  /// The layouts of the device as sent.
  var sent: [Sent] {
    members.flatMap { member in
      switch member {
      case .heard(let advertiser, _, _):
        advertiser.layouts.map { observed in
          Sent(
            layout: observed.layout, sid: observed.advertisingSID, count: observed.count,
            isTruncated: observed.isTruncated, variation: Variation(),
            responses: observed.scanResponses.map { ($0.payload, $0.count, $0.isTruncated) },
            responseVariation: Variation())
        }
      case .declared(let declared, _, _):
        [
          Sent(
            layout: declared.layout, sid: nil, count: 0, isTruncated: false,
            variation: declared.variation(of: .advertising),
            responses: declared.layout.scanResponse.payloads.map { ($0, 0, false) },
            responseVariation: declared.variation(of: .scanResponse))
        ]
      }
    }
  }

  /// A layout with the number of receptions of each payload.
  struct Sent {
    let layout: Layout
    let sid: UInt8?
    let count: Int
    let isTruncated: Bool
    /// The declared variation of the advertising data.
    let variation: Variation
    let responses: [(payload: Payload, count: Int, isTruncated: Bool)]
    /// The declared variation of the scan response.
    let responseVariation: Variation
  }
}

extension DeviceAddress {
  /// Whether the device keeps the address.
  var isFixed: Bool {
    switch kind {
    case .public, .randomStatic, .publicIdentity, .randomIdentity: true
    case .randomResolvable, .randomNonResolvable, .randomReserved, .anonymous, .unknown: false
    }
  }

  /// Whether the address changes every few minutes.
  var rotates: Bool {
    switch kind {
    case .randomResolvable, .randomNonResolvable, .randomReserved: true
    case .public, .randomStatic, .publicIdentity, .randomIdentity, .anonymous, .unknown: false
    }
  }
}
