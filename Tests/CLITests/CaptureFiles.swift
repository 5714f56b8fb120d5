import Foundation
import TestSupport

extension BtsnoopFile {
  /// Runs `body` with the path of a file that holds the capture.
  func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString).btsnoop")
    try Data(octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try body(path.path)
  }

  /// Adds an event with one report, in H4.
  mutating func hear(
    _ data: [UInt8], from last: UInt8 = 1, type: UInt8 = 0, rssi: Int8 = -60, seconds: Int64 = 0
  ) {
    let report = LegacyReport(type, address: [last, 0, 0, 0, 0, 0xC0], data: data, rssi: rssi)
    add([4] + HCIEvent.legacy([report]), microseconds: 1_700_000_000_000_000 + seconds * 1_000_000)
  }

  /// Adds the host's commands to scan: with parameters in units of 0.625 ms, or to stop.
  mutating func scan(interval: UInt16, window: UInt16, seconds: Int64) {
    let time = 1_700_000_000_000_000 + seconds * 1_000_000
    let timing = [interval, window].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    add([1, 0x0B, 0x20, 7, 1] + timing + [0, 0], flags: 2, microseconds: time)
    add([1, 0x0C, 0x20, 2, 1, 0], flags: 2, microseconds: time)
  }

  mutating func stopScanning(seconds: Int64) {
    add([1, 0x0C, 0x20, 2, 0, 0], flags: 2, microseconds: 1_700_000_000_000_000 + seconds * 1_000_000)
  }
}
