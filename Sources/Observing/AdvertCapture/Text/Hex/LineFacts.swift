internal import AdvertisingData

/// The facts that logs print beside the data of a report.
enum LineFacts {
  /// Returns the address with the type that the line, in small letters, has a word for. Without such a word the type is not
  /// known: the bits of a random address can be those of a maker, and makers send addresses that none was assigned.
  static func address(_ bits: UInt64, in line: [UInt8] = []) -> DeviceAddress {
    DeviceAddress(
      bits: bits,
      type: contains(line, "random")
        ? .random : contains(line, "public") ? .public : addressType(numberedIn: line) ?? .unstated)
  }

  /// Returns the type that a line has as a number, `addr_type: 1`, as in events of HCI.
  private static func addressType(numberedIn line: [UInt8]) -> DeviceAddress.AddressType? {
    guard
      let place = ["addr_type", "addrtype", "addr type", "address_type", "addresstype", "address type"]
        .lazy.compactMap({ place(of: $0, in: line) }).first
    else { return nil }
    let rest = line[place...].drop {
      $0 == ASCII.space || $0 == ASCII.colon || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "\"")
    }
    guard let digit = rest.first, let type = DeviceAddress.AddressType(rawValue: digit &- ASCII.zero), digit < 0x34,
      rest.dropFirst().first.map({ !ASCII.isAlphanumeric($0) }) ?? true
    else { return nil }
    return type
  }

  private static let identifierLength = 36

  /// Returns the last UUID in full of a line: Apple's systems name devices so, and hide their addresses.
  static func identifier(in line: ArraySlice<UInt8>) -> BluetoothUUID? {
    for word in line.split(whereSeparator: { !ASCII.isAlphanumeric($0) && $0 != ASCII.hyphen }).reversed()
    where word.count == identifierLength {
      let parts = word.split(separator: ASCII.hyphen, omittingEmptySubsequences: false)
      guard parts.map({ $0.count }) == [8, 4, 4, 4, 12] else { continue }
      if let uuid = BluetoothUUID(text: String(decoding: word, as: UTF8.self)) { return uuid }
    }
    return nil
  }

  /// Returns the strength: a negative number, of several the one after `rssi`.
  static func rssi(in line: [UInt8]) -> Int8? {
    namedRSSI(in: line) ?? number(in: line[...])
  }

  /// Returns the strength after the word `rssi`, in small letters.
  static func namedRSSI(in line: [UInt8]) -> Int8? {
    place(of: "rssi", in: line).flatMap { number(in: line[$0...]) }
  }

  private static func number(in line: ArraySlice<UInt8>) -> Int8? {
    var index = line.startIndex
    while index < line.endIndex {
      defer { index += 1 }
      guard line[index] == ASCII.hyphen, index == line.startIndex || !ASCII.isAlphanumeric(line[index - 1]) else {
        continue
      }
      let digits = line[(index + 1)...].prefix { ASCII.isDigit($0) }
      let next = line[digits.endIndex...].first ?? ASCII.space
      let isUnit = line[digits.endIndex...].starts(with: Array("dbm".utf8))
      guard (1...3).contains(digits.count), isUnit || !ASCII.isAlphanumeric(next) && next != ASCII.hyphen,
        let value = Int(String(decoding: digits, as: UTF8.self)), 1...126 ~= value
      else { continue }
      return Int8(-value)
    }
    return nil
  }

  /// Returns whether a word announces a scan response, or words before the octets name its block. A part of a word, such as the
  /// name of a class, does not count.
  static func namesScanResponse(_ words: ArraySlice<UInt8>) -> Bool {
    label(endingIn: words)?.block == .scanResponse
      || words.split { !ASCII.isAlphanumeric($0) }.contains { word in
        scanResponseNames.contains { word.elementsEqual($0) }
      }
  }

  static let scanResponseNames = ["rsp", "response"]
    .flatMap { [$0, "scan\($0)", "\($0)data", "scan\($0)data"] }.map { Array($0.utf8) }

  /// Returns whether words end with a name of advertising data and a sign, such as `adv=` or `adv data (17): `. In a command,
  /// `--adv` has none.
  static func namesAdvertising(_ words: ArraySlice<UInt8>) -> Bool { label(endingIn: words)?.block == .advertising }

  static let advertisingNames = ["adv", "advdata", "advertising", "advertisingdata"].map { Array($0.utf8) }

  /// Returns whether words end with a name of one block and a sign.
  static func namesBlock(_ words: ArraySlice<UInt8>) -> Bool { label(endingIn: words) != nil }

  /// Returns the label of a block that is the last of some words, with the sign behind it; `nil` when they end otherwise.
  private static func label(endingIn words: ArraySlice<UInt8>) -> BlockLabel? {
    let sign = words.reversed().prefix { !ASCII.isAlphanumeric($0) && !brackets.contains($0) }
    guard sign.contains(where: { $0 == ASCII.colon || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ">") }) else {
      return nil
    }
    let name = words.dropLast(sign.count).suffix(longestLabel)
    let inside = name.dropLast(name.reversed().prefix { !ASCII.isAlphanumeric($0) }.count)
    let label = BlockLabel(name) ?? BlockLabel(inside)
    return label?.isCertain ?? false ? label : nil
  }

  private static let brackets = Set(")]".utf8)
  private static let longestLabel = 40

  /// Returns whether words end with the name of bytes that phones have of both blocks together: Android's record of a scan, and
  /// the label of nRF Connect.
  ///
  /// - Parameter hasAddress: whether the line has an address: then it is a scanner's, whose raw data can be of one packet.
  static func namesBothBlocks(_ words: ArraySlice<UInt8>, hasAddress: Bool) -> Bool {
    let last = words.split { !ASCII.isAlphanumeric($0) }.suffix(2).flatMap { $0 }
    return (hasAddress ? ["scanrecord"] : ["scanrecord", "rawdata"]).contains { name in
      last.reversed().starts(with: name.utf8.reversed())
    }
  }

  /// Returns whether a line states that its data are of extended advertising.
  static func namesExtended(_ line: [UInt8]) -> Bool {
    guard contains(line, "ext") || contains(line, "aux") else { return false }
    // In `context` and `next` it is no word.
    return line.split { !ASCII.isAlphanumeric($0) }.contains { word in
      word.elementsEqual("ext".utf8) || word.elementsEqual("aux".utf8) || contains(word, "extended")
        || ["extadv", "extconn", "extscan", "auxadv", "auxscan", "auxsync"].contains {
          word.starts(with: Array($0.utf8))
        }
    }
  }

  /// Returns the address of the device, not that of a gateway; `nil` when it is not clear which one is the device's.
  static func printedAddress(of items: [HexItem], in line: [UInt8]) -> HexItem? {
    let printed = items.filter { $0.form == .address }
    guard let first = printed.first, printed.contains(where: { $0.octets != first.octets }) else {
      return printed.first
    }
    let gateways = ["gw", "gateway", "gwmac", "gatewaymac", "hub", "adapter", "scanner", "host", "source", "receiver"]
      .map { Array($0.utf8) }
    var start = 0
    // An address that is a gateway's in one place is so in all.
    var owned: Set<[UInt8]> = []
    for item in printed {
      let before = line[start..<item.place.lowerBound].split { !ASCII.isAlphanumeric($0) }.suffix(2)
      start = item.place.upperBound
      if before.contains(where: { word in gateways.contains { word.elementsEqual($0) } }) { owned.insert(item.octets) }
    }
    let devices = printed.filter { !owned.contains($0.octets) }
    return Set(devices.map { $0.octets }).count == 1 ? devices.first : lastOfTopic(devices, in: line)
  }

  /// Returns the last address of a topic of MQTT, `ruuvi/GATEWAY/DEVICE`, as gateways publish it; `nil` without two addresses
  /// in a topic.
  ///
  /// Source: Ruuvi Gateway, `mqtt.c`.
  private static func lastOfTopic(_ printed: [HexItem], in line: [UInt8]) -> HexItem? {
    let slash = UInt8(ascii: "/")
    let pairs = zip(printed, printed.dropFirst()).filter { one, next in
      one.place.upperBound + 1 == next.place.lowerBound && line[one.place.upperBound] == slash
    }
    guard pairs.count == 1, let last = pairs.first?.1,
      last.place.upperBound == line.count || line[last.place.upperBound] != slash
    else { return nil }
    return last
  }

  /// Returns the kind of advertising that a line names; otherwise one that is not stated.
  ///
  /// - Parameter isAdvertising: whether the data are known to be advertising data.
  static func pdu(in line: [UInt8] = [], of payload: [UInt8], isAdvertising: Bool = true) -> AdvertisingReport.PDU {
    if payload.count > maximumLegacyData { return .auxAdvInd }
    if contains(line, "nonconn") { return .advNonconnInd }
    if contains(line, "scan_ind") { return .advScanInd }
    if contains(line, "adv_ind") { return .advInd }
    return PrintedReportType.pdu(in: line) ?? (isAdvertising ? .advUnstated : .unstated)
  }

  static func scanResponse(of payload: [UInt8]) -> AdvertisingReport.PDU {
    payload.count > maximumLegacyData ? .auxScanRsp : .scanRsp
  }

  private static let maximumLegacyData = 31

  // MARK: Time

  /// Returns the time: a date with a time, `12:34:56.789` as the first word, or the milliseconds of ESP-IDF's log,
  /// `I (12345)`.
  static func time(in line: [UInt8]) -> Int64? {
    if let full = dateAndTime(in: line) { return full }
    guard let first = line.firstIndex(where: { ASCII.isAlphanumeric($0) }) else { return nil }
    if let clock = clock(in: line[first...]) { return clock.microseconds }
    guard ASCII.isLetter(line[first]), line[(first + 1)...].starts(with: Array(" (".utf8)) else { return nil }
    let digits = line[(first + 3)...].prefix { ASCII.isDigit($0) }
    guard line[digits.endIndex...].first == UInt8(ascii: ")") else { return nil }
    return number(digits, atMost: 12).map { $0 * 1000 }
  }

  private static func dateAndTime(in line: [UInt8]) -> Int64? {
    let shape = Array("dddd-dd-dd".utf8)
    var start = 0
    while start + shape.count < line.count {
      defer { start += 1 }
      guard matches(line[start...], shape), start == 0 || !ASCII.isAlphanumeric(line[start - 1]) else { continue }
      let parts = line[start..<start + shape.count].split(separator: ASCII.hyphen).map { number($0, atMost: 4) ?? 0 }
      guard 1970...2200 ~= parts[0], 1...12 ~= parts[1], 1...31 ~= parts[2] else { continue }
      let separator = line[start + shape.count]
      guard separator == ASCII.space || separator | 0x20 == UInt8(ascii: "t"),
        let clock = clock(in: line[(start + shape.count + 1)...])
      else { continue }
      let days = daysSince1970(year: parts[0], month: parts[1], day: parts[2])
      return max(days * 86_400_000_000 + clock.microseconds - zone(in: clock.rest), 0)
    }
    return nil
  }

  /// Reads `12:34:56`, with a fraction after a point or a comma, and Zephyr's microseconds after another comma.
  private static func clock(
    in text: ArraySlice<UInt8>
  ) -> (microseconds: Int64, rest: ArraySlice<UInt8>)? {
    let hours = text.prefix { ASCII.isDigit($0) }
    guard (2...5).contains(hours.count), matches(text[hours.endIndex...], Array(":dd:dd".utf8)) else { return nil }
    let minutes = text[(hours.endIndex + 1)...].prefix(2)
    let seconds = text[(hours.endIndex + 4)...].prefix(2)
    var rest = text[seconds.endIndex...]
    // An address has more parts.
    guard rest.first != ASCII.colon,
      rest.first.map({ !ASCII.isAlphanumeric($0) || $0 | 0x20 == UInt8(ascii: "z") }) ?? true
    else { return nil }
    var fraction: [UInt8] = []
    while fraction.count < 6, let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ",") {
      let digits = rest.dropFirst().prefix { ASCII.isDigit($0) }
      guard !digits.isEmpty else { break }
      fraction += digits
      rest = rest[digits.endIndex...]
    }
    let sixDigits = fraction.prefix(6) + Array(repeating: ASCII.zero, count: max(6 - fraction.count, 0))
    let numbers = [hours, minutes, seconds, sixDigits[...]].map { number($0, atMost: 6) ?? 0 }
    return (((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1_000_000 + numbers[3], rest)
  }

  /// Returns the offset of a time zone east of Greenwich, in microseconds; 0 without a zone.
  private static func zone(in text: ArraySlice<UInt8>) -> Int64 {
    guard let sign = text.first, sign == ASCII.plus || sign == ASCII.hyphen else { return 0 }
    let digits = text.dropFirst().prefix { ASCII.isDigit($0) || $0 == ASCII.colon }.filter { $0 != ASCII.colon }
    guard digits.count == 4, let all = number(digits[...], atMost: 4) else { return 0 }
    let minutes = all / 100 * 60 + all % 100
    return (sign == ASCII.plus ? minutes : -minutes) * 60_000_000
  }

  /// Returns days in the proleptic Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let days = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + days - 719_468
  }

  // MARK: Text

  private static func matches(_ text: ArraySlice<UInt8>, _ shape: [UInt8]) -> Bool {
    text.count >= shape.count
      && zip(text, shape).allSatisfy { $1 == UInt8(ascii: "d") ? ASCII.isDigit($0) : $0 == $1 }
  }

  private static func number(_ digits: some Collection<UInt8>, atMost most: Int) -> Int64? {
    guard digits.count <= most else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }

  private static func contains(_ line: some Collection<UInt8>, _ word: String) -> Bool {
    place(of: word, in: line) != nil
  }

  /// Returns the place after a word in lower case.
  private static func place<Text: Collection<UInt8>>(of word: String, in line: Text) -> Text.Index? {
    let pattern = Array(word.utf8)
    var rest = line[...]
    while rest.count >= pattern.count {
      if rest.starts(with: pattern) { return rest.index(rest.startIndex, offsetBy: pattern.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
