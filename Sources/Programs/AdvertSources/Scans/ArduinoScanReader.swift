internal import AdvertReading
internal import AdvertisingData

/// Scans of microcontrollers: ArduinoBLE, the object of `getScan()` of arduino-esp32 and NimBLE-Arduino, and TinyGo. Only
/// ArduinoBLE has filters.
///
/// Sources: ArduinoBLE 2.0.1, src/utility/GAP.cpp; arduino-esp32 3, libraries/BLE/src/BLEScan.cpp; NimBLE-Arduino 2.5.1,
/// src/NimBLEScan.h; TinyGo's bluetooth 0.11, gap_nrf528xx-central.go and gap_linux.go.
enum ArduinoScanReader {
  static func read(_ program: CProgram, into found: inout ScanFindings) {
    for name in ["scan", "scanForName", "scanForUuid", "scanForAddress"] {
      for index in program.places[name] ?? []
      where program.tokens[index - 1].isMark(".") && program.tokens[index - 2].isWord("BLE")
        && program.tokens[index + 1].isMark("(")
      {
        guard found.hasRoom(for: program.tokens[index]) else { return }
        var scan = RequestedScan(.arduinoBLE, call: name, line: program.tokens[index].line)
        do throws(SourceObstacle) {
          try takeFilter(of: index, program, &scan)
        } catch {
          scan.unreadFilters.append(.init(error))
        }
        // Programs call the same scan again after a connection.
        let isKnown = found.scans.contains { one in
          one.call == name && one.filters.map { $0.conditions } == scan.filters.map { $0.conditions }
            && one.unreadFilters.isEmpty && scan.unreadFilters.isEmpty
        }
        if !isKnown { found.scans.append(scan) }
      }
    }
    readObject(program, into: &found)
  }

  /// Takes the argument of `scanForName` and its like. The library keeps the name, or the first service, of a device.
  private static func takeFilter(
    of index: Int, _ program: CProgram, _ scan: inout RequestedScan
  ) throws(SourceObstacle) {
    guard scan.call != "scan" else { return }
    guard let argument = program.parts(index + 1).first,
      let octets = try CExpression.value(argument, in: program).text
    else { throw SourceObstacle(program.tokens[index], "\(scan.call) with a text that is not read") }
    let text = String(decoding: octets, as: UTF8.self)
    // An empty text is no filter.
    guard !text.isEmpty else { return }
    let condition: RequestedScan.Condition
    switch scan.call {
    case "scanForName": condition = .name(text)
    case "scanForUuid":
      condition = .firstService(
        try SourceUUID.read(octets, at: program.tokens[index], in: program).uuid, text: text)
    default:
      guard let address = DeviceAddress(text: text, type: .unstated) else {
        throw SourceObstacle(program.tokens[index], "an address that is not read")
      }
      condition = .address(address)
    }
    scan.filters.append(RequestedScan.Filter(line: program.tokens[argument.lowerBound].line, [condition]))
  }

  /// Reads the scan object of the libraries for the ESP32. The scan is passive unless `setActiveScan(true)` is called.
  private static func readObject(_ program: CProgram, into found: inout ScanFindings) {
    guard let index = (program.places["getScan"] ?? []).first(where: { program.isMember($0) }),
      found.hasRoom(for: program.tokens[index])
    else { return }
    let library: RequestedScan.Library = program.isNimBLEArduino ? .nimBLEArduino : .arduinoESP32
    var scan = RequestedScan(library, call: "getScan", line: program.tokens[index].line)
    var values: Set<Bool> = []
    for setting in program.places["setActiveScan"] ?? []
    where program.isMember(setting) && program.tokens[setting + 1].isMark("(") {
      let argument = program.parts(setting + 1).first
      guard let number = argument.flatMap({ try? CExpression.value($0, in: program) })?.number,
        program.doubt(setting) == nil
      else {
        scan.unreadSettings.append(
          .init(line: program.tokens[setting].line, reason: "setActiveScan with a value that is not certain"))
        continue
      }
      values.insert(number != 0)
    }
    if values.count > 1 {
      scan.unreadSettings.append(.init(line: scan.line, reason: "setActiveScan is called with true and with false"))
    }
    // A discovery names the line that was not read as its condition; a miss would not.
    scan.isPassive = !values.contains(true) && scan.unreadSettings.isEmpty
    found.scans.append(scan)
  }

  /// `adapter.Scan(func(…) { … })`
  static func read(_ program: ScriptProgram, into found: inout ScanFindings) {
    guard program.places["bluetooth"] != nil || program.places["DefaultAdapter"] != nil else { return }
    for index in program.places["Scan"] ?? [] where program.isMember(index) && program.tokens[index + 1].isMark("(") {
      guard found.hasRoom(for: program.tokens[index]) else { return }
      found.scans.append(RequestedScan(.tinyGo, call: "Scan", line: program.tokens[index].line))
    }
  }
}
