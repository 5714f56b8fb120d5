internal import AdvertisingData

/// One or two reports in a line of a log: their data in hex and, where the line has them, the address, the strength,
/// the time, and the kind of report.
///
/// ```
/// 02010611079ecadc240ee5a9e093f3a3b50100406e
/// [00:00:12.345,678] <inf> scan: C0:11:22:33:44:55 (random) RSSI -60 adv 02 01 06 rsp 03 03 0f 18
/// I (12345) scan: a4:c1:38:00:00:01 -71 dBm ADV_NONCONN_IND 0x02,0x01,0x06
/// 043e1e02010300f6e5d4c3b2a112020106030302180a09...
/// ```
struct HexLine {
  var address = DeviceAddress.anonymous
  var rssi: Int8?
  /// The time in microseconds since 1970, or since midnight or the start of the device when the line has no date.
  var time: Int64?
  var contents: [Content] = []
  /// The data when they are both blocks in one, and it is not known where the first ends: the line then has no
  /// contents.
  private(set) var merged: [UInt8]?
  /// The number of octets of a program's string of bytes that is longer than a packet: it can be too long, or both blocks
  /// in one. The line then has no contents.
  private(set) var excess: Int?
  /// The number of payloads that were left out, because a line has one advertisement.
  private(set) var leftOut = 0
  /// Whether the contents are the report of an event without the event's head, as noble prints after the whole.
  private(set) var isReport = false
  private(set) var evidence = Evidence.none
  /// Whether the line names the block of its advertising data directly before them.
  private var isLabelled = false
  /// Whether the line ends with data, so that they may go on in the next.
  private(set) var endsWithData = false

  enum Content: Hashable {
    case payload([UInt8], AdvertisingReport.PDU)
    /// An HCI event from its code on.
    case event([UInt8])

    var isEvent: Bool { if case .event = self { true } else { false } }

    var count: Int {
      switch self {
      case .payload(let octets, _), .event(let octets): octets.count
      }
    }
  }

  /// Reads a line; `nil` for a line without data.
  ///
  /// - Parameter isStrict: whether the data must be well-formed, of known types, and not an address.
  init?(_ text: ArraySlice<UInt8>, isStrict: Bool = false) {
    var line = Array(PlainLine.octets(of: text, gap: ASCII.space))
    if let short = ShortHex.octets(in: line) {
      line.replaceSubrange(short.place, with: HexText.spaced(short.octets).utf8)
    }
    let literals = PythonBytes.literals(in: line)
    if let result = ScanResultTuple(in: line, literals) {
      (address, rssi, time) = (result.address, result.rssi, LineFacts.time(in: line))
      (contents, evidence) = ([.payload(result.data, result.pdu)], .device)
      return
    }
    var items = HexItem.items(in: line).filter { item in
      !Self.isPart(item.place, of: line) && !Self.isFraction(item.place, of: line)
        && !Self.isInLink(item.place, of: line)
        && !literals.contains { $0.place.overlaps(item.place) }
    }
    for case (let octets?, let place) in literals where octets.count > 2 {
      items.append(HexItem(octets: octets, place: place, form: .together))
    }
    if let groups = HexGroups.first(in: line) {
      // It is not known which group is which block.
      if groups.mayBeBothBlocks { merged = groups.item.octets }
      items.removeAll { $0.place.overlaps(groups.item.place) }
      items.append(groups.item)
    }
    items.sort { $0.place.lowerBound < $1.place.lowerBound }
    HexItem.tellPayloadsFromAddresses(&items)
    guard !items.isEmpty else { return nil }
    let lower = line.inLowerCase
    let isWholeLiteral = literals.contains { $0.octets?.count ?? 0 >= Self.fewestCertain }
    if merged != nil {
      contents = []
    } else if let event = items.first(where: { $0.isEvent }) {
      contents = [.event(Array(event.octets.dropFirst()))]
    } else if let event = Self.eventOfReport(items, in: lower) {
      contents = [.event(event)]
      isReport = true
    } else {
      addPayloads(of: items, in: lower, isStrict: isStrict)
    }
    guard !contents.isEmpty || merged != nil else { return nil }
    rssi = LineFacts.rssi(in: lower)
    // Nothing but the number of octets of a program's string says that it is both blocks.
    if isWholeLiteral, items.count == 1, rssi == nil, merged != nil || contents.count > 1,
      case let item = items[0], item.octets.count > AdvertisingPDU.advInd.payloadLimit,
      !Self.isScanRecord(item.octets), !LogcatPrefix.begins(lower),
      !LineFacts.namesBothBlocks(lower[..<item.place.lowerBound], hasAddress: false)
    {
      excess = items[0].octets.count
      (merged, contents) = (nil, [])
    }
    time = LineFacts.time(in: line)
    // An address alone is data only when there are no other data.
    if items.contains(where: { $0.form != .address }) {
      if let printed = LineFacts.printedAddress(of: items, in: lower) {
        address = LineFacts.address(printed.number, in: lower)
      } else {
        // Of several addresses, any may be the device's: only lines with the same ones can be of one device.
        let all = items.filter { $0.form == .address }.reduce(UInt64(0)) { $0 ^ $1.number }
        address = DeviceAddress(bits: all, type: .anonymous)
      }
    }
    evidence =
      if rssi != nil || address.type != .anonymous || contents.contains(where: { $0.isEvent }) {
        .device
      } else if items.count == 1 && (Self.isBare(line, items[0]) || isWholeLiteral) || isLabelled
        || merged.map(Self.isScanRecord) ?? false
      {
        .alone
      } else {
        merged != nil || contents.contains { $0.count >= Self.fewestCertain } ? .length : .none
      }
  }

  /// Whether octets are not whole: they continue in characters, or in dots for octets that were cut off or that vary.
  private static func isPart(_ place: Range<Int>, of line: [UInt8]) -> Bool {
    let (before, after) = (line[..<place.lowerBound], line[place.upperBound...])
    return after.first == ASCII.backslash
      || dots.contains { before.reversed().starts(with: $0.reversed()) || after.starts(with: $0) }
  }

  /// Whether digits are a fraction, such as that of a second in `11:20:31.020350`, in which the beginning of a structure
  /// is seen by chance: at most nine digits. After a comma only a time has one: columns are separated by commas too.
  private static func isFraction(_ place: Range<Int>, of line: [UInt8]) -> Bool {
    guard let point = place.lowerBound > 0 ? line[place.lowerBound - 1] : nil,
      place.count <= 9, line[place].allSatisfy(ASCII.isDigit)
    else { return false }
    let whole = line[..<(place.lowerBound - 1)].reversed().prefix { ASCII.isDigit($0) || $0 == ASCII.colon }
    guard let nearest = whole.first, nearest != ASCII.colon else { return false }
    // An address has more digits than a time.
    let isTime = whole.contains(ASCII.colon) && whole.count <= 8
    return point == UInt8(ascii: ".") || point == UInt8(ascii: ",") && isTime
  }

  /// Whether octets are a part of a link, such as one to a page that decodes them: `https://…/#adv=020106`, `#adv=020106`.
  private static func isInLink(_ place: Range<Int>, of line: [UInt8]) -> Bool {
    let near = line[max(place.lowerBound - longestLink, 0)..<place.lowerBound]
    let start = near.lastIndex { $0 <= ASCII.space || linkEnds.contains($0) }.map { $0 + 1 } ?? near.startIndex
    let word = near[start...]
    return word.count > 1 && word.first == UInt8(ascii: "#") || ValueText.place(of: linkSign, in: word) != nil
  }

  private static let linkSign = Array("://".utf8)
  private static let linkEnds = Set("\"'`<>()[]".utf8)
  private static let longestLink = 256

  /// Two dots, of any number, and the character of three.
  private static let dots: [[UInt8]] = [Array("..".utf8), Array("…".utf8)]

  /// The evidence that the data of a line are not other numbers.
  enum Evidence: Comparable {
    /// No evidence: three octets are a whole structure by chance in some numbers, such as `020115`.
    case none
    /// The data are long.
    case length
    /// The data are the whole line, or an app's record of a scan, or the line names their blocks:
    /// `adv=020106 rsp=03030f18`.
    case alone
    /// The line also has an address or a strength, or they are an event of HCI.
    case device
  }

  /// Whether the data have the size and the zeros at the end of Android's `ScanRecord.getBytes()`, which many apps and
  /// libraries print without the address. Source: AOSP, `ScanRecord.java`; measured in logs of AltBeacon.
  private static func isScanRecord(_ octets: [UInt8]) -> Bool {
    octets.count == 2 * AdvertisingPDU.advInd.payloadLimit && octets.last == 0
  }

  private static let fewestCertain = 6
  /// The most octets that are a whole structure by chance, such as `020115`.
  private static let mostByChance = 3
  private static let scan = Array("scan".utf8)

  private mutating func addPayloads(of items: [HexItem], in line: [UInt8], isStrict: Bool) {
    let candidates = items.filter { $0.form == .together || $0.form == .separated }
    var found: [(item: HexItem, payload: [UInt8], answers: Bool)] = []
    var before = 0
    for item in candidates {
      let isBare = Self.isBare(line, item)
      guard let payload = item.payload(isStrict: isStrict || !isBare || item.isPacket) else { continue }
      found.append((item, payload, LineFacts.namesScanResponse(line[before..<item.place.lowerBound])))
      before = item.place.upperBound
    }
    if found.isEmpty, !isStrict, let item = Self.likely(items, candidates, in: line) {
      let answers = LineFacts.namesScanResponse(line[..<item.place.lowerBound])
      found.append((item, item.octets, answers))
    }
    endsWithData = found.last.map { $0.item.place.upperBound == line.count } ?? false
    if found.count == 1, !found[0].answers { found[0].answers = PrintedReportType.pdu(in: line) == .scanRsp }
    let advertising = found.filter { !$0.answers }.max { $0.payload.count < $1.payload.count }
    if let advertising {
      leftOut = found.filter { !$0.answers && Self.isOther($0.payload, than: advertising.payload) }.count
    }
    if let advertising, !LineFacts.namesExtended(line), found.allSatisfy({ !$0.answers }),
      case let isNamed = LineFacts.namesBothBlocks(
        line[..<advertising.item.place.lowerBound], hasAddress: items.contains { $0.form == .address }),
      advertising.payload.count > AdvertisingPDU.advInd.payloadLimit || isNamed || LogcatPrefix.begins(line),
      let merged = MergedPayload(advertising.payload)
    {
      // The advertising data are certain only where one division is possible.
      guard merged.cuts.count == 1 else {
        self.merged = advertising.payload
        isLabelled = isNamed && advertising.payload.count >= Self.fewestCertain
        return
      }
      let blocks = merged.blocks(cutAt: merged.cuts[0])
      contents = [
        .payload(blocks.advertising.octets, LineFacts.pdu(in: line, of: blocks.advertising.octets)),
        .payload(blocks.scanResponse.octets, .scanRsp),
      ]
      return
    }
    if let advertising {
      // Three octets are a whole structure by chance, so that a scan response must be there too.
      isLabelled =
        LineFacts.namesAdvertising(line[..<advertising.item.place.lowerBound])
        && (advertising.payload.count >= Self.fewestCertain || found.contains { $0.answers })
      // Without a name, the data can be those of a scan response, or both blocks in one.
      let isNamed =
        LineFacts.namesAdvertising(line[..<advertising.item.place.lowerBound]) || found.contains { $0.answers }
      contents.append(
        .payload(
          advertising.payload, LineFacts.pdu(in: line, of: advertising.payload, isAdvertising: isNamed)))
    }
    if let answer = found.first(where: { $0.answers }) {
      contents.append(.payload(answer.payload, LineFacts.scanResponse(of: answer.payload)))
      if advertising == nil {
        isLabelled =
          answer.payload.count > Self.mostByChance
          && LineFacts.namesBlock(line[..<answer.item.place.lowerBound])
          // Other programs answer with a `rsp`, too.
          && ValueText.place(of: Self.scan, in: line[...]) != nil
      }
    }
  }

  /// Returns whether a payload is long enough to be none by chance, and no part of another.
  private static func isOther(_ payload: [UInt8], than longest: [UInt8]) -> Bool {
    payload.count >= fewestCertain && !longest.indices.contains { longest[$0...].starts(with: payload) }
  }

  /// Returns the event of a report that noble prints behind `LE meta event data`: the kind, the address with its type, the
  /// data with their length, and the strength (Core Vol 4 Part E 7.7.65.2).
  private static func eventOfReport(_ items: [HexItem], in line: [UInt8]) -> [UInt8]? {
    guard let place = ValueText.place(of: reportLabel, in: line[...]),
      let report = items.first(where: { $0.place.lowerBound == place + reportLabel.count })?.octets,
      report.count >= 10, report[0] <= 4, report[1] <= 3, Int(report[8]) == report.count - 10
    else { return nil }
    return [0x3E, UInt8(truncatingIfNeeded: report.count + 2), 0x02, 0x01] + report
  }

  private static let reportLabel = Array("le meta event data = ".utf8)

  /// Returns data that are not well-formed: the longest hex of a line that has no other words, or has an address or a
  /// strength.
  private static func likely(_ items: [HexItem], _ candidates: [HexItem], in line: [UInt8]) -> HexItem? {
    if let longest = candidates.max(by: { $0.octets.count < $1.octets.count }) {
      guard !longest.isPacket else { return nil }
      let isNamed = items.contains { $0.form == .address } || LineFacts.rssi(in: line) != nil
      return (isNamed || isBare(line, longest)) && longest.beginsLikePayload ? longest : nil
    }
    // An address alone is a device or a gateway, unless its octets are whole structures.
    guard let only = items.first, items.count == 1, only.form == .address, isBare(line, only),
      only.payload(isStrict: true) != nil
    else { return nil }
    return only
  }

  private static func isBare(_ line: [UInt8], _ item: HexItem) -> Bool {
    !(line[..<item.place.lowerBound] + line[item.place.upperBound...]).contains { ASCII.isAlphanumeric($0) }
  }
}
