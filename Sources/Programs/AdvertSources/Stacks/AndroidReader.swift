internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Android in Kotlin and Java: `startAdvertising` and `startAdvertisingSet` of `BluetoothLeAdvertiser`.
///
/// Source: AOSP 15, packages/modules/Bluetooth/framework/java/android/bluetooth/le: AdvertiseData.java,
/// AdvertiseSettings.java, AdvertisingSetParameters.java.
enum AndroidReader {
  /// - Parameter isExcerpt: whether the program is lines that were copied without a function around them.
  static func read(_ program: AppProgram, isExcerpt: Bool, into found: inout SourceFindings) {
    guard let stack = StackBuilder.named("android"), isImported(program) else { return }
    var calls: [(index: Int, isSet: Bool)] = []
    for (name, isSet) in [("startAdvertising", false), ("startAdvertisingSet", true)] {
      for index in program.places[name] ?? [] where program.isMark(index + 1, "(") {
        // Other classes have methods of this name, too.
        let count = program.parts(index + 1).count
        guard isSet ? count >= 6 : 3...4 ~= count else { continue }
        if program.isMember(index) {
          calls.append((index, isSet))
        } else if !program.isFunction(index) {
          found.obstacles.append(SourceObstacle(program.tokens[index], "\(name)() of an object that is not named here"))
        }
      }
    }
    if isExcerpt, calls.isEmpty { found.take { () throws(SourceObstacle) in try layoutOfData(program, stack) } }
    for call in calls {
      guard found.hasRoom(for: program.tokens[call.index].line) else { return }
      found.take { () throws(SourceObstacle) in
        try layout(call.index, isSet: call.isSet, program, stack, isExcerpt: isExcerpt)
      }
    }
    found.obstacles += program.otherUses(ofMethods: ["startAdvertising", "startAdvertisingSet"])
  }

  /// Reads the one `AdvertiseData` of lines that do not send it.
  private static func layoutOfData(_ program: AppProgram, _ stack: StackBuilder) throws(SourceObstacle) -> SourceLayout?
  {
    let builders = (program.places["Builder"] ?? []).filter {
      program.isMark($0 - 1, ".") && program.isWord($0 - 2, "AdvertiseData") && program.isMark($0 + 1, "(")
    }
    guard let builder = builders.first, builders.count == 1 else { return nil }
    try program.checkNotOwn("AdvertiseData", "AdvertiseSettings", "AdvertisingSetParameters", "ParcelUuid", "UUID")
    let range = builder - 2..<program.end(ofExpression: builder - 2)
    var layout = SourceLayout(name: "AdvertiseData", stack: stack, place: program.range(range))
    layout.assumeSettings()
    var data = AndroidDataReader(program)
    layout.advertising = try data.block(range)
    if let switched = data.nameSwitch { try data.addName(at: switched, to: &layout) }
    return layout
  }

  private static func isImported(_ program: AppProgram) -> Bool {
    // The advertiser of an adapter has its class in that package.
    let getters = ["bluetoothLeAdvertiser", "getBluetoothLeAdvertiser"]
    if getters.contains(where: { program.places[$0] != nil }) { return true }
    return (program.places["le"] ?? []).contains { index in
      program.isMark(index - 1, ".") && program.isWord(index - 2, "bluetooth") && program.isMark(index - 3, ".")
        && program.isWord(index - 4, "android")
    }
  }

  private static func layout(
    _ index: Int, isSet: Bool, _ program: AppProgram, _ stack: StackBuilder, isExcerpt: Bool
  ) throws(SourceObstacle) -> SourceLayout? {
    try program.checkNotOwn("AdvertiseData", "AdvertiseSettings", "AdvertisingSetParameters", "ParcelUuid", "UUID")
    let arguments = program.parts(index + 1)
    let name = program.tokens[index].text
    if isSet {
      for later in ["setAdvertisingData", "setScanResponseData"] {
        if let change = program.places[later]?.first {
          throw SourceObstacle(program.tokens[change], "it is changed after it is sent")
        }
      }
    }
    var layout = SourceLayout(name: name, stack: stack, place: program.range(index..<program.partners[index + 1] + 1))
    var data = AndroidDataReader(program)
    layout.call = name
    let settings = arguments[0]
    if isExcerpt, !isSet, settings.count == 1, program.tokens[settings.lowerBound].isWord,
      program.places[program.tokens[settings.lowerBound].text]?.count == 1
    {
      layout.assumeSettings()
    } else if isSet {
      try data.readParameters(settings, &layout)
    } else {
      try data.readSettings(settings, &layout)
    }
    layout.advertising = try data.block(arguments[1])
    if let switched = data.nameSwitch { try data.addName(at: switched, to: &layout) }
    guard isSet || arguments.count == 4 else { return layout }
    var response = try data.block(arguments[2])
    if let switched = data.nameSwitch, let name = try data.phoneName() {
      response.add(name: name, at: switched)
      layout.assumePhoneName()
    } else if let switched = data.nameSwitch {
      response.addPhoneName(at: switched)
      layout.isResponseUnknown = true
    }
    layout.scanResponse = response
    return layout
  }
}

extension SourceLayout {
  /// Assumes that the phone takes the name of the program.
  fileprivate mutating func assumePhoneName() {
    assumptions.append("the phone is assumed to have the name that the program gives it before it advertises")
  }

  /// Assumes the settings of `startAdvertising` that most programs have.
  fileprivate mutating func assumeSettings() {
    isKindAssumed = true
    assumptions.append(
      "the lines do not show the AdvertiseSettings: advert assumes connectable legacy advertising")
  }

  /// Sets the kind of advertising that the parameters of `startAdvertisingSet` ask for.
  mutating func setAndroidKind(
    isLegacy: Bool, isConnectable: Bool, isScannable: Bool, _ given: inout StackParameter.Given
  ) {
    switch (isLegacy, isConnectable, isScannable) {
    case (true, true, true): pdu = .advInd
    case (true, false, true): pdu = .advScanInd
    case (true, false, false): pdu = .advNonconnInd
    case (false, true, false): pdu = .extendedConnectable
    case (false, false, true): pdu = .extendedScannable
    case (false, false, false): pdu = .extendedNonconnectable
    // The stack refuses these, whatever is sent.
    case (true, true, false): given.options.insert(AndroidParameterTable.unscannable)
    case (false, true, true): given.options.insert(AndroidParameterTable.scannable)
    }
  }
}

/// Reads the objects that a call of Android gets.
private struct AndroidDataReader {
  private let program: AppProgram
  /// The place that puts the phone's name into the block that was read last; `nil` when none does.
  private(set) var nameSwitch: TextRange?

  init(_ program: AppProgram) { self.program = program }

  private func unknown(_ call: AppBuilder.Call) -> SourceObstacle {
    SourceObstacle(program.tokens[call.name], "\(program.tokens[call.name].text) is not read")
  }

  // MARK: Settings

  private static let modes: [String: Int64] = [
    "ADVERTISE_MODE_LOW_POWER": 1_000_000, "ADVERTISE_MODE_BALANCED": 250_000, "ADVERTISE_MODE_LOW_LATENCY": 100_000,
    "INTERVAL_HIGH": 1_000_000, "INTERVAL_MEDIUM": 250_000, "INTERVAL_LOW": 100_000, "INTERVAL_MIN": 100_000,
  ]

  /// Reads `AdvertiseSettings`.
  mutating func readSettings(_ range: Range<Int>, _ layout: inout SourceLayout) throws(SourceObstacle) {
    var builder = AppBuilder(type: "AdvertiseSettings", program)
    guard let calls = try builder.calls(range) else { throw builder.expression.refusal(range) }
    layout.intervalMicroseconds = 1_000_000
    var isConnectable = true
    for call in calls {
      guard call.arguments.count == 1, let argument = call.arguments.first else { throw unknown(call) }
      switch program.tokens[call.name].text {
      case "setConnectable": isConnectable = try builder.expression.isTrue(argument)
      case "setDiscoverable":
        if try builder.expression.isTrue(argument) {
          layout.options.remove("not-discoverable")
        } else {
          layout.options.insert("not-discoverable")
        }
      case "setTimeout": readLimit(argument, &builder, &layout)
      case "setAdvertiseMode": layout.intervalMicroseconds = interval(argument)
      case "setTxPowerLevel", "setOwnAddressType": break
      default: throw unknown(call)
      }
    }
    // What is always so: this call sends scannable advertising only.
    layout.pdu = isConnectable ? .advInd : .advScanInd
  }

  /// A time limit changes the Flags; one that is not read may.
  private func readLimit(_ argument: Range<Int>, _ builder: inout AppBuilder, _ layout: inout SourceLayout) {
    if (try? builder.expression.number(argument)) == 0 {
      layout.options.remove("time-limit")
    } else {
      layout.options.insert("time-limit")
    }
  }

  private func interval(_ argument: Range<Int>) -> Int64? {
    // A constant alone, or with its class.
    guard argument.count == 1 || argument.count == 3 && program.isMark(argument.lowerBound + 1, ".") else { return nil }
    return Self.modes[program.tokens[argument.upperBound - 1].text]
  }

  /// Returns the PHY of `BluetoothDevice.PHY_LE_CODED`; `nil` for other words.
  private func phy(_ argument: Range<Int>) -> PHY? {
    switch program.tokens[argument].last?.text {
    case "PHY_LE_1M": .oneMegabit
    case "PHY_LE_2M": .twoMegabit
    case "PHY_LE_CODED": .coded
    default: nil
    }
  }

  /// Reads `AdvertisingSetParameters`.
  mutating func readParameters(_ range: Range<Int>, _ layout: inout SourceLayout) throws(SourceObstacle) {
    var builder = AppBuilder(type: "AdvertisingSetParameters", program)
    guard let calls = try builder.calls(range) else { throw builder.expression.refusal(range) }
    var (isLegacy, isConnectable, isScannable) = (false, false, false)
    layout.intervalMicroseconds = 100_000
    // The defaults of the builder.
    layout.phys = AdvertisingPHYs(primary: .oneMegabit, secondary: .oneMegabit)
    // The duration of the call is not looked at, so the Flags may be either.
    layout.options.insert("time-limit")
    var given = StackParameter.Given()
    for call in calls {
      guard call.arguments.count == 1, let argument = call.arguments.first else { throw unknown(call) }
      switch program.tokens[call.name].text {
      case "setLegacyMode": isLegacy = try builder.expression.isTrue(argument)
      case "setConnectable": isConnectable = try builder.expression.isTrue(argument)
      case "setScannable": isScannable = try builder.expression.isTrue(argument)
      case "setDiscoverable":
        if !(try builder.expression.isTrue(argument)) { layout.options.insert("not-discoverable") }
      case "setInterval":
        layout.intervalMicroseconds = interval(argument)
        given.numbers["setInterval"] = try? builder.expression.number(argument)
      case "setTxPowerLevel": given.numbers["setTxPowerLevel"] = try? builder.expression.number(argument)
      case "setPrimaryPhy": layout.phys.primary = phy(argument)
      case "setSecondaryPhy": layout.phys.secondary = phy(argument)
      default: throw unknown(call)
      }
    }
    layout.setAndroidKind(isLegacy: isLegacy, isConnectable: isConnectable, isScannable: isScannable, &given)
    layout.parameters = (AndroidParameterTable.call, given, program.tokens[range.lowerBound].line)
  }

  // MARK: Name

  /// Adds the name that the program gives the phone, or a name that is not known.
  mutating func addName(at text: TextRange, to layout: inout SourceLayout) throws(SourceObstacle) {
    guard let name = try phoneName() else { return layout.advertising.addPhoneName(at: text) }
    layout.advertising.add(name: name, at: text)
    layout.assumePhoneName()
  }

  /// Whether a member is one of an adapter: `adapter.name`, `BluetoothAdapter.getDefaultAdapter().setName`.
  private func isOfAdapter(_ index: Int) -> Bool {
    var place = index - 1
    for _ in 0..<8 {
      let token = program.tokens[place]
      guard token.isWord || program.isMark(place, ".", "?.", "?", "!!", ")") else { return false }
      if token.isWord, token.text.lowercased().hasPart("adapter") { return true }
      place = program.placeBefore(place)
    }
    return false
  }

  /// Returns the name that the program gives the phone once: `adapter.setName("…")` or `adapter.name = "…"`; `nil` when it
  /// gives none.
  mutating func phoneName() throws(SourceObstacle) -> [UInt8]? {
    var names: [Range<Int>] = []
    for (word, mark) in [("setName", "("), ("name", "=")] {
      for index in program.places[word] ?? [] where program.isMark(index + 1, mark) && program.isMember(index) {
        guard isOfAdapter(index) else { continue }
        let value =
          mark == "(" ? program.parts(index + 1).first : index + 2..<program.end(ofExpression: index + 2)
        guard let value else { continue }
        names.append(value)
      }
    }
    guard let name = names.first, names.count == 1 else { return nil }
    var expression = AppExpression(program)
    guard let octets = try? expression.text(name), !octets.isEmpty else { return nil }
    return octets
  }

  // MARK: Data

  /// Reads `AdvertiseData`; for `null`, no fields.
  mutating func block(_ range: Range<Int>) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var builder = AppBuilder(type: "AdvertiseData", program)
    var block = SourceLayout.RequestedBlock()
    nameSwitch = nil
    var power: TextRange?
    for call in try builder.calls(range) ?? [] {
      let text = program.range(call.range)
      let arguments = call.arguments
      switch (program.tokens[call.name].text, arguments.count) {
      case ("setIncludeDeviceName", 1): nameSwitch = try builder.expression.isTrue(arguments[0]) ? text : nil
      case ("setIncludeTxPowerLevel", 1): power = try builder.expression.isTrue(arguments[0]) ? text : nil
      case ("addServiceUuid", 1):
        try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try builder.expression.uuid(arguments[0]) }
      case ("addServiceSolicitationUuid", 1):
        block.add(solicited: try builder.expression.uuid(arguments[0]), at: text)
      case ("addManufacturerData", 2):
        let company = try builder.expression.number(arguments[0])
        guard 0...0xFFFF ~= company else {
          throw SourceObstacle(program.tokens[call.name], "a company that has more than 16 bits")
        }
        try block.add(.manufacturerData, known: Array(littleEndian: company, count: 2), at: text) {
          () throws(SourceObstacle) in SourceOctets(try builder.expression.octets(arguments[1]))
        }
      case ("addServiceData", 2):
        let uuid = try builder.expression.uuid(arguments[0])
        try block.add(dataOf: uuid, at: text) { () throws(SourceObstacle) in
          SourceOctets(try builder.expression.octets(arguments[1]))
        }
      default: throw unknown(call)
      }
    }
    if let power { block.add(.txPowerLevel, [0], at: power, isOpen: true) }
    return block
  }
}
