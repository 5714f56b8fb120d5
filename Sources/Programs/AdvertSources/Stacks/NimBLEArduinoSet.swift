internal import AdvertReading
internal import AdvertisingData

/// An advertising set of NimBLE-Arduino: an object of the program has its data and its parameters. The library appends the
/// structures in the order of the calls, and adds none.
///
/// Source: NimBLE-Arduino 1.4.3, 2.1.0 and 2.5.1, src/NimBLEExtAdvertising.cpp.
struct NimBLEArduinoSet {
  private var data = SourceOctets([])
  /// The place of each octet.
  private var texts: [TextRange] = []
  /// The PHYs. The constructor has LE 1M for both.
  private var phys = AdvertisingPHYs(primary: .oneMegabit, secondary: .oneMegabit)
  private var isLegacy = false
  private var isConnectable = false
  private var isScannable = false
  /// Whether the extended header has the power. Legacy advertising has none.
  private var hasPower = false

  // MARK: Calls

  /// More calls than sets have in any controller.
  private static let mostCalls = 64

  static func read(_ program: CProgram, into found: inout SourceFindings) {
    func calls(_ name: String) -> [Int] {
      (program.places[name] ?? []).filter { program.isMember($0) && program.tokens[$0 + 1].isMark("(") }
    }
    let settings = calls("setInstanceData")
    var responses = calls("setScanResponseData")
    guard settings.count + responses.count <= mostCalls else {
      found.obstacles.append(SourceObstacle(program.tokens[settings.first ?? 0], "more calls than are read"))
      return
    }
    for setting in settings {
      let answers = responses.filter { AdvertisingSetReader.isOfSameSet(setting, $0, program) }
      responses.removeAll { answers.contains($0) }
      found.takeBytes { (made) throws(SourceObstacle) in
        let same = settings.filter { AdvertisingSetReader.isOfSameSet(setting, $0, program) }
        guard same.count == 1, answers.count <= 1 else {
          throw SourceObstacle(program.tokens[setting], "several calls set the data of this set")
        }
        made.plain.append(try layout(setting, answers.first, program))
        return nil
      }
    }
    for response in responses {
      found.obstacles.append(
        SourceObstacle(program.tokens[response], "a scan response of a set that is not known"))
    }
  }

  private static func layout(
    _ setting: Int, _ response: Int?, _ program: CProgram
  ) throws(SourceObstacle) -> DeclaredLayout {
    let (set, name) = try made(setting, program)
    guard let pdu = set.pdu else {
      throw SourceObstacle(program.tokens[setting], "a kind of advertising that is not read, or not allowed")
    }
    var answer = Self()
    if let response {
      guard pdu.isScannable, !pdu.isExtended else {
        throw SourceObstacle(
          program.tokens[response], "setScanResponseData is for legacy advertising that can be scanned")
      }
      answer = try made(response, program).set
    }
    // Extended advertising that can be scanned has all its data in the scan response.
    let (advertising, scanResponse) = pdu == .extendedScannable ? (answer, set) : (set, answer)
    let place = program.range(setting..<program.partners[setting + 1] + 1)
    var declared = DeclaredLayout(
      name: name, pdu: pdu, place: place, (advertising.data.octets, place),
      scanResponse: (scanResponse.data.octets, place))
    if pdu.isExtended { declared.layout.phys = set.phys }
    declared.advertisingText = WrittenPayload(range: place, octets: advertising.texts)
    if pdu.isScannable { declared.scanResponseText = WrittenPayload(range: place, octets: scanResponse.texts) }
    for (block, side) in [(advertising, Block.advertising), (scanResponse, .scanResponse)] {
      guard block.data.octets.count <= pdu.payloadLimit else {
        throw SourceObstacle(program.tokens[setting], "more octets than this kind of advertising has")
      }
      var variation = Variation()
      for octet in block.data.open { variation[octet] = Variation.Octet(.any) }
      declared.doubts += variation.doubts(in: side, .setAtRunTime)
    }
    return declared
  }

  /// Reads the object that a call gets, and its name.
  private static func made(
    _ call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> (set: NimBLEArduinoSet, name: String) {
    // The set has these data or none, as each call may fail: `if (all->setInstanceData(0, a) && all->setInstanceData(1, b))`.
    if let doubt = program.doubt(call, isConstant: true) { throw doubt }
    let arguments = program.parts(call + 1)
    guard arguments.count == 2, arguments[1].count == 1 else {
      throw SourceObstacle(program.tokens[call], "\(program.tokens[call].text) with other arguments")
    }
    let place = arguments[1].lowerBound
    let object = try OwnObject(at: place, ofType: "BLEExtAdvertisement", in: program, takesArguments: true)
    guard object.arguments.count <= 2 else {
      throw SourceObstacle(program.tokens[place], "\(program.tokens[place].text) has other arguments")
    }
    var set = Self()
    if let argument = object.arguments.first {
      set.phys.primary = try AdvertisingSetReader.primaryPHY(argument, of: "setInstanceData", program)
    }
    if object.arguments.count == 2 { set.phys.secondary = AdvertisingSetReader.phy(object.arguments[1], program) }
    for call in object.calls {
      try set.take(WrittenArguments(program: program, call: call))
      guard set.data.octets.count <= AdvertisingPDU.extendedConnectable.payloadLimit else {
        throw SourceObstacle(program.tokens[call.index], "more octets than are advertised")
      }
    }
    guard !set.isLegacy || !set.hasPower else {
      throw SourceObstacle(program.tokens[place], "what addTxPower adds to legacy advertising depends on the version")
    }
    return (set, program.tokens[place].text)
  }

  /// The kind of advertising; `nil` for one that the controller refuses.
  private var pdu: AdvertisingPDU? {
    switch (isLegacy, isConnectable, isScannable) {
    case (true, true, _): .advInd
    case (true, false, true): .advScanInd
    case (true, false, false): .advNonconnInd
    case (false, true, false): .extendedConnectable
    case (false, false, true): .extendedScannable
    case (false, false, false): .extendedNonconnectable
    case (false, true, true): nil
    }
  }

  // MARK: Methods

  /// Methods that change neither the data nor the kind nor the PHYs.
  private static let plain: Set<String> = [
    "setScanFilter", "setDirectedPeer", "setPrimaryChannels", "setTxPower", "setAddress", "enableScanRequestCallback",
    "setMinInterval", "setMaxInterval", "getDataSize", "toString",
  ]

  private mutating func take(_ arguments: WrittenArguments) throws(SourceObstacle) {
    switch (arguments.call.method, arguments.count) {
    case (let method, _) where Self.plain.contains(method): break
    case ("setLegacyAdvertising", 1): isLegacy = try arguments.isTrue(0)
    case ("setConnectable", 1): isConnectable = try arguments.isTrue(0)
    case ("setScannable", 1): isScannable = try arguments.isTrue(0)
    case ("setPrimaryPhy", 1):
      phys.primary = try AdvertisingSetReader.primaryPHY(
        arguments.call.arguments[0], of: "setInstanceData", arguments.program)
    case ("setSecondaryPhy", 1):
      phys.secondary = AdvertisingSetReader.phy(arguments.call.arguments[0], arguments.program)
    case ("setDirected", 1...2), ("setAnonymous", 1):
      guard !(try arguments.isTrue(0)) else { throw arguments.refusal("makes advertising that is not read") }
    case ("addTxPower", 0): hasPower = true
    case ("clearData", 0): (data, texts) = (SourceOctets([]), [])
    case ("setData", 2):
      (data, texts) = (SourceOctets([]), [])
      append(try arguments.data(from: 0), at: arguments.text)
    case ("addData", 1...2): append(try arguments.data(from: 0), at: arguments.text)
    default: try takeField(arguments)
    }
  }

  private mutating func takeField(_ arguments: WrittenArguments) throws(SourceObstacle) {
    func add(_ type: ADType, _ value: SourceOctets) throws(SourceObstacle) {
      guard value.octets.count < 255 else { throw arguments.refusal("has more octets than a structure") }
      append(SourceOctets([UInt8(value.octets.count + 1), type.rawValue]), at: arguments.text)
      append(value, at: arguments.text)
    }
    func add(_ type: ADType, _ octets: [UInt8]) throws(SourceObstacle) { try add(type, SourceOctets(octets)) }
    switch (arguments.call.method, arguments.count) {
    case ("setFlags", 1): try add(.flags, [UInt8(truncatingIfNeeded: try arguments.number(0, in: 1...255)) | 0x04])
    case ("setName", 1): try add(.completeLocalName, try arguments.text(0))
    case ("setName", 2):
      try add(try arguments.isTrue(1) ? .completeLocalName : .shortenedLocalName, try arguments.text(0))
    case ("setShortName", 1): try add(.shortenedLocalName, try arguments.text(0))
    case ("setAppearance", 1):
      // Version 2 removes an appearance of 0, and version 1 sends it.
      try add(.appearance, Array(littleEndian: try arguments.number(0, in: 1...0xFFFF), count: 2))
    case ("setURI", 1): try add(.uri, try arguments.text(0))
    case ("setManufacturerData", 1...2): try add(.manufacturerData, try arguments.data(from: 0))
    case ("setServiceData", 2...3):
      let uuid = try arguments.uuid(0)
      var octets = SourceOctets(uuid.octets)
      octets += try arguments.data(from: 1)
      guard octets.octets.count > uuid.octets.count else { throw arguments.refusal("without data is not read") }
      try add(ServiceData.type(width: uuid.width), octets)
    case ("setPreferredParams", 2):
      // Version 2 limits other numbers, and version 1 sends them.
      let least = try arguments.number(0, in: 6...0xC80)
      let most = try arguments.number(1, in: least...0xC80)
      try add(
        .peripheralConnectionIntervalRange,
        Array(littleEndian: least, count: 2) + Array(littleEndian: most, count: 2))
    case ("setCompleteServices", 1), ("setPartialServices", 1):
      let uuid = try arguments.uuid(0)
      let isComplete = arguments.call.method == "setCompleteServices"
      try add(ServiceUUIDList.type(width: uuid.width, isComplete: isComplete), uuid.octets)
    case ("setCompleteServices16", 1): try add(.completeServiceUUIDs16, try uuids(arguments, .bits16))
    case ("setCompleteServices32", 1): try add(.completeServiceUUIDs32, try uuids(arguments, .bits32))
    case ("setPartialServices16", 1): try add(.incompleteServiceUUIDs16, try uuids(arguments, .bits16))
    case ("setPartialServices32", 1): try add(.incompleteServiceUUIDs32, try uuids(arguments, .bits32))
    case ("addServiceUUID", 1):
      let uuid = try arguments.uuid(0)
      let type = ServiceUUIDList.type(width: uuid.width, isComplete: true)
      guard let list = Payload(data.octets).decoded.elements.first(where: { $0.type == type }) else {
        return try add(type, uuid.octets)
      }
      // The library lengthens the first list of the width.
      let end = list.octetRange.upperBound
      guard !list.overruns, end <= data.octets.count, Int(data.octets[list.offset]) + uuid.octets.count < 256 else {
        throw arguments.refusal("lengthens a list that is not read")
      }
      data.octets[list.offset] += UInt8(uuid.octets.count)
      data.octets.insert(contentsOf: uuid.octets, at: end)
      data.open = Set(data.open.map { $0 < end ? $0 : $0 + uuid.octets.count })
      texts.insert(contentsOf: uuid.octets.map { _ in arguments.text }, at: end)
    default: throw arguments.refusal("is not read with these arguments")
    }
  }

  private mutating func append(_ octets: SourceOctets, at text: TextRange) {
    data += octets
    texts += octets.octets.map { _ in text }
  }

  /// Returns the octets of a list of UUIDs of one width: `{NimBLEUUID("180d"), NimBLEUUID("180f")}`.
  private func uuids(
    _ arguments: WrittenArguments, _ width: BluetoothUUID.Width
  ) throws(SourceObstacle) -> [UInt8] {
    let program = arguments.program
    guard let range = arguments.call.arguments.first, let open = range.first, program.tokens[open].isMark("{"),
      program.partners[open] == range.upperBound - 1
    else { throw arguments.refusal("with a list that is not read") }
    var octets: [UInt8] = []
    for part in program.parts(open) {
      guard let first = part.first else { throw arguments.refusal("with a list that is not read") }
      let expression = CExpression(program, at: first)
      let uuid = try expression.uuid(
        CExpression.value(part, in: program), program.tokens[first], isBluefruit: false)
      guard uuid.width == width else { throw arguments.refusal("with a UUID of another width") }
      octets += uuid.octets
    }
    return octets
  }
}
