internal import AdvertCapture
internal import AdvertReading
internal import AdvertisingData

/// A controller that only the commands of a program change, and the layouts that it sends.
///
/// A controller refuses a command that breaks a rule, and goes on with what it had. So such a command ends the reading.
struct ScriptedController {
  /// The layouts that were sent for some time, and the one at the end.
  private(set) var layouts: [DeclaredLayout] = []
  private var sets: [UInt8?: Advertised] = [:]
  private var isExtended: Bool?
  /// Whether the controller was reset, so that it has no data but those of the program.
  private var isReset = false

  /// What a command of the program does.
  enum Action {
    case send(HCICommand)
    /// Sets the type of advertising, with 1.28 s, and starts it.
    case start(type: UInt8)
    case stop
    /// Ends all advertising. What the kernel sets afterwards is not known.
    case down
    /// The program waits.
    case pause
    /// Another program can set other data.
    case host(String)
  }

  /// One advertising set; legacy advertising is one without a handle.
  private struct Advertised {
    var parameters: Parameters?
    var advertising: Block?
    var scanResponse: Block?
    var address: UInt8?
    /// Whether it is switched on; `nil` before the first command about it.
    var isOn: Bool?
    /// Whether it changed since its layout was taken.
    var isChanged = false
  }

  private struct Parameters: Equatable {
    let pdu: AdvertisingPDU
    let ownAddress: UInt8
    let interval: ClosedRange<Int>
  }

  private struct Block {
    let octets: [HCICommand.Octet]
    let place: TextRange
  }

  /// Follows a command.
  mutating func take(_ action: Action, of command: ShellProgram.Command) throws(SourceObstacle) {
    if let doubt = command.doubt {
      switch action {
      case .pause: return
      case .down, .stop, .host:
        // Before the first data, it changes nothing that is known.
        guard !sets.isEmpty else { return }
      case .send(let sent) where sent.kind == .enable || sent.kind == .reset || sent.kind == .enableSets:
        guard !sets.isEmpty else { return }
      case .start, .send: break
      }
      throw SourceObstacle(command.line, doubt)
    }
    switch action {
    case .pause: try takeLayouts()
    case .stop: sets[nil]?.isOn = false
    case .down:
      sets = [:]
      isExtended = nil
      isReset = false
    case .host(let name):
      guard sets.isEmpty else { throw SourceObstacle(command.line, "\(name) may set other data") }
    case .start(let type):
      try use(isExtended: false, command.line)
      try set(legacy(type: type, own: 0, interval: 0x800...0x800, command.line), for: nil, command.line)
      sets[nil]?.isOn = true
    case .send(let sent):
      guard let place = command.place else { return }
      try take(sent, place)
    }
  }

  /// Takes what is sent at the end of the program.
  mutating func finish() throws(SourceObstacle) {
    for key in sets.keys where sets[key]?.isOn == nil { sets[key]?.isOn = true }
    try takeLayouts()
    if layouts.isEmpty, let place = sets.values.compactMap({ $0.advertising?.place }).first {
      throw SourceObstacle(place.line, "advertising data that the program does not start to send")
    }
  }

  private mutating func take(_ command: HCICommand, _ place: TextRange) throws(SourceObstacle) {
    if command.kind != .reset { try use(isExtended: command.kind.isExtended, command.line) }
    switch command.kind {
    case .reset:
      sets = [:]
      isExtended = nil
      isReset = true
    case .androidMultiAdvertising:
      throw SourceObstacle(command.line, "an HCI command of Android, which is not read")
    case .setExtendedParametersV2:
      throw SourceObstacle(command.line, "parameters with options of the PHY, which are not read")
    case .setRandomAddress:
      try expect(6, command)
      sets[nil, default: Advertised()].address = command.octets[5].value
    case .setParameters:
      try expect(15, command)
      let interval = try range(command.number(at: 0, octets: 2), command.number(at: 2, octets: 2), 0x4000, command.line)
      let parameters = try legacy(
        type: command.octets[4].value, own: command.octets[5].value, interval: interval, command.line)
      try set(parameters, for: nil, command.line)
    case .setData, .setScanResponse:
      try expect(32, command)
      let count = Int(command.octets[0].value)
      guard count <= 31 else { throw SourceObstacle(command.line, "a length of more than 31 bytes") }
      set(command, Array(command.octets.dropFirst().prefix(count)), for: nil, place)
    case .enable:
      try expect(1, command)
      sets[nil, default: Advertised()].isOn = command.octets[0].value != 0
    default: try takeExtended(command, place)
    }
  }

  private mutating func takeExtended(_ command: HCICommand, _ place: TextRange) throws(SourceObstacle) {
    switch command.kind {
    case .clearSets:
      sets = [:]
      return
    case .enableSets:
      guard command.octets.count >= 2, command.octets.count == 2 + 4 * Int(command.octets[1].value) else {
        throw SourceObstacle(command.line, "an HCI command whose length is not that of its advertising sets")
      }
      let isOn = command.octets[0].value != 0
      if command.octets.count == 2, !isOn { for key in sets.keys { sets[key]?.isOn = false } }
      for index in stride(from: 2, to: command.octets.count, by: 4) {
        sets[command.octets[index].value, default: Advertised()].isOn = isOn
      }
      return
    default: break
    }
    guard let handle = command.octets.first?.value else {
      throw SourceObstacle(command.line, "an HCI command without the number of its advertising set")
    }
    switch command.kind {
    case .removeSet: sets[handle] = nil
    case .setSetRandomAddress:
      try expect(7, command)
      sets[handle, default: Advertised()].address = command.octets[6].value
    case .setExtendedParameters:
      try expect(25, command)
      try set(extended(command), for: handle, command.line)
    case .setExtendedData, .setExtendedScanResponse:
      guard command.octets.count >= 4, command.octets.count == 4 + Int(command.octets[3].value) else {
        throw SourceObstacle(
          command.line, "an HCI command with \(max(command.octets.count - 4, 0)) bytes of data, and another length")
      }
      guard command.octets[1].value == 3 else {
        throw SourceObstacle(command.line, "data in several commands, which are not put together")
      }
      set(command, Array(command.octets.dropFirst(4)), for: handle, place)
    default: break
    }
  }

  // MARK: Rules of the commands

  /// A controller takes the commands of legacy advertising or those of extended advertising, until it is reset.
  private mutating func use(isExtended: Bool, _ line: Int) throws(SourceObstacle) {
    guard self.isExtended ?? isExtended == isExtended else {
      throw SourceObstacle(line, "commands of legacy and of extended advertising, of which a controller refuses one")
    }
    self.isExtended = isExtended
  }

  private func expect(_ count: Int, _ command: HCICommand) throws(SourceObstacle) {
    guard command.octets.count != count else { return }
    let fill = command.octets.count < count && count == 32 ? ": fill it up with 00" : ""
    throw SourceObstacle(
      command.line,
      "an HCI command with \(command.octets.count) bytes in the place of \(count), which a controller may refuse\(fill)"
    )
  }

  private func range(
    _ least: Int, _ most: Int, _ limit: Int, _ line: Int
  ) throws(SourceObstacle) -> ClosedRange<Int> {
    func refused(_ reason: String) -> SourceObstacle {
      SourceObstacle(line, "an interval that a controller refuses: \(reason)")
    }
    guard least >= 0x20 else { throw refused("0x0020 is the shortest, which is 20 ms") }
    guard least <= most else { throw refused("the minimum of \(least) units is above the maximum of \(most)") }
    guard most <= limit else { throw refused("\(limit) units is the longest") }
    return least...most
  }

  private func legacy(
    type: UInt8, own: UInt8, interval: ClosedRange<Int>, _ line: Int
  ) throws(SourceObstacle) -> Parameters {
    let kinds: [UInt8: AdvertisingPDU] = [0: .advInd, 2: .advScanInd, 3: .advNonconnInd]
    guard let pdu = kinds[type] else {
      throw SourceObstacle(
        line,
        type == 1 || type == 4 ? "directed advertising, which has no data" : "no kind of advertising that is known")
    }
    guard pdu.isConnectable || interval.lowerBound >= 0xA0 else {
      throw SourceObstacle(
        line, "an interval of less than 100 ms, which controllers before Bluetooth 5 refuse for \(pdu.rawValue)")
    }
    return Parameters(pdu: pdu, ownAddress: own, interval: interval)
  }

  private func extended(_ command: HCICommand) throws(SourceObstacle) -> Parameters {
    let properties = command.number(at: 1, octets: 2)
    let kinds: [Int: AdvertisingPDU] = [
      0x13: .advInd, 0x12: .advScanInd, 0x10: .advNonconnInd, 0x00: .extendedNonconnectable,
      0x01: .extendedConnectable, 0x02: .extendedScannable,
    ]
    // Without the bits that leave out the address and add the TX power.
    guard let pdu = kinds[properties & ~0x60], properties & 0x10 == 0 || properties & 0x60 == 0 else {
      throw SourceObstacle(command.line, "properties of advertising that are not read")
    }
    let interval = try range(
      command.number(at: 3, octets: 3), command.number(at: 6, octets: 3), 0xFF_FFFF, command.line)
    return Parameters(pdu: pdu, ownAddress: command.octets[10].value, interval: interval)
  }

  private mutating func set(_ parameters: Parameters, for key: UInt8?, _ line: Int) throws(SourceObstacle) {
    var set = sets[key] ?? Advertised()
    guard set.isOn != true || set.parameters == parameters else {
      throw SourceObstacle(line, "a kind of advertising that is set while it is on, which a controller refuses")
    }
    set.isChanged = set.isChanged || set.parameters != parameters
    set.parameters = parameters
    sets[key] = set
  }

  private mutating func set(
    _ command: HCICommand, _ octets: [HCICommand.Octet], for key: UInt8?, _ place: TextRange
  ) {
    var set = sets[key] ?? Advertised()
    let block = Block(octets: octets, place: place)
    if command.kind == .setData || command.kind == .setExtendedData {
      set.advertising = block
    } else {
      set.scanResponse = block
    }
    set.isChanged = true
    sets[key] = set
  }

  // MARK: Layouts

  private mutating func takeLayouts() throws(SourceObstacle) {
    for (key, set) in sets.sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) where set.isOn == true && set.isChanged {
      if let layout = try layout(of: set, key) { layouts.append(layout) }
      sets[key]?.isChanged = false
    }
  }

  private func layout(of set: Advertised, _ key: UInt8?) throws(SourceObstacle) -> DeclaredLayout? {
    guard let place = (set.advertising ?? set.scanResponse)?.place else { return nil }
    guard set.parameters != nil || key == nil else {
      throw SourceObstacle(place.line, "the kind of this advertising set, which no command sets")
    }
    let pdu = set.parameters?.pdu ?? .advInd
    let isSent = pdu.carriesAdvertisingData
    guard isSent ? set.advertising != nil || isReset : set.advertising?.octets.isEmpty ?? true else {
      throw SourceObstacle(
        place.line,
        isSent ? "the advertising data, which no command sets" : "advertising data, which \(pdu.rawValue) has none of")
    }
    for block in [set.advertising, set.scanResponse].compactMap({ $0 }) where block.octets.count > pdu.payloadLimit {
      throw SourceObstacle(block.place.line, "more than \(pdu.payloadLimit) bytes, which a controller refuses")
    }
    let response: Layout.ScanResponse =
      if !pdu.isScannable {
        .notScannable
      } else if let block = set.scanResponse {
        .declared(Payload(block.octets.map { $0.value }))
      } else {
        // The kernel may have set the name of the adapter.
        isReset ? .declared(Payload()) : .notObserved
      }
    var declared = DeclaredLayout(
      name: "hcitool",
      layout: Layout(
        pdu: pdu, advertising: Payload(isSent ? set.advertising?.octets.map { $0.value } ?? [] : []),
        scanResponse: response),
      addressKind: addressKind(of: set), place: place, advertisingText: set.advertising.map { written($0) },
      scanResponseText: pdu.isScannable ? set.scanResponse.map { written($0) } : nil)
    if set.parameters == nil { declared.doubts.append(Doubt(.pdu, .assumed, .notStated)) }
    if let interval = set.parameters?.interval {
      declared.intervalMicroseconds = Int64(interval.lowerBound) * 625
      if interval.count > 1 { declared.doubts.append(Doubt(.interval, .assumed, .controllerChooses)) }
    }
    return declared
  }

  private func written(_ block: Block) -> WrittenPayload {
    WrittenPayload(range: block.place, octets: block.octets.map { $0.range })
  }

  private func addressKind(of set: Advertised) -> DeviceAddress.Kind? {
    switch set.parameters?.ownAddress {
    case 0: .public
    case 1:
      set.address.map { DeviceAddress(bits: UInt64($0) << 40, type: .random).kind }
    default: nil
    }
  }
}
