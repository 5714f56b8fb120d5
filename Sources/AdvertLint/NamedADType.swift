internal import AdvertisingData
internal import AssignedNumbers

extension ADType {
  /// The type with its assigned name when it has one: `Appearance (0x19)`.
  var named: String {
    let number = "0x" + HexText.compact([rawValue])
    return ADTypes.name(of: rawValue).map { "\($0) (\(number))" } ?? "type \(number)"
  }
}
