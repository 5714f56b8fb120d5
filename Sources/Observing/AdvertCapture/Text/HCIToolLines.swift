internal import AdvertisingData

/// Commands to the controller as `hcitool cmd` prints them: the call, the command that was sent, and the event that answered;
/// `hciconfig` with `leadv` and `noleadv`, which prints nothing; and the commands in a debug log of NimBLE.
///
/// ```
/// $ sudo hciconfig hci0 leadv 3
/// $ sudo hcitool -i hci0 cmd 0x08 0x0008 07 02 01 06 03 03 0f 18
/// < HCI Command: ogf 0x08, ocf 0x0008, plen 8
///   07 02 01 06 03 03 0F 18
/// > HCI Event: 0x0e plen 4
///   01 08 20 00
/// ```
///
/// A call of `hcitool` without the rest counts as a command that was sent. NimBLE prints the opcode and the length with the
/// octets:
///
/// ```
/// ble_hs_hci_cmd_send: ogf=0x08 ocf=0x000a len=1
/// 0x0a 0x20 0x01 0x01
/// Command complete: cmd_pkts=5 ogf=0x8 ocf=0xa status=0
/// ```
///
/// Sources: BlueZ, `tools/hcitool.c` and `tools/hciconfig.c` (5.66); Apache NimBLE 1.0 to 1.6, `ble_hs_hci_cmd.c` and
/// `ble_hs_dbg.c`.
struct HCIToolLines {
  private var open: Open?
  /// A call of which the shell takes more from the next line.
  private var begun: (text: [UInt8], line: Int)?

  /// A packet whose octets follow, or a call whose command may follow.
  private struct Open {
    let kind: LogRecord.Kind
    /// The head of the packet, then its octets so far.
    var octets: [UInt8]
    /// The number of octets with the head.
    let count: Int
    let isCall: Bool
    let line: Int
    /// The head that the octets of NimBLE begin with; empty for the other programs.
    var head: [UInt8] = []
  }

  /// Whether a packet continues: then a line can belong to it that has no meaning alone.
  var isOpen: Bool { open != nil || begun != nil }

  /// Returns whether a line begins a packet.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    header(in: line) != nil || NimBLECommandLines.head(in: line) != nil || call(in: line) != nil
      || !switching(in: line).isEmpty
  }

  /// Takes a line that begins or continues a packet; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    var text = PlainLine.octets(of: text, gap: nil)
    var line = line
    if let call = begun {
      begun = nil
      (text, line) = ((call.text + text)[...], call.line)
    }
    if text.last == ASCII.backslash, text.count < Self.longestCall, Self.call(in: text.dropLast()) != nil {
      finish(into: &output)
      begun = (text.dropLast() + [ASCII.space], line)
      return true
    }
    if let (kind, head, count) = Self.header(in: text) {
      // The program prints what the call has sent.
      if kind == .command, open?.isCall ?? false { open = nil }
      finish(into: &output)
      open = Open(kind: kind, octets: head, count: head.count + count, isCall: false, line: line)
    } else if let head = NimBLECommandLines.head(in: text) {
      finish(into: &output)
      open = Open(kind: .command, octets: [], count: head.count + Int(head[2]), isCall: false, line: line, head: head)
    } else if let event = NimBLECommandLines.answer(in: text) {
      finish(into: &output)
      output.records.append(LogRecord(kind: .event, octets: event, line: line))
      return true
    } else if let call = Self.call(in: text) {
      finish(into: &output)
      if let command = call.command {
        open = Open(kind: .command, octets: command, count: command.count, isCall: true, line: line)
      } else {
        output.losses.append(Self.loss(ofCallIn: line))
      }
      return true
    } else if case let commands = Self.switching(in: text), !commands.isEmpty {
      finish(into: &output)
      for command in commands { output.records.append(LogRecord(kind: .command, octets: command, line: line)) }
      return true
    } else if var packet = open, !packet.isCall,
      case let rest = packet.count - packet.octets.count,
      let row = packet.head.isEmpty ? Self.row(in: text, atMost: rest) : NimBLECommandLines.row(in: text)
    {
      packet.octets += row
      open = packet
    } else {
      finish(into: &output)
      return false
    }
    if let open, open.octets.count >= open.count { finish(into: &output) }
    return true
  }

  /// Ends the open packet.
  mutating func finish(into output: inout LogOutput) {
    if let call = begun {
      begun = nil
      output.losses.append(Self.loss(ofCallIn: call.line))
    }
    guard let packet = open else { return }
    open = nil
    if packet.octets.count != packet.count || !packet.octets.starts(with: packet.head) {
      output.losses.append(.cutPacket(line: packet.line, packet.octets.count, of: packet.count))
    } else {
      output.records.append(LogRecord(kind: packet.kind, octets: packet.octets, line: packet.line))
    }
  }

  /// Above the characters of the longest command, each octet in a word of its own.
  private static let longestCall = 2048

  private static func loss(ofCallIn line: Int) -> LogLoss {
    LogLoss(line: line, expected: "the octets of a command for hcitool", found: "a call without some of them")
  }

  /// Returns the command of a call with `hcitool cmd`, with its length; `nil` for other lines, and for calls that are not
  /// whole.
  static func command(inCall line: ArraySlice<UInt8>) -> [UInt8]? { call(in: line)?.command }

  // MARK: Lines

  /// Returns the kind of the packet that a line begins, its head, and the number of octets that follow.
  private static func header(in line: ArraySlice<UInt8>) -> (kind: LogRecord.Kind, head: [UInt8], count: Int)? {
    guard line.first == UInt8(ascii: ">") || line.first == UInt8(ascii: "<") else { return nil }
    let words = line.split(whereSeparator: { $0 == ASCII.space || $0 == UInt8(ascii: ",") })
    // `< HCI Command: ogf 0x08, ocf 0x0008, plen 8`
    if words.count == 9, words[2].elementsEqual("Command:".utf8), words[3].elementsEqual("ogf".utf8),
      words[5].elementsEqual("ocf".utf8), words[7].elementsEqual("plen".utf8), let opcode = opcode(words[4], words[6]),
      let count = DecimalDigits.value(of: words[8]).flatMap({ UInt8(exactly: $0) })
    {
      return (.command, opcode + [count], Int(count))
    }
    // `> HCI Event: 0x0e plen 4`
    if words.count == 6, words[2].elementsEqual("Event:".utf8), words[4].elementsEqual("plen".utf8),
      let code = HexNumber(words[3]).flatMap({ UInt8(exactly: $0.value) }),
      let count = DecimalDigits.value(of: words[5]).flatMap({ UInt8(exactly: $0) })
    {
      return (.event, [code, count], Int(count))
    }
    return nil
  }

  /// A call of the program in a line.
  private struct Call {
    /// The command; `nil` when the line does not have all its octets.
    let command: [UInt8]?
  }

  /// Returns the call of a line; `nil` for any other line.
  private static func call(in line: ArraySlice<UInt8>) -> Call? {
    guard let place = ValueText.place(of: program, in: line) else { return nil }
    let words = line[place...].split(separator: ASCII.space)
    guard let verb = words.prefix(4).firstIndex(where: { $0.elementsEqual("cmd".utf8) }), words.count > verb + 2 else {
      return nil
    }
    guard let opcode = opcode(words[verb + 1], words[verb + 2]) else { return Call(command: nil) }
    var parameters: [UInt8] = []
    for word in words[(verb + 3)...] {
      // The rest is of the shell: what comes next, where the output goes, or a comment.
      if let first = word.first, ";&|>#".utf8.contains(first) { break }
      guard let octet = number(word).flatMap({ UInt8(exactly: $0) }) else { return Call(command: nil) }
      parameters.append(octet)
    }
    return Call(command: UInt8(exactly: parameters.count).map { opcode + [$0] + parameters })
  }

  /// Returns the commands of `hciconfig hci0 leadv` or `noleadv` in a line; none for any other line.
  private static func switching(in line: ArraySlice<UInt8>) -> [[UInt8]] {
    guard let place = ValueText.place(of: configuration, in: line) else { return [] }
    let words = line[place...].split(separator: ASCII.space).dropFirst(2)
    let on = words.firstIndex { $0.elementsEqual("leadv".utf8) }
    guard let on else { return words.contains { $0.elementsEqual("noleadv".utf8) } ? [disable] : [] }
    let kind = words.dropFirst(on + 1 - words.startIndex).first.flatMap { DecimalDigits.value(of: $0) } ?? 0
    // Every 1.28 s on all channels, from the public address.
    let interval: [UInt8] = [0x00, 0x08]
    let parameters =
      interval + interval + [UInt8(truncatingIfNeeded: kind)] + [UInt8](repeating: 0, count: 8) + [7, 0]
    return [[0x06, 0x20, UInt8(parameters.count)] + parameters, enable]
  }

  private static let enable: [UInt8] = [0x0A, 0x20, 1, 1]
  private static let disable: [UInt8] = [0x0A, 0x20, 1, 0]
  private static let configuration = Array("hciconfig ".utf8)

  /// Returns the octets of a command's group and number, as they are sent (Core Vol 4 Part E 5.4.1).
  private static func opcode(_ group: ArraySlice<UInt8>, _ command: ArraySlice<UInt8>) -> [UInt8]? {
    guard let group = number(group), let command = number(command), group < 0x40, command < 0x400 else { return nil }
    return [UInt8(truncatingIfNeeded: command), UInt8(truncatingIfNeeded: group << 2 | command >> 8)]
  }

  /// Returns a number in hex, as the program reads it: with `0x` or without.
  private static func number(_ word: ArraySlice<UInt8>) -> UInt64? {
    HexNumber(word)?.value ?? HexNumber(("0x".utf8 + word)[...])?.value
  }

  /// Returns the octets of a line that continues a packet: blanks, then at most 20 octets.
  private static func row(in line: ArraySlice<UInt8>, atMost maximum: Int) -> [UInt8]? {
    guard line.first == ASCII.space else { return nil }
    let words = line.split(separator: ASCII.space)
    guard !words.isEmpty, words.count <= min(20, maximum), words.allSatisfy({ $0.count == 2 }) else { return nil }
    let octets = words.compactMap { HexDigits.octets(of: $0)?.first }
    return octets.count == words.count ? octets : nil
  }

  private static let program = Array("hcitool ".utf8)
}
