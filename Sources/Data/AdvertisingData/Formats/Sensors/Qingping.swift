/// Measurements of Qingping and ClearGrass sensors (service data of 0xFDCD): the device's address, then objects.
///
/// Source: ble_monitor; little-endian. No source explains the bits of the first octet.
package enum Qingping {
  package static let format = KnownPayload.Format(
    "qingping", name: "Qingping", in: .services([0xFDCD]),
    fields: [.string("data"), .integer("product"), .string("model", orNull: true)] + address.declared + [
      .objects("objects", [.integer("id")] + kinds.flatMap { $0.columns.declared } + [.string("value")]),
      .string("rest"),
    ],
    beginning: { $0.count < 2 ? [] : [.structure(at: 0..<2)] }, isFoundByData: { _, _ in true },
    read: { octets, _ throws(Malformation) in
      try octets.require(fixedCount)
      var position = fixedCount
      var objects: [Field.Value] = []
      while position + 2 <= octets.count {
        let end = position + 2 + Int(octets[position + 1])
        guard end <= octets.count else { break }
        objects.append(.object(object(octets[position], Array(octets[position + 2..<end]), from: position)))
        position = end
      }
      let product = octets[1]
      let model = models[product]
      let rest = Array(octets[position...])
      let fields: [Field] =
        [
          .structure(at: 0..<1),
          Field("product", product, label: model == nil ? "product" : "", at: 1..<2, role: .structure),
          Field("model", model.map { .text($0) } ?? .null, wording: .value),
        ] + address.fields(of: octets) + [
          Field("objects", .list(objects), at: fixedCount..<position, wording: .items(separator: ", ")),
          Field("rest", .octets(rest), label: "not decoded", at: position..<octets.count),
        ] + (rest.count > 1 ? [.structure(at: position + 1..<position + 2)] : [])
      return KnownPayload.Reading(fields: fields, problems: rest.isEmpty ? [] : [.cut(offset: position)])
    })

  private static let fixedCount = 8
  private static let address: [FixedFormat.Column] = [.address(at: 2, name: "the address of a Qingping device")]

  private static let models: [UInt8: String] = [
    0x01: "CGG1", 0x07: "CGG1", 0x09: "CGP1W", 0x0C: "CGD1", 0x0E: "CGDN1", 0x12: "CGPR1", 0x18: "CGP23W",
    0x24: "CGDN1", 0x33: "CGP22C", 0x5D: "CGP22C",
  ]

  /// The columns of an object, by its id and the length of its value.
  private static let kinds: [(id: UInt8, count: Int, columns: [FixedFormat.Column])] = [
    (
      0x01, 4,
      [
        .number("temperature", at: 0, octets: 2, isSigned: true, decimals: 1, unit: "°C"),
        .number("humidity", at: 2, octets: 2, decimals: 1, unit: "%"),
      ]
    ),
    (0x02, 1, [.number("battery", at: 0, mask: 0x7F, unit: "%")]),
    (0x07, 2, [.number("pressure", at: 0, octets: 2, decimals: 1, unit: "hPa")]),
    (0x08, 4, [.flag("motion", at: 0, mask: 0xFF), .number("illuminance", at: 1, octets: 3, unit: "lx")]),
    (0x09, 4, [.number("illuminance", at: 0, octets: 4, unit: "lx")]),
    (0x0F, 1, [.number("sequence", at: 0)]),
    (0x11, 1, [.flag("light", at: 0, mask: 0xFF)]),
    (
      0x12, 4,
      [
        .number("particles", at: 0, octets: 2, label: "PM2.5", unit: "µg/m³"),
        .number("coarseParticles", at: 2, octets: 2, label: "PM10", unit: "µg/m³"),
      ]
    ),
    (0x13, 2, [.number("carbonDioxide", at: 0, octets: 2, label: "CO2", unit: "ppm")]),
  ]

  private static func object(_ id: UInt8, _ value: [UInt8], from start: Int) -> [Field] {
    let label = "object " + HexDigits.number(id, octets: 1)
    let columns =
      kinds.first { $0.id == id && $0.count == value.count }?.columns
      ?? [.octets("value", at: value.indices, label: label)]
    return [Field("id", id, at: start..<start + 1, role: .structure), .structure(at: start + 1..<start + 2)]
      + columns.fields(of: value, from: start + 2)
  }
}
