internal import AdvertisingData

/// Turns commands and other events in the text of `btmon` into HCI packets again: those about the host's scans, its
/// advertising and its connections. All others are left out, because no result depends on them.
enum BtmonCommands {
  /// Adds a packet, or a loss when its octets cannot be made from the text.
  static func add(_ packet: BtmonPacket, to output: inout LogOutput) {
    let made: Made
    switch packet.kind {
    case .command: made = command(packet)
    case .event: made = event(packet)
    case .managementCommand: made = managementCommand(packet)
    case .managementEvent: made = managementEvent(packet)
    case .frame, .report: made = .nothing
    }
    switch made {
    case .nothing: break
    case .unknown where packet.kind == .command && legacyData.contains(packet.code) && packet.length != legacyLength:
      output.losses.append(
        LogLoss(
          line: packet.line,
          expected: "\(legacyLength) bytes of parameters: a length, and \(legacyDataLength) of data and zeros",
          found: "\(packet.length), which controllers refuse"))
    case .unknown:
      output.losses.append(
        LogLoss(
          line: packet.line, expected: "\(packet.length) bytes of parameters in words that are known",
          found: "others, which btmon --write keeps as bytes"))
    case .octets(let octets, let loss):
      output.records.append(
        LogRecord(kind: packet.kind, octets: octets, adapter: packet.adapter, time: packet.time, line: packet.line))
      if let loss { output.losses.append(LogLoss(line: packet.line, expected: loss.expected, found: loss.found)) }
    }
  }

  private enum Made {
    case nothing
    case unknown
    case octets([UInt8], (expected: String, found: String)?)
  }

  // MARK: Commands

  /// The fields of commands by opcode, each by its number of octets (Core Vol 4 Part E 7.8). An address has six.
  private static let fields: [UInt16: [Int]] = [
    // Reset.
    0x0C03: [],
    // LE Set Random Address, Advertising Parameters, Advertising Enable, Scan Parameters, Scan Enable.
    0x2005: [6], 0x2006: [2, 2, 1, 1, 1, 6, 1, 1], 0x200A: [1], 0x200B: [1, 2, 2, 1, 1], 0x200C: [1, 1],
    // LE Set Advertising Set Random Address, Extended Advertising Parameters, Extended Scan Enable.
    0x2035: [1, 6], 0x2036: [1, 2, 3, 3, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1, 1], 0x2042: [1, 1, 2, 2],
    // LE Remove Advertising Set, Clear Advertising Sets.
    0x203C: [1], 0x203D: [],
  ]
  /// Commands whose last fields come once for each PHY or each set: the first fields, then the repeated ones.
  private static let repeatedFields: [UInt16: (first: [Int], each: [Int])] = [
    0x2039: ([1, 1], [1, 2, 1]), 0x2041: ([1, 1, 1], [1, 2, 2]),
  ]
  /// LE Set Advertising Data, Scan Response Data: a length, then 31 octets.
  private static let legacyData: Set<UInt16> = [0x2008, 0x2009]
  private static let legacyDataLength = 31
  private static let legacyLength = legacyDataLength + 1
  /// LE Set Extended Advertising Data, Extended Scan Response Data: three octets, a length, then the data.
  private static let extendedData: Set<UInt16> = [0x2037, 0x2038]
  /// The group of commands that vendors define. btmon prints their octets.
  private static let vendorGroup: UInt16 = 0x3F

  private static func command(_ packet: BtmonPacket) -> Made {
    guard let made = parameters(of: packet) else { return .nothing }
    guard let (octets, loss) = made.parameters else { return .unknown }
    let code = packet.code
    return .octets(
      [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: octets.count)]
        + octets, loss)
  }

  private typealias Parameters = ([UInt8], (expected: String, found: String)?)

  /// Returns the parameters; `nil` for a command that no result depends on.
  private static func parameters(of packet: BtmonPacket) -> (parameters: Parameters?, Void)? {
    let code = packet.code
    if isOfInterest(code), !packet.octets.isEmpty {
      return (packet.octets.count == packet.length ? (packet.octets, nil) : nil, ())
    }
    if let widths = fields[code] {
      return (values(of: packet.details[...], widths, packet.length).map { ($0, nil) }, ())
    }
    if let (first, each) = repeatedFields[code] {
      let count = packet.details.count { $0.hasValue }
      guard count >= first.count, (count - first.count) % each.count == 0 else { return (nil, ()) }
      let widths = first + Array(repeating: each, count: (count - first.count) / each.count).flatMap { $0 }
      return (values(of: packet.details[...], widths, packet.length).map { ($0, nil) }, ())
    }
    if legacyData.contains(code) || extendedData.contains(code) { return (data(of: packet), ()) }
    guard code >> 10 == vendorGroup else { return nil }
    let octets = packet.details.flatMap { $0.dumpedOctets ?? [] }
    return (octets.count == packet.length ? (octets, nil) : nil, ())
  }

  /// Returns the fields one after the other; `nil` when the numbers of lines and fields differ, or their octets are not
  /// those of the packet.
  private static func values(of details: ArraySlice<BtmonDetail>, _ widths: [Int], _ length: Int) -> [UInt8]? {
    let lines = details.filter { $0.hasValue }
    guard lines.count == widths.count, widths.reduce(0, +) == length else { return nil }
    var octets: [UInt8] = []
    for (line, width) in zip(lines, widths) {
      guard let value = line.octets(width: width) else { return nil }
      octets += value
    }
    return octets
  }

  private static func data(of packet: BtmonPacket) -> Parameters? {
    let isLegacy = legacyData.contains(packet.code)
    let label = isLegacy ? "Length: " : "Data length: "
    guard let place = packet.details.firstIndex(where: { $0.value(label) != nil }),
      let length = packet.details[place].octets(width: 1)?[0]
    else { return nil }
    var octets: [UInt8] = []
    if !isLegacy {
      guard let first = values(of: packet.details[..<place], [1, 1, 1], 3) else { return nil }
      octets = first
    }
    let structures = BtmonStructures(packet.details[(place + 1)...], length: Int(length))
    guard structures.loss == nil else { return nil }
    octets.append(length)
    octets += structures.octets
    if isLegacy { octets += Array(repeating: 0, count: max(legacyDataLength - structures.octets.count, 0)) }
    return octets.count == packet.length ? (octets, nil) : nil
  }

  // MARK: Events

  private static func event(_ packet: BtmonPacket) -> Made {
    guard let first = packet.details.first else { return .nothing }
    let rest = packet.details.dropFirst()
    switch packet.code {
    case 0x05:
      return whole(values(of: packet.details[...], [1, 2, 1], packet.length), behind: [0x05])
    case 0x0E, 0x0F:
      // Of a command's return parameters, only the status matters, the address of the controller, and how much data it takes.
      guard let opcode = BtmonPacket.opcode(in: first.text),
        isOfInterest(opcode) || opcode == readAddress || opcode == CommandFollower.readMaximumLength,
        let status = rest.first(where: { $0.value("Status: ") != nil })?.octets(width: 1)
      else { return .nothing }
      let code = [UInt8(truncatingIfNeeded: opcode), UInt8(truncatingIfNeeded: opcode >> 8)]
      guard packet.code == 0x0E else { return .octets([0x0F, 4] + status + [1] + code, nil) }
      var returned = status
      if opcode == readAddress {
        guard let address = rest.first(where: { $0.value("Address: ") != nil })?.octets(width: 6) else {
          return .unknown
        }
        returned += address
      }
      if opcode == CommandFollower.readMaximumLength {
        guard let length = rest.first(where: { $0.value("Max length: ") != nil })?.octets(width: 2) else {
          return .unknown
        }
        returned += length
      }
      return .octets([0x0E, UInt8(3 + returned.count), 1] + code + returned, nil)
    case UInt16(PrintedReport.metaEvent): return metaEvent(first, rest, packet.length)
    default: return .nothing
    }
  }

  private static let readAddress: UInt16 = 0x1009

  private static func isOfInterest(_ opcode: UInt16) -> Bool {
    fields[opcode] != nil || repeatedFields[opcode] != nil || legacyData.contains(opcode)
      || extendedData.contains(opcode)
      || opcode >> 10 == vendorGroup
  }

  /// The fields of LE Meta events by their subevent code (Core Vol 4 Part E 7.7.65).
  private static let metaFields: [UInt8: [Int]] = [
    // LE Connection Complete, Enhanced Connection Complete, Scan Timeout, Advertising Set Terminated.
    0x01: [1, 2, 1, 1, 6, 2, 2, 2, 1], 0x0A: [1, 2, 1, 1, 6, 6, 6, 2, 2, 2, 1], 0x11: [], 0x12: [1, 1, 2, 1],
  ]

  private static func metaEvent(_ name: BtmonDetail, _ details: ArraySlice<BtmonDetail>, _ length: Int) -> Made {
    guard let code = HexNumber.inBrackets(name.text), let subevent = UInt8(exactly: code.value),
      let widths = metaFields[subevent]
    else { return .nothing }
    return whole(values(of: details, widths, length - 1), behind: [PrintedReport.metaEvent], subevent: subevent)
  }

  private static func whole(_ values: [UInt8]?, behind code: [UInt8], subevent: UInt8? = nil) -> Made {
    guard let values else { return .unknown }
    let parameters = (subevent.map { [$0] } ?? []) + values
    return .octets(code + [UInt8(truncatingIfNeeded: parameters.count)] + parameters, nil)
  }

  // MARK: Management

  private static func managementCommand(_ packet: BtmonPacket) -> Made {
    let parameters: [UInt8]?
    var loss: (expected: String, found: String)?
    switch packet.code {
    case ManagementCommand.startDiscovery, ManagementCommand.stopDiscovery, ManagementCommand.startLimitedDiscovery:
      parameters = values(of: packet.details[...], [1], packet.length)
    case ManagementCommand.startServiceDiscovery:
      // btmon prints the services by their names. Without them, the conditions count as unknown.
      parameters = values(of: packet.details.prefix { $0.value("UUIDs: ") == nil }[...], [1, 1], 2)
      loss = (
        "the services that a discovery asks for", "their names, which are not all different; btmon --write keeps them"
      )
    case ManagementCommand.removeMonitor: parameters = values(of: packet.details[...], [2], packet.length)
    case ManagementCommand.addMonitor: parameters = monitor(packet.details[...])
    case ManagementCommand.addMonitorWithRSSI:
      let place = packet.details.firstIndex { $0.value(patternsLabel) != nil } ?? packet.details.endIndex
      let thresholds = values(of: packet.details[..<place], [1, 2, 1, 2, 1], 7)
      parameters = thresholds.flatMap { thresholds in monitor(packet.details[place...]).map { thresholds + $0 } }
    default: return .nothing
    }
    guard let parameters, loss != nil || parameters.count == packet.length else { return .unknown }
    return .octets(management(packet, parameters), loss)
  }

  private static let patternsLabel = "Number of patterns: "
  private static let patternLength = 31

  /// Returns the number of patterns, and for each its AD type, offset, length and 31 octets.
  private static func monitor(_ details: ArraySlice<BtmonDetail>) -> [UInt8]? {
    guard let first = details.first, first.value(patternsLabel) != nil, let count = first.octets(width: 1) else {
      return nil
    }
    var octets = count
    let lines = details.dropFirst().filter { !$0.text.starts(with: "Pattern ".utf8) }
    guard lines.count == 4 * Int(count[0]) else { return nil }
    for start in stride(from: 0, to: lines.count, by: 4) {
      for line in lines[start..<start + 3] {
        guard let value = line.octets(width: 1) else { return nil }
        octets += value
      }
      guard let value = lines[start + 3].hexField("Value "), value.count <= patternLength else { return nil }
      octets += value + Array(repeating: 0, count: patternLength - value.count)
    }
    return octets
  }

  private static func managementEvent(_ packet: BtmonPacket) -> Made {
    guard let first = packet.details.first else { return .nothing }
    let parameters: [UInt8]?
    switch packet.code {
    case ManagementEvent.commandComplete, ManagementEvent.commandStatus:
      // `Start Discovery (0x0023) plen 1`
      let words = first.text.split(separator: ASCII.space)
      guard let code = words.lazy.compactMap({ HexNumber.inBrackets($0) }).first?.value,
        ManagementCommand.all.contains(UInt16(truncatingIfNeeded: code))
          || RefusedCommands.managementName(of: UInt16(truncatingIfNeeded: code)) != nil,
        let status = packet.details.first(where: { $0.value("Status: ") != nil })?.octets(width: 1)
      else { return .nothing }
      let handle = packet.details.first { $0.value("Handle: ") != nil }?.octets(width: 2) ?? []
      parameters = [UInt8(truncatingIfNeeded: code), UInt8(truncatingIfNeeded: code >> 8)] + status + handle
    case ManagementEvent.discovering: parameters = values(of: packet.details[...], [1, 1], packet.length)
    case ManagementEvent.monitorAdded, ManagementEvent.monitorRemoved:
      parameters = values(of: packet.details[...], [2], packet.length)
    default: return .nothing
    }
    guard let parameters else { return .unknown }
    return .octets(management(packet, parameters), nil)
  }

  /// Returns the socket, four octets, then the code of the command or event.
  private static func management(_ packet: BtmonPacket, _ parameters: [UInt8]) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: packet.socket), UInt8(truncatingIfNeeded: packet.socket >> 8), 0, 0,
      UInt8(truncatingIfNeeded: packet.code), UInt8(truncatingIfNeeded: packet.code >> 8),
    ] + parameters
  }
}

extension BtmonPacket {
  /// Returns the opcode of a command that an event answers, `LE Set Scan Enable (0x08|0x000c) ncmd 1`.
  static func opcode(in text: ArraySlice<UInt8>) -> UInt16? {
    text.split(separator: ASCII.space).lazy.compactMap { code(in: $0) }.first
  }
}
