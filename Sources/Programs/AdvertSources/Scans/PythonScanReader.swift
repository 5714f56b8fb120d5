internal import AdvertReading
internal import AdvertisingData

/// Scans in Python: bleak, `SetDiscoveryFilter` of BlueZ over D-Bus, `start_scan` of CircuitPython, and MicroPython.
///
/// Source: bleak 1.0, `BleakScanner`; BlueZ 5.66, doc/adapter-api.txt and src/adapter.c; adafruit_ble 10.1.2, `BLERadio`;
/// MicroPython 1.28, extmod/modbluetooth.c; micropython-lib 1.28, aioble/central.py.
struct PythonScanReader {
  private var scan: RequestedScan
  private let arguments: [ScanValue.Argument]
  /// The patterns of BlueZ's monitor; `nil` without any.
  private var patterns: ScanValue?

  /// The methods of `BleakScanner` that scan, with the positional arguments that are no callback.
  private static let methods = ["discover", "find_device_by_name", "find_device_by_address", "find_device_by_filter"]

  static func read(_ program: PythonProgram, into found: inout ScanFindings) {
    for index in program.places["BleakScanner"] ?? [] {
      var call = index
      if program.tokens[index + 1].isMark("."), methods.contains(program.tokens[index + 2].text) { call = index + 2 }
      guard program.tokens[call + 1].isMark("(") else { continue }
      // A class that is made of it.
      if program.tokens[index - 1].isMark("("), program.tokens[index - 3].isWord("class") { continue }
      take(.bleak, call, program, into: &found) { reader throws(SourceObstacle) in
        try reader.readBleak(program.tokens[call].text)
      }
    }
    let isCircuitPython = ["adafruit_ble", "_bleio", "BLERadio"].contains { program.places[$0] != nil }
    for index in isCircuitPython ? program.places["start_scan"] ?? [] : []
    where program.isMember(index) && program.tokens[index + 1].isMark("(") {
      take(.circuitPython, index, program, into: &found) { reader throws(SourceObstacle) in
        try reader.readCircuitPython(index, program)
      }
    }
    for index in (program.places["gap_scan"] ?? []) + (program.places["scan"] ?? [])
    where program.isMember(index) && program.tokens[index + 1].isMark("(")
      && (program.tokens[index].isWord("gap_scan") || program.tokens[index - 2].isWord("aioble"))
    {
      let first = program.parts(index + 1).first
      // `gap_scan(None)` ends a scan.
      if program.tokens[index].isWord("gap_scan"), first.map({ program.tokens[$0.lowerBound].isWord("None") }) ?? true {
        continue
      }
      take(.microPython, index, program, into: &found) { reader throws(SourceObstacle) in
        reader.scan.isPassive = true
        guard let active = reader.arguments["active"] ?? reader.arguments.positional(3) else { return }
        do throws(SourceObstacle) {
          if case .number(let number) = active.content {
            reader.scan.isPassive = number == 0
          } else {
            reader.scan.isPassive = !(try active.bool())
          }
        } catch {
          reader.scan.isPassive = false
          reader.scan.unreadSettings.append(.init(error))
        }
      }
    }
    for index in (program.places["SetDiscoveryFilter"] ?? []) + (program.places["call_set_discovery_filter"] ?? [])
    where program.isMember(index) && program.tokens[index + 1].isMark("(") {
      take(.bluez, index, program, into: &found) { reader throws(SourceObstacle) in
        guard let filter = reader.arguments.first?.value else { return }
        try reader.readDiscoveryFilter(filter)
      }
    }
  }

  /// Reads `start_scan` of adafruit_ble. Its positional arguments are classes of advertisements, of which one is enough.
  private mutating func readCircuitPython(_ index: Int, _ program: PythonProgram) throws(SourceObstacle) {
    var weakest: Int64 = -80
    for argument in arguments {
      switch argument.name {
      case nil, "buffer_size", "extended", "timeout", "interval", "window": break
      case "minimum_rssi": weakest = try argument.value.number()
      case "active": scan.isPassive = !(try argument.value.bool())
      default: throw SourceObstacle(argument.value.line, "\(argument.name ?? "an argument") is not read")
      }
    }
    scan.exceptions.append("the signal is weaker than \(weakest) dBm")
    let types = program.parts(index + 1).filter { !($0.count > 1 && program.tokens[$0.lowerBound + 1].isMark("=")) }
    for type in types {
      let name = program.tokens[type.upperBound - 1].text
      if name == "Advertisement" { return scan.unreadFilters.removeAll() }
      scan.unreadFilters.append(
        .init(line: program.tokens[type.lowerBound].line, reason: "what \(name) asks of advertisements"))
    }
  }

  private static func take(
    _ library: RequestedScan.Library, _ call: Int, _ program: PythonProgram, into found: inout ScanFindings,
    _ read: (inout PythonScanReader) throws(SourceObstacle) -> Void
  ) {
    found.take(program.tokens[call]) { cases in
      var values = ScanValueReader(program, nameMark: "=", in: cases) { name, use throws(SourceObstacle) in
        try program.binding(of: name, before: use)
      }
      var reader = PythonScanReader(
        scan: RequestedScan(library, call: program.tokens[call].text, line: program.tokens[call].line),
        arguments: values.arguments(call + 1))
      do throws(SourceObstacle) {
        try read(&reader)
      } catch {
        reader.scan.unreadFilters.append(.init(error))
      }
      guard library == .bleak, reader.scan.isPassive else { return (reader.scan, values.openCondition) }
      let condition = values.openCondition ?? reader.divide(cases.results[onLinux])
      return (reader.scan, condition)
    }
  }

  /// The condition on which bleak's passive scans differ.
  private static let onLinux = "running on Linux"

  /// Takes the patterns of a passive scan in place of its other filters on Linux, and leaves them out elsewhere.
  ///
  /// - Parameter isLinux: whether the system is Linux; `nil` where the scan is for both.
  /// - Returns: the condition that tells them apart; `nil` where it is known, or makes no difference.
  private mutating func divide(_ isLinux: Bool?) -> String? {
    guard patterns != nil || !scan.filters.isEmpty else { return nil }
    guard let isLinux else { return Self.onLinux }
    scan.system = isLinux ? .linux : .other
    guard isLinux else { return nil }
    scan.filters = []
    guard let patterns else { return nil }
    do throws(SourceObstacle) {
      for one in try patterns.list() {
        scan.take(one) { value throws(SourceObstacle) in [try BleakPattern.condition(value)] }
      }
    } catch {
      scan.unreadFilters.append(.init(error))
    }
    return nil
  }

  private mutating func readBleak(_ call: String) throws(SourceObstacle) {
    var asked: [RequestedScan.Condition] = []
    if let first = arguments.first, first.name == nil {
      switch call {
      case "find_device_by_name": asked.append(.name(try first.value.text()))
      case "find_device_by_address":
        asked.append(.address(try first.value.address()))
      case "find_device_by_filter":
        scan.unreadSettings.append(.init(line: first.value.line, reason: "the function that filters"))
      default: break
      }
    }
    for (index, argument) in arguments.enumerated() {
      let value = argument.value
      switch argument.name {
      case nil:
        // `BleakScanner(callback, services)`
        if call == "BleakScanner", index == 1 { try scan.takeServices(value) }
      case "service_uuids": try scan.takeServices(value)
      case "scanning_mode": scan.isPassive = try value.text() == "passive"
      case "bluez":
        for entry in try value.entries() {
          switch entry.key {
          case "filters": try readDiscoveryFilter(entry.value)
          case "or_patterns": patterns = entry.value
          case "adapter": break
          default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "an argument for BlueZ") is not read")
          }
        }
      case "filters": try readDiscoveryFilter(value)
      case "detection_callback", "timeout", "return_adv", "adapter", "device", "cb", "backend", "loop", "use_bdaddr":
        break
      case "name" where call == "find_device_by_name": asked.append(.name(try value.text()))
      default: throw SourceObstacle(value.line, "\(argument.name ?? "an argument") is not read")
      }
    }
    if !asked.isEmpty { require(asked, scan.line) }
  }

  /// Adds conditions that a device must meet besides the filters.
  private mutating func require(_ conditions: [RequestedScan.Condition], _ line: Int) {
    if scan.filters.isEmpty { scan.filters = [.init(line: line)] }
    for index in scan.filters.indices { scan.filters[index].conditions += conditions }
  }

  /// Reads the dictionary of `SetDiscoveryFilter`: one of the services is enough.
  private mutating func readDiscoveryFilter(_ value: ScanValue) throws(SourceObstacle) {
    var pattern: ScanValue?
    for entry in try value.entries() {
      switch entry.key {
      case "UUIDs": try scan.takeServices(entry.value)
      case "RSSI": scan.exceptions.append("the signal is weaker than \(try entry.value.number()) dBm")
      case "Pathloss": scan.exceptions.append("the path loss is greater than \(try entry.value.number()) dB")
      case "Transport":
        guard try entry.value.text() != "bredr" else {
          throw SourceObstacle(entry.value.line, "a discovery of Bluetooth Classic")
        }
      case "DuplicateData": break
      case "Discoverable":
        if try entry.value.bool() { scan.exceptions.append("it is not discoverable (Flags)") }
      case "Pattern": pattern = entry.value
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "a part of the filter") is not read")
      }
    }
    guard let pattern else { return }
    let text = try pattern.text()
    guard !text.isEmpty else { return }
    // A prefix of an address would be hexadecimal with colons.
    guard !text.contains(":") else { throw SourceObstacle(pattern.line, "a pattern for addresses") }
    require([.namePart(text, isPrefix: true)], pattern.line)
  }
}
