/// Calls in expressions: `sizeof`, the length of a text or an array, UUIDs of the C++ libraries, and the name of the device.
extension CExpression {
  mutating func size(_ token: SourceToken, _ rest: inout Tokens) throws(SourceObstacle) -> SourceValue {
    let inner: Tokens
    if rest.first?.isMark("(") ?? false {
      inner = try Self.inner(&rest)
    } else {
      inner = rest.prefix(1)
      rest = rest.dropFirst()
    }
    // `sizeof(x) / sizeof(x[0])`
    if inner.count == 4, inner.dropFirst().first?.isMark("[") ?? false, let name = inner.first {
      return .number(Int64(try elementSize(name)), bits: nil)
    }
    if inner.count == 2, inner.first?.isMark("*") ?? false, let name = inner.last {
      return .number(Int64(try elementSize(name)), bits: nil)
    }
    if inner.count == 1, let name = inner.first, name.isWord {
      if let type = Self.integerTypes[name.text] { return .number(Int64(type.bits / 8), bits: nil) }
      if let declaration = program.declaration(of: name.text, at: use), declaration.isArray {
        return .number(Int64(try count(of: declaration, name) * elementSize(name)), bits: nil)
      }
      if program.definitions[name.text] == nil { throw SourceObstacle(name, "the size of \(name.text) is not known") }
    }
    guard case .text(let octets) = try value(inner) else { throw SourceObstacle(token, "a size that is not known") }
    return .number(Int64(octets.count + 1), bits: nil)
  }

  private func elementSize(_ name: SourceToken) throws(SourceObstacle) -> Int {
    guard let declaration = program.declaration(of: name.text, at: use), declaration.isArray, !declaration.isPointer
    else {
      throw SourceObstacle(name, "the size of an element of \(name.text) is not known")
    }
    for (type, (bits, _)) in Self.integerTypes where declaration.type.contains(type) { return bits / 8 }
    // An octet; and the size of a structure is only used to count structures.
    return 1
  }

  /// Returns the number of elements of an array that is declared with a list or a text.
  mutating func count(of declaration: CProgram.Declaration, _ token: SourceToken) throws(SourceObstacle) -> Int {
    let notDeclared = SourceObstacle(token, "\(token.text) is not declared with its elements")
    if let length = try arrayLength(declaration) { return length }
    guard let value = declaration.value else { throw notDeclared }
    guard let first = program.tokens[value].first else { throw notDeclared }
    if case .string(let octets) = first.kind, value.count == 1 { return (octets?.count ?? 0) + 1 }
    let inside = first.isMark("{") ? value.lowerBound + 1..<program.partners[value.lowerBound] : value
    if declaration.isOfOctets { return try list(program.tokens[inside]).count }
    return Self.parts(program.tokens[inside]).count
  }

  mutating func call(_ name: String, _ token: SourceToken, _ inner: Tokens) throws(SourceObstacle)
    -> SourceValue
  {
    try spend(token)
    let arguments = Self.parts(inner)
    let last = name.split(separator: ":").last.map(String.init) ?? name
    switch last {
    case "ARRAY_SIZE", "countof":
      guard arguments.count == 1, let array = arguments[0].first, arguments[0].count == 1,
        let declaration = program.declaration(of: array.text, at: use), declaration.isArray
      else { throw SourceObstacle(token, "a count that is not known") }
      return .number(Int64(try count(of: declaration, array)), bits: nil)
    case "strlen", "string", "String", "F", "PSTR":
      guard arguments.count == 1, let text = try value(arguments[0]).octets else {
        throw SourceObstacle(token, "a text that is not read")
      }
      guard last != "strlen" else { return .number(Int64(text.firstIndex(of: 0) ?? text.count), bits: nil) }
      return .text(text)
    case "LO_UINT16", "LSB_16", "U16_LO", "lowByte", "HI_UINT16", "MSB_16", "U16_HI", "highByte":
      guard arguments.count == 1 else { throw SourceObstacle(token, "\(name) with other arguments") }
      let number = try number(arguments[0])
      let isLow = ["LO_UINT16", "LSB_16", "U16_LO", "lowByte"].contains(last)
      return .number((isLow ? number : number >> 8) & 0xFF, bits: 8)
    case "BREAK_UINT32":
      guard arguments.count == 2, case let place = try number(arguments[1]), 0...3 ~= place else {
        throw SourceObstacle(token, "\(name) with other arguments")
      }
      return .number(try number(arguments[0]) >> (8 * place) & 0xFF, bits: 8)
    case "BIT":
      guard arguments.count == 1, let result = Self.apply("<<", 1, try number(arguments[0])) else {
        throw SourceObstacle(token, "BIT is not read")
      }
      return .number(result, bits: nil)
    case "ESP_BLE_GAP_CONN_ITVL_MS":
      // Milliseconds, which can have a fraction, in units of 1.25 ms.
      guard arguments.count == 1, let milliseconds = try thousandths(arguments[0]) else {
        throw SourceObstacle(token, "\(name) is not read")
      }
      return .number(Int64(UInt16(truncatingIfNeeded: milliseconds / 1250)), bits: 16)
    case "MSEC_TO_UNITS": throw SourceObstacle(token, "\(name) is not read")
    case "BLEUUID", "NimBLEUUID", "BLEUuid", "BLEService":
      guard arguments.count == 1 else { throw SourceObstacle(token, "a UUID of several parts") }
      return .uuid(try uuid(value(arguments[0]), token, isBluefruit: program.isBluefruit))
    case "fromString" where name.hasSuffix("BLEUUID::fromString") && arguments.count == 1:
      return .uuid(try uuid(value(arguments[0]), token, isBluefruit: false))
    case "ble_svc_gap_device_name" where arguments.isEmpty:
      return .text(try deviceName("ble_svc_gap_device_name_set", 0, token))
    default:
      // `uint16_t(0x004c)`
      guard let type = Self.integerTypes[name], arguments.count == 1 else {
        throw SourceObstacle(token, "what \(name)() returns is not known")
      }
      return .number(Self.cast(try number(arguments[0]), type), bits: type.bits)
    }
  }

  /// Returns a thousand times a number, which can be a fraction such as `7.5`; `nil` for more than three decimals.
  private mutating func thousandths(_ tokens: Tokens) throws(SourceObstacle) -> Int64? {
    let parts = tokens.first?.text.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard tokens.count == 1, parts.count == 2 else {
      let (product, isOver) = try number(tokens).multipliedReportingOverflow(by: 1000)
      return isOver ? nil : product
    }
    let decimals = String(parts[1].prefix { $0 != "f" })
    guard parts[0].count < 10, decimals.count <= 3, let whole = Int64(parts[0]),
      let rest = Int64((decimals + "000").prefix(3))
    else { return nil }
    return whole * 1000 + rest
  }

  /// Returns the UUID of a text or a number, as the C++ libraries read it.
  func uuid(_ value: SourceValue, _ token: SourceToken, isBluefruit: Bool) throws(SourceObstacle) -> SourceUUID {
    switch value {
    case .uuid(let uuid): return uuid
    case .text(let text):
      do throws(SourceObstacle) {
        return try SourceUUID.read(text, at: token, in: program)
      } catch {
        // The text can stand in a macro.
        let written = program.definitions.values.lazy.flatMap { $0 }.flatMap { $0.tokens }.first { $0.isText(text) }
        throw SourceObstacle(written?.line ?? error.line, error.reason)
      }
    case .octets(let octets):
      guard isBluefruit, octets.count == 16, let uuid = SourceUUID(octets: octets) else {
        throw SourceObstacle(token, "a UUID that is not read")
      }
      return uuid
    case .number(let number, let bits):
      // Without a cast, a library may read the number as a UUID of 16 bits or of 32 bits.
      guard let uuid = SourceUUID(number, bits: isBluefruit ? 16 : bits ?? 0), isBluefruit || bits == 16 || bits == 32
      else {
        throw SourceObstacle(token, "a UUID of a number without its width")
      }
      return uuid
    }
  }

  /// The functions of Bluedroid that set the one name of the device.
  private static let namesOfBluedroid = [
    "esp_ble_gap_set_device_name", "esp_bt_dev_set_device_name", "esp_bt_gap_set_device_name",
  ]

  /// Returns the name that the only call of a function in the file sets, or the last call that always runs before the use.
  mutating func deviceName(_ function: String, _ argument: Int, _ token: SourceToken) throws(SourceObstacle) -> [UInt8]
  {
    let functions = Self.namesOfBluedroid.contains(function) ? Self.namesOfBluedroid : [function]
    let calls = functions.flatMap { program.calls(of: $0) }.sorted()
    let before = calls.count == 1 ? nil : calls.last { program.runsBefore($0, use) }
    guard let call = before ?? calls.first, calls.count == 1 || before != nil && !mayRename(between: call, calls) else {
      throw SourceObstacle(token, "the file does not call \(function) exactly once")
    }
    if let doubt = program.doubt(call), !program.runsBefore(call, use) { throw doubt }
    let arguments = program.parts(call + 1)
    guard arguments.count > argument else { throw SourceObstacle(token, "\(function) has other arguments") }
    var expression = CExpression(program, at: call)
    guard let name = try expression.value(program.tokens[arguments[argument]]).octets else {
      throw SourceObstacle(program.tokens[call], "\(function) is given no text")
    }
    return name
  }

  /// Whether the device can get another name between a call and the use: by another call, or in a function of the file.
  private func mayRename(between call: Int, _ calls: [Int]) -> Bool {
    let names = Set(program.functions.map { $0.name })
    return (call + 1..<use).contains { index in
      calls.contains(index) || names.contains(program.tokens[index].text) && program.tokens[index + 1].isMark("(")
    }
  }
}
