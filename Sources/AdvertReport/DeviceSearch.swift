internal import AdvertManifest
public import AdvertObservation
internal import AdvertisingData

/// Looks for devices and remembers which of them are there, and which names others have.
public struct DeviceSearch: Sendable {
  /// Names beyond these are not compared: a capture may invent any number.
  private static let mostNames = 10_000
  private static let suggestions = 3

  private let selectors: [DeviceSelector]
  private var found: Set<DeviceSelector> = []
  private var names: Set<String> = []

  public init(_ selectors: [DeviceSelector]) {
    self.selectors = selectors
  }

  /// Whether a device is asked for. Every device is when there are no selectors.
  public mutating func chooses(_ advertiser: Advertiser) -> Bool {
    guard !selectors.isEmpty else { return true }
    return chooses(name: advertiser.name?.text) { $0.matches(advertiser) }
  }

  /// Whether a device with this name is asked for. `matches` says whether a selector chooses it.
  public mutating func chooses(name: String?, _ matches: (DeviceSelector) -> Bool) -> Bool {
    guard !selectors.isEmpty else { return true }
    let matching = selectors.filter(matches)
    found.formUnion(matching)
    if let name, names.count < Self.mostNames { names.insert(name) }
    return !matching.isEmpty
  }

  /// Whether a selector has not chosen anything yet.
  var isLooking: Bool { found.count < Set(selectors).count }

  /// A line for each selector that chose nothing, with the names that come nearest.
  public var missing: [String] {
    selectors.filter { !found.contains($0) }.map { selector in
      let nearest = NearestWord.ranked(near: selector.text, among: names.sorted(), count: Self.suggestions)
      let words = "no device matches \"\(selector.text)\""
      return nearest.isEmpty
        ? words : "\(words); the nearest names: " + nearest.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }
}
