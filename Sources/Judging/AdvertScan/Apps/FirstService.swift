internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The service that a device lists first, over both blocks together. It is all that ArduinoBLE compares with its filter, as
/// the text of the bytes as sent. Lists of 32-bit UUIDs and service data are nothing to it.
///
/// Source: ArduinoBLE 2.0.1, BLEDevice::advertisedServiceUuid and BLEUuid::uuidToString.
enum FirstService: Hashable, Sendable {
  /// The text: `180d`, or 36 characters for a UUID that is sent in 128 bits.
  case listed(String)
  /// The device lists no service.
  case nothing
  /// The data with the first list are not all known.
  case unknown
}

extension LayoutView {
  /// The first service with each of the scan responses.
  var firstServices: Set<FirstService> {
    guard isBlockKnown, let advertising else { return [.unknown] }
    if let first = advertising.firstService { return [first] }
    guard !responses.isEmpty else {
      return [!(pdu?.isScannable ?? true) || scanResponseIsObserved ? .nothing : .unknown]
    }
    return Set(responses.map { $0.firstService ?? .nothing })
  }
}

extension LayoutView.PayloadView {
  /// The first service; `nil` when the payload, which is known in full, lists none.
  fileprivate var firstService: FirstService? {
    var walk = payload.structures
    while let structure = walk.next() {
      guard let width = ServiceUUIDList.width(of: structure.type), width != .bits32, structure.value.count > 0 else {
        continue
      }
      guard structure.value.count >= width.octets else { return .unknown }
      let octets = Array(copying: structure.value.extracting(0..<width.octets))
      return .listed(Self.text(ofLittleEndian: octets))
    }
    return isTruncated || isMalformed ? .unknown : nil
  }

  private static func text(ofLittleEndian octets: [UInt8]) -> String {
    let text = HexText.compact(octets.reversed())
    guard octets.count == 16 else { return text }
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    let digits = Array(text.utf8)
    return parts.map { String(decoding: digits[$0], as: UTF8.self) }.joined(separator: "-")
  }
}

extension FirstService {
  /// The first services of an advertiser, with each of its layouts.
  static func all(of advertiser: Advertiser) -> Set<FirstService> {
    advertiser.layouts.map { LayoutView($0) }.together.reduce(into: []) { $0.formUnion($1.firstServices) }
  }

  /// The first services of a declared layout; wherever both blocks are divided, they are in the same order.
  static func all(of declared: DeclaredLayout) -> Set<FirstService> {
    if OpenLayout(declared)?.services.isEmpty == false { return [.unknown] }
    guard let merged = declared.merged else { return LayoutView(declared).firstServices }
    return LayoutView(declared.divided(at: merged.likely.cut).layout).firstServices
  }
}

extension Set<FirstService> {
  /// Whether a filter with a text, whatever the case of its letters, lets one of them pass; `nil` when that is not known.
  func pass(_ text: String) -> Bool? {
    let digits = text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    if contains(.listed(String(decoding: digits, as: UTF8.self))) { return true }
    return contains(.unknown) ? nil : false
  }
}
