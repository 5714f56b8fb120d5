internal import AdvertisingData

/// The text of `btmon`: each packet has a line of its own, and its content is indented below. A logger may have written
/// a prefix before each line.
///
/// ```
/// > HCI Event: LE Meta Event (0x3e) plen 21          #10 [hci0] 68.093887
///       LE Advertising Report (0x02)
///         Num reports: 1
///         Event type: Scan response - SCAN_RSP (0x04)
/// ```
///
/// It has words instead of most octets. Packets are made from the words again where possible; other packets are
/// reported as a loss. `hcidump` begins packets in the same way. It has words of its own, and octets where it has none.
///
/// Where a copy lost the mark before the first packet, its words begin the line. Reports whose first line is missing are
/// read by the lines below.
///
/// Source: BlueZ 5.50 to 5.86, `monitor/packet.c`; for `hcidump`, logs of 5.37.
struct BtmonLines {
  private var open: BtmonPacket?
  private var prefix = LinePrefix.none
  /// Whether there was a packet: before the first, a line that looks like the beginning of another kind is not one.
  private var hasBegun = false
  private var hasReports = false
  /// The first line in which the kernel tells programs of a device whose values are not read.
  private var toldDevice: Int?
  /// The first line in which a program asks the kernel to advertise.
  private var request: Int?
  /// Whether the kernel gives data to the controller, as it does behind such a line.
  private var setsData = false
  /// The last report, without some of its data: the kernel's event behind it can have them.
  private var cut: BtmonReports.Cut?
  /// The devices of which the kernel tells programs.
  private var told = DistinctLines<ValueLine, ValueLine.Key>()

  /// Add Advertising, and Add Extended Advertising Data.
  private static let requests: Set<UInt16> = [0x003E, 0x0055]
  /// LE Set Advertising Data, and LE Set Extended Advertising Data.
  private static let settingData: Set<UInt16> = [0x2008, 0x2037]

  /// The most lines of a packet, above those of any kind that matters.
  private static let maximumDetails = 512

  /// Whether lines of a packet may follow.
  var isOpen: Bool { open != nil }

  /// Returns whether a line begins a packet.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    header(in: line) != nil || BtmonReports.heading(in: line) != nil
  }

  /// Takes a line that begins or continues a packet; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: nil)
    if let (packet, prefix) = Self.header(in: text) {
      finish(into: &output)
      open = packet
      open?.line = line
      self.prefix = prefix
      hasBegun = true
      return true
    }
    if hasBegun, Self.isOtherHeader(prefix.rest(of: text) ?? text) {
      finish(into: &output)
      if Self.isDeviceFound(prefix.rest(of: text) ?? text) { toldDevice = toldDevice ?? line }
      open = .other
      return true
    }
    guard open != nil else {
      guard let heading = BtmonReports.heading(in: text) else { return false }
      open = BtmonPacket(below: heading, line: line)
      prefix = .none
      hasBegun = true
      return true
    }
    if let octets = prefix.rest(of: text).flatMap(HCIDumpLines.numberedRow) ?? HCIDumpLines.numberedRow(in: text) {
      open?.add(octets)
      return true
    }
    if open?.code == UInt16(PrintedReport.metaEvent), open?.details.isEmpty ?? false,
      HCIDumpWords.isHeading(prefix.rest(of: text) ?? text)
    {
      open?.isInHCIDumpWords = true
      return true
    }
    if let detail = detail(of: text) {
      if open?.details.count ?? 0 < Self.maximumDetails { open?.details.append(detail) }
      return true
    }
    finish(into: &output)
    return false
  }

  /// Ends the open packet.
  private mutating func finish(into output: inout LogOutput) {
    guard let packet = open.take() else { return }
    cut.take()?.add(completedBy: DeviceFoundWords.octets(in: packet), to: &output)
    guard !packet.isOther else { return }
    switch packet.kind {
    case .event where packet.isInHCIDumpWords:
      hasReports = true
      HCIDumpWords.add(packet, to: &output)
    case .event where packet.code == UInt16(PrintedReport.metaEvent) && BtmonReports.areIn(packet):
      hasReports = true
      cut = BtmonReports.add(packet, to: &output)
    default:
      if packet.kind == .managementCommand, Self.requests.contains(packet.code) { request = request ?? packet.line }
      if packet.kind == .command, Self.settingData.contains(packet.code) { setsData = true }
      if DeviceFoundWords.isDevice(packet) {
        if let values = DeviceFoundWords.values(in: packet) {
          told.add(values)
        } else {
          toldDevice = toldDevice ?? packet.line
        }
      }
      BtmonCommands.add(packet, to: &output)
    }
  }

  /// Ends the open packet, and the log: where only part of one was copied, it can have devices without a report.
  mutating func finishLog(into output: inout LogOutput) {
    finish(into: &output)
    cut.take()?.add(completedBy: nil, to: &output)
    if let request, !setsData {
      output.losses.append(
        LogLoss(
          line: request, expected: "the kernel's commands with the data",
          found: "only that a program asks it to advertise: copy the lines below, too, or take btmon --write"))
    }
    guard !hasReports else { return }
    output.values += told.all
    guard let toldDevice else { return }
    output.losses.append(
      LogLoss(
        line: toldDevice, expected: "the controller's reports",
        found: "what the kernel tells programs of devices, which joins both blocks: btmon --write has the bytes"))
  }

  private func detail(of text: ArraySlice<UInt8>) -> BtmonDetail? {
    if let detail = prefix.rest(of: text).flatMap({ BtmonDetail($0) }) { return detail }
    return prefix.isEmpty ? nil : BtmonDetail(text)
  }

  // MARK: Headers

  private static let marks: [(mark: [UInt8], kind: LogRecord.Kind)] = [
    (Array("> HCI Event:".utf8), .event), (Array("< HCI Command:".utf8), .command),
    (Array("@ MGMT Command:".utf8), .managementCommand), (Array("@ MGMT Event:".utf8), .managementEvent),
  ]

  /// Returns the packet that a line begins, and the prefix before it.
  private static func header(in line: ArraySlice<UInt8>) -> (BtmonPacket, LinePrefix)? {
    for place in line.indices
    where line[place] == UInt8(ascii: ">") || line[place] == UInt8(ascii: "<") || line[place] == UInt8(ascii: "@") {
      guard place == line.startIndex || line[place - 1] == ASCII.space || line[place - 1] == 0x09 else { continue }
      for (mark, kind) in marks where line[place...].starts(with: mark) {
        guard let packet = BtmonPacket(line[(place + mark.count)...], behind: line[..<place], kind: kind) else {
          return nil
        }
        return (packet, LinePrefix(line[..<place]))
      }
    }
    for (mark, kind) in marks where line.starts(with: mark.dropFirst(2)) {
      return BtmonPacket(line.dropFirst(mark.count - 2), behind: [], kind: kind).map { ($0, .none) }
    }
    return nil
  }
}

extension BtmonLines {
  /// Returns whether a line begins a part without advertising: data packets, the program's own lines, and in old
  /// versions the kernel's form of reports, which has both blocks in one.
  private static func isOtherHeader(_ line: ArraySlice<UInt8>) -> Bool {
    guard !HCIDumpLines.begins(line) else { return false }
    let marks = [UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "@"), UInt8(ascii: "=")]
    guard let mark = line.first, marks.contains(mark), line.dropFirst().first == ASCII.space else { return false }
    return true
  }

  /// Whether a line begins what old versions print where the kernel tells programs of a device.
  private static func isDeviceFound(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "@ Device Found:".utf8) }
}

/// A packet in the text of `btmon`: its first line, and the lines below.
struct BtmonPacket {
  let kind: LogRecord.Kind
  /// The code of an event; the opcode of a command.
  let code: UInt16
  /// The number of octets of its parameters.
  let length: Int
  let adapter: UInt16
  /// The socket of the management interface; 0 for other packets.
  let socket: UInt16
  /// The time in microseconds, since 1970 or since the first packet of the text; `nil` without one.
  let time: Int64?
  var line = 0
  var details: [BtmonDetail] = []
  /// Whether the details are reports in the words of `hcidump`.
  var isInHCIDumpWords = false
  /// The octets that `hcidump` printed of its parameters.
  private(set) var octets: [UInt8] = []
  /// Whether the kind of the packet is not read.
  private(set) var isOther = false

  /// A packet of a kind that is not read.
  static let other = BtmonPacket()

  private init() {
    kind = .event
    code = 0
    length = 0
    adapter = 0
    socket = 0
    time = nil
    isOther = true
  }

  /// A packet of reports whose first line is not in the text, by the line below it.
  init(below heading: BtmonDetail, line: Int) {
    kind = .event
    code = UInt16(PrintedReport.metaEvent)
    length = 0
    adapter = 0
    socket = 0
    time = nil
    self.line = line
    details = [heading]
  }

  /// Adds octets of its parameters, no more than it has.
  mutating func add(_ more: [UInt8]) {
    octets += more.prefix(max(length - octets.count, 0))
  }

  /// The packet from the text after the mark: `LE Set Scan Enable (0x08|0x000c) plen 2    #105 [hci0] 28.188251`.
  /// `hcidump` has the time before the mark.
  init?(_ text: ArraySlice<UInt8>, behind before: ArraySlice<UInt8>, kind: LogRecord.Kind) {
    let words = text.split(separator: ASCII.space)
    guard let place = words.firstIndex(where: { $0.elementsEqual("plen".utf8) }), place > 0, place + 1 < words.count,
      let length = DecimalDigits.value(of: words[place + 1]), let code = Self.code(in: words[place - 1])
    else { return nil }
    self.kind = kind
    self.code = code
    self.length = length
    let rest = words[(place + 2)...]
    adapter = rest.lazy.compactMap { Self.adapter(in: $0) }.first ?? 0
    socket = rest.lazy.compactMap { Self.socket(in: $0) }.first ?? 0
    time =
      rest.isEmpty
      ? LineFacts.time(in: Array(before)) : rest.last.flatMap { Self.time(in: $0, behind: rest.dropLast().last) }
  }

  /// Returns the code in `(0x3e)`, or for a command in `(0x08|0x000c)`: group and command.
  static func code(in word: ArraySlice<UInt8>) -> UInt16? {
    guard word.first == UInt8(ascii: "("), word.last == UInt8(ascii: ")") else { return nil }
    let parts = word.dropFirst().dropLast().split(separator: UInt8(ascii: "|"))
    let numbers = parts.compactMap { HexNumber($0)?.value }
    guard numbers.count == parts.count else { return nil }
    switch numbers.count {
    case 1: return UInt16(exactly: numbers[0])
    case 2 where numbers[0] < 0x40 && numbers[1] < 0x400: return UInt16(numbers[0] << 10 | numbers[1])
    default: return nil
    }
  }

  /// Returns the number of a controller, as in `[hci0]`.
  private static func adapter(in word: ArraySlice<UInt8>) -> UInt16? {
    let start = "[hci".utf8
    guard word.starts(with: start), word.last == UInt8(ascii: "]") else { return nil }
    return DecimalDigits.value(of: word.dropFirst(start.count).dropLast()).flatMap { UInt16(exactly: $0) }
  }

  private static func socket(in word: ArraySlice<UInt8>) -> UInt16? {
    guard word.first == UInt8(ascii: "{"), word.last == UInt8(ascii: "}") else { return nil }
    return HexNumber(word.dropFirst().dropLast()).flatMap { UInt16(exactly: $0.value) }
  }

  /// Returns seconds since the first packet, `68.093887`, or a time of day, with `-T` after a date.
  private static func time(in word: ArraySlice<UInt8>, behind date: ArraySlice<UInt8>?) -> Int64? {
    if word.contains(ASCII.colon) {
      let hasDate = date.map { $0.count == 10 && $0.dropFirst(4).first == ASCII.hyphen } ?? false
      return LineFacts.time(in: hasDate ? Array(date ?? []) + [ASCII.space] + word : Array(word))
    }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 6, let seconds = DecimalDigits.value(of: parts[0]),
      let micros = DecimalDigits.value(of: parts[1])
    else { return nil }
    return Int64(seconds) * 1_000_000 + Int64(micros)
  }
}

/// A line below that of a packet.
struct BtmonDetail {
  /// The blanks before it. Lines inside a structure have more than the structure.
  let indentation: Int
  let text: ArraySlice<UInt8>

  /// The fewest blanks: details of an event have 6 blanks, its fields 8, and lines inside these more.
  private static let fewestBlanks = 6
  static let fieldIndentation = 8

  /// A line of another program with fields of this form.
  init(indentation: Int, text: ArraySlice<UInt8>) {
    self.indentation = indentation
    self.text = text
  }

  /// Reads a line; `nil` for a line with less indentation.
  init?(_ line: ArraySlice<UInt8>) {
    indentation = line.prefix { $0 == ASCII.space }.count
    text = line.dropFirst(indentation)
    guard indentation >= Self.fewestBlanks, !text.isEmpty else { return nil }
  }

  /// Returns the text after a label; `nil` for another label.
  func value(_ label: String) -> ArraySlice<UInt8>? {
    text.starts(with: label.utf8) ? text.dropFirst(label.utf8.count) : nil
  }
}
