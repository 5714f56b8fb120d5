package import AdvertCapture

/// One of Android's scan modes, by the interval and window that it sets in the controller.
///
/// Source: ScanManager of Android's Bluetooth module, and for earlier versions GattService's ScanManager. Several modes
/// can set the same values; a phone's maker can choose others.
package struct AndroidScanMode: Hashable, Sendable {
  /// The names of the modes with these values, the one that apps choose first.
  package let names: [String]
  /// The versions of Android that set them.
  package let versions: String

  /// The mode; `nil` when the values are not Android's.
  package init?(_ listening: ScanModeChange.Listening) {
    guard let known = Self.table.first(where: { $0.fits(listening) }) else { return nil }
    names = known.names
    versions = known.versions
  }

  private struct Row {
    let names: [String]
    /// The window in milliseconds.
    let window: Int
    let interval: Int
    let versions: String

    /// Returns whether the values are those of a change. Android converts milliseconds to units of 0.625 ms, rounded
    /// down.
    func fits(_ listening: ScanModeChange.Listening) -> Bool {
      Int(listening.window) == window * 1000 / 625 && Int(listening.interval) == interval * 1000 / 625
    }
  }

  private static let latest = "Android 12 and later"
  private static let middle = "Android 7 to 11"
  private static let early = "Android 5 and 6"

  private static let table = [
    Row(names: ["SCAN_MODE_LOW_LATENCY"], window: 100, interval: 100, versions: latest),
    Row(
      names: ["SCAN_MODE_BALANCED", "SCAN_MODE_SCREEN_OFF_BALANCED"], window: 183, interval: 730, versions: latest),
    Row(names: ["SCAN_MODE_LOW_POWER"], window: 140, interval: 1400, versions: latest),
    Row(names: ["SCAN_MODE_SCREEN_OFF"], window: 512, interval: 10240, versions: "Android 8 and later"),
    Row(names: ["SCAN_MODE_LOW_LATENCY"], window: 4096, interval: 4096, versions: middle),
    Row(names: ["SCAN_MODE_BALANCED"], window: 1024, interval: 4096, versions: middle),
    Row(names: ["SCAN_MODE_LOW_POWER"], window: 512, interval: 5120, versions: middle),
    Row(names: ["SCAN_MODE_LOW_LATENCY"], window: 5000, interval: 5000, versions: early),
    Row(names: ["SCAN_MODE_BALANCED"], window: 2000, interval: 5000, versions: early),
    Row(names: ["SCAN_MODE_LOW_POWER"], window: 500, interval: 5000, versions: early),
  ]
}
