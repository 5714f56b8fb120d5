internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The name that `init` gives the device, which version 1 of NimBLE-Arduino and the library of arduino-esp32 advertise.
extension NimBLEArduinoReader {
  /// Returns the calls of `init` of the device.
  static func deviceNameCalls(_ program: CProgram) -> [Int] {
    let tokens = program.tokens
    return (program.places["init"] ?? []).filter { index in
      index > 1 && tokens[index - 1].isMark("::")
        && (tokens[index - 2].isWord("BLEDevice") || tokens[index - 2].isWord("NimBLEDevice"))
        && index + 1 < tokens.count && tokens[index + 1].isMark("(")
    }
  }

  /// Returns the only call of `init` in copied lines that do nothing but name a device.
  static func namingCall(_ program: CProgram) -> ObjectCalls.Call? {
    let others = ["getScan", "createClient", "BLEScan", "NimBLEScan", "BLEClient", "NimBLEClient"]
    let calls = deviceNameCalls(program)
    guard program.isExcerpt, calls.count == 1, let call = calls.first,
      others.allSatisfy({ program.places[$0] == nil }), let argument = program.parts(call + 1).first,
      (try? CExpression.value(argument, in: program))?.text?.isEmpty == false
    else { return nil }
    return ObjectCalls.Call(
      method: "init", index: call, arguments: program.parts(call + 1), owner: program.owners[call])
  }

  /// Takes the name that `init` gives the device.
  static func takeDeviceName(
    _ changes: [ObjectCalls.Call], _ program: CProgram, _ isNimBLE: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    if isNimBLE, changes.contains(where: { $0.method == "setName" }) { return }
    let tokens = program.tokens
    let calls = deviceNameCalls(program)
    let text = calls.first.map { program.range(program.statements[$0]..<program.partners[$0 + 1] + 1) } ?? layout.place
    let isEarly = isNimBLE && calls.first.map { isMade(before: $0, program) } ?? false
    var isCut = false
    try layout.advertising.add(at: text) { [line = layout.place.line] () throws(SourceObstacle) in
      guard calls.count == 1, let call = calls.first, let argument = program.parts(call + 1).first else {
        throw SourceObstacle(line, "the device's name is sent, and the file does not call init exactly once with it")
      }
      if let doubt = program.doubt(call) { throw doubt }
      for renaming in ["setDeviceName", "esp_ble_gap_set_device_name", "ble_svc_gap_device_name_set"] {
        if let place = program.places[renaming]?.first {
          throw SourceObstacle(tokens[place], "\(renaming) gives the device another name")
        }
      }
      guard let name = try CExpression.value(argument, in: program).text, !name.contains(0) else {
        throw SourceObstacle(tokens[call], "a name that is not read")
      }
      guard isEarly else { return name.isEmpty ? nil : name }
      let sent = earlyName(name)
      isCut = sent != name
      return sent
    }
    if isCut {
      let change = BuildChange(
        .shortened, nil, "sends \(defaultName.count) bytes as the name, because getAdvertising is called before init",
        remedy: "call getAdvertising after init, or setName")
      layout.changes.append(StackBuild.Change(change, at: text))
    }
  }

  /// The name of NimBLE before `init` sets another.
  private static let defaultName = Array("nimble".utf8)

  /// Returns the octets that an object sends which was made before the name was set: it keeps the length of that time.
  /// A shorter name ends with a zero, and behind it the old one goes on.
  ///
  /// Source: NimBLE-Arduino 1.4.3, the constructor of NimBLEAdvertising; ble_svc_gap_device_name_set.
  private static func earlyName(_ name: [UInt8]) -> [UInt8] {
    Array((name + [0] + defaultName.dropFirst(name.count + 1)).prefix(defaultName.count))
  }

  /// Whether the object is made before a call of `init`: outside of all functions and types, or earlier in the same
  /// function.
  private static func isMade(before call: Int, _ program: CProgram) -> Bool {
    (program.places["getAdvertising"] ?? []).contains { index in
      if program.owners[index] >= 0 { return program.owners[index] == program.owners[call] && index < call }
      return !(0..<index).contains { program.tokens[$0].isMark("{") && program.partners[$0] > index }
    }
  }
}
