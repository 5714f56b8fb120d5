internal import AdvertisingData

/// The structures of a device as the BLE library of arduino-esp32 logs them while it parses a report, before the sketch
/// prints the device: together the bytes of both packets.
///
/// ```
/// [D][BLEAdvertisedDevice.cpp:253] parseAdvertisement(): Type: 0x01 (), length: 1, data: 06
/// [D][BLEAdvertisedDevice.cpp:253] parseAdvertisement(): Type: 0x16 (), length: 5, data: aafe200001
/// Advertised Device: Name: , Address: c0:00:00:00:00:01, serviceUUID: 0000feaa-0000-1000-8000-00805f9b34fb
/// ```
///
/// Without the last line nothing says whose they are, and where those of the next device begin. The library that came
/// before logs the event above them, with the number of bytes in each block:
///
/// ```
/// D (12) BLEUtils: search_evt: ESP_GAP_SEARCH_INQ_RES_EVT, bda: c0:00:00:00:00:01, …, rssi: -60, …, adv_data_len: 3, scan_rsp_len: 4
/// D (13) BLEAdvertisedDevice: Type: 0x01 (ESP_BLE_AD_TYPE_FLAG), length: 1, data: 06
/// D (14) BLEAdvertisedDevice: Type: 0x09 (ESP_BLE_AD_TYPE_NAME_CMPL), length: 2, data: 4142
/// ```
///
/// Source: arduino-esp32, `BLEAdvertisedDevice.cpp` (`parseAdvertisement`), and nkolban's ESP32_BLE_Arduino, with
/// `BLEUtils.cpp` (`dumpGapEvent`).
struct ParsedStructureLines {
  private var octets: [UInt8] = []
  private var firstLine = 0
  private var latestLine = 0
  /// Whether a line of the device was not read, so that its bytes are not whole.
  private var hasGap = false

  /// The event above the structures; `nil` when the log does not have it.
  private var event: ScanResultEvent?

  private static let marks = ["parseAdvertisement(): Type: 0x", "BLEAdvertisedDevice: Type: 0x"].map { Array($0.utf8) }
  /// The most lines between two structures of a device: the library logs the values in between.
  private static let mostBetween = 8
  private static let mostOctets = 2 * 255

  /// Whether the line of the device is expected.
  var isOpen: Bool { firstLine > 0 }

  /// Returns whether a line has a structure.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { content(of: line) != nil }

  /// Returns the text of a line behind the mark of a structure; `nil` for a line without it.
  private static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    marks.lazy.compactMap { ValueText.text(behind: $0, in: line) }.first
  }

  /// Takes a line with a structure, with the event above them, or with their device below; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if let content = Self.content(of: text) {
      let structure = Self.structure(in: content)
      // Flags come first, and once.
      if isOpen, line - latestLine > Self.mostBetween || structure?.dropFirst().first == ADType.flags.rawValue {
        finish(into: &output)
      }
      if !isOpen { firstLine = line }
      latestLine = line
      // Octets beyond both packets are no whole structures either.
      hasGap = hasGap || structure == nil || octets.count > Self.mostOctets
      if !hasGap { octets += structure ?? [] }
      return true
    }
    if let next = ScanResultEvent(in: text, line: line) {
      finish(into: &output)
      event = next
      return true
    }
    guard isOpen, line - latestLine <= Self.mostBetween,
      let device = PrintedForm.toString.values(in: text, line: line).first
    else { return false }
    guard event == nil else {
      finish(into: &output)
      return true
    }
    guard !hasGap, HexItem.payload(of: octets, isStrict: false) == octets, MergedPayload(octets) != nil else {
      finish(into: &output)
      return false
    }
    output.merged.append(MergedLine(address: device.address, octets: octets, line: firstLine, rssi: nil))
    self = ParsedStructureLines()
    return true
  }

  /// Ends the structures without a line of their device.
  mutating func finish(into output: inout LogOutput) {
    guard isOpen else { return }
    defer { self = ParsedStructureLines() }
    if let event, firstLine - event.line <= Self.mostBetween, !hasGap,
      event.report(octets, line: firstLine, to: &output)
    {
      return
    }
    output.losses.append(
      LogLoss(
        line: firstLine, expected: "whole structures, and a line with the address of their device",
        found: hasGap ? "structures that are not whole" : "structures alone"))
  }

  /// Returns the octets of a structure; `nil` where the number of its data is another.
  private static func structure(in text: ArraySlice<UInt8>) -> [UInt8]? {
    var content = ValueText(text)
    guard let type = HexDigits.octets(of: content.rest.prefix(2))?.first, content.text(before: ", length: ") != nil,
      let length = content.number(), 0...254 ~= length, content.text(before: ", data: ") != nil
    else { return nil }
    let digits = content.rest.prefix { HexDigits.value(of: $0) != nil }
    let data = digits.isEmpty ? [] : HexDigits.octets(of: digits)
    guard let data, data.count == length else { return nil }
    return [UInt8(length + 1), type] + data
  }
}

/// The event that hands a device to the library: its address, and the number of octets in each block.
private struct ScanResultEvent {
  let line: Int
  private let address: DeviceAddress
  private let rssi: Int8?
  private let time: Int64?
  private let pdu: AdvertisingReport.PDU
  /// The numbers of octets in the advertising data and in the scan response.
  private let counts: (advertising: Int, response: Int)

  private static let marks = ["bda: ", "adv_data_len: ", "scan_rsp_len: "].map { Array($0.utf8) }
  /// The kinds of reports as Espressif names them, in small letters; a name that is a part of another comes behind it.
  private static let kinds: [(name: [UInt8], pdu: AdvertisingReport.PDU)] = [
    (Array("evt_non_conn_adv".utf8), .advNonconnInd), (Array("evt_conn_adv".utf8), .advInd),
    (Array("evt_disc_adv".utf8), .advScanInd),
  ]

  /// Reads a line; `nil` for one without the address and both numbers.
  init?(in text: ArraySlice<UInt8>, line: Int) {
    guard ValueText.place(of: Self.marks[1], in: text) != nil else { return nil }
    let rests = Self.marks.map { ValueText.text(behind: $0, in: text) }
    guard let device = rests[0], let bits = PrintedAddress.bits(in: device.prefix(PrintedAddress.length)) else {
      return nil
    }
    let numbers = rests.dropFirst().map { rest -> Int? in
      guard let rest else { return nil }
      var content = ValueText(rest)
      return content.number()
    }
    guard let advertising = numbers[0], let response = numbers[1], 0...255 ~= advertising, 0...255 ~= response else {
      return nil
    }
    let lower = text.inLowerCase
    self.line = line
    address = LineFacts.address(bits, in: lower)
    rssi = LineFacts.namedRSSI(in: lower)
    time = LineFacts.time(in: Array(text))
    pdu = Self.kinds.first { ValueText.place(of: $0.name, in: lower[...]) != nil }?.pdu ?? .advUnstated
    counts = (advertising, response)
  }

  /// Appends the reports of both blocks; returns `false` when there are other numbers of octets.
  func report(_ octets: [UInt8], line: Int, to output: inout LogOutput) -> Bool {
    guard octets.count == counts.advertising + counts.response else { return false }
    let blocks = (Array(octets.prefix(counts.advertising)), Array(octets.dropFirst(counts.advertising)))
    if !blocks.0.isEmpty { output.append(blocks.0, pdu, of: address, rssi, at: time, line: line) }
    if !blocks.1.isEmpty { output.append(blocks.1, .scanRsp, of: address, rssi, at: time, line: line) }
    return true
  }
}
