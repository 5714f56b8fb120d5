internal import AdvertisingData

/// The connection intervals of arduino-esp32 on NimBLE: there are none until a call sets one, and a call with a value out of range
/// removes them.
///
/// Source: arduino-esp32 02febc9 (3.3), libraries/BLE/src/BLEAdvertising.cpp, `setMinPreferred` and `setMaxPreferred`.
extension NimBLEArduinoReader {
  private static let allowed: ClosedRange<Int64> = 0x0006...0x0C80

  /// Replaces the connection intervals of a layout by those that its calls leave on NimBLE.
  static func setIntervals(
    _ changes: [ObjectCalls.Call], _ program: CProgram, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    layout.advertising.remove(.peripheralConnectionIntervalRange)
    var (least, most): (Int64, Int64) = (0, 0)
    var place: WrittenArguments?
    for call in changes where call.method == "setMinPreferred" || call.method == "setMaxPreferred" {
      let arguments = WrittenArguments(program: program, call: call)
      let value = try arguments.number(0, in: 0...0xFFFF)
      guard allowed.contains(value) else {
        place = nil
        continue
      }
      place = arguments
      if call.method == "setMinPreferred" {
        (least, most) = (value, max(value, most))
      } else {
        (least, most) = (min(value, least), value)
      }
    }
    guard let place else { return }
    layout.advertising.add(
      .peripheralConnectionIntervalRange,
      [least, most].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }, at: place.text)
  }
}
