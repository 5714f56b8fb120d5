package import AdvertCapture
internal import AdvertLint
internal import AdvertManifest
package import AdvertObservation
package import AdvertReading
package import AdvertisingData

/// Chooses devices, and remembers the selectors that found one and the names and addresses that were received.
package struct DeviceSearch: Sendable {
  /// The most names, and the most addresses, that are kept: a capture may have any number.
  private static let maximumNames = 10_000
  private static let suggestions = 3

  /// The most selectors for which the nearest names are searched: that takes time for each name.
  private static let maximumSuggested = 100

  private let given: [DeviceSelector]
  private let selectors: DeviceSelectors
  /// Positions of selectors.
  private var found: Set<Int> = []
  private var names: Set<String> = []
  private var addresses: Set<String> = []

  private let asksForAddress: Bool

  package init(_ selectors: [DeviceSelector]) {
    given = selectors
    self.selectors = DeviceSelectors(selectors)
    asksForAddress = selectors.contains { $0.isAddress || Self.hasDigits($0) }
  }

  /// Returns whether a selector chooses a device. Without selectors every device is chosen.
  package mutating func chooses(_ advertiser: Advertiser) -> Bool {
    guard !selectors.isEmpty else { return true }
    note(advertiser.address)
    return note(selectors.positions(choosing: advertiser), name: advertiser.name)
  }

  /// Returns whether a selector chooses a declared layout.
  package mutating func chooses(_ layout: DeclaredLayout) -> Bool {
    guard !selectors.isEmpty else { return true }
    return note(selectors.positions(choosing: layout), name: layout.name ?? layout.deviceName)
  }

  /// Returns whether a selector chooses the device with this address, this name, and this identifier of Apple's
  /// systems, or in this line of a log.
  package mutating func chooses(
    _ address: DeviceAddress, name: String?, identifier: BluetoothUUID? = nil, line: Int? = nil
  ) -> Bool {
    guard !selectors.isEmpty else { return true }
    note(address)
    return note(selectors.positions(choosing: address, name: name, identifier: identifier, line: line), name: name)
  }

  /// Returns whether a selector chooses the device with this address and this payload.
  package mutating func chooses(_ address: DeviceAddress, _ payload: Payload) -> Bool {
    guard !selectors.isEmpty else { return true }
    note(address)
    return note(selectors.positions(choosing: address, payload: payload), name: payload.localName?.text)
  }

  /// Remembers an address, if a selector asks for one.
  private mutating func note(_ address: DeviceAddress) {
    guard asksForAddress, address.isKnown, addresses.count < Self.maximumNames else { return }
    addresses.insert(address.description)
  }

  /// Remembers the name of a device and the selectors that choose it; returns whether one does.
  private mutating func note(_ choosing: Set<Int>, name: String?) -> Bool {
    found.formUnion(choosing)
    if let name, names.count < Self.maximumNames { names.insert(name.withoutPadding) }
    return !choosing.isEmpty
  }

  /// Whether a selector has not found a device yet.
  var isLooking: Bool { found.count < selectors.all.count }

  /// A line for each selector that found no device, with the nearest of the names or addresses that were received, or
  /// of the formats.
  package var missing: [String] {
    let found = Set(found.map { selectors.all[$0] })
    let (names, addresses) = (names.sorted(), addresses.sorted())
    return given.filter { !found.contains($0) }.enumerated().map { position, selector in
      let missing = "no device matches \"\(selector.text)\""
      guard position < Self.maximumSuggested else { return missing }
      let isFormat = selector.text.hasPrefix(Self.formatPrefix)
      if isFormat, Self.formats.contains(where: { Self.folded($0) == Self.folded(selector.text) }) { return missing }
      if Self.hasDigits(selector) {
        let digits = Self.digits(selector.text)
        let alike = addresses.filter { Self.digits($0).hasPart(digits) }.prefix(Self.suggestions)
        if !alike.isEmpty {
          let words = alike.map { "\"\($0)\"" }.joined(separator: ", ")
          return "\(missing); an address is written in full, or its beginning with a colon; with these digits: \(words)"
        }
      }
      let (kind, known) =
        if isFormat {
          ("formats", Self.formats)
        } else if selector.isAddress, !addresses.isEmpty {
          ("addresses", addresses)
        } else {
          ("names", names)
        }
      let nearest = Self.nearest(to: selector.text, among: known)
      guard !nearest.isEmpty else { return missing }
      let beginsName = kind == "names" && names.contains { $0.hasPrefix(selector.text) }
      return "\(missing); the nearest \(kind): " + nearest.map { "\"\($0)\"" }.joined(separator: ", ")
        + (beginsName ? "; \"\(selector.text)*\" chooses each name that begins so" : "")
    }
  }

  /// Returns the texts that contain the text, in any case, then those with the fewest other letters.
  private static func nearest(to text: String, among known: [String]) -> [String] {
    let part = text.lowercased()
    let containing = known.filter { $0.lowercased().hasPart(part) }
    let others = containing.isEmpty ? known : known.filter { !containing.contains($0) }
    return Array(
      (containing + NearestWord.ranked(near: text, among: others, count: suggestions)).prefix(suggestions))
  }

  /// Returns whether it can be a part of an address: hexadecimal digits of one octet or more.
  private static func hasDigits(_ selector: DeviceSelector) -> Bool {
    let digits = digits(selector.text)
    return digits.count >= 2 && digits.allSatisfy { $0.isHexDigit }
  }

  /// Returns a text in lower case, without separators between octets.
  private static func digits(_ text: String) -> String { text.lowercased().filter { $0 != ":" && $0 != "-" } }

  private static let formatPrefix = "format:"
  private static let formats = KnownPayload.formats.map { formatPrefix + $0.id }

  /// Returns a text in the form in which selectors compare formats.
  private static func folded(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
}

/// Chooses advertising reports: all, those of some devices, or those that list some services.
///
/// A selector can name data of a device, such as its name. The device is then known only after it has sent them. To
/// include its earlier reports, an input is read twice: first ``lookAhead``, then to choose.
package struct ReportChoice: Sendable {
  /// The most devices not yet chosen whose reports are counted.
  private static let maximumPassedOver = 65_536

  private let devices: [DeviceSelector]
  private let services: [BluetoothUUID]
  private let serviceSet: Set<BluetoothUUID>
  /// Devices that a selector chose, separately for each capture.
  private var chosen: Set<Device> = []
  /// The capture of the input that is read.
  private var capture = 0
  /// The number of reports of devices that were not chosen yet.
  private var passedOver: [Device: Int] = [:]
  /// The number of reports of chosen devices that came before they were chosen.
  private var missed = 0
  private var search: DeviceSearch
  private var hasService = false
  private var isLookingAhead = false

  private struct Device: Hashable {
    let address: DeviceAddress
    let capture: Int
  }

  package init(devices: [DeviceSelector], services: [BluetoothUUID]) {
    self.devices = devices
    self.services = services
    serviceSet = Set(services)
    search = DeviceSearch(devices)
  }

  /// Whether every report is chosen.
  var isEverything: Bool { devices.isEmpty && services.isEmpty }

  /// Whether the data of a device decide whether it is chosen.
  package var needsToLookAhead: Bool { devices.contains { $0.choosesByData } }

  /// Begins an input. Its devices are separate from those of other inputs.
  package mutating func startInput() {
    chosen = []
    passedOver = [:]
    missed = 0
    capture = 0
  }

  /// A sink that finds the devices of an input, for ``takeDevices(from:)``.
  package var lookingAhead: DeviceFinder {
    var choice = self
    choice.isLookingAhead = true
    return DeviceFinder(choice)
  }

  /// Takes the results of looking ahead, for the second reading of the input.
  package mutating func takeDevices(from finder: DeviceFinder) {
    self = finder.choice
    isLookingAhead = false
    capture = 0
  }

  mutating func startCapture() { capture += 1 }

  /// Returns whether a report is chosen. A device that is chosen by its data stays chosen.
  mutating func chooses(_ address: DeviceAddress, _ data: Span<UInt8>) -> Bool {
    let payload = Payload(copying: data)
    if !devices.isEmpty {
      let device = Device(address: address, capture: capture)
      var isChosen = chosen.contains(device)
      if !isChosen || search.isLooking {
        if search.chooses(address, payload), !isChosen {
          chosen.insert(device)
          missed += passedOver.removeValue(forKey: device) ?? 0
          isChosen = true
        }
      }
      guard isChosen else {
        passOver(device)
        return false
      }
    }
    guard !isLookingAhead else { return false }
    guard services.isEmpty || !serviceSet.isDisjoint(with: payload.services) else { return false }
    hasService = true
    return true
  }

  private mutating func passOver(_ device: Device) {
    guard needsToLookAhead, !isLookingAhead else { return }
    if passedOver[device] != nil || passedOver.count < Self.maximumPassedOver { passedOver[device, default: 0] += 1 }
  }

  /// A line about the reports that came before their device was chosen; `nil` when there are none.
  package var complaint: String? {
    missed == 0
      ? nil
      : "\(counted(missed, "report")) left out, received before the device sent what --device asks for: give a file"
  }

  /// A line for each selector and service that was not found.
  package var missing: [String] {
    let missing = search.missing
    guard missing.isEmpty, !services.isEmpty, !hasService else { return missing }
    return ["no report lists \(services.map { $0.named }.joined(separator: " or "))"]
  }
}

/// Finds the devices of an input that are chosen by their data.
package struct DeviceFinder: CaptureSink {
  fileprivate var choice: ReportChoice

  fileprivate init(_ choice: ReportChoice) {
    self.choice = choice
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    _ = choice.chooses(report.address, report.data)
  }

  package mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began: choice.startCapture()
    case .hostLayout(let host):
      for (_, payload) in host.layout.blocks { _ = choice.chooses(host.address, payload.octets.span) }
    case .mayPause, .scanning, .filters, .connection, .scanRequest: break
    }
  }
}
