import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport

@testable import AdvertDiff

/// One side of a comparison, from the reports of a capture.
struct Side {
  private var file = BtsnoopFile(dataLink: 1002)
  private var milliseconds: Int64 = 0

  /// Static addresses have 0xC0 as their high octet, resolvable ones 0x40.
  mutating func hear(
    _ device: UInt8, _ hex: String, event: UInt8 = 0, highOctet: UInt8 = 0xC0, rssi: Int8 = -60, times: Int = 1
  ) {
    for _ in 0..<times {
      milliseconds += 100
      let report = LegacyReport(
        event, address: [device, 0, 0, 0, 0, highOctet], data: [UInt8](hex: hex), rssi: rssi)
      file.add([4] + HCIEvent.legacy([report]), microseconds: 1_700_000_000_000_000 + milliseconds * 1000)
    }
  }

  func input() throws -> Input {
    var observation = Observation()
    let summary = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    return Input(path: "capture", .capture(summary, observation))
  }
}

/// Compares what two sides heard.
func compare(_ old: Side, _ new: Side, ignoring ignored: Set<DiffAspect> = []) throws -> DiffRun {
  DiffRun(old: [try old.input()], new: [try new.input()], ignoring: ignored)
}

extension DiffRun {
  /// The differences of its only device that are about what is sent.
  var sent: [Difference] {
    devices.count == 1 ? devices[0].differences.filter { ![.scanners, .findings].contains($0.aspect) } : []
  }

  /// By what each device was found; `nil` for one that is gone or new.
  var matches: [DeviceMatch?] { devices.map(\.match) }
}
