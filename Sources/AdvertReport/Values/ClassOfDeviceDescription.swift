internal import AdvertisingData

extension ClassOfDevice: DescribedValue {
  var words: String {
    "Class of Device \(Words.hex(number: bits, octets: 3)): \(majorName ?? "reserved major class \(majorClass)"), "
      + "minor class \(minorClass), services: " + Words.list(serviceNames, empty: "none")
      + (format == 0 ? "" : "; in the undefined format \(format)")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", Int(bits))
    json.array("serviceClasses", serviceNames) { $0.value(nil, $1) }
    json.value("majorClass", Int(majorClass))
    json.value("majorClassName", majorName)
    json.value("minorClass", Int(minorClass))
    json.value("format", Int(format))
  }

  private var majorName: String? {
    switch majorClass {
    case 0: "Miscellaneous"
    case 1: "Computer"
    case 2: "Phone"
    case 3: "Network Access Point"
    case 4: "Audio/Video"
    case 5: "Peripheral"
    case 6: "Imaging"
    case 7: "Wearable"
    case 8: "Toy"
    case 9: "Health"
    case 31: "Uncategorized"
    default: nil
    }
  }

  private var serviceNames: [String] {
    let names = [
      "Limited Discoverable Mode", "LE Audio", "reserved bit 15", "Positioning", "Networking", "Rendering", "Capturing",
      "Object Transfer", "Audio", "Telephony", "Information",
    ]
    return names.enumerated().filter { serviceClasses >> $0.offset & 1 == 1 }.map(\.element)
  }
}
