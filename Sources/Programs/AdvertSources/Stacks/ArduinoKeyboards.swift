internal import AdvertBuilders
internal import AdvertisingData

/// Libraries for ESP32 that are a keyboard, a mouse or a gamepad: a sketch gives them a name, and they advertise.
///
/// Sources: ESP32-BLE-Keyboard 0.3.2, BleKeyboard.cpp; ESP32-BLE-Mouse 0.3.1, BleMouse.cpp;
/// ESP32-BLE-Gamepad 0.7.4, BleGamepad.cpp.
struct ArduinoKeyboards {
  /// The class of a library, and what the library advertises.
  private struct Library: Sendable {
    let type: String
    let stack: String
    /// The name without an argument.
    let name: String
    let appearance: [UInt8]
    /// The most octets of a name that the constructor keeps; `nil` for all.
    var longestName: Int?
    var options: Set<String> = []
  }

  private static let libraries = [
    Library(
      type: "BleKeyboard", stack: "esp32-ble", name: "ESP32 Keyboard", appearance: [0xC1, 0x03], longestName: 15,
      options: ["no-scan-response"]),
    Library(type: "BleMouse", stack: "esp32-ble", name: "ESP32 Bluetooth Mouse", appearance: [0xC2, 0x03]),
    Library(type: "BleGamepad", stack: "nimble-arduino", name: "ESP32 BLE Gamepad", appearance: [0xC4, 0x03]),
  ]

  static func read(_ program: CProgram, _ project: SourceProject, into found: inout SourceFindings) {
    for library in libraries where program.includes.contains(where: { $0.hasSuffix(library.type + ".h") }) {
      for index in program.places[library.type] ?? [] where !program.isMember(index) {
        let isPointer = program.tokens[index + 1].isMark("*")
        let object = isPointer ? index + 2 : index + 1
        guard program.tokens[object].isWord, !program.tokens[index - 1].isWord("new"),
          !program.tokens[index - 1].isWord("class")
        else { continue }
        let isElsewhere = program.tokens[index - 1].isWord("extern")
        // What the file makes itself counts, and not that it says so.
        if isElsewhere, isMade(program.tokens[object].text, library.type, in: program) { continue }
        found.take { () throws(SourceObstacle) in
          try layout(library, object, isPointer: isPointer, isElsewhere: isElsewhere, program, project)
        }
      }
    }
  }

  /// Whether a file declares an object of a type other than with `extern`.
  private static func isMade(_ name: String, _ type: String, in program: CProgram) -> Bool {
    let tokens = program.tokens
    return (program.places[name] ?? []).contains { index in
      let start = tokens[index - 1].isMark("*") ? index - 2 : index - 1
      return tokens[start].isWord(type) && !tokens[start - 1].isWord("extern")
    }
  }

  private static func layout(
    _ library: Library, _ object: Int, isPointer: Bool, isElsewhere: Bool, _ program: CProgram, _ project: SourceProject
  ) throws(SourceObstacle) -> SourceLayout? {
    let name = program.tokens[object].text
    let calls = (program.places[name] ?? []).filter {
      (program.tokens[$0 + 1].isMark(".") || program.tokens[$0 + 1].isMark("->")) && program.tokens[$0 + 3].isMark("(")
    }
    guard let begin = calls.first(where: { program.tokens[$0 + 2].isWord("begin") }) else {
      throw SourceObstacle(program.tokens[object], "the file does not call begin() of \(name)")
    }
    // With NimBLE in the project, the library is built for it.
    let isNimBLE = library.stack == "esp32-ble" && project.stated["nimble-arduino"] != nil
    guard let stack = StackBuilder.named(isNimBLE ? "nimble-arduino" : library.stack) else { return nil }
    var layout = SourceLayout(name: name, stack: stack, place: program.range(begin..<program.partners[begin + 3] + 1))
    layout.options = library.options
    if isNimBLE {
      layout.assumptions.append(
        "\(library.type) is assumed to be built with USE_NIMBLE, because the project has NimBLE-Arduino")
    }
    layout.advertising.add(.appearance, library.appearance, at: layout.place)
    layout.advertising.add(.completeServiceUUIDs16, [0x12, 0x18], at: layout.place)
    let namings = calls.filter { program.tokens[$0 + 2].isWord("setName") }
    let text = program.range(namings.first.map { $0..<program.partners[$0 + 3] + 1 } ?? object..<object + 1)
    try layout.advertising.add(at: text) { () throws(SourceObstacle) in
      guard let naming = namings.first else {
        guard !isElsewhere else {
          throw SourceObstacle(program.tokens[object], "another file makes \(name), with a name or without")
        }
        let value = try written(object, isPointer: isPointer, program) ?? Array(library.name.utf8)
        return library.longestName.map { Array(value.prefix($0)) } ?? value
      }
      guard namings.count == 1 else {
        throw SourceObstacle(program.tokens[namings[1]], "setName is called several times")
      }
      if let doubt = program.doubt(naming) { throw doubt }
      guard program.owners[naming] == program.owners[begin], naming < begin,
        let argument = program.parts(naming + 3).first
      else { throw SourceObstacle(program.tokens[naming], "setName is not called before begin in the same function") }
      return try octets(argument, program)
    }
    return layout
  }

  /// Returns the name that an object is made with; `nil` without an argument.
  private static func written(
    _ object: Int, isPointer: Bool, _ program: CProgram
  ) throws(SourceObstacle) -> [UInt8]? {
    var open = object + 1
    if program.tokens[open].isMark("=") {
      guard let bracket = (open + 1..<open + 4).first(where: { program.tokens[$0].isMark("(") }) else {
        throw SourceObstacle(program.tokens[object], "the object is made in a way that is not read")
      }
      open = bracket
    } else if isPointer {
      throw SourceObstacle(program.tokens[object], "the object is made elsewhere")
    }
    guard program.tokens[open].isMark("(") || program.tokens[open].isMark("{"),
      let argument = program.parts(open).first
    else { return nil }
    return try octets(argument, program)
  }

  private static func octets(_ argument: Range<Int>, _ program: CProgram) throws(SourceObstacle) -> [UInt8] {
    guard let text = try CExpression.value(argument, in: program).text, !text.contains(0) else {
      throw SourceObstacle(program.tokens[argument.lowerBound], "a name that is not read")
    }
    return text
  }
}
