internal import AdvertisingData

/// Values that only programs for Windows have: buffers, and `Guid`.
///
/// Source: Microsoft's reference of Windows.Storage.Streams.DataWriter, Windows.Security.Cryptography.CryptographicBuffer and
/// Windows.Devices.Bluetooth.BluetoothUuidHelper. It does not say which byte order a `DataWriter` begins with.
extension AppExpression {
  /// Returns the octets of an expression that makes an array or an `IBuffer`; `nil` for all others.
  mutating func buffer(_ range: Range<Int>, depth: Int) throws(SourceObstacle) -> [UInt8]? {
    guard program.isMark(range.upperBound - 1, ")") else { return nil }
    let open = program.partners[range.upperBound - 1]
    guard program.isMember(open - 1), open - 2 > range.lowerBound else { return nil }
    let given = program.parts(open)
    let receiver = range.lowerBound..<open - 2
    switch (program.tokens[open - 1].text, given.count) {
    case ("AsBuffer", 0), ("ToArray", 0):
      if receiver.count == 2, program.isWord(receiver.lowerBound + 1, "u8") {
        return try text(receiver.lowerBound..<receiver.lowerBound + 1)
      }
      return try octets(receiver, depth: depth + 1)
    case ("CreateFromByteArray", 1): return try octets(given[0], depth: depth + 1)
    case ("GetBytes", 1) where program.isWord(open - 3, "UTF8", "ASCII"):
      let text = try text(given[0])
      guard program.isWord(open - 3, "UTF8") || text.allSatisfy({ $0 < 0x80 }) else { throw refusal(range) }
      return text
    case ("ConvertStringToBinary", 2) where program.isWord(given[1].upperBound - 1, "Utf8"): return try text(given[0])
    case ("FromHexString", 1), ("DecodeFromHexString", 1):
      let digits = try text(given[0])
      guard let octets = HexDigits.octets(of: digits[...]) else { throw refusal(range) }
      return octets
    case ("DetachBuffer", 0): return try written(receiver, depth: depth)
    default: return nil
    }
  }

  /// Returns the octets that a `DataWriter` was given.
  private mutating func written(_ receiver: Range<Int>, depth: Int) throws(SourceObstacle) -> [UInt8] {
    let writer = try object(receiver, plain: ["DetachBuffer", "Dispose"], depth: depth)
    guard writer.arguments.isEmpty, !writer.plainUses.contains(where: { $0.name == "DetachBuffer" }) else {
      throw refusal(receiver)
    }
    var octets: [UInt8] = []
    var isLittle: Bool?
    for change in writer.changes {
      guard change.path.count == 1, change.arguments.count == 1, let value = change.arguments.first else {
        throw refusal(change.range)
      }
      func append(_ count: Int) throws(SourceObstacle) {
        let number = Array(littleEndian: try number(value), count: count)
        guard let isLittle else {
          throw SourceObstacle(
            program.tokens[change.index], "\(change.path[0]) without a ByteOrder, whose default is not documented")
        }
        octets += isLittle ? number : number.reversed()
      }
      switch change.path[0] {
      case "ByteOrder": isLittle = program.isWord(value.upperBound - 1, "LittleEndian")
      case "UnicodeEncoding":
        guard program.isWord(value.upperBound - 1, "Utf8") else { throw refusal(change.range) }
      case "WriteByte": octets.append(UInt8(truncatingIfNeeded: try number(value)))
      case "WriteBytes", "WriteBuffer": octets += try self.octets(value, depth: depth + 1)
      case "WriteString": octets += try text(value)
      case "WriteUInt16", "WriteInt16": try append(2)
      case "WriteUInt32", "WriteInt32": try append(4)
      default: throw refusal(change.range)
      }
    }
    return octets
  }

  /// Returns the object that an expression makes, or that the variable of the expression gets.
  mutating func object(
    _ range: Range<Int>, plain: Set<String> = [], depth: Int = 0
  ) throws(SourceObstacle) -> AppObject {
    let range = bare(range)
    guard depth < 16, let first = range.first else { throw refusal(range) }
    try spend(range)
    if program.isWord(first, "new") {
      let object = try AppObject(madeAt: first, program, plain: plain).checked()
      guard object.making == range else { throw refusal(range) }
      return object
    }
    let isOwn = range.count == 3 && program.isWord(first, "this") && program.isMark(first + 1, ".")
    let use = isOwn ? first + 2 : first
    guard program.tokens[use].isWord, range.count == 1 || isOwn else { throw refusal(range) }
    // The one place that makes the object of the variable.
    let makings = (program.places[program.tokens[use].text] ?? []).filter { index in
      program.isMark(index + 1, "=", "??=") && program.isWord(index + 2, "new")
        && program.declarations(of: program.tokens[use].text).contains { declaration in
          declaration.region.contains(use) && (declaration.region.contains(index) || declaration.name == index)
        }
    }
    guard makings.count == 1, let making = makings.first else {
      throw SourceObstacle(program.tokens[use], "the file does not make \(program.tokens[use].text) once")
    }
    return try AppObject(madeAt: making + 2, program, plain: plain, usedAt: use).checked()
  }

  /// Returns a `Guid` of C# in the shortest width; `nil` for an expression that does not make one.
  mutating func guid(_ range: Range<Int>) throws(SourceObstacle) -> SourceUUID? {
    let first = range.lowerBound
    if range.count > 2, program.isMark(range.upperBound - 2, "."),
      program.isWord(range.upperBound - 3, "GattServiceUuids")
    {
      return PageServiceNames.number(of: program.tokens[range.upperBound - 1].text[...])
        .map { SourceUUID(BluetoothUUID($0), .bits16) }
    }
    guard program.isMark(range.upperBound - 1, ")") else { return nil }
    let open = program.partners[range.upperBound - 1]
    let given = program.parts(open)
    guard given.count == 1, let argument = given.first else { return nil }
    let isMade =
      program.isWord(first, "new") && (open == first + 1 || program.isWord(open - 1, "Guid"))
      || program.isWord(open - 1, "Parse") && program.isWord(open - 3, "Guid")
    if isMade {
      let text = try text(argument)
      let read = try SourceUUID.read(text, of: [36], at: program.tokens[open - 1], in: program)
      return SourceUUID(read.uuid, read.uuid.shortestWidth)
    }
    guard program.isWord(open - 1, "FromShortId") else { return nil }
    guard let uuid = SourceUUID(try number(argument), bits: 32) else { throw refusal(range) }
    return SourceUUID(uuid.uuid, uuid.uuid.shortestWidth)
  }
}
