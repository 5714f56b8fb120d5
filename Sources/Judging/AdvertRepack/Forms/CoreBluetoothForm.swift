internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// The dictionary of `startAdvertising` of a `CBPeripheralManager`.
  static let coreBluetooth = SourceForm(
    id: "core-bluetooth", summary: "CoreBluetooth's startAdvertising, in Swift", language: .swift,
    prologue: ["import CoreBluetooth"]
  ) { entry in
    guard entry.pdu == .advInd else { return ["// CoreBluetooth has no call for \(entry.pdu.rawValue)."] }
    let dictionary = CoreBluetoothDictionary(entry)
    guard dictionary.unsaid == nil else { return dictionary.lines(indent: "") }
    var lines = ["let \(entry.named("advertisement")): [String: Any] = ["]
    lines += dictionary.lines(indent: "  ")
    lines.append("]")
    return lines + remarks(dictionary.request)
  }

  /// Returns what is known of the blocks that the system makes, as comments.
  private static func remarks(_ request: BuildRequest) -> [String] {
    let built: BuiltLayout
    do throws(BuildRefusal) {
      built = try StackBuilder.coreBluetooth.built(request, version: StackBuilder.coreBluetooth.newest)
    } catch {
      return ["// What is sent is not known: \(SourceText.harmless(error.reason))."]
    }
    return [
      "// The system adds the Flags. In the background the name is not sent, and the services are in the overflow area."
    ]
      + built.changes.map { "// CoreBluetooth \(SourceText.harmless($0.words))." }
  }
}

/// The part of a layout that a dictionary of CoreBluetooth can say.
struct CoreBluetoothDictionary {
  private var services: [BluetoothUUID] = []
  private var name: String?
  private(set) var request = BuildRequest(advertising: [])
  /// The part of the layout that a dictionary cannot say, in words; `nil` when it says all but the Flags.
  private(set) var unsaid: String?

  init(_ entry: NumberedEntry) {
    for element in [entry.advertising, entry.scanResponse].flatMap({ $0.decoded.elements }) {
      switch element.value {
      // iOS and macOS choose the Flags.
      case .flags: continue
      case .serviceUUIDs(let list) where list.rest.isEmpty: services += list.uuids
      case .localName(let value) where value.isComplete && value.firstInvalidOctet == nil: name = value.text
      default: unsaid = unsaid ?? element.type.words
      }
      request.advertising.append(element.value)
    }
  }

  var isEmpty: Bool { name == nil && services.isEmpty }

  /// The entries of the dictionary, one in a line; a comment when it cannot say the layout.
  func lines(indent: String) -> [String] {
    if let unsaid {
      return ["// CoreBluetooth advertises a name and service UUIDs only, and this layout has \(unsaid)."]
    }
    var lines: [String] = []
    if let name { lines.append("\(indent)CBAdvertisementDataLocalNameKey: \(Self.literal(name)),") }
    if !services.isEmpty {
      let uuids = services.map { "CBUUID(string: \"\("\($0)".uppercased())\")" }.joined(separator: ", ")
      lines.append("\(indent)CBAdvertisementDataServiceUUIDsKey: [\(uuids)],")
    }
    if isEmpty { lines.append("\(indent):") }
    return lines
  }

  /// Returns a string literal of Swift for any text.
  private static func literal(_ text: String) -> String {
    var last: Unicode.Scalar?
    let escaped = text.unicodeScalars.map { scalar -> String in
      // Two number signs may begin a command when the source is printed to the log of a build service.
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
        && (scalar != "#" || last != "#")
      last = scalar
      return isPlain ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
    }
    return "\"" + escaped.joined() + "\""
  }
}
