package import AdvertisingData

/// An identifier that is the same for equal layouts in every capture: a number made from the kind of advertising, the
/// set and the advertising data, but not from the address, the scan responses or the counts.
///
/// It joins rows of reports with rows of layouts. Equal identifiers for different data are as unlikely as a collision
/// of 64 random bits; it does not resist data that are made to collide.
package struct LayoutIdentifier: Hashable, Sendable, BitwiseCopyable {
  private let bits: UInt64

  /// - Parameters:
  ///   - pdu: the kind of advertising; `nil` when it is not known.
  ///   - advertisingSID: the advertising set; `nil` in legacy advertising.
  ///   - isTruncated: whether only the beginning of the data was received.
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
  /// The identifier, which is the same for equal layouts of any device.
  package var identifier: LayoutIdentifier {
    LayoutIdentifier(
      pdu: layout.pdu, advertisingSID: advertisingSID, isTruncated: isTruncated,
      advertising: layout.advertising?.octets)
  }
}
