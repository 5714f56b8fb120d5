internal import AdvertReading
internal import AdvertisingData

/// Scans of libraries for JavaScript and Dart.
///
/// Source: Web Bluetooth, `requestDevice` and `requestLEScan`; the documentation and the code of react-native-ble-plx 3.5,
/// react-native-ble-manager 12, noble, cordova-plugin-ble-central, cordova-plugin-bluetoothle 6, @capacitor-community/bluetooth-le 7, flutter_blue_plus
/// 1.35, flutter_reactive_ble 5 and Espruino 2v28.
struct ScriptScanReader {
  var scan: RequestedScan
  private let arguments: [ScanValue.Argument]
  private let openCondition: String?

  /// Calls that are read alike: the words before them, their names, the library, and how their arguments are read.
  private struct Calls: Sendable {
    let receivers: [String]
    let names: [String]
    let library: RequestedScan.Library
    let read: @Sendable (inout ScriptScanReader) throws(SourceObstacle) -> Void
  }

  private static let calls = [
    Calls(receivers: ["bluetooth"], names: ["requestDevice", "requestLEScan"], library: .webBluetooth) {
      reader throws(SourceObstacle) in
      try reader.readPage()
    },
    Calls(receivers: ["BleClient"], names: ["requestDevice", "requestLEScan"], library: .capacitor) {
      reader throws(SourceObstacle) in
      try reader.readCapacitor()
    },
    Calls(receivers: [], names: ["startDeviceScan"], library: .blePLX) { reader throws(SourceObstacle) in
      try reader.readServices()
      try reader.readLegacy("legacyScan")
    },
    Calls(receivers: ["BleManager", "bleManager"], names: ["scan"], library: .bleManager) {
      reader throws(SourceObstacle) in
      try reader.readBleManager()
    },
    Calls(receivers: ["noble"], names: ["startScanning", "startScanningAsync"], library: .noble) {
      reader throws(SourceObstacle) in
      try reader.readServices()
    },
    Calls(receivers: ["ble"], names: ["scan", "startScan"], library: .cordova) { reader throws(SourceObstacle) in
      try reader.readServices()
    },
    Calls(receivers: ["ble"], names: ["startScanWithOptions"], library: .cordova) { reader throws(SourceObstacle) in
      try reader.readServices()
      try reader.readLegacy("legacy")
    },
    Calls(receivers: ["NRF"], names: ["setScan", "findDevices"], library: .espruino) { reader throws(SourceObstacle) in
      try reader.readEspruino(reader.positional(1))
    },
    Calls(receivers: ["NRF"], names: ["requestDevice"], library: .espruino) { reader throws(SourceObstacle) in
      try reader.readEspruino(reader.positional(0))
    },
    Calls(receivers: ["bluetoothle"], names: ["startScan"], library: .cordovaBluetoothLE) {
      reader throws(SourceObstacle) in
      try reader.readBluetoothLE()
    },
    Calls(receivers: ["FlutterBluePlus", "flutterBlue", "instance"], names: ["startScan"], library: .flutterBluePlus) {
      reader throws(SourceObstacle) in
      try reader.readFlutterBluePlus()
    },
    Calls(receivers: [], names: ["scanForDevices"], library: .flutterReactiveBLE) { reader throws(SourceObstacle) in
      reader.scan.isLegacyOnly = false
      try reader.scan.takeServices(reader.named("withServices"))
    },
  ]

  static func read(_ program: ScriptProgram, into found: inout ScanFindings) {
    for call in calls {
      for index in call.names.flatMap({ program.places[$0] ?? [] }) where program.tokens[index + 1].isMark("(") {
        guard program.isMember(index), !isDefinition(index, program) else { continue }
        // `NRF.setScan()` ends a scan.
        if call.library == .espruino, program.partners[index + 1] == index + 2 { continue }
        let receiver = program.tokens[index - 2].text
        guard
          call.receivers.isEmpty || call.receivers.contains(receiver)
            || call.library == .flutterBluePlus && hasFlutterFilters(index + 1, program)
        else { continue }
        found.take(program.tokens[index]) { cases in
          var reader = ScriptScanReader(program, call.library, index, cases)
          do throws(SourceObstacle) {
            try call.read(&reader)
          } catch {
            reader.scan.unreadFilters.append(.init(error))
          }
          return (reader.scan, reader.openCondition)
        }
      }
    }
  }

  /// Whether a call has arguments that only flutter_blue_plus and flutter_blue name so, whatever its object is called.
  private static func hasFlutterFilters(_ open: Int, _ program: ScriptProgram) -> Bool {
    program.parts(open).contains { part in
      part.count > 2 && program.tokens[part.lowerBound + 1].isMark(":")
        && ["withServices", "withNames", "withKeywords", "withRemoteIds", "withMsd", "withServiceData"].contains(
          program.tokens[part.lowerBound].text)
    }
  }

  private static func isDefinition(_ index: Int, _ program: ScriptProgram) -> Bool {
    program.tokens[program.partners[index + 1] + 1].isMark("{")
  }

  private init(_ program: ScriptProgram, _ library: RequestedScan.Library, _ call: Int, _ cases: ScanCases) {
    scan = RequestedScan(library, call: program.tokens[call].text, line: program.tokens[call].line)
    var values = ScanValueReader(program, nameMark: ":", in: cases) { name, _ throws(SourceObstacle) in
      try program.constant(name)
    }
    arguments = values.arguments(call + 1)
    openCondition = values.openCondition
  }

  // MARK: Arguments

  func positional(_ index: Int) -> ScanValue? {
    let all = arguments.filter { $0.name == nil }
    return index < all.count ? all[index].value : nil
  }

  private func named(_ name: String) -> ScanValue? { arguments.last { $0.name == name }?.value }

  /// Reads the services that are the first argument.
  private mutating func readServices() throws(SourceObstacle) {
    if scan.library == .blePLX || scan.library == .cordova { scan.isLegacyOnly = true }
    try scan.takeServices(positional(0))
  }

  /// Reads the switch among the options, the second argument, that leaves extended advertising out.
  private mutating func readLegacy(_ key: String) throws(SourceObstacle) {
    scan.isLegacyOnly = true
    guard let options = positional(1), !options.isNothing else { return }
    // The last argument is the function that gets the devices, also where the options are left out.
    if case .unknown = options.content, positional(2) == nil { return }
    do throws(SourceObstacle) {
      for entry in try options.entries() where entry.key == key || entry.key == nil {
        guard entry.key != nil else { throw SourceObstacle(entry.value.line, "options that are not read") }
        scan.isLegacyOnly = try entry.value.bool()
      }
    } catch {
      scan.isLegacyOnly = nil
      scan.unreadSettings.append(.init(error))
    }
  }

  // MARK: Libraries

  /// cordova-plugin-bluetoothle: one of the services.
  private mutating func readBluetoothLE() throws(SourceObstacle) {
    scan.isLegacyOnly = true
    guard let options = positional(2), !options.isNothing else { return }
    for entry in try options.entries() {
      switch entry.key {
      case "services": try scan.takeServices(entry.value)
      case "allowDuplicates", "scanMode", "matchMode", "matchNum", "callbackType", "isConnectable": break
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "an option") is not read")
      }
    }
  }

  /// The plugin for Capacitor: one of the services and data, and the name and its beginning beside it.
  private mutating func readCapacitor() throws(SourceObstacle) {
    scan.isLegacyOnly = true
    guard let options = positional(0) else { return }
    var asked: [(line: Int, condition: RequestedScan.Condition)] = []
    var names: [RequestedScan.Condition] = []
    for entry in try options.entries() {
      switch entry.key {
      case "services":
        for service in try entry.value.list() { asked.append((service.line, .service(try service.uuid()))) }
      case "manufacturerData":
        for data in try entry.value.list() {
          let condition = try Self.manufacturerData(data)
          if case .manufacturerData(_, [], _) = condition {
            throw SourceObstacle(data.line, "manufacturer data without dataPrefix, which Android refuses")
          }
          asked.append((data.line, condition))
        }
      case "serviceData":
        for data in try entry.value.list() { asked.append((data.line, try Self.serviceData(data))) }
      case "name": names.append(.name(try entry.value.text()))
      case "namePrefix": names.append(.namePart(try entry.value.text(), isPrefix: true))
      case "allowExtendedAdvertising": scan.isLegacyOnly = !(try entry.value.bool())
      case "optionalServices", "allowDuplicates", "scanMode", "displayMode": break
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "an option") is not read")
      }
    }
    for one in asked { scan.filters.append(.init(line: one.line, [one.condition] + names)) }
    if asked.isEmpty, !names.isEmpty { scan.filters.append(.init(line: options.line, names)) }
  }

  /// react-native-ble-manager: services, names and manufacturer data are joined by *or*.
  private mutating func readBleManager() throws(SourceObstacle) {
    scan.isLegacyOnly = true
    var options: [ScanValue.Entry] = []
    if let first = positional(0), case .object(let entries) = first.content {
      options = entries
    } else {
      try scan.takeServices(positional(0))
      if let last = positional(3), !last.isNothing { options = try last.entries() }
    }
    for entry in options {
      switch entry.key {
      case "serviceUUIDs": try scan.takeServices(entry.value)
      case "exactAdvertisingName":
        let names: [ScanValue] = if case .list(let names) = entry.value.content { names } else { [entry.value] }
        for name in names { scan.filters.append(.init(line: name.line, [.name(try name.text())])) }
      case "legacy":
        scan.isLegacyOnly = nil
        scan.isLegacyOnly = try entry.value.bool()
      case "manufacturerData": scan.take(entry.value) { data throws(SourceObstacle) in [try Self.managerData(data)] }
      case "reportDelay": scan.isForBackground = try entry.value.number() > 0
      case "seconds", "allowDuplicates", "scanMode", "matchMode", "numberOfMatches", "callbackType",
        "useScanIntent":
        break
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "an option") is not read")
      }
    }
  }

  /// Reads `{ manufacturerId: 76, manufacturerData: [2, 21], manufacturerDataMask: [255, 255] }`.
  private static func managerData(_ value: ScanValue) throws(SourceObstacle) -> RequestedScan.Condition {
    var (company, octets, mask): (UInt16?, [UInt8], [UInt8]) = (nil, [], [])
    for part in try value.entries() {
      switch part.key {
      case "manufacturerId": company = UInt16(exactly: try part.value.number())
      case "manufacturerData": octets = try part.value.octets()
      case "manufacturerDataMask": mask = try part.value.octets()
      default: throw SourceObstacle(part.value.line, "a part of manufacturer data that is not read")
      }
    }
    guard let company else { throw SourceObstacle(value.line, "manufacturer data without a company") }
    guard mask.count == octets.count else {
      throw SourceObstacle(value.line, "a mask of another length than the data, which the library refuses")
    }
    return .manufacturerData(company, octets, mask: mask)
  }

  /// flutter_blue_plus: all that is given is joined by *or*.
  private mutating func readFlutterBluePlus() throws(SourceObstacle) {
    scan.isLegacyOnly = false
    for argument in arguments {
      do throws(SourceObstacle) {
        try readFlutterBluePlus(argument.name, argument.value)
      } catch {
        scan.unreadFilters.append(.init(error))
      }
    }
  }

  private mutating func readFlutterBluePlus(_ name: String?, _ value: ScanValue) throws(SourceObstacle) {
    switch name {
    case "withServices": try scan.takeServices(value)
    case "withNames":
      for one in try value.list() { scan.take(one) { name throws(SourceObstacle) in [.name(try name.text())] } }
    case "withKeywords":
      for one in try value.list() {
        scan.take(one) { part throws(SourceObstacle) in [.namePart(try part.text(), isPrefix: false)] }
      }
    case "withRemoteIds":
      for one in try value.list() {
        scan.take(one) { address throws(SourceObstacle) in
          [.address(try address.address())]
        }
      }
    case "withMsd":
      for one in try value.list() {
        scan.take(one) { data throws(SourceObstacle) in [try Self.flutterData(data, isService: false)] }
      }
    case "withServiceData":
      for one in try value.list() {
        scan.take(one) { data throws(SourceObstacle) in [try Self.flutterData(data, isService: true)] }
      }
    case "androidLegacy":
      scan.isLegacyOnly = nil
      scan.isLegacyOnly = try value.bool()
    case "timeout", "removeIfGone", "continuousUpdates", "continuousDivisor", "oneByOne", "androidScanMode", "scanMode",
      "androidUsesFineLocation", "androidCheckLocationServices", "webOptionalServices", "allowDuplicates":
      break
    default: throw SourceObstacle(value.line, "\(name ?? "an argument") is not read")
    }
  }

  /// Reads `MsdFilter(76, data: [1], mask: [255])` and `ServiceDataFilter(Guid('180d'), data: [1])`.
  private static func flutterData(
    _ value: ScanValue, isService: Bool
  ) throws(SourceObstacle) -> RequestedScan.Condition {
    guard case .call(let name, let arguments) = value.content,
      name == (isService ? "ServiceDataFilter" : "MsdFilter"), let first = arguments.first, first.name == nil
    else { throw SourceObstacle(value.line, "data that are not read") }
    var (octets, mask): ([UInt8], [UInt8]) = ([], [])
    for argument in arguments.dropFirst() {
      switch argument.name {
      case "data": octets = try argument.value.octets()
      case "mask": mask = try argument.value.octets()
      default: throw SourceObstacle(value.line, "data that are not read")
      }
    }
    let usedMask = mask.isEmpty ? nil : mask
    if isService { return .serviceData(try first.value.uuid(), octets, mask: usedMask) }
    guard let company = UInt16(exactly: try first.value.number()) else {
      throw SourceObstacle(value.line, "a company that has more than 16 bits")
    }
    return .manufacturerData(company, octets, mask: usedMask)
  }
}

extension RequestedScan {
  /// Takes services of which one is enough; none for a value that is missing, and for an empty list.
  mutating func takeServices(_ value: ScanValue?) throws(SourceObstacle) {
    guard let value, !value.isNothing else { return }
    for uuid in try value.list() {
      take(uuid, isService: true) { value throws(SourceObstacle) in [.service(try value.uuid())] }
    }
  }

  /// Takes a filter of one value, or the reason why it is not read.
  ///
  /// - Parameter isService: whether the value is a service that devices must list.
  mutating func take(
    _ value: ScanValue, isService: Bool = false, _ read: (ScanValue) throws(SourceObstacle) -> [RequestedScan.Condition]
  ) {
    do throws(SourceObstacle) {
      filters.append(Filter(line: value.line, try read(value)))
    } catch {
      unreadFilters.append(Unread(line: error.line, reason: error.reason, isService: isService))
    }
  }
}
