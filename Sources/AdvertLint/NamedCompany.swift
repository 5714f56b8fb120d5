internal import AdvertisingData
internal import AssignedNumbers

extension ManufacturerData {
  /// A company identifier with its assigned name when it has one: `0x004c (Apple, Inc.)`.
  static func named(_ company: UInt16) -> String {
    let number = "0x" + HexText.compact([UInt8(company >> 8), UInt8(truncatingIfNeeded: company)])
    return CompanyIdentifiers.name(of: company).map { "\(number) (\($0))" } ?? number
  }
}
