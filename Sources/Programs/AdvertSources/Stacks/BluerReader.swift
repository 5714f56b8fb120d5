internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// bluer for Rust, which registers an advertisement with BlueZ.
///
/// Source: bluer 0.17, src/adv.rs.
enum BluerReader {
  static func read(_ program: ScriptProgram, into found: inout SourceFindings) {
    let tokens = program.tokens
    var values = ScanValueReader(program, nameMark: ":", isCompiled: true) { name, use throws(SourceObstacle) in
      try program.constant(name, at: use)
    }
    for index in program.places["Advertisement"] ?? [] where tokens[index + 1].isMark("{") {
      guard !["struct", "impl", "enum", "for"].contains(where: { tokens[index - 1].isWord($0) }),
        let stack = StackBuilder.named("bluez")
      else { continue }
      var layout = SourceLayout(
        name: "Advertisement", stack: stack, place: program.range(index..<program.partners[index + 1] + 1))
      layout.addedTypes = [.flags]
      do throws(SourceObstacle) {
        for field in values.value(index..<program.partners[index + 1] + 1).fields {
          try add(field.name ?? "a field", field.value, program, &layout)
        }
        found.layouts.append(layout)
      } catch {
        found.obstacles.append(error)
      }
    }
  }

  private static func add(
    _ name: String, _ value: ScanValue, _ program: ScriptProgram, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    switch name {
    case "advertisement_type":
      let words = program.tokens.filter { $0.line == value.line && $0.isWord }.map { $0.text }
      guard words.contains("Broadcast") != words.contains("Peripheral") else { throw value.refusal("a type") }
      if words.contains("Broadcast") { (layout.pdu, layout.isKindAssumed) = (.advNonconnInd, true) }
    case "service_uuids", "solicit_uuids":
      var uuids: [(uuid: SourceUUID, text: TextRange)] = []
      for one in try value.elements() {
        do throws(SourceObstacle) {
          uuids.append((SourceUUID(try one.rustUUID(), .bits128), one.range))
        } catch {
          guard name == "service_uuids" else { throw error }
          try layout.advertising.add(at: one.range) { () throws(SourceObstacle) -> SourceUUID in throw error }
        }
      }
      // A set has its elements in ascending order.
      for (uuid, text) in uuids.sorted(by: {
        $0.uuid.octets.reversed().lexicographicallyPrecedes($1.uuid.octets.reversed())
      }) {
        if name == "service_uuids" {
          layout.advertising.add(services: [uuid], at: text)
        } else {
          layout.advertising.add(solicited: uuid, at: text)
        }
      }
    case "manufacturer_data":
      for pair in try value.elements() {
        let parts = try pair.list()
        guard parts.count == 2 else { throw pair.refusal("a company and its data") }
        try layout.advertising.add(.manufacturerData, known: try parts[0].little(), at: pair.range) {
          () throws(SourceObstacle) in SourceOctets(try parts[1].payload())
        }
      }
    case "service_data":
      for pair in try value.elements() {
        let parts = try pair.list()
        guard parts.count == 2 else { throw pair.refusal("a service and its data") }
        try layout.advertising.add(dataOf: SourceUUID(try parts[0].rustUUID(), .bits128), at: pair.range) {
          () throws(SourceObstacle) in SourceOctets(try parts[1].payload())
        }
      }
    case "local_name": try layout.advertising.add(name: value.some())
    case "appearance":
      if let value = value.some() { layout.advertising.add(.appearance, try value.little(), at: value.range) }
    case "discoverable":
      guard let value = value.some() else { return }
      guard try value.bool() else {
        throw SourceObstacle(value.line, "discoverable is false: which Flags there are depends on the adapter")
      }
      layout.options.insert("discoverable")
      layout.addedTypes = []
      layout.possibleFlags = [0x02, 0x06]
    case "duration", "timeout", "discoverable_timeout", "min_interval", "max_interval", "tx_power": break
    default: throw SourceObstacle(value.line, "\(name) of an Advertisement is not read")
    }
  }
}

extension ScanValue {
  /// The fields of a struct; empty for any other value.
  var fields: [Argument] { if case .call(_, let fields) = content { fields } else { [] } }

  /// Returns the value of `Some(…)`; `nil` for `None`.
  fileprivate func some() -> ScanValue? {
    switch content {
    case .call("Some", let arguments) where arguments.count == 1: arguments[0].value
    case .nothing: nil
    default: self
    }
  }

  /// Returns the elements of an array, or of a set or a map that is made of one.
  fileprivate func elements() throws(SourceObstacle) -> [ScanValue] {
    if case .call("from", let arguments) = content, arguments.count == 1 { return try arguments[0].value.list() }
    return try list()
  }

  /// Returns the UUID of `Uuid::from_u128(…)`, `uuid!("…")` or `Uuid::parse_str("…")`.
  func rustUUID() throws(SourceObstacle) -> BluetoothUUID {
    // `"…".parse()`
    if case .text = content { return try writtenUUID().uuid }
    guard case .call(let name, let arguments) = content, arguments.count == 1, let first = arguments.first?.value else {
      throw refusal("a UUID")
    }
    switch (name, first.content) {
    case ("from_u128", .number(let number)) where number >= 0:
      let low = UInt64(number)
      let octets = (0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: low >> UInt64($0 * 8)) : 0 }
      guard let uuid = SourceUUID(octets: octets) else { throw refusal("a UUID") }
      return uuid.uuid
    case ("from_u128", .list):
      guard let uuid = SourceUUID(octets: try first.octets().reversed()), uuid.width == .bits128 else {
        throw refusal("a UUID")
      }
      return uuid.uuid
    case ("uuid", .text), ("parse_str", .text): return try first.writtenUUID().uuid
    default: throw refusal("a UUID")
    }
  }
}
