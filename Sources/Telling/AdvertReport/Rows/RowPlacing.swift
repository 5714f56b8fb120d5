internal import AdvertCapture
internal import AdvertObservation
internal import AdvertisingData

/// Finds the layout and the scan of each report, and the key of its address, while a capture is read.
struct RowPlacing {
  private let needsPairing: Bool
  private let owner: (DeviceAddress) -> Int?
  private var owners: [DeviceAddress: Int?] = [:]
  private var observation = Observation(maximumAdvertisers: Capture.usualMostDevices)
  /// The identifiers of layouts, by number.
  private var layouts: [Int: String] = [:]
  /// The sessions by adapter, while the host does not change its scan.
  private var sessions: [UInt16: Int?] = [:]

  /// Creates the places; `nil` when no field needs it.
  init?(_ fields: RowFields, owner: @escaping (DeviceAddress) -> Int?) {
    guard fields.needsPairing || fields.needsOwners else { return nil }
    needsPairing = fields.needsPairing
    self.owner = owner
  }

  mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began:
      observation = Observation(maximumAdvertisers: Capture.usualMostDevices)
      layouts = [:]
      sessions = [:]
    case .scanning where needsPairing:
      observation.receive(event)
      sessions = [:]
    case .filters where needsPairing: observation.receive(event)
    default: break
    }
  }

  mutating func place(of report: borrowing AdvertisingReport) -> RowPlace {
    var place = RowPlace(owner: resolved(report.address))
    guard needsPairing else { return place }
    if let number = observation.place(report) {
      if layouts[number] == nil { layouts[number] = observation.identifier(ofLayout: number).description }
      place.layout = layouts[number]
    }
    let adapter = report.adapter
    if sessions[adapter] == nil { sessions[adapter] = .some(observation.currentScan(of: adapter)) }
    place.session = sessions[adapter] ?? nil
    return place
  }

  mutating func place(of host: HostLayout) -> RowPlace {
    let identifier = LayoutIdentifier(
      pdu: host.layout.pdu, advertisingSID: host.advertisingSID, isTruncated: false,
      advertising: host.layout.advertising?.octets)
    return RowPlace(owner: nil, layout: identifier.description, session: nil)
  }

  /// Returns the key of an address. Keys are tried once for each address.
  private mutating func resolved(_ address: DeviceAddress) -> Int? {
    guard address.mayBeResolvable else { return nil }
    if let known = owners[address] { return known }
    if owners.count >= Capture.usualMostDevices { owners = [:] }
    let found = owner(address)
    owners[address] = .some(found)
    return found
  }
}
