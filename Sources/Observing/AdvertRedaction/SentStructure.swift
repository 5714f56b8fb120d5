internal import AdvertisingData

/// An AD structure as sent, with the facts that decide whether its octets are those of its type.
///
/// A wrong length makes one structure of two: the list of UUIDs then ends with a name.
struct SentStructure {
  let type: ADType
  let value: [UInt8]
  /// Whether the payload has as many octets as the length counts.
  let isWhole: Bool
  let place: Place

  /// The writer of the structure.
  enum Place: Hashable {
    /// The host: advertising data and scan response data.
    case data
    /// The controller: additional controller advertising data.
    case controllerData
  }

  /// The octets that follow in the payload: the length and type of the next structure, if there is one.
  let following: ArraySlice<UInt8>
  /// The names and services of the payload, which identify devices.
  let signs: DeviceHints

  /// Whether octets of the value may stay because of the type.
  var isTrusted: Bool {
    guard isWhole else { return false }
    switch type {
    case .bigInfo, .channelMapUpdate, .periodicResponseTiming: return place == .controllerData
    case .leSupportedFeatures: return !hasText(of: Self.shortText)
    case .serviceData128: return !hasText(of: Self.longText, in: BluetoothUUID.Width.bits128.octets)
    default: return uuidWidth.map(isListOfUUIDs) ?? true
    }
  }

  /// The width of the UUIDs in a list; `nil` for other types.
  private var uuidWidth: BluetoothUUID.Width? {
    ServiceUUIDList.width(of: type) ?? SolicitationUUIDList.width(of: type)
  }

  /// Returns whether the octets divide into UUIDs and do not read like a text.
  private func isListOfUUIDs(_ width: BluetoothUUID.Width) -> Bool {
    value.count % width.octets == 0 && !hasText(of: width == .bits128 ? Self.longText : Self.shortText)
  }

  /// The length of a run of letters that short UUIDs and features never have.
  private static let shortText = 5
  /// The length of a run of letters that long UUIDs hardly ever have. They have five by chance.
  private static let longText = 9

  /// Returns whether this many octets in a row are text; or five, where a name begins or the next structure seems to
  /// continue it.
  ///
  /// - Parameter size: The number of octets of the value that are examined; all when it is `nil`.
  private func hasText(of count: Int, in size: Int? = nil) -> Bool {
    let size = size ?? value.count
    let octets = (value + following.prefix(2)).prefix(size + 2)
    var start = 0
    var end = 0
    while end < octets.count {
      let width = Self.textWidth(octets[end...])
      end += max(1, width)
      if width == 0 { start = end }
      let isName =
        start > 0 && [ADType.shortenedLocalName, .completeLocalName].contains(ADType(rawValue: octets[start - 1]))
      if end - start >= (isName || end > size ? Self.shortText : count) { return true }
    }
    return false
  }

  /// Returns the number of octets of the first character when it is one that names have, otherwise 0.
  private static func textWidth(_ octets: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var rest = octets.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return 0 }
    let isText = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || marks.contains(scalar)
    return isText ? UTF8.width(scalar) : 0
  }

  private static let marks: Set<Unicode.Scalar> = [" ", "-", "_", ".", "'", "’", "(", ")"]
}
