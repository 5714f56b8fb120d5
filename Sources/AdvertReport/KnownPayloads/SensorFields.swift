internal import AdvertisingData

extension BTHome {
  var fields: [KnownField] {
    [
      KnownField("version", deviceInfo.version),
      KnownField(
        "triggerBased", .truth(deviceInfo.contains(.triggerBased)),
        deviceInfo.contains(.triggerBased) ? "on events" : nil),
      KnownField("address", .optional(address.map(printedAddress)), address.map(printedAddress)),
    ] + contentFields
  }

  private var contentFields: [KnownField] {
    switch content {
    case .objects(let objects, let rest):
      [
        KnownField("encrypted", .truth(false)),
        KnownField(
          "objects", .list(objects.map(\.described)),
          objects.isEmpty ? nil : objects.map(\.words).joined(separator: ", ")),
        KnownField("rest", octets: rest, label: "not decoded"),
      ]
    case .encrypted(let octets, let counter, let check):
      [
        KnownField("encrypted", .truth(true), "encrypted"),
        KnownField("ciphertext", octets: octets, label: "data"), KnownField("counter", counter, label: "counter"),
        KnownField("check", octets: check, label: "check"),
      ]
    case .opaque(let octets): [KnownField("data", octets: octets, label: "of another version")]
    }
  }
}

extension BTHomeObject {
  fileprivate var words: String {
    let unit = kind.unit.isEmpty ? "" : " " + kind.unit
    let said =
      switch kind.form {
      case .number: (number?.description ?? "") + unit
      case .binary: value == [0] ? "no" : "yes"
      case .text: HostileText.quoted(String(decoding: value, as: UTF8.self))
      case .raw, .octets: HexText.spaced(value)
      }
    return "\(kind.name) \(said)" + (kind.isUnverified ? " (unverified)" : "")
  }

  fileprivate var described: KnownField.Value {
    let described: KnownField.Value =
      switch kind.form {
      case .number: number.map { .decimal($0) } ?? .null
      case .binary: .truth(value != [0])
      case .text: .text(String(decoding: value, as: UTF8.self))
      case .raw, .octets: .hex(value)
      }
    return .object([
      KnownField("id", kind.id), KnownField("name", .text(kind.name)), KnownField("value", described),
      KnownField("unit", kind.unit.isEmpty ? .null : .text(kind.unit)),
    ])
  }
}

extension RuuviTag {
  var title: String {
    switch self {
    case .format3: "RuuviTag format 3:"
    case .format5: "RuuviTag format 5:"
    case .format6: "Ruuvi Air format 6:"
    }
  }

  var fields: [KnownField] {
    switch self {
    case .format3(let tag):
      [
        KnownField("format", .number(3)), KnownField("temperature", tag.temperature, unit: "°C"),
        KnownField("humidity", tag.humidity, unit: "%"), KnownField("pressurePascals", tag.pressure, unit: "Pa"),
        Self.acceleration(tag.acceleration),
        KnownField("batteryMillivolts", tag.batteryVoltage, label: "battery", unit: "mV"),
      ]
    case .format5(let tag):
      [
        KnownField("format", .number(5)), KnownField("temperature", tag.temperature, unit: "°C"),
        KnownField("humidity", tag.humidity, unit: "%"), KnownField("pressurePascals", tag.pressure, unit: "Pa"),
        Self.acceleration(tag.acceleration),
        KnownField("batteryMillivolts", tag.batteryVoltage, label: "battery", unit: "mV"),
        KnownField("txPower", tag.txPower, unit: "dBm"),
        KnownField("movements", tag.movements == .max ? nil : tag.movements, label: "movement count"),
        KnownField("sequence", tag.sequence == .max ? nil : tag.sequence, label: "sequence"),
        KnownField("address", .text(printedAddress(tag.address)), printedAddress(tag.address)),
      ]
    case .format6(let tag):
      [
        KnownField("format", .number(6)), KnownField("temperature", tag.temperature, unit: "°C"),
        KnownField("humidity", tag.humidity, unit: "%"), KnownField("pressurePascals", tag.pressure, unit: "Pa"),
        KnownField("particles", tag.particles, label: "PM2.5", unit: "µg/m³"),
        KnownField("carbonDioxide", tag.carbonDioxide, label: "CO2", unit: "ppm"),
        KnownField("volatileOrganicCompounds", tag.volatileOrganicCompounds, label: "VOC index"),
        KnownField("nitrogenOxides", tag.nitrogenOxides, label: "NOx index"),
        KnownField("luminosityCode", tag.luminosityCode), KnownField("sequence", tag.sequence, label: "sequence"),
        KnownField(
          "addressEnd", .text(printedAddress(tag.addressEnd)), "address …:" + printedAddress(tag.addressEnd)),
      ]
    }
  }

  /// Thousandths of g; an axis that is not available is `null`.
  private static func acceleration(_ axes: [Int16]) -> KnownField {
    let words = axes.map { $0 == .min ? "–" : String($0) }.joined(separator: " ")
    return KnownField(
      "accelerationMilliG", .list(axes.map { $0 == .min ? .null : .number(Int($0)) }), "acceleration \(words) mg")
  }
}

extension MiBeacon {
  var fields: [KnownField] {
    [
      KnownField("version", frameControl.version, label: "version"),
      KnownField(
        "product", .number(Int(product)),
        "product " + Words.hex(number: product, octets: 2)),
      KnownField("frameCounter", frameCounter, label: "frame"),
      KnownField("address", .optional(address.map(printedAddress)), address.map(printedAddress)),
      KnownField("mesh", .truth(frameControl.contains(.mesh)), frameControl.contains(.mesh) ? "mesh" : nil),
      KnownField("capability", capability), KnownField("ioCapability", ioCapability),
    ] + contentFields + [KnownField("rest", octets: rest, label: "not decoded")]
  }

  private var contentFields: [KnownField] {
    switch content {
    case .objects(let objects):
      [
        KnownField("encrypted", .truth(false)),
        KnownField(
          "objects", .list(objects.map(\.described)),
          objects.isEmpty ? nil : objects.map(\.words).joined(separator: ", ")),
      ]
    case .encrypted(let octets, let counterExtension, let check):
      [
        KnownField("encrypted", .truth(true), "encrypted"), KnownField("ciphertext", octets: octets, label: "data"),
        KnownField("counterExtension", octets: counterExtension, label: "counter extension"),
        KnownField("check", octets: check, label: "check"),
      ]
    case .opaque(let octets):
      [KnownField("encrypted", .truth(true), "encrypted"), KnownField("ciphertext", octets: octets, label: "data")]
    }
  }
}

extension MiBeaconObject {
  fileprivate var words: String {
    guard let measurements else {
      let data = value.isEmpty ? "" : " " + HexText.spaced(value)
      return "object " + Words.hex(number: id, octets: 2) + data
    }
    return measurements.map { "\($0.name) \($0.number) \($0.unit)" }.joined(separator: ", ")
  }

  fileprivate var described: KnownField.Value {
    .object([
      KnownField("id", id), KnownField("value", octets: value),
      KnownField(
        "measurements",
        .list(
          (measurements ?? []).map {
            .object([
              KnownField("name", .text($0.name)), KnownField("value", $0.number), KnownField("unit", .text($0.unit)),
            ])
          })),
    ])
  }
}

/// Octets of an address in the order printed: `F0:F1:…`.
func printedAddress(_ octets: [UInt8]) -> String {
  octets.map { HexText.compact([$0]).uppercased() }.joined(separator: ":")
}
