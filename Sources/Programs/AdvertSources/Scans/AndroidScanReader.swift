internal import AdvertReading
internal import AdvertisingData

/// Scans of Android in Kotlin and Java: `startScan` and `startLeScan`, `scanBleDevices` of RxAndroidBle, which has the same
/// builders, and `scanForPeripherals` of BLESSED.
///
/// Source: AOSP 15, packages/modules/Bluetooth/framework/java/android/bluetooth/le: BluetoothLeScanner.java, ScanFilter.java,
/// ScanSettings.java; android/bluetooth/BluetoothAdapter.java; blessed-android 44bba83, BluetoothCentralManager.java.
struct AndroidScanReader {
  let program: AppProgram
  var scan: RequestedScan
  var expression: AppExpression

  static func read(_ program: AppProgram, into found: inout ScanFindings) {
    let isBlessed = program.places["BluetoothCentralManager"] != nil || program.places["blessed"] != nil
    for name in ["startScan", "startLeScan", "scanBleDevices"] + (isBlessed ? Self.blessed : []) {
      for index in program.places[name] ?? [] where program.isMark(index + 1, "(") && !program.isFunction(index) {
        guard found.hasRoom(for: program.tokens[index]) else { return }
        var reader = AndroidScanReader(program, call: index)
        do throws(SourceObstacle) {
          try program.checkNotOwn("ScanFilter", "ScanSettings", "ParcelUuid", "UUID")
          if try reader.readCall(index) { found.scans.append(reader.scan) }
        } catch {
          // What the call finds is not known.
          reader.scan.unreadFilters.append(.init(error))
          found.scans.append(reader.scan)
        }
      }
    }
    if found.scans.isEmpty { readBuilders(program, into: &found) }
  }

  init(_ program: AppProgram, call: Int) {
    self.program = program
    scan = RequestedScan(.android, call: program.tokens[call].text, line: program.tokens[call].line)
    scan.isLegacyOnly = true
    expression = AppExpression(program)
  }

  /// Reads a call; `false` for a method of another class with the same name.
  private mutating func readCall(_ index: Int) throws(SourceObstacle) -> Bool {
    let arguments = program.parts(index + 1)
    let name = program.tokens[index].text
    if Self.blessed.contains(name) {
      readBlessed(name, arguments)
      return true
    }
    switch (name, arguments.count) {
    case ("startScan", 1):
      guard let isCallback = isCallback(arguments[0]) else {
        throw SourceObstacle(
          program.tokens[index], "startScan(\(program.words(arguments[0]))): whether this is a ScanCallback is unknown")
      }
      return isCallback
    case ("startScan", 3):
      readFilters(arguments[0])
      readSettings(arguments[1])
      if mayBeIntent(arguments[2]) { scan.isForBackground = true }
      return true
    case ("startLeScan", 1): return true
    case ("startLeScan", 2):
      readServices(arguments[0])
      return true
    case ("scanBleDevices", 1...):
      readSettings(arguments[0])
      for argument in arguments.dropFirst() { readFilter(argument) }
      return true
    default: return false
    }
  }

  /// Returns the elements of a list that is written in a call, or has a name.
  mutating func elements(_ range: Range<Int>) throws(SourceObstacle) -> [Range<Int>] {
    let range = expression.bare(range)
    if let made = AppList(range, program) { return made.parts }
    guard let parts = expression.segments(range), let value = try expression.meaning(parts),
      let made = AppList(value, program)
    else { throw expression.refusal(range) }
    return made.parts
  }

  /// Whether an argument is an object of `ScanCallback`; `nil` when that is unknown.
  private func isCallback(_ range: Range<Int>) -> Bool? {
    let words = program.tokens[range].filter { $0.isWord }.map { $0.text }
    if words.contains(where: { $0.lowercased().firstRange(ofText: "callback") != nil || $0 == "this" }) { return true }
    guard range.count == 1, let name = range.first, program.tokens[name].isWord else {
      return range.count == 1 ? false : nil
    }
    let declared = (program.places[program.tokens[name].text] ?? []).contains { place in
      (place - 3..<place + 6).contains { program.isWord($0, "ScanCallback") }
    }
    return declared ? true : nil
  }

  /// Whether the last argument can be a `PendingIntent`, with which results come while the app is not there.
  private func mayBeIntent(_ range: Range<Int>) -> Bool {
    guard program.places["PendingIntent"] != nil else { return false }
    return isCallback(range) != true
  }

  // MARK: Filters

  /// Reads the list of filters.
  mutating func readFilters(_ range: Range<Int>, depth: Int = 0) {
    do throws(SourceObstacle) {
      let range = expression.bare(range)
      guard depth < 16, !range.isEmpty else { throw expression.refusal(range) }
      try expression.spend(range)
      if range.count == 1, program.isWord(range.lowerBound, "null") { return }
      if let made = AppList(range, program) {
        for part in made.parts { readFilter(part) }
        return
      }
      guard let parts = expression.segments(range), let last = parts.last else { throw expression.refusal(range) }
      if parts.count == 1, last.arguments == nil, try readVariable(last.name, depth: depth) { return }
      guard let value = try expression.meaning(parts) else { throw expression.refusal(range) }
      if last.arguments == nil, AppList(value, program)?.isMutable ?? false { try checkUnchangedList(last.name) }
      readFilters(value, depth: depth + 1)
    } catch {
      scan.unreadFilters.append(.init(error))
    }
  }

  /// The methods of a list that do not change it.
  private static let reading: Set<String> = [
    "size", "isEmpty", "isNotEmpty", "isNullOrEmpty", "forEach", "toString", "count", "joinToString", "get", "contains",
  ]

  /// Reads a list with a name, and what is added to it before it is used; `false` when the name is declared elsewhere.
  private mutating func readVariable(_ use: Int, depth: Int) throws(SourceObstacle) -> Bool {
    let name = program.tokens[use].text
    let declaration = try program.declaration(of: name, at: use)
    guard !declaration.isMember, let value = declaration.value else { return false }
    readFilters(value, depth: depth + 1)
    guard AppList(value, program)?.isMutable ?? true || !declaration.isConstant else { return true }
    for index in program.places[name] ?? [] where index != declaration.name && declaration.region.contains(index) {
      guard index < use, !program.isMember(index) else { continue }
      let isPlain =
        program.blocks[index] == program.blocks[declaration.name] && program.beginsStatement(index)
      if program.isMark(index + 1, "+="), isPlain {
        readFilter(index + 2..<program.end(ofExpression: index + 2))
      } else if program.isMark(index + 1, ".", "?."), Self.reading.contains(program.tokens[index + 2].text) {
        continue
      } else if program.isMark(index + 1, "."), program.isWord(index + 2, "add"), program.isMark(index + 3, "("),
        program.parts(index + 3).count == 1
      {
        guard isPlain else {
          scan.unreadFilters.append(
            .init(line: program.tokens[index].line, reason: "whether a filter is added here is uncertain"))
          continue
        }
        readFilter(program.parts(index + 3)[0])
      } else if isOnlyRead(index) {
        continue
      } else {
        // It may lose filters here, too.
        scan.filters = []
        throw SourceObstacle(program.tokens[index], "\(name) may be changed here")
      }
    }
    return true
  }

  /// Whether a use of a list does not change it: it is returned, or handed to a call that does not.
  private func isOnlyRead(_ index: Int) -> Bool {
    if program.isWord(index - 1, "return") { return true }
    let open = program.brackets[index]
    return program.isMark(open, "(") && program.isMark(index + 1, ",", ")")
      && ["startScan", "println", "print", "d", "i", "v", "w", "e"].contains(program.tokens[open - 1].text)
  }

  /// Refuses a list that is a member of a type and that something in the file may change.
  private func checkUnchangedList(_ use: Int) throws(SourceObstacle) {
    let name = program.tokens[use].text
    for index in program.places[name] ?? [] where index != use && !isOnlyRead(index) {
      let isDeclared = program.declarations(of: name).contains { $0.name == index }
      let isRead = program.isMark(index + 1, ".", "?.") && Self.reading.contains(program.tokens[index + 2].text)
      if !isDeclared, !isRead { throw SourceObstacle(program.tokens[index], "\(name) may be changed here") }
    }
  }

  /// Reads one filter of the list.
  mutating func readFilter(_ range: Range<Int>) {
    let range = expression.bare(range)
    var filter = RequestedScan.Filter(line: program.tokens[range.lowerBound].line)
    do throws(SourceObstacle) {
      if program.isMark(range.lowerBound, "*") { throw expression.refusal(range) }
      var builder = AppBuilder(type: "ScanFilter", program)
      guard let calls = try builder.calls(range) else { throw SourceObstacle(program.tokens[range.lowerBound], "null") }
      // Of calls for one field, the last counts.
      var fields: [(name: String, condition: RequestedScan.Condition?)] = []
      for call in calls {
        let name = program.tokens[call.name].text
        do throws(SourceObstacle) {
          let condition = try condition(name, call.arguments, at: call.name, &builder.expression)
          fields.removeAll { $0.name == name }
          fields.append((name, condition))
        } catch {
          filter.unread.append(.init(error))
        }
      }
      var made = RequestedScan.Filter(
        line: calls.first.map { program.tokens[$0.name].line } ?? filter.line, fields.compactMap { $0.condition })
      made.unread = filter.unread
      scan.filters.append(made)
    } catch {
      scan.unreadFilters.append(.init(error))
    }
  }

  /// Returns the condition that a method of the builder sets; `nil` for `null`, which sets none.
  private func condition(
    _ name: String, _ arguments: [Range<Int>], at place: Int, _ expression: inout AppExpression
  ) throws(SourceObstacle) -> RequestedScan.Condition? {
    let isNull = arguments.map { $0.count == 1 && program.isWord($0.lowerBound, "null") }
    switch (name, arguments.count) {
    case ("setServiceUuid", 1...2):
      if isNull[0] { return nil }
      let uuid = try expression.uuid(arguments[0]).uuid
      guard arguments.count == 2, !isNull[1] else { return .service(uuid) }
      return .maskedService(uuid, mask: try expression.uuid(arguments[1]).uuid)
    case ("setServiceSolicitationUuid", 1):
      return isNull[0] ? nil : .solicitedService(try expression.uuid(arguments[0]).uuid)
    case ("setDeviceName", 1):
      if isNull[0] { return nil }
      return .name(String(decoding: try expression.text(arguments[0]), as: UTF8.self))
    case ("setDeviceAddress", 1):
      if isNull[0] { return nil }
      let text = String(decoding: try expression.text(arguments[0]), as: UTF8.self)
      guard text.count == 17, let address = DeviceAddress(text: text, type: .unstated) else {
        throw SourceObstacle(program.tokens[place], "an address that is not read")
      }
      return .address(address)
    case ("setServiceData", 2...3):
      let uuid = try expression.uuid(arguments[0]).uuid
      let (octets, mask) = try data(Array(arguments.dropFirst()), at: place, &expression)
      return .serviceData(uuid, octets, mask: mask)
    case ("setManufacturerData", 2...3):
      let company = try expression.number(arguments[0])
      guard let company = UInt16(exactly: company) else {
        throw SourceObstacle(program.tokens[place], "a company that has more than 16 bits")
      }
      let (octets, mask) = try data(Array(arguments.dropFirst()), at: place, &expression)
      return .manufacturerData(company, octets, mask: mask)
    default: throw SourceObstacle(program.tokens[place], "\(name) is not read")
    }
  }

  /// Reads octets and their mask.
  private func data(
    _ arguments: [Range<Int>], at place: Int, _ expression: inout AppExpression
  ) throws(SourceObstacle) -> ([UInt8], mask: [UInt8]?) {
    if arguments[0].count == 1, program.isWord(arguments[0].lowerBound, "null") {
      throw SourceObstacle(program.tokens[place], "null in place of data is up to the version of Android")
    }
    let octets = try expression.octets(arguments[0])
    guard arguments.count == 2, !(arguments[1].count == 1 && program.isWord(arguments[1].lowerBound, "null")) else {
      return (octets, nil)
    }
    let mask = try expression.octets(arguments[1])
    guard mask.count == octets.count else {
      throw SourceObstacle(program.tokens[place], "a mask of another length than the data")
    }
    return (octets, mask)
  }

  /// Reads the services of `startLeScan`: a device must have all.
  private mutating func readServices(_ range: Range<Int>) {
    let range = expression.bare(range)
    if range.count == 1, program.isWord(range.lowerBound, "null") { return }
    do throws(SourceObstacle) {
      var filter = RequestedScan.Filter(line: program.tokens[range.lowerBound].line)
      for part in try elements(range) { filter.conditions.append(.service(try expression.uuid(part).uuid)) }
      if !filter.conditions.isEmpty { scan.filters.append(filter) }
    } catch {
      scan.unreadFilters.append(.init(error))
    }
  }

  // MARK: Settings

  /// Reads `ScanSettings`.
  mutating func readSettings(_ range: Range<Int>) {
    do throws(SourceObstacle) {
      var builder = AppBuilder(type: "ScanSettings", program)
      guard let calls = try builder.calls(range) else {
        throw SourceObstacle(program.tokens[range.lowerBound], "the call throws, because its settings are null")
      }
      for call in calls {
        do throws(SourceObstacle) {
          try readSetting(call, &builder.expression)
        } catch {
          scan.unreadSettings.append(.init(error))
        }
      }
    } catch {
      scan.isLegacyOnly = nil
      scan.unreadSettings.append(.init(error))
    }
  }

  private mutating func readSetting(
    _ call: AppBuilder.Call, _ expression: inout AppExpression
  ) throws(SourceObstacle) {
    let name = program.tokens[call.name].text
    guard call.arguments.count == 1, let argument = call.arguments.first else {
      throw SourceObstacle(program.tokens[call.name], "\(name) is not read")
    }
    let constant = program.tokens[argument].last?.text ?? ""
    switch name {
    case "setLegacy":
      scan.isLegacyOnly = nil
      scan.isLegacyOnly = try expression.isTrue(argument)
    case "setPhy":
      switch constant {
      case "PHY_LE_ALL_SUPPORTED": scan.phys = .all
      case "PHY_LE_1M": scan.phys = .oneMegabit
      case "PHY_LE_CODED": scan.phys = .coded
      default: throw SourceObstacle(program.tokens[call.name], "the PHY is not read")
      }
    case "setReportDelay":
      scan.isForBackground = true
      if try expression.number(argument) == 0 { scan.isForBackground = false }
    case "setScanType":
      switch constant {
      case "SCAN_TYPE_PASSIVE": scan.isPassive = true
      case "SCAN_TYPE_ACTIVE": scan.isPassive = false
      default: throw SourceObstacle(program.tokens[call.name], "the scan type is not read")
      }
    case "setScanMode":
      if constant == "SCAN_MODE_OPPORTUNISTIC" {
        scan.exceptions.append("no other app scans meanwhile (SCAN_MODE_OPPORTUNISTIC)")
      }
    case "setMatchMode":
      if constant == "MATCH_MODE_STICKY" { scan.exceptions.append("the signal is weak (MATCH_MODE_STICKY)") }
    case "setCallbackType":
      guard
        program.tokens[argument].contains(where: { $0.isWord("CALLBACK_TYPE_ALL_MATCHES") })
          || program.tokens[argument].contains(where: { $0.isWord("CALLBACK_TYPE_FIRST_MATCH") })
      else { throw SourceObstacle(program.tokens[call.name], "the callback type is not read") }
    case "setNumOfMatches", "setUseHardwareFilteringIfSupported", "setUseHardwareBatchingIfSupported",
      "setUseHardwareCallbackTypesIfSupported", "setShouldCheckLocationServicesState", "setRssiThreshold":
      break
    default: throw SourceObstacle(program.tokens[call.name], "\(name) is not read")
    }
  }
}

/// A list of Kotlin or Java that is written with its elements.
struct AppList {
  /// The elements.
  let parts: [Range<Int>]
  /// Whether elements can be added to it.
  let isMutable: Bool

  private static let constant: Set<String> = [
    "listOf", "emptyList", "arrayOf", "setOf", "Arrays.asList", "List.of", "asList", "Collections.singletonList",
    "Collections.emptyList", "singletonList",
  ]
  private static let mutable: Set<String> = [
    "mutableListOf", "arrayListOf", "ArrayList", "LinkedList", "java.util.ArrayList",
  ]

  /// Reads an expression; `nil` for all others.
  init?(_ range: Range<Int>, _ program: AppProgram) {
    guard let last = range.last else { return nil }
    // `new UUID[] { … }`
    if program.isMark(last, "}"), program.partners[last] == range.lowerBound + 4,
      program.isWord(range.lowerBound, "new"),
      program.isMark(range.lowerBound + 2, "["), program.isMark(range.lowerBound + 3, "]")
    {
      parts = program.parts(range.lowerBound + 4)
      isMutable = true
      return
    }
    guard program.isMark(last, ")") else { return nil }
    let open = program.partners[last]
    var index = program.isWord(range.lowerBound, "new") ? range.lowerBound + 1 : range.lowerBound
    var name = ""
    while index < open, program.tokens[index].isWord || program.isMark(index, ".") {
      name += program.tokens[index].text
      index += 1
    }
    if program.isMark(index, "<") {
      while index < open, !program.isMark(index, ">") { index += 1 }
      index += 1
    }
    guard index == open, Self.constant.contains(name) || Self.mutable.contains(name) else { return nil }
    isMutable = Self.mutable.contains(name)
    let given = program.parts(open)
    guard name.hasSuffix("ArrayList") || name == "LinkedList" else {
      parts = given
      return
    }
    // `new ArrayList<>(16)` and `new ArrayList<>(Arrays.asList(a, b))`
    if let first = given.first {
      if case .number = program.tokens[first.lowerBound].kind {
        parts = []
      } else if let inner = AppList(first, program) {
        parts = inner.parts
      } else {
        return nil
      }
    } else {
      parts = []
    }
  }
}
