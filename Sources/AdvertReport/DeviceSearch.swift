internal import AdvertLint
internal import AdvertManifest
public import AdvertObservation
public import AdvertisingData

/// Chooses devices, and remembers which selectors found one and which names were seen.
public struct DeviceSearch: Sendable {
  /// The search keeps no more names: a capture may hold any number.
  private static let mostNames = 10_000
  private static let suggestions = 3

  private let selectors: [DeviceSelector]
  private var found: Set<DeviceSelector> = []
  private var names: Set<String> = []

  public init(_ selectors: [DeviceSelector]) {
    self.selectors = selectors
  }

  /// Whether a selector chooses a device. Without selectors every device is chosen.
  public mutating func chooses(_ advertiser: Advertiser) -> Bool {
    guard !selectors.isEmpty else { return true }
    return chooses(name: advertiser.name) { $0.matches(advertiser) }
  }

  /// Whether a selector chooses the device with this name, as `matches` decides.
  public mutating func chooses(name: String?, _ matches: (DeviceSelector) -> Bool) -> Bool {
    guard !selectors.isEmpty else { return true }
    let matching = selectors.filter(matches)
    found.formUnion(matching)
    if let name, names.count < Self.mostNames { names.insert(name) }
    return !matching.isEmpty
  }

  /// Whether a selector has not found a device yet.
  var isLooking: Bool { found.count < Set(selectors).count }

  /// A line for each selector that found no device, with the nearest names that were seen, or the nearest formats.
  public var missing: [String] {
    selectors.filter { !found.contains($0) }.map { selector in
      let missing = "no device matches \"\(selector.text)\""
      let isFormat = selector.text.hasPrefix(Self.formatPrefix)
      if isFormat, Self.formats.contains(where: { Self.folded($0) == Self.folded(selector.text) }) { return missing }
      let known = isFormat ? Self.formats : names.sorted()
      let nearest = NearestWord.ranked(near: selector.text, among: known, count: Self.suggestions)
      guard !nearest.isEmpty else { return missing }
      return "\(missing); the nearest \(isFormat ? "formats" : "names"): "
        + nearest.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }

  private static let formatPrefix = "format:"
  private static let formats = KnownPayload.formats.map { formatPrefix + $0.id }

  /// As selectors compare formats.
  private static func folded(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
}

/// Chooses advertising reports: all, those of some devices, or those that list some services.
public struct ReportChoice: Sendable {
  private let devices: [DeviceSelector]
  private let services: [BluetoothUUID]
  /// Addresses of devices that a selector chose.
  private var chosen: Set<DeviceAddress> = []
  private var search: DeviceSearch
  private var hasService = false

  public init(devices: [DeviceSelector], services: [BluetoothUUID]) {
    self.devices = devices
    self.services = services
    search = DeviceSearch(devices)
  }

  /// Whether every report is chosen.
  var isEverything: Bool { devices.isEmpty && services.isEmpty }

  /// Whether a report is chosen. A device that is chosen by what it sends stays chosen.
  mutating func chooses(_ address: DeviceAddress, _ data: Span<UInt8>) -> Bool {
    let payload = Payload(copying: data)
    if !devices.isEmpty, search.isLooking || !chosen.contains(address) {
      if search.chooses(name: payload.localName?.text, { $0.matches(address, payload: payload) }) {
        chosen.insert(address)
      }
      guard chosen.contains(address) else { return false }
    }
    guard services.isEmpty || !Set(services).isDisjoint(with: payload.services) else { return false }
    hasService = true
    return true
  }

  /// A line for each selector and service that was not found.
  public var missing: [String] {
    let missing = search.missing
    guard missing.isEmpty, !services.isEmpty, !hasService else { return missing }
    return ["no report lists \(services.map(\.named).joined(separator: " or "))"]
  }
}
