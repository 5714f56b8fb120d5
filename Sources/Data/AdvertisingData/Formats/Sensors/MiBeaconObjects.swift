extension MiBeacon.Object {
  /// The measurements of the object, each with a name and a unit: 1 for yes and 0 for no for detections. Empty for
  /// objects that are not known here, and for lengths that do not fit.
  var measurements: [Field.Value] {
    guard let columns = Self.kinds.first(where: { $0.ids.contains(id) })?.columns,
      columns.reduce(0, { $0 + $1.form.count }) == value.count
    else { return [] }
    var measured: [Field.Value] = []
    var offset = 0
    for column in columns {
      guard let number = column.number(in: value, at: offset) else { return [] }
      let end = offset + column.form.count
      measured.append(
        .object([
          Field("name", .text(column.name)),
          Field(measured: "value", number, label: column.name, unit: column.unit, sent: value[offset..<end]),
          Field("unit", .text(column.unit)),
        ]))
      offset = end
    }
    return measured
  }

  static let declaredMeasurements = DeclaredField.objects(
    "measurements", [.string("name"), .number("value", orNull: true), .string("unit")],
    measuring: kinds.flatMap { $0.columns }.map { .number($0.name, unit: $0.unit, orNull: true) })

  /// One number of a value; little-endian.
  private struct Column: Sendable {
    let name: String
    let form: Form
    let unit: String

    enum Form: Sendable {
      case unsigned(Int, decimals: Int = 0)
      case signed(Int, decimals: Int = 0)
      /// An IEEE 754 number of four octets, rounded to hundredths.
      case float

      var count: Int {
        switch self {
        case .unsigned(let count, _), .signed(let count, _): count
        case .float: 4
        }
      }
    }

    init(_ name: String, _ form: Form, _ unit: String = "") {
      self.name = name
      self.form = form
      self.unit = unit
    }

    /// Returns the number; `nil` for a floating-point number that is not finite, or too large to be a measurement.
    func number(in value: [UInt8], at offset: Int) -> DecimalNumber? {
      let sent = value.span.littleEndian(at: offset, count: form.count)
      switch form {
      case .unsigned(_, let decimals): return DecimalNumber(sent, decimals: decimals)
      case .signed(let count, let decimals):
        return DecimalNumber(Int64(signed: sent, width: 8 * count), decimals: decimals)
      case .float:
        let number = Float(bitPattern: UInt32(truncatingIfNeeded: sent))
        guard number.isFinite, number.magnitude < 1e9 else { return nil }
        return DecimalNumber(Int64((Double(number) * 100).rounded()), decimals: 2)
      }
    }
  }

  private static let temperature = Column("temperature", .signed(2, decimals: 1), "°C")
  private static let humidity = Column("humidity", .unsigned(2, decimals: 1), "%")

  /// Objects whose value is a row of numbers, as xiaomi-ble reads them.
  private static let kinds: [(ids: [UInt16], columns: [Column])] = [
    ([0x0003], [Column("motion", .unsigned(1))]),
    ([0x000F, 0x1007], [Column("illuminance", .unsigned(3), "lx")]),
    ([0x1004], [temperature]),
    ([0x1005], [Column("power", .unsigned(1)), Column("temperature", .unsigned(1), "°C")]),
    ([0x1006], [humidity]),
    ([0x1008], [Column("moisture", .unsigned(1), "%")]),
    ([0x1009], [Column("conductivity", .unsigned(2), "µS/cm")]),
    ([0x100A, 0x4803, 0x4C03, 0x5003], [Column("battery", .unsigned(1), "%")]),
    ([0x100D], [temperature, humidity]),
    ([0x1010], [Column("formaldehyde", .unsigned(2, decimals: 2), "mg/m³")]),
    ([0x1012], [Column("power", .unsigned(1))]),
    ([0x1013], [Column("consumable", .unsigned(1), "%")]),
    ([0x1014, 0x4806], [Column("water", .unsigned(1))]),
    ([0x1015], [Column("smoke", .unsigned(1))]),
    ([0x1017], [Column("time without motion", .unsigned(4), "s")]),
    ([0x1018], [Column("light", .unsigned(1))]),
    ([0x4801, 0x4C01], [Column("temperature", .float, "°C")]),
    ([0x4802, 0x4C02], [Column("humidity", .unsigned(1), "%")]),
    ([0x4805, 0x4A08], [Column("illuminance", .float, "lx")]),
    ([0x4808, 0x4C08], [Column("humidity", .float, "%")]),
    ([0x4818], [Column("time without motion", .unsigned(2), "s")]),
    ([0x483C], [Column("pressure", .unsigned(1))]),
    ([0x483D], [Column("time with pressure", .unsigned(4), "s")]),
    ([0x483E], [Column("time without pressure", .unsigned(4), "s")]),
    ([0x484E], [Column("occupancy", .unsigned(1))]),
    ([0x4851], [Column("time with occupancy", .unsigned(1), "min")]),
    ([0x4852], [Column("time without occupancy", .unsigned(1), "min")]),
    ([0x4A01, 0x4E01], [Column("battery low", .unsigned(1))]),
  ]
}
