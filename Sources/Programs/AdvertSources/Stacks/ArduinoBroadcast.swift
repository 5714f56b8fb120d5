internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// A characteristic of ArduinoBLE on which `broadcast()` is called: each `writeValue` sets the service data, and starts to
/// advertise again.
///
/// Source: ArduinoBLE 2.0.1, src/local/BLELocalCharacteristic.cpp.
struct ArduinoBroadcast {
  private let program: CProgram
  /// The name of the characteristic.
  private let name: SourceToken
  /// The calls that write its value.
  private let writes: [Int]

  /// The octets of the values by the type of the characteristic.
  private static let sizes: [String: Int] = [
    "BLEBoolCharacteristic": 1, "BLEBooleanCharacteristic": 1, "BLECharCharacteristic": 1,
    "BLEUnsignedCharCharacteristic": 1, "BLEByteCharacteristic": 1, "BLEShortCharacteristic": 2,
    "BLEUnsignedShortCharacteristic": 2, "BLEWordCharacteristic": 2, "BLEIntCharacteristic": 4,
    "BLEUnsignedIntCharacteristic": 4, "BLELongCharacteristic": 4, "BLEUnsignedLongCharacteristic": 4,
    "BLEFloatCharacteristic": 4, "BLEDoubleCharacteristic": 8,
  ]

  /// Returns the characteristics that broadcast and are written, in the order of the file.
  static func all(in program: CProgram) -> [ArduinoBroadcast] {
    var all: [ArduinoBroadcast] = []
    for index in program.places["broadcast"] ?? []
    where program.isMember(index) && program.tokens[index + 1].isMark("(")
      && program.partners[index + 1] == index + 2
    {
      let name = program.tokens[index - 2]
      let writes = ["writeValue", "setValue"].flatMap { program.places[$0] ?? [] }.filter { write in
        program.isMember(write) && program.tokens[write - 2].isWord(name.text)
      }
      guard !writes.isEmpty, !all.contains(where: { $0.name.text == name.text }) else { continue }
      // Without `BLEBroadcast` among its properties, `broadcast()` does nothing.
      let words = program.declaration(of: name.text, at: index)?.value.map { program.tokens[$0].filter { $0.isWord } }
      if let words, !words.isEmpty, words.allSatisfy({ $0.text.hasPrefix("BLE") && $0.text != "BLEBroadcast" }) {
        continue
      }
      all.append(ArduinoBroadcast(program: program, name: name, writes: writes.sorted()))
    }
    return all
  }

  /// Returns what is sent after a write, where the layout before it is known.
  func layout(after first: SourceLayout) throws(SourceObstacle) -> SourceLayout? {
    guard let write = writes.first else { return nil }
    let token = program.tokens[write]
    func refusal(_ reason: String) -> SourceObstacle {
      SourceObstacle(token, "\(token.text) of \(name.text), which broadcasts, sets the service data: \(reason)")
    }
    guard let declaration = program.declaration(of: name.text, at: write),
      let size = declaration.type.lazy.compactMap({ Self.sizes[$0] }).first ?? sizeOfTexts(in: declaration)
    else { throw refusal("the length of the value is not known") }
    let owners = (program.places["addCharacteristic"] ?? []).filter { call in
      program.isMember(call) && program.tokens[call + 1].isMark("(")
        && program.parts(call + 1).map { program.tokens[$0].map { $0.text } } == [[name.text]]
    }
    guard owners.count == 1, let owner = owners.first else {
      throw refusal("the file does not say of which service it is")
    }
    let call = ObjectCalls.Call(
      method: "addCharacteristic", index: owner, arguments: [owner - 2..<owner - 1], owner: program.owners[owner])
    let service: SourceUUID
    do throws(SourceObstacle) {
      service = try WrittenArguments(program: program, call: call).uuid(0)
    } catch {
      throw refusal("the service is not read")
    }
    guard service.width == .bits16 else { throw refusal("only services of 16 bits are read") }
    guard first.options.isEmpty else { throw refusal("the data is that of a BLEAdvertisingData, too") }
    var layout = first
    layout.name += " after \(token.text)"
    layout.advertising.add(
      .serviceData16,
      SourceOctets(service.octets + [UInt8](repeating: 0, count: size), open: Set(2..<2 + size)),
      at: program.range(program.statements[write]..<program.partners[write + 1] + 1))
    return layout
  }

  /// Returns the octets that each write sets, where all write texts of one length; `nil` for other values.
  ///
  /// The third argument of a `BLECharacteristic` or a `BLEStringCharacteristic` cuts the value; a fourth one fills it.
  private func sizeOfTexts(in declaration: CProgram.Declaration) -> Int? {
    guard declaration.type.contains("BLECharacteristic") || declaration.type.contains("BLEStringCharacteristic"),
      program.tokens[declaration.name + 1].isMark("("),
      case let made = program.parts(declaration.name + 1), made.count == 3,
      let most = (try? CExpression.value(made[2], in: program))?.number, most > 0
    else { return nil }
    let sizes = writes.map { write -> Int? in
      guard program.tokens[write + 1].isMark("(") else { return nil }
      let arguments = program.parts(write + 1)
      guard arguments.count == 1, let text = (try? CExpression.value(arguments[0], in: program))?.text,
        !text.contains(0)
      else { return nil }
      return min(text.count, Int(clamping: most))
    }
    guard let size = sizes.first ?? nil, sizes.allSatisfy({ $0 == size }) else { return nil }
    return size
  }
}
