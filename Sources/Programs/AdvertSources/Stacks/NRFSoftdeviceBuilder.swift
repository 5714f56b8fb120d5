internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The builders of nrf-softdevice, a library for Rust.
///
/// Source: nrf-softdevice 5949a5b, src/ble/advertisement_builder.rs.
extension RustReader {
  static let builders = ["LegacyAdvertisementBuilder", "ExtendedAdvertisementBuilder"]

  /// Reads the chain of calls on a builder.
  mutating func built(_ builder: Int, limit: Int) throws(SourceObstacle) -> WrittenBlock {
    var index = builder + 1
    guard tokens[index].isMark("::"), tokens[index + 1].isWord("new"), tokens[index + 2].isMark("(") else {
      throw SourceObstacle(tokens[builder], "a builder that is not read")
    }
    index = program.partners[index + 2] + 1
    let start = index
    var block = WrittenBlock(text: program.range(builder..<index))
    let room = min(limit, tokens[builder].isWord("LegacyAdvertisementBuilder") ? 31 : 254)
    var needed = 0
    while tokens[index].isMark("."), tokens[index + 1].isWord, tokens[index + 2].isMark("(") {
      let open = index + 2
      let text = program.range(index + 1..<program.partners[open] + 1)
      let method = tokens[index + 1].text
      index = program.partners[open] + 1
      if method == "build" || method == "try_build" { break }
      guard block.rest == nil else { continue }
      do throws(SourceObstacle) {
        let (type, value) = try structure(method, open, room: room - block.octets.count)
        // The length of a name that `adapt_name` cuts is one too many, and runs past the end.
        block.append(type, value, at: text, surplus: method == "adapt_name" && type == 0x08 ? 1 : 0)
      } catch {
        block.rest = error
      }
      needed = block.octets.count
    }
    block.text = program.range(builder..<max(index, start))
    guard needed <= room else {
      throw SourceObstacle(
        block.text.line, "build() panics: the structures need \(needed) bytes, \(room) available",
        SourceObstacle.Refusal(
          isCertain: true,
          remedy: needed == block.octets.count && room == 31
            ? SourceObstacle.change(of: block.octets) : "remove \(counted(needed - room, "byte"))"))
    }
    return block
  }

  private static let types: [String: UInt8] = [
    "FLAGS": 0x01, "INCOMPLETE_16_SERVICE_LIST": 0x02, "COMPLETE_16_SERVICE_LIST": 0x03,
    "INCOMPLETE_32_SERVICE_LIST": 0x04, "COMPLETE_32_SERVICE_LIST": 0x05, "INCOMPLETE_128_SERVICE_LIST": 0x06,
    "COMPLETE_128_SERVICE_LIST": 0x07, "SHORT_NAME": 0x08, "FULL_NAME": 0x09, "TXPOWER_LEVEL": 0x0A,
    "PERIPHERAL_CONNECTION_INTERVAL_RANGE": 0x12, "SERVICE_SOLICITATION_16": 0x14, "SERVICE_SOLICITATION_128": 0x15,
    "SERVICE_DATA_16": 0x16, "PUBLIC_TARGET_ADDRESS": 0x17, "RANDOM_TARGET_ADDRESS": 0x18, "APPEARANCE": 0x19,
    "ADVERTISING_INTERVAL": 0x1A, "SERVICE_SOLICITATION_32": 0x1F, "SERVICE_DATA_32": 0x20, "SERVICE_DATA_128": 0x21,
    "URI": 0x24, "LE_SUPPORTED_FEATURES": 0x27, "MANUFACTURER_SPECIFIC_DATA": 0xFF,
  ]

  /// Reads one call on a builder.
  private mutating func structure(
    _ method: String, _ open: Int, room: Int
  ) throws(SourceObstacle) -> (UInt8, [UInt8]) {
    let parts = program.parts(open)
    func refusal() -> SourceObstacle { SourceObstacle(tokens[open - 1], "\(method) with values that are not read") }
    guard let first = parts.first, let last = parts.last else { throw refusal() }
    switch method {
    case "flags": return (0x01, [try flags(first)])
    case "services_16", "services_128":
      guard parts.count == 2, let list = first.last.map({ tokens[$0].text }), ["Complete", "Incomplete"].contains(list)
      else { throw refusal() }
      let isShort = method == "services_16"
      var octets: [UInt8] = []
      for uuid in try elements(last) {
        octets += try isShort ? service(uuid) : values.value(uuid).octets(ofUUID: 16)
      }
      return ((isShort ? 0x02 : 0x06) + (list == "Complete" ? 1 : 0), octets)
    case "short_name": return (0x08, try values.value(first).textOctets())
    case "full_name": return (0x09, try values.value(first).textOctets())
    case "adapt_name":
      let name = try values.value(first).textOctets()
      return name.count + 2 <= room ? (0x09, name) : (0x08, Array(name.prefix(max(room - 2, 0))))
    case "raw":
      guard parts.count == 2, let type = first.last.flatMap({ Self.types[tokens[$0].text] }) else { throw refusal() }
      return (type, try values.value(last).payload())
    default: throw refusal()
    }
  }

  /// Returns the elements of an array that is written in a call.
  private func elements(_ range: Range<Int>) throws(SourceObstacle) -> [Range<Int>] {
    guard let open = range.first(where: { tokens[$0].isMark("[") }), program.partners[open] == range.upperBound - 1
    else {
      throw SourceObstacle(tokens[range.lowerBound], "a list that is not written here")
    }
    return program.parts(open)
  }

  /// Reads `ServiceUuid16::BATTERY` or `ServiceUuid16::from_u16(0x180f)`.
  private mutating func service(_ range: Range<Int>) throws(SourceObstacle) -> [UInt8] {
    if case .call("from_u16", let arguments) = values.value(range).content, arguments.count == 1 {
      return try arguments[0].value.little()
    }
    let name = range.last.map { tokens[$0].text } ?? ""
    guard tokens[range.lowerBound].isWord("ServiceUuid16"),
      let number = PageServiceNames.numbers[name.lowercased()]
        ?? PageServiceNames.numbers[name.lowercased() + "_service"]
    else { throw SourceObstacle(tokens[range.lowerBound], "a service that is not read") }
    return [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
