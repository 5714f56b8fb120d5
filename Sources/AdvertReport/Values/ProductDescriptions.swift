internal import AdvertisingData
internal import AssignedNumbers

extension Appearance: DescribedValue {
  var words: String { "Appearance: \(named)" }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", Int(rawValue))
    json.value("name", Appearances.name(of: rawValue))
  }

  /// With its assigned name: `Keyboard (0x03c1)`.
  var named: String {
    "\(Appearances.name(of: rawValue) ?? "unassigned") (\(Words.hex(number: rawValue, octets: 2)))"
  }
}

extension ManufacturerData: DescribedValue {
  var words: String {
    "Manufacturer Data of \(companyNamed): \(KnownPayload.recognised(in: self)?.words ?? PrintableText.words(data))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("company", Int(company))
    json.value("companyName", CompanyIdentifiers.name(of: company))
    json.value("data", HexText.compact(data))
  }

  /// The company with its number: `Nordic Semiconductor ASA (0x0059)`.
  var companyNamed: String { Company.named(company) }
}

extension DeviceID: DescribedValue {
  var words: String {
    let vendor =
      switch vendorSource {
      case Self.sourceBluetooth: Company.named(vendor)
      case Self.sourceUSB: "USB vendor \(Words.hex(number: vendor, octets: 2))"
      default:
        "vendor \(Words.hex(number: vendor, octets: 2)) of unassigned source \(Words.hex(number: vendorSource, octets: 2))"
      }
    return "Device ID: \(vendor), product \(Words.hex(number: product, octets: 2)), "
      + "version \(Words.hex(number: version, octets: 2))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("vendorSource", Int(vendorSource))
    json.value("vendor", Int(vendor))
    json.value("vendorName", vendorSource == Self.sourceBluetooth ? CompanyIdentifiers.name(of: vendor) : nil)
    json.value("product", Int(product))
    json.value("version", Int(version))
  }
}

private enum Company {
  static func named(_ company: UInt16) -> String {
    "\(CompanyIdentifiers.name(of: company) ?? "an unassigned company") (\(Words.hex(number: company, octets: 2)))"
  }
}
