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
/// Without the last line nothing says whose they are, and where those of the next device begin.
///
/// Source: arduino-esp32, `BLEAdvertisedDevice.cpp` (`parseAdvertisement`), and nkolban's ESP32_BLE_Arduino.
struct ParsedStructureLines {
  private var octets: [UInt8] = []
  private var firstLine = 0
  private var latestLine = 0
  /// Whether a line of the device was not read, so that its bytes are not whole.
  private var hasGap = false

  private static let mark = Array("parseAdvertisement(): Type: 0x".utf8)
  /// The most lines between two structures of a device: the library logs the values in between.
  private static let mostBetween = 8
  private static let mostOctets = 2 * 255

  /// Whether the line of the device is expected.
  var isOpen: Bool { firstLine > 0 }

  /// Returns whether a line has a structure.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { ValueText.place(of: mark, in: line) != nil }

  /// Takes a line with a structure, or that of their device; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if Self.begins(text) {
      let structure = Self.structure(in: text)
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
    guard isOpen, line - latestLine <= Self.mostBetween,
      let device = PrintedForm.toString.values(in: text, line: line).first
    else { return false }
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
    output.losses.append(
      LogLoss(
        line: firstLine, expected: "whole structures, and a line with the address of their device",
        found: hasGap ? "structures that are not whole" : "structures alone"))
    self = ParsedStructureLines()
  }

  /// Returns the octets of a structure; `nil` where the number of its data is another.
  private static func structure(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let place = ValueText.place(of: mark, in: line) else { return nil }
    var content = ValueText(line[(place + mark.count)...])
    guard let type = HexDigits.octets(of: content.rest.prefix(2))?.first, content.text(before: ", length: ") != nil,
      let length = content.number(), 0...254 ~= length, content.text(before: ", data: ") != nil
    else { return nil }
    let digits = content.rest.prefix { HexDigits.value(of: $0) != nil }
    let data = digits.isEmpty ? [] : HexDigits.octets(of: digits)
    guard let data, data.count == length else { return nil }
    return [UInt8(length + 1), type] + data
  }
}
