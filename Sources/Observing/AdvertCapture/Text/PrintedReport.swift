/// A report of the controller, taken from the words of a program: its octets as an HCI event.
struct PrintedReport {
  /// One octet of a legacy report, two of an extended one.
  var type: [UInt8] = []
  var addressType: UInt8 = 0
  /// In the order sent.
  var address: [UInt8] = []
  var rssi = PrintedReport.unmeasured
  /// The primary and secondary PHY of an extended report; then its set and transmit power.
  var phys: (primary: UInt8, secondary: UInt8) = (1, 0)
  var set: UInt8 = 0xFF
  var power = PrintedReport.unmeasured
  /// The data, as far as the words have them.
  var data: [UInt8] = []
  /// Whether the words have all data.
  var isWhole = true

  /// The strength that was not measured (Core Vol 4 Part E 7.7.65.2).
  static let unmeasured: UInt8 = 0x7F

  /// LE Meta (Core Vol 4 Part E 7.7.65).
  static let metaEvent: UInt8 = 0x3E

  private var isScanResponse: Bool { type.count == 1 ? type[0] == 4 : type.first.map { $0 & 8 != 0 } ?? false }

  /// The name of the report in a loss.
  var name: String { isScanResponse ? "a scan response" : "an advertisement" }

  /// The event. A legacy report with unknown data, or with more than a report can have, becomes an extended one, which can
  /// mark them as incomplete.
  var event: [UInt8] {
    guard type.count == 1 else { return extendedEvent }
    if isWhole, data.count <= Self.maximumData {
      // LE Advertising Report (Core Vol 4 Part E 7.7.65.2).
      return [Self.metaEvent, UInt8(12 + data.count), 0x02, 1] + type + [addressType] + address + [UInt8(data.count)]
        + data + [rssi]
    }
    let legacyTypes: [UInt8] = [0x13, 0x15, 0x12, 0x10, 0x1B]
    var report = self
    report.type = [type[0] < legacyTypes.count ? legacyTypes[Int(type[0])] : type[0], 0]
    return report.extendedEvent
  }

  /// The LE Extended Advertising Report event (Core Vol 4 Part E 7.7.65.13).
  private var extendedEvent: [UInt8] {
    var type = type
    // Bits 5 and 6: the data are cut, and no more will come.
    if !isWhole || data.count > Self.maximumData { type[0] = type[0] & ~0x60 | 0x40 }
    let count = UInt8(min(data.count, Self.maximumData))
    return [Self.metaEvent, 26 + count, 0x0D, 1] + type + [addressType] + address
      + [phys.primary, phys.secondary, set, power, rssi] + [0, 0, 0, 0, 0, 0, 0, 0, 0] + [count]
      + data.prefix(Int(count))
  }

  /// The most data of one report (Core Vol 4 Part E 7.7.65.13).
  static let maximumData = 229

  /// Returns the number of a PHY by its name: `LE 1M`, `LE 2M`, `LE Coded`; 0 for any other.
  static func number(ofPHY name: ArraySlice<UInt8>) -> UInt8 {
    if name.starts(with: "LE 1M".utf8) { return 1 }
    if name.starts(with: "LE 2M".utf8) { return 2 }
    return name.starts(with: "LE Coded".utf8) ? 3 : 0
  }
}
