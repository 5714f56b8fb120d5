/// Weights of Xiaomi scales: service data of 0x181D (Weight Scale) and 0x181B (Body Composition), identified by their
/// length.
///
/// Source: ble_monitor and openScale. A weight is in the column of its unit.
extension KnownPayload.Format {
  static let miScale = KnownPayload.Format(
    "miScale", name: "Mi Scale", in: .services([0x181D]), isFoundByData: true,
    forms: [
      FixedFormat(
        "probably a Mi Scale", count: 10, .known,
        [
          .flag("stable", at: 0, mask: 0x20), .flag("removed", at: 0, mask: 0x80, whenTrue: "weight removed"),
        ] + weights(at: 1) { octets in octets[0] & 0x01 != 0 ? .pounds : octets[0] & 0x10 != 0 ? .jin : .kilograms }
          + time(at: 3))
    ])

  static let miBodyScale = KnownPayload.Format(
    "miBodyScale", name: "Mi Body Composition Scale", in: .services([0x181B]), isFoundByData: true,
    forms: [
      FixedFormat(
        "probably a Mi Body Composition Scale", count: 13, .known,
        [
          .flag("stable", at: 1, mask: 0x20), .flag("removed", at: 1, mask: 0x80, whenTrue: "weight removed"),
          .flag("object", at: 0, mask: 0x04, whenTrue: "of an object"),
        ] + weights(at: 11) { octets in octets[1] & 0x40 != 0 ? .jin : octets[0] & 0x01 != 0 ? .pounds : .kilograms }
          + [
            .value("impedance", at: 9..<11, as: [.integer, .null], unit: "Ω") { octets in
              octets[1] & 0x02 == 0 ? .null : .number(Int64(octets[9]) | Int64(octets[10]) << 8)
            }
          ] + time(at: 2))
    ])

  private enum Unit: Sendable {
    case kilograms
    case pounds
    /// Half a kilogram.
    case jin
  }

  /// A column for each unit; one of them has a value. Kilograms come in steps of 5 g, the other units in hundredths.
  private static func weights(
    at offset: Int, unit: @escaping @Sendable (_ octets: [UInt8]) -> Unit
  ) -> [FixedFormat.Column] {
    func column(_ key: String, _ wanted: Unit, _ name: String, factor: Int, decimals: Int) -> FixedFormat.Column {
      .value(key, at: offset..<offset + 2, label: "weight", unit: name) { octets in
        guard unit(octets) == wanted else { return .null }
        return .decimal(DecimalNumber(Int(UInt16(littleEndian: octets, at: offset)) * factor, decimals: decimals))
      }
    }
    return [
      column("weight", .kilograms, "kg", factor: 5, decimals: 3),
      column("weightPounds", .pounds, "lb", factor: 1, decimals: 2),
      column("weightJin", .jin, "jin", factor: 1, decimals: 2),
    ]
  }

  private static func time(at offset: Int) -> [FixedFormat.Column] {
    [
      .value("time", at: offset..<offset + 7, as: .string, label: "at") { octets in
        func two(_ octet: UInt8) -> String { octet < 10 ? "0\(octet)" : "\(octet)" }
        let year = Int(octets[offset]) | Int(octets[offset + 1]) << 8
        let date = "\(year)-\(two(octets[offset + 2]))-\(two(octets[offset + 3]))"
        return .text("\(date) \(two(octets[offset + 4])):\(two(octets[offset + 5])):\(two(octets[offset + 6]))")
      }
    ]
  }
}
