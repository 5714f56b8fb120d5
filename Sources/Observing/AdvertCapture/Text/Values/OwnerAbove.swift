internal import AdvertisingData

/// The device that a program names in a line of its own, before the lines with its values or its bytes:
///
/// ```
/// F0:F1:F2:F3:F4:F5: SHS-2071
/// ---------------------------
/// AdvertisementData(local_name='SHS-2071', rssi=-60)
///
/// Address: F0:F1:F2:F3:F4:F5
/// RSSI: -60 dBm
/// Raw data: 0x02010603030D18
///
/// [scan] addr F0:F1:F2:F3:F4:F5 rssi -60
/// [scan] isScanResponse: 1
/// [scan] data 02 01 06 03 03 0d 18
/// ```
///
/// Sources: bleak, `examples/discover.py`; what people copy from nRF Connect; sketches that print each fact in a line.
struct OwnerAbove {
  private var address = DeviceAddress.anonymous
  /// The name behind the address; `nil` for an address behind a label.
  private var name: [UInt8]?
  private var rssi: Int8?
  /// The kind of the next bytes, from a line that states it.
  private var pdu: AdvertisingReport.PDU?
  /// The line with the address, or the last with its strength or its data.
  private var line = 0
  /// Whether the device has its advertising data: then only a scan response can follow.
  private var hasAdvertising = false

  /// A line of dashes can be between the address and the values.
  private static let mostBetween = 1
  /// Facts such as the name, the strength and the kind can be between the address and the bytes.
  private static let mostBeforeBytes = 4
  /// The longest line, with the address and a few facts.
  private static let longestLine = 170
  private static let none = Array("None".utf8)
  private static let fullStop = Array(". ".utf8)
  /// Words of a line about another device than the one that was heard.
  private static let others = [
    "own", "my", "local", "host", "gw", "gateway", "hub", "scanner", "adapter", "controller", "central", "receiver",
    "source", "connected", "connecting", "disconnected",
  ].map { Array($0.utf8) }

  /// Notes a line that has an address behind its label, or an address with a name behind it and nothing else, or the
  /// strength or the kind of packet of the device before it. The work for any line is limited.
  mutating func note(_ text: ArraySlice<UInt8>, line: Int) {
    guard text.count <= Self.longestLine else { return }
    let content = text.drop { $0 <= ASCII.space }
    let lower = content.inLowerCase
    guard let place = Self.addressPlace(in: content) else {
      if takesFacts(line) { noteFact(lower, line: line) }
      return
    }
    guard
      let bits = PrintedAddress.bits(in: content[place..<(place + PrintedAddress.length)])
    else {
      return
    }
    let behind = content[(place + PrintedAddress.length)...]
    // Prose goes on with another sentence.
    if Self.isLabelled(lower.prefix(place - content.startIndex)), ValueText.place(of: Self.fullStop, in: behind) == nil
    {
      address = LineFacts.address(bits, in: lower)
      name = nil
      rssi = LineFacts.namedRSSI(in: lower)
    } else if place == content.startIndex, behind.starts(with: ": ".utf8) {
      address = LineFacts.address(bits)
      name = Array(behind.dropFirst(2))
      rssi = nil
    } else {
      return
    }
    hasAdvertising = false
    pdu = nil
    self.line = line
  }

  /// Notes the strength or the kind of packet that a line below the address states, in small letters.
  private mutating func noteFact(_ lower: [UInt8], line: Int) {
    if let strength = LineFacts.namedRSSI(in: lower) {
      rssi = strength
    } else if let stated = PrintedReportType.pdu(in: lower) {
      pdu = stated
    } else {
      return
    }
    self.line = line
  }

  /// Returns whether a device whose bytes a line may have is named above the line.
  func mayOwn(_ line: Int) -> Bool { name == nil && isNear(line, Self.mostBeforeBytes) }

  /// Returns whether a line may state a fact about the device above it.
  func takesFacts(_ line: Int) -> Bool { mayOwn(line) || isNear(line, Self.mostBetween + 1) }

  private func isNear(_ line: Int, _ most: Int) -> Bool {
    self.line > 0 && line > self.line && line - self.line <= most
  }

  /// Returns where the only address of a text begins; `nil` for a text with none or several.
  private static func addressPlace(in text: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    var place = text.startIndex
    while place + PrintedAddress.length <= text.endIndex {
      let end = place + PrintedAddress.length
      guard text[place + 2] == ASCII.colon, place == text.startIndex || !isOfAddress(text[place - 1]),
        PrintedAddress.bits(in: text[place..<end]) != nil,
        end == text.endIndex
          || !ASCII.isAlphanumeric(text[end])
            && !(text[end] == ASCII.colon && end + 1 < text.endIndex && ASCII.isAlphanumeric(text[end + 1]))
      else {
        place += 1
        continue
      }
      guard found == nil else { return nil }
      found = place
      place = end
    }
    return found
  }

  private static func isOfAddress(_ octet: UInt8) -> Bool { ASCII.isAlphanumeric(octet) || octet == ASCII.colon }

  /// Returns whether words end with the label of an address, and none of them is of another device. A program has the
  /// address in quotation marks.
  private static func isLabelled(_ words: ArraySlice<UInt8>) -> Bool {
    guard words.last != UInt8(ascii: "\""), words.last != UInt8(ascii: "'") else { return false }
    let words = words.split { !ASCII.isAlphanumeric($0) }
    guard let last = words.last, !words.contains(where: { word in others.contains { word.elementsEqual($0) } }) else {
      return false
    }
    return PrintedAddress.isLabel(last)
  }

  /// Gives the values or the bytes of a line their device, when the lines directly above name it and they have none. Behind
  /// an address without a label, the name must be that of the values: the line can be about another device.
  mutating func give(to output: inout LogOutput, since before: (values: Int, merged: Int, records: Int), line: Int) {
    if giveBytes(to: &output.records, since: before.records, line: line) { return }
    guard isNear(line, Self.mostBetween + 1) else { return }
    if output.values.count == before.values + 1, let last = output.values.last, !last.isNamed,
      name.map({ last.values.name.map { Array($0.utf8) } ?? Self.none == $0 }) ?? true
    {
      output.values[before.values].address = address
      output.values[before.values].rssi = last.rssi ?? rssi.map { Int($0) }
    } else if output.merged.count == before.merged + 1, let last = output.merged.last, !last.address.isKnown,
      name == nil
    {
      output.merged[before.merged].address = address
      output.merged[before.merged].rssi = last.rssi ?? rssi
    } else {
      return
    }
    self.line = 0
  }

  /// Gives the reports of a line their device; returns `false` for a line without any, or whose reports have one.
  private mutating func giveBytes(to records: inout [LogRecord], since first: Int, line: Int) -> Bool {
    guard records.count > first, mayOwn(line), records[first...].allSatisfy({ $0.isOfNobody }) else { return false }
    if let pdu { for index in records.indices[first...] { records[index].isOf(pdu) } }
    pdu = nil
    let isResponse = records[first...].allSatisfy { $0.isScanResponse }
    if hasAdvertising, !isResponse {
      self.line = 0
      return true
    }
    for index in records.indices[first...] { records[index].give(to: address, rssi) }
    hasAdvertising = true
    self.line = line
    return true
  }
}

extension LogRecord {
  /// Whether the record is a report whose device is not known.
  fileprivate var isOfNobody: Bool { if case .report(_, .anonymous, _) = kind { true } else { false } }

  fileprivate var isScanResponse: Bool {
    if case .report(let pdu, _, _) = kind { pdu == .scanRsp || pdu == .auxScanRsp } else { false }
  }

  /// Gives a report whose kind is not stated the kind that another line states.
  fileprivate mutating func isOf(_ stated: AdvertisingReport.PDU) {
    if case .report(let pdu, let address, let rssi) = kind, pdu == .advUnstated || pdu == .unstated {
      kind = .report(stated, of: address, rssi: rssi)
    }
  }

  fileprivate mutating func give(to address: DeviceAddress, _ strength: Int8?) {
    if case .report(let pdu, _, let rssi) = kind { kind = .report(pdu, of: address, rssi: rssi ?? strength) }
  }
}
