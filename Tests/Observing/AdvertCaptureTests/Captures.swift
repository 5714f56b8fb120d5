import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport

/// Small captures that several suites take apart.
enum Captures {
  /// The packets in a btsnoop capture with H4 packet indicators, one record each.
  static func h4(_ packets: [[UInt8]]) -> BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    for packet in packets {
      file.add(packet)
    }
    return file
  }

  /// The events behind the H4 indicator for events, one record each.
  static func events(_ events: [[UInt8]]) -> BtsnoopFile {
    h4(events.map { [0x04] + $0 })
  }

  static let address = DeviceAddress(bits: 0x1122_3344_5566, type: .random)
  static let publicAddress = DeviceAddress(bits: 0x1122_3344_5566, type: .public)
  static let time = Timestamp(microseconds: 1_700_000_000_000_000)

  /// Flags, a service list, a name.
  static let data = [UInt8](hex: "020106 0303aafe 0409616263")

  /// From the H4 indicator to the first data octet of the first report of an event.
  static let legacyDataOffset = 1 + 2 + 2 + 9
  static let extendedDataOffset = 1 + 2 + 2 + 24
}

extension CaptureProblem {
  static func problem(
    _ kind: Kind, _ fileOffset: Int, record: Int?, expected: String, found: String, count: Int = 1
  ) -> CaptureProblem {
    var problem = CaptureProblem(kind, fileOffset: fileOffset, record: record, expected: expected, found: found)
    problem.count = count
    return problem
  }
}
