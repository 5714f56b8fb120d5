internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The expectations that an input or a run must meet, with the devices and services that meet them so far.
struct ExpectationTally: Sendable {
  let expectations: Expectations
  /// Whether the user chose devices, each of which must then meet the expectations.
  let isChoosing: Bool
  private let selectors: DeviceSelectors
  private var wanted: [DeviceSelector]
  /// The selectors that chose a device or layout. A set that grows: there may be thousands, and the parts of an input
  /// have few each.
  private var matched: Set<DeviceSelector> = []
  /// Devices that other inputs of the run have.
  private(set) var foundElsewhere: Set<DeviceSelector> = []
  /// The expected services that any judged advertiser may list.
  private let sought: Set<BluetoothUUID>
  /// The services in question that an advertiser lists.
  private var listed: Set<BluetoothUUID> = []
  /// The services in question that a device lists in values, by its label.
  private var listedInValues: [BluetoothUUID: String] = [:]
  /// The number of devices in values, chosen or not.
  private(set) var devicesInValues = 0
  /// The first place of each service in question that an advertiser has outside of lists, or in a form that no filter
  /// matches, in words.
  private(set) var unlisted: [BluetoothUUID: String] = [:]
  /// Services that chosen devices and declared layouts were expected to have, and do not have, not even in a scan
  /// response.
  private(set) var unmet: [Unmet] = []

  /// A service that a chosen device or a declared layout must list.
  struct Unmet: Sendable {
    let service: BluetoothUUID
    /// The address of the device or its label; `nil` for a declared layout.
    let sender: String?
    /// The identity of the device in other runs.
    let device: String?
    /// The state of the service.
    let state: State
    /// The place where it has the service outside of lists, or in a form that no filter matches, in words; `nil` when
    /// there is none.
    let unlisted: String?
    let source: Report.Source

    /// The states of an expected service that no judged list has.
    enum State {
      /// All advertising data that were received lack it.
      case absent
      /// Of some advertising data only the beginning was received.
      case cut
      /// Only scan responses were received.
      case unseen
      /// The values of both packets together have it.
      case inValues
      /// The values of both packets together lack it.
      case absentFromValues
      /// The values lack it, and some are left out.
      case absentFromSomeValues
    }
  }

  init(_ expectations: Expectations, isChoosing: Bool) {
    self.expectations = expectations
    self.isChoosing = isChoosing
    wanted = expectations.devices
    selectors = DeviceSelectors(expectations.devices)
    sought = isChoosing ? [] : Set(expectations.services)
  }

  /// The tally of several inputs as one. A device or service in one of them is not missing.
  init(joining tallies: [ExpectationTally], _ expectations: Expectations) {
    self.init(expectations, isChoosing: tallies.allSatisfy { $0.isChoosing })
    for tally in tallies {
      unmet += tally.unmet
      let unmatched = Set(tally.unmatchedDevices)
      for device in wanted where !unmatched.contains(device) { matched.insert(device) }
      join(tally)
    }
  }

  /// Adds what was met by other subjects of the input.
  mutating func add(_ part: ExpectationTally) {
    unmet += part.unmet
    matched.formUnion(part.matched)
    join(part)
  }

  /// Adds the services that other subjects have.
  private mutating func join(_ other: ExpectationTally) {
    listed.formUnion(other.listed)
    devicesInValues += other.devicesInValues
    // Embedded Swift, in which the playground is written, has no `merge`.
    for (service, label) in other.listedInValues where listedInValues[service] == nil {
      listedInValues[service] = label
    }
    for (service, place) in other.unlisted where unlisted[service] == nil { unlisted[service] = place }
  }

  /// Selectors of devices that chose no device.
  var unmatchedDevices: [DeviceSelector] { wanted.filter { !matched.contains($0) } }

  /// Expected services that no judged advertiser lists in its advertising data or in a scan response. A service in a
  /// scan response only is a finding of its own. Empty when devices were chosen.
  var missingServices: [BluetoothUUID] {
    expectations.services.filter { sought.contains($0) && !listed.contains($0) && listedInValues[$0] == nil }
  }

  /// Expected services that a device lists in values, by its label, and no judged advertiser lists.
  var servicesInValues: [(service: BluetoothUUID, sender: String)] {
    expectations.services.compactMap { service in
      listed.contains(service) ? nil : listedInValues[service].map { (service, $0) }
    }
  }

  /// Notes an advertiser of the capture, and returns whether it is to be judged.
  mutating func admits(_ advertiser: Advertiser) -> Bool {
    expectations.devices.isEmpty || note(selectors.positions(choosing: advertiser))
  }

  /// Notes a declared layout, and returns whether it is to be judged.
  mutating func admits(_ layout: DeclaredLayout) -> Bool {
    !isChoosing || note(selectors.positions(choosing: layout))
  }

  /// Notes that selectors chose a subject, by their positions, and returns whether there are any.
  private mutating func note(_ choosing: Set<Int>) -> Bool {
    for position in choosing { matched.insert(selectors.all[position]) }
    return !choosing.isEmpty
  }

  /// Notes devices in values, after all subjects. A selector that chose a subject means that.
  mutating func note(_ account: HostAccount, from source: Report.Source) {
    let unmatched = Set(unmatchedDevices)
    devicesInValues += account.devices.count
    for device in account.devices {
      if !expectations.devices.isEmpty {
        let positions = device.positions(in: selectors)
        guard note(positions.filter { unmatched.contains(selectors.all[$0]) }) else { continue }
      }
      let values = device.values
      for service in expectations.services {
        let isListed = values.services.contains(service)
        let hasData = values.serviceData[service] != nil || values.unreadServiceData.contains(service)
        let place = hasData ? "only in service data of \(device.label)" : nil
        guard isChoosing else {
          if isListed, listedInValues[service] == nil { listedInValues[service] = device.label }
          if unlisted[service] == nil { unlisted[service] = place }
          continue
        }
        unmet.append(
          Unmet(
            service: service, sender: device.label, device: device.label,
            state: isListed ? .inValues : values.mayBeMore ? .absentFromSomeValues : .absentFromValues, unlisted: place,
            source: source))
      }
    }
  }

  /// Notes the services of a judged subject.
  ///
  /// - Parameter isCut: whether only the beginning of some of its data was received.
  mutating func note(_ subject: Subject, isCut: Bool) {
    let expected = subject.expectedServices + (isChoosing ? expectations.services : [])
    let isUnseen = !subject.advertisingWasSeen
    // Unless the user chose the device, data that were not received prove nothing.
    guard !sought.isEmpty || !expected.isEmpty, !isUnseen || isChoosing else { return }
    var met = isUnseen ? [] : Set(subject.layouts.flatMap { $0.payloads }.flatMap { $0.payload.services })
    for service in met where sought.contains(service) { listed.insert(service) }
    // Searching data costs more than reading lists, and nothing asks for the place of a service that is listed.
    for service in sought where !listed.contains(service) && unlisted[service] == nil {
      unlisted[service] = subject.place(ofUnlisted: service)
    }
    for service in expected where met.insert(service).inserted {
      unmet.append(
        Unmet(
          service: service, sender: subject.address?.description, device: subject.stableIdentity,
          state: isUnseen ? .unseen : isCut ? .cut : .absent, unlisted: subject.place(ofUnlisted: service),
          source: subject.source))
    }
  }

  /// Goes on with a run in which any one input must have each device: these devices are missing from all.
  mutating func miss(only devices: [DeviceSelector]) {
    wanted = devices
    matched = []
  }

  /// Goes on with a run in which each input must meet the expectations.
  ///
  /// - Parameter devices: those that no input of the run has.
  mutating func miss(inRunWithout devices: [DeviceSelector]) {
    if !isChoosing { wanted = [] }
    foundElsewhere = Set(unmatchedDevices).subtracting(devices)
  }
}

extension Subject {
  /// Returns the first place where one of the layouts has a service that no list has, in words: in service data, or in a
  /// form that no filter matches. `nil` when there is none.
  fileprivate func place(ofUnlisted service: BluetoothUUID) -> String? {
    for layout in layouts {
      for (position, payload) in layout.payloads {
        let block = layout.isBlockKnown && !layout.isMerged ? position.block : nil
        if let data = payload.servicesOfData.first(where: { $0.uuid == service }) {
          let range = data.offset..<data.offset + data.width.octets
          return "only in service data of \(block?.withArticle ?? "the data"), \(range.byteWords)"
        }
        let end = payload.structures.last?.octetRange.upperBound ?? 0
        let certain = Payload(Array(payload.payload.octets.prefix(end)))
        if let found = MisformedUUID(service, in: certain) { return found.words(in: block) }
      }
    }
    return nil
  }
}
