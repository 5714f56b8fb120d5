internal import AdvertManifest
internal import AdvertReport
internal import AdvertisingData

/// A service in the form in which people write it.
enum AskedService {
  /// Returns the service with a UUID or a name; `nil` for a blank text.
  static func uuid(of text: String) throws(RequestProblem) -> BluetoothUUID? {
    let text = trimmed(text)
    guard !text.isEmpty else { return nil }
    if let uuid = BluetoothUUID(text: text) { return uuid }
    let services = ServiceName.uuids(called: text)
    guard let service = services.first else {
      throw RequestProblem(
        words:
          "service: expected a UUID of 4, 8 or 32 hex digits, or the name of a service, found \(HostileText.quoted(text))"
      )
    }
    guard services.count == 1 else {
      let all = services.map { "\($0)" }.joined(separator: ", ")
      throw RequestProblem(words: "service: several services have this name: \(all)")
    }
    return service
  }

  /// Returns the services of a text with one service on each line.
  static func uuids(of text: String) throws(RequestProblem) -> [BluetoothUUID] {
    var uuids: [BluetoothUUID] = []
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x2C }) {
      if let uuid = try uuid(of: String(decoding: Array(line), as: UTF8.self)) { uuids.append(uuid) }
    }
    return uuids
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    var octets = Array(text.utf8)[...]
    octets = octets.drop(while: isBlank)
    while let last = octets.last, isBlank(last) { octets.removeLast() }
    return String(decoding: Array(octets), as: UTF8.self)
  }
}
