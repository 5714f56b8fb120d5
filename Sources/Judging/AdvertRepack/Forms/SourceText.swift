internal import AdvertisingData
internal import AssignedNumbers

/// Writes any text into source code.
enum SourceText {
  /// Returns text that cannot end or continue a comment in any language, and that no build service takes for a command
  /// in its log.
  static func harmless(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isLast = index + 1 == scalars.count
      // `*` next to a slash begins or ends a comment, and two question marks begin a trigraph.
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\\"
        && (scalar != "*" || !(index > 0 && scalars[index - 1] == "/") && !(!isLast && scalars[index + 1] == "/"))
        && (scalar != "?" || !(index > 0 && scalars[index - 1] == "?") && !(!isLast && scalars[index + 1] == "?"))
        && (scalar != "#" || result.last != "#")
      result.append(isPlain ? Character(scalar) : "_")
    }
    return result
  }

  /// Returns octets as a string literal of C. An octet that is not printable ASCII becomes an octal escape with three
  /// digits, so that it cannot continue into the next character. So does a second question mark, which would make a
  /// trigraph, and a second number sign, which may begin a command to a build service.
  static func literal(_ octets: some Sequence<UInt8>) -> String {
    var last: UInt8?
    let escaped = octets.map { octet -> String in
      defer { last = octet }
      switch octet {
      case UInt8(ascii: "\""): return "\\\""
      case UInt8(ascii: "\\"): return "\\\\"
      case UInt8(ascii: "?") where last == octet, UInt8(ascii: "#") where last == octet: return octal(octet)
      // A comment around the literal would end here.
      case UInt8(ascii: "/") where last == UInt8(ascii: "*"), UInt8(ascii: "*") where last == UInt8(ascii: "/"):
        return octal(octet)
      case 0x20...0x7E: return String(Unicode.Scalar(octet))
      default: return octal(octet)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  private static func octal(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension DecodedPayload {
  /// Why the payload is not a sequence of whole AD structures; `nil` when it is one.
  var partialStructure: String? {
    switch ending {
    case .complete: nil
    case .terminated(let offset): "byte \(offset) is 0, which ends the AD structures"
    case .overrun(let offset, let declared, let available):
      "the AD structure at byte \(offset) asks for \(declared) bytes, and \(available) follow"
    case .loneLength(let offset, _): "byte \(offset) is a length with nothing after it"
    }
  }
}

extension DecodedPayload.Element {
  /// The meaning of the structure and of its numbers, as far as a table or the octets give it.
  var remark: String? {
    switch value {
    case .flags(let flags) where !flags.surplus.isEmpty: "bytes after the Flags"
    case .serviceUUIDs(let list) where !list.rest.isEmpty: "bytes after the last whole UUID"
    case .solicitationUUIDs(let list) where !list.rest.isEmpty: "bytes after the last whole UUID"
    case .serviceUUIDs(let list): Self.names(of: list.uuids)
    case .solicitationUUIDs(let list): Self.names(of: list.uuids)
    case .serviceData(let data): Self.names(of: [data.uuid])
    case .manufacturerData(let data): CompanyIdentifiers.name(of: data.company)
    case .appearance(let appearance): Appearances.name(of: appearance.rawValue)
    case .txPowerLevel(let level): "\(level.dBm) dBm"
    case .malformed(let type, _, let reason): "\(type.words): \(reason)"
    default: nil
    }
  }

  private static func names(of uuids: [BluetoothUUID]) -> String? {
    let names = uuids.map { $0.assignedName }
    return names.contains { $0 != nil } ? names.map { $0 ?? "?" }.joined(separator: ", ") : nil
  }
}

extension BluetoothUUID {
  /// The name of a UUID that the SIG has assigned, or of a public service.
  var assignedName: String? {
    littleEndian(width: .bits16).flatMap { AssignedUUID(UInt16($0[0]) | UInt16($0[1]) << 8)?.name }
      ?? VendorServices.name(of: "\(self)")
  }
}
