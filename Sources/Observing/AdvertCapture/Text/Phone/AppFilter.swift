internal import AdvertisingData

/// Reads a filter as Android's Bluetooth service prints it, in the controller's form.
enum AppFilter {
  /// Returns the filter; `nil` for a filter with a condition that is not understood.
  static func filter(_ words: Substring, number: Int) -> ScanFilter? {
    guard let open = words.firstIndex(of: "["), let close = words.lastIndex(of: "]"), open < close else { return nil }
    let fields = fields(words[words.index(after: open)..<close])
    var filter = ScanFilter(index: UInt16(clamping: number), record: 0)
    for (name, value) in fields {
      switch name {
      case "DeviceName": filter.add(.init(.name, Array(value.utf8)))
      case "DeviceAddress":
        guard let octets = PrintedAddress.octets(in: Array(value.utf8)[...]) else { return nil }
        filter.add(.init(.address, octets))
      case "ServiceUuid", "ServiceSolicitationUuid":
        let mask = fields.first { $0.name == name + "Mask" }?.value
        guard let (octets, bits) = service(value, mask: mask) else { return nil }
        filter.add(.init(name == "ServiceUuid" ? .service : .solicitation, octets, mask: bits))
      case "ServiceDataUuid":
        // The data of a long UUID have another form.
        guard let uuid = BluetoothUUID(text: value)?.littleEndian(width: .bits16),
          let pair = data("ServiceData", of: fields)
        else { return nil }
        filter.add(.init(.serviceData, uuid + pair.octets, mask: pair.mask.map { uuid.map { _ in 0xFF } + $0 }))
      case "ManufacturerId":
        guard let company = UInt16(value), let pair = data("ManufacturerData", of: fields) else { return nil }
        filter.add(
          .init(
            .manufacturerData, [UInt8(company & 0xFF), UInt8(company >> 8)] + pair.octets,
            mask: pair.mask.map { [0xFF, 0xFF] + $0 }))
      case "ServiceUuidMask", "ServiceSolicitationUuidMask", "ServiceData", "ServiceDataMask", "ManufacturerData",
        "ManufacturerDataMask":
        break
      default: return nil
      }
    }
    let kinds = filter.conditions.reduce(UInt16(0)) { $0 | 1 << $1.kind.rawValue }
    filter.logic = .init(kinds: kinds, needsAllOfKind: kinds, needsAllKinds: true, weakest: -128, delivery: 0)
    return filter
  }

  /// Returns the fields `Name=value`, one after the other with blanks between them; lists contain blanks.
  private static func fields(_ text: Substring) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    var rest = text
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].split(separator: " ").last.map { String($0) } ?? ""
      rest = rest[rest.index(after: equals)...]
      var value = rest[...]
      if rest.first == "[" {
        value = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(value.count + 1)
        value = value.dropFirst()
      } else {
        // A name can contain blanks: it continues until the next field.
        var end = rest.startIndex
        var place = rest.startIndex
        while place < rest.endIndex {
          let word = rest[place...].prefix { $0 != " " }
          if place > rest.startIndex, isField(word) { break }
          end = word.endIndex
          place = word.endIndex < rest.endIndex ? rest.index(after: word.endIndex) : rest.endIndex
        }
        value = rest[..<end]
        rest = rest[end...]
        while value.last == " " { value = value.dropLast() }
      }
      fields.append((name, String(value)))
    }
    return fields
  }

  private static let names: Set<Substring> = [
    "DeviceName", "DeviceAddress", "ServiceUuid", "ServiceUuidMask", "ServiceSolicitationUuid",
    "ServiceSolicitationUuidMask", "ServiceDataUuid", "ServiceData", "ServiceDataMask", "ManufacturerId",
    "ManufacturerData", "ManufacturerDataMask",
  ]

  private static func isField(_ word: Substring) -> Bool {
    word.firstIndex(of: "=").map { names.contains(word[..<$0]) } ?? false
  }

  /// Returns the octets of a service, and of its mask unless all bits count.
  private static func service(_ text: String, mask: String?) -> (octets: [UInt8], mask: [UInt8]?)? {
    guard let uuid = BluetoothUUID(text: text) else { return nil }
    if let mask, mask.contains(where: { $0 != "f" && $0 != "F" && $0 != "-" }) {
      guard let bits = BluetoothUUID(text: mask)?.littleEndian(width: .bits128),
        let octets = uuid.littleEndian(width: .bits128)
      else { return nil }
      return (octets, bits)
    }
    return uuid.littleEndian(width: uuid.shortestWidth).map { ($0, nil) }
  }

  private static func data(_ name: String, of fields: [(name: String, value: String)]) -> (
    octets: [UInt8], mask: [UInt8]?
  )? {
    func list(_ name: String) -> [UInt8]?? {
      guard let value = fields.first(where: { $0.name == name })?.value else { return .some(nil) }
      var octets: [UInt8] = []
      for word in value.split(separator: ",") {
        guard let number = Int(word.drop { $0 == " " }), -128...255 ~= number else { return nil }
        octets.append(UInt8(truncatingIfNeeded: number))
      }
      return octets
    }
    guard let octets = list(name), let mask = list(name + "Mask") else { return nil }
    guard let mask else { return (octets ?? [], nil) }
    return mask.count == octets?.count ?? 0 ? (octets ?? [], mask) : nil
  }
}
