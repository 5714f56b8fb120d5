import AdvertisingData
import TestSupport

/// btsnoop captures in memory, the same every time.
enum GeneratedCapture {
  /// Records in each: one turn of a benchmark, which is scaled by a thousand.
  static let records = 1000

  /// Packets of data connections, as long as advertising reports: only the framing has work with them.
  static let data = capture { index in
    [0x02, 0x40, 0x20, 0x1C, 0x00] + (0..<28).map { UInt8(truncatingIfNeeded: index + $0) }
  }

  /// Legacy advertising reports of 300 devices.
  static let reports = capture { index in report(of: index % 300) }

  /// Legacy advertising reports of as many devices as there are.
  static let strangers = capture(report(of:))

  /// Legacy advertising reports of one device.
  static let single = capture { _ in report(of: 0) }

  private static func report(of device: Int) -> [UInt8] {
    var generator = SplitMix64(seed: UInt64(device))
    let address = generator.octets(5) + [0xC0]
    return [0x04] + HCIEvent.legacy([LegacyReport(address: address, data: typicalPayload.octets)])
  }

  private static func capture(_ packet: (Int) -> [UInt8]) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    for index in 0..<records {
      file.add(packet(index), microseconds: 1_700_000_000_000_000 + Int64(index) * 100)
    }
    return file.octets
  }
}
