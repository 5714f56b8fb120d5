internal import AdvertisingData

extension IBeacon {
  var fields: [KnownField] {
    [
      KnownField("uuid", .text(proximityUUID.fullText), proximityUUID.fullText),
      KnownField("major", major, label: "major"), KnownField("minor", minor, label: "minor"),
      KnownField("measuredPower", measuredPower, unit: "dBm at 1 m"),
    ]
  }
}

extension AltBeacon {
  var fields: [KnownField] {
    [
      KnownField("id", octets: identifier, label: "id"),
      KnownField("referenceRSSI", referenceRSSI, unit: "dBm at 1 m"),
      KnownField("manufacturerReserved", manufacturerReserved),
    ]
  }
}

extension Eddystone {
  var title: String {
    switch frame {
    case .uid: "Eddystone UID"
    case .url: "Eddystone URL"
    case .telemetry: "Eddystone TLM"
    case .encryptedTelemetry: "Eddystone eTLM"
    case .ephemeral: "Eddystone EID"
    case .findHub: "Find Hub tracker"
    case .other(let type, _): "Eddystone frame " + Words.hex(number: type << 4, octets: 1)
    }
  }

  /// The frame's type comes first.
  var fields: [KnownField] {
    switch frame {
    case .uid(let uid):
      [
        KnownField("frame", .text("UID")), KnownField("namespace", octets: uid.namespace, label: "namespace"),
        KnownField("instance", octets: uid.instance, label: "instance"), Self.power(uid.txPowerAt0m),
      ]
    case .url(let url):
      [
        KnownField("frame", .text("URL")),
        KnownField(
          "url", .optional(url.text), url.text.map(HostileText.visible) ?? "that is none"),
        KnownField("encoded", octets: url.encoded), Self.power(url.txPowerAt0m),
      ]
    case .telemetry(let telemetry):
      [
        KnownField("frame", .text("TLM")),
        KnownField(
          "batteryMillivolts", telemetry.batteryVoltage == 0 ? nil : telemetry.batteryVoltage, label: "battery",
          unit: "mV"),
        KnownField("temperature", telemetry.temperature, unit: "°C"),
        KnownField("advertisements", telemetry.advertisements, unit: "advertisements"),
        KnownField("uptimeSeconds", telemetry.uptimeSeconds, label: "up", unit: "s"),
      ]
    case .encryptedTelemetry(let telemetry):
      [
        KnownField("frame", .text("eTLM")), KnownField("encrypted", octets: telemetry.encrypted, label: "encrypted"),
        KnownField("salt", telemetry.salt), KnownField("check", telemetry.check),
      ]
    case .ephemeral(let eid):
      [
        KnownField("frame", .text("EID")), KnownField("id", octets: eid.identifier, label: "id"),
        Self.power(eid.txPowerAt0m),
      ]
    case .findHub(let octets): [KnownField("frame", .text("findHub")), KnownField("id", octets: octets, label: "id")]
    case .other(_, let octets):
      [KnownField("frame", .text("other")), KnownField("data", octets: octets, label: "with")]
    }
  }

  private static func power(_ dBm: Int8) -> KnownField { KnownField("txPowerAt0m", dBm, unit: "dBm at 0 m") }
}

extension ExposureNotification {
  var fields: [KnownField] {
    [
      KnownField("id", octets: rollingProximityIdentifier, label: "id"),
      KnownField("encryptedMetadata", octets: encryptedMetadata, label: "encrypted metadata"),
    ]
  }
}

extension BluetoothUUID {
  /// All 32 digits, also where a short form would do.
  var fullText: String {
    let octets = Array((littleEndian(width: .bits128) ?? []).reversed())
    var text = ""
    for (index, octet) in octets.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += HexText.compact([octet])
    }
    return text
  }
}
