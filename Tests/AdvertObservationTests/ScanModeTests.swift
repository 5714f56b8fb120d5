import AdvertCapture
import AdvertObservation
import TestSupport
import Testing

@Suite struct ScanModeTests {
  /// Only changes count, for each adapter on its own.
  @Test func changes() throws {
    let active = "0b20 07 01 6000 3000 01 00"
    let passive = "0b20 07 00 6000 3000 01 00"
    let on = "0c20 02 01 00"
    let off = "0c20 02 00 00"
    let commands: [(adapter: UInt32, hex: String)] = [
      (0, off), (0, on), (0, on), (0, active), (0, on), (1, passive), (1, on), (0, on), (1, on), (0, off), (0, off),
      (0, on), (1, off),
    ]
    var file = BtsnoopFile(dataLink: 2001)
    for (index, command) in commands.enumerated() {
      file.add(
        [UInt8](hex: command.hex), flags: command.adapter << 16 | 2,
        microseconds: 1_700_000_000_000_000 + Int64(index))
    }
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    let changes = observation.scanModeChanges
    #expect(changes.map(\.record) == [1, 2, 5, 7, 10, 12, 13])
    #expect(changes.map(\.adapter) == [0, 0, 0, 1, 0, 0, 1])
    #expect(changes.map(\.mode) == [.off, .unknown, .active, .passive, .off, .active, .off])
    #expect(changes.map { $0.time?.microseconds } == changes.map { 1_700_000_000_000_000 + Int64($0.record - 1) })
  }
}
