/// Measurements of Qingping and ClearGrass sensors (service data of 0xFDCD): the device's address, then objects.
///
/// Source: ble_monitor; little-endian.
public struct Qingping: KnownFormat {
  public static let format = KnownPayload.Format("qingping", name: "Qingping", in: .services([0xFDCD]), as: Self.self)
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// The first octet, whose bits no source explains.
  public let frameControl: UInt8
  /// The maker's number of the product.
  public let product: UInt8
  /// The device's address as printed, 6 octets.
  public let address: [UInt8]
  /// Whole objects, in the order sent.
  public let objects: [Object]
  /// What starts with an object that is cut off; empty when all is well.
  public let rest: [UInt8]

  /// One measurement, or several of one kind.
  public struct Object: Hashable, Sendable {
    /// What is measured.
    public let id: UInt8
    /// As sent, at most 255 octets.
    public let value: [UInt8]
  }

  /// Throws when there are fewer than 8 octets.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(8)
    frameControl = octets[0]
    product = octets[1]
    address = octets[2..<8].reversed()
    var objects: [Object] = []
    var position = 8
    while position + 2 <= octets.count {
      let end = position + 2 + Int(octets[position + 1])
      guard end <= octets.count else { break }
      objects.append(Object(id: octets[position], value: Array(octets[position + 2..<end])))
      position = end
    }
    self.objects = objects
    rest = Array(octets[position...])
  }

  public var octets: [UInt8] {
    [frameControl, product] + address.reversed() + objects.flatMap { $0.octets } + rest
  }

  public var problems: [KnownPayload.Problem] { rest.isEmpty ? [] : [.cut(offset: octets.count - rest.count)] }

  public var fields: [Field] {
    var position = 8
    var values: [Field.Value] = []
    for object in objects {
      values.append(.object(object.fields(from: position)))
      position += object.octets.count
    }
    let model = Self.models[product]
    return [
      .structure(at: 0..<1),
      Field("product", product, label: model == nil ? "product" : "", at: 1..<2, role: .structure),
      Field("model", model.map { .text($0) } ?? .null, wording: .value),
      Field(
        "address", .address(address), at: 2..<8,
        role: .address(isLittleEndian: true, name: "the address of a Qingping device"), wording: .value),
      Field("objects", .list(values), at: 8..<position, wording: .items(separator: ", ")),
      Field("rest", .octets(rest), label: "not decoded", at: position..<position + rest.count),
    ] + (rest.count > 1 ? [.structure(at: position + 1..<position + 2)] : [])
  }

  public static func beginning(of octets: [UInt8]) -> [Field] {
    octets.count < 2 ? [] : [.structure(at: 0..<2)]
  }

  private static let models: [UInt8: String] = [
    0x01: "CGG1", 0x07: "CGG1", 0x09: "CGP1W", 0x0C: "CGD1", 0x0E: "CGDN1", 0x12: "CGPR1", 0x18: "CGP23W",
    0x24: "CGDN1", 0x33: "CGP22C", 0x5D: "CGP22C",
  ]
}

extension Qingping.Object {
  fileprivate var octets: [UInt8] { [id, UInt8(truncatingIfNeeded: value.count)] + value }

  /// What an object measures: its columns, by its id and the length of its value.
  private var columns: [DataForm.Column] {
    switch (id, value.count) {
    case (0x01, 4):
      [
        .number("temperature", at: 0, octets: 2, isSigned: true, decimals: 1, unit: "°C"),
        .number("humidity", at: 2, octets: 2, decimals: 1, unit: "%"),
      ]
    case (0x02, 1): [.number("battery", at: 0, mask: 0x7F, unit: "%")]
    case (0x07, 2): [.number("pressure", at: 0, octets: 2, decimals: 1, unit: "hPa")]
    case (0x08, 4): [.flag("motion", at: 0, mask: 0xFF), .number("illuminance", at: 1, octets: 3, unit: "lx")]
    case (0x09, 4): [.number("illuminance", at: 0, octets: 4, unit: "lx")]
    case (0x0F, 1): [.number("sequence", at: 0)]
    case (0x11, 1): [.flag("light", at: 0, mask: 0xFF)]
    case (0x12, 4):
      [
        .number("particles", at: 0, octets: 2, label: "PM2.5", unit: "µg/m³"),
        .number("coarseParticles", at: 2, octets: 2, label: "PM10", unit: "µg/m³"),
      ]
    case (0x13, 2): [.number("carbonDioxide", at: 0, octets: 2, label: "CO2", unit: "ppm")]
    default: [.octets("value", at: value.indices, label: "object " + HexDigits.number(id, octets: 1))]
    }
  }

  fileprivate func fields(from start: Int) -> [Field] {
    [Field("id", id, at: start..<start + 1, role: .structure), .structure(at: start + 1..<start + 2)]
      + columns.map { column in
        var field = column.field(of: value)
        field.range = field.range.map { $0.lowerBound + start + 2..<$0.upperBound + start + 2 }
        return field
      }
  }
}
