internal import AdvertReading
internal import AdvertisingData

/// A call of a function or a constructor, with the values of its arguments.
struct ValueCall {
  let name: String
  /// The index of the name.
  let index: Int
  /// The place of the call.
  let place: TextRange
  let arguments: [ScanValue.Argument]

  init<Program: TokenProgram>(_ index: Int, _ reader: inout ScanValueReader<Program>) {
    let program = reader.program
    name = program.tokens[index].text
    self.index = index
    place = program.range(index..<program.partners[index + 1] + 1)
    arguments = reader.arguments(index + 1)
  }

  /// Returns the positional argument at a position; `nil` without one.
  func positional(_ position: Int) -> ScanValue? { arguments.positional(position) }

  /// The value of a named argument; `nil` without one, and for a value that says nothing.
  subscript(name: String) -> ScanValue? { arguments[name] }

  /// Returns a refusal of the library, in the line of the call.
  func refused(_ words: String, remedy: String) -> SourceObstacle {
    SourceObstacle(place.line, words, SourceObstacle.Refusal(isCertain: false, remedy: remedy))
  }
}

extension [ScanValue.Argument] {
  func positional(_ position: Int) -> ScanValue? {
    let all = lazy.filter { $0.name == nil }
    return all.dropFirst(position).first?.value
  }

  subscript(name: String) -> ScanValue? {
    guard let value = last(where: { $0.name == name })?.value, !value.isNothing else { return nil }
    return value
  }
}

extension ScanValue {
  /// Returns the arguments of a constructor.
  func made(of type: String) throws(SourceObstacle) -> [Argument] {
    guard case .call(let name, let arguments) = content, name == type else { throw refusal("\(type)(…)") }
    return arguments
  }

  /// Returns the octets of a text.
  func textOctets() throws(SourceObstacle) -> [UInt8] { Array(try text().utf8) }

  /// Returns a number of 16 bits, with its low octet first.
  func little() throws(SourceObstacle) -> [UInt8] {
    guard let number = UInt16(exactly: try number()) else { throw refusal("a number of 16 bits") }
    return [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  /// Returns a UUID in the width in which it is written.
  func writtenUUID() throws(SourceObstacle) -> SourceUUID {
    guard let uuid = SourceUUID(text: try textOctets()) else { throw refusal("a UUID of 4, 8 or 36 characters") }
    return uuid
  }
}

extension SourceLayout.RequestedBlock {
  /// Adds the data of a service, which may not be read.
  mutating func add(
    dataOf uuid: SourceUUID, at text: TextRange, octets read: () throws(SourceObstacle) -> SourceOctets
  ) throws(SourceObstacle) {
    try add(ServiceData.type(width: uuid.width), known: uuid.octets, at: text, octets: read)
  }

  /// Adds the data of a service.
  mutating func add(dataOf uuid: SourceUUID, _ octets: [UInt8], at text: TextRange) {
    add(ServiceData.type(width: uuid.width), uuid.octets + octets, at: text)
  }

  mutating func add(solicited uuid: SourceUUID, at text: TextRange) {
    add(SolicitationUUIDList.type(width: uuid.width), uuid.octets, at: text)
  }

  /// Adds a service that may not be read.
  mutating func add(
    service value: ScanValue,
    _ read: (ScanValue) throws(SourceObstacle) -> SourceUUID = { value throws(SourceObstacle) in try value.writtenUUID()
    }
  ) throws(SourceObstacle) {
    try add(at: value.range) { () throws(SourceObstacle) in try read(value) }
  }

  /// Adds a name that may not be read.
  mutating func add(name value: ScanValue?) throws(SourceObstacle) {
    guard let value, !value.isNothing else { return }
    try add(at: value.range) { () throws(SourceObstacle) in
      let name = try value.textOctets()
      return name.isEmpty ? nil : name
    }
  }
}
