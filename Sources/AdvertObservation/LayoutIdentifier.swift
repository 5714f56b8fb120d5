package import AdvertisingData

/// What is the same for equal layouts in every capture: a number made of the kind of advertising, the set and the
/// advertising data, not of the address, the scan responses or the counts.
///
/// Rows of reports and of layouts are joined by it. Equal identifiers with different data are as unlikely as a collision
/// of 64 random bits; nothing is done against data that are made to collide.
package struct LayoutIdentifier: Hashable, Sendable, BitwiseCopyable {
  private let bits: UInt64

  /// - Parameters:
  ///   - pdu: the kind of advertising; `nil` when only scan responses were received.
  ///   - advertisingSID: the advertising set; `nil` in legacy advertising.
  ///   - isTruncated: whether only the beginning of the data arrived.
  ///   - advertising: the advertising data; `nil` when they were not received.
  package init(pdu: AdvertisingPDU?, advertisingSID: UInt8?, isTruncated: Bool, advertising: [UInt8]?) {
    var hash = FNVHash()
    hash.add(pdu?.rawValue ?? "")
    hash.add(0xFF)
    hash.add(advertisingSID ?? 0xFF)
    hash.add((isTruncated ? 1 : 0) | (advertising == nil ? 2 : 0))
    hash.add(advertising ?? [])
    bits = hash.bits
  }
}

extension LayoutIdentifier: CustomStringConvertible {
  /// `L` and sixteen hex digits, so that no program takes it for a number.
  package var description: String {
    "L" + HexDigits.text(bits, digits: 16)
  }
}

extension ObservedLayout {
  /// The same for equal layouts, of whichever device.
  package var identifier: LayoutIdentifier {
    LayoutIdentifier(
      pdu: layout.pdu, advertisingSID: advertisingSID, isTruncated: isTruncated,
      advertising: layout.advertising?.octets)
  }
}
