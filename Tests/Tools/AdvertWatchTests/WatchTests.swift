import AdvertCapture
import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertReport
import AdvertWatch
import AdvertisingData
import TestSupport
import Testing

@Suite struct WatchTests {
  /// Reports of devices by number, each with its time in milliseconds and its data.
  static func capture(_ reports: [(device: UInt8, milliseconds: Int64, data: String)], kind: UInt8 = 0) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    for report in reports {
      file.add(
        [4]
          + HCIEvent.legacy([
            LegacyReport(kind, address: [report.device, 0, 0, 0, 0, 0xC0], data: [UInt8](hex: report.data))
          ]),
        microseconds: 1_700_000_000_000_000 + report.milliseconds * 1000)
    }
    return file.octets
  }

  final class Told { var events: [String] = [] }

  /// A watch that has received a capture, and the names of its events.
  static func watch(_ octets: [UInt8], _ settings: Watch.Settings = Watch.Settings()) throws -> (Watch, [String]) {
    let told = Told()
    var watch = Watch(settings)
    watch.tell = { event in
      let device = event.device.address.bits & 0xFF
      switch event.kind {
      case .new: told.events.append("new \(device)")
      case .layout(let block, _, let before): told.events.append("\(block) \(device)\(before == nil ? "" : " changed")")
      case .finding(let finding): told.events.append("\(finding.rule) \(device)")
      case .gone: told.events.append("gone \(device)")
      }
    }
    _ = try CaptureReader.read(MemorySource(octets), into: &watch)
    return (watch, told.events)
  }

  private static let flags = "020106"

  @Test func valuesThatChangeAreNoNewLayout() throws {
    let octets = Self.capture([
      (1, 0, Self.flags + "04ff590001"), (1, 100, Self.flags + "04ff590002"), (1, 200, Self.flags + "05ff59000203"),
    ])
    let (watch, events) = try Self.watch(octets)
    #expect(events == ["new 1", "advertising 1 changed"])
    let block = try #require(watch.devices.first?.layouts.first?.advertising)
    #expect(block.count == 2)
    #expect(block.payload.octets == [UInt8](hex: Self.flags + "04ff590002"))
    #expect((0..<8).filter { block.changes(at: $0) } == [7])
  }

  /// Lines say what is not certain of new data and of data that changed, as the other documents do.
  @Test func linesHaveTheDoubtsOfTheirData() throws {
    let told = Told()
    var watch = Watch(Watch.Settings())
    let lines = WatchLines(.jsonl, .plain)
    watch.tell = { told.events.append(lines.line($0)) }
    let capture = Self.capture([
      (1, 0, Self.flags + "09ff5900"), (1, 100, Self.flags), (2, 200, Self.flags), (2, 300, Self.flags + "0303"),
    ])
    _ = try CaptureReader.read(MemorySource(capture), into: &watch)
    let doubts = told.events.filter { $0.contains("doubts") }.map { line in
      line.firstRange(of: "\"offset\":").map { Int(line[$0.upperBound...].prefix { $0.isNumber }) ?? -1 }
    }
    // Of a new device, the scan response was not received yet.
    #expect(doubts == [3, nil, 0, 3])
  }

  /// What the radio received wrongly is no device.
  @Test func noiseIsNoDevice() throws {
    let packet = [UInt8](hex: "d6be898e40126655443322110201060303aafe04096162638ed72c")
    var (wrong, long) = (packet, packet)
    wrong[8] ^= 0x10
    long[5] = 0x3F
    var file = PcapFile(linkType: 251)
    for octets in [wrong, packet, long, packet] { file.add(octets) }
    let (watch, events) = try Self.watch(file.octets)
    #expect(events.filter { $0.hasPrefix("new") } == ["new 102"])
    #expect(watch.devices.count == 1)
  }

  /// What the recording host sends itself is no device nearby.
  @Test func theHostIsNoDevice() throws {
    var file = BtsnoopFile(dataLink: 1002)
    let data = [UInt8](hex: Self.flags) + Array(repeating: 0, count: 28)
    for command in [[5, 0x20, 6, 1, 2, 3, 4, 5, 0xC5], [8, 0x20, 32, 3] + data, [0x0A, 0x20, 1, 1]] as [[UInt8]] {
      file.add([1] + command, flags: 2)
      file.add([4, 0x0E, 4, 1] + command.prefix(2) + [0], flags: 3)
    }
    #expect(try Self.watch(file.octets).0.devices.isEmpty)
  }

  @Test func devicesLeaveThatAreNotHeard() throws {
    var settings = Watch.Settings()
    settings.forgetting = 10_000_000
    let octets = Self.capture([
      (1, 0, Self.flags), (2, 1000, Self.flags), (2, 9000, Self.flags), (2, 12_000, Self.flags),
      (1, 13_000, Self.flags),
    ])
    let (watch, events) = try Self.watch(octets, settings)
    #expect(events == ["new 1", "new 2", "gone 1", "new 1"])
    #expect(watch.gone == 1)
    #expect(watch.advertisements == 5)
    #expect(watch.devices.count == 2)
  }

  /// They leave also when nothing at all is heard.
  @Test func devicesLeaveInSilence() throws {
    var settings = Watch.Settings()
    settings.forgetting = 10_000_000
    var (watch, _) = try Self.watch(Self.capture([(1, 0, Self.flags)]), settings)
    watch.passTime(at: 5_000_000)
    #expect(watch.devices.count == 1)
    watch.passTime(at: 11_000_000)
    #expect(watch.devices.isEmpty)
  }

  @Test func thereAreNeverMoreDevicesThanTheMost() throws {
    var settings = Watch.Settings()
    settings.maximumDevices = 20
    let octets = Self.capture((0..<200).map { (UInt8($0), Int64($0), Self.flags) })
    let (watch, events) = try Self.watch(octets, settings)
    #expect(watch.devices.count <= 20)
    #expect(watch.devices.count + watch.gone == 200)
    #expect(watch.advertisements == 200)
    #expect(events.count { $0.hasPrefix("gone") } == watch.gone)
    #expect(events.first { $0.hasPrefix("gone") } == "gone 0")
  }

  @Test func onlyDevicesThatAreWantedAreTold() throws {
    var settings = Watch.Settings()
    settings.devices = DeviceSelectors([DeviceSelector("Lamp")])
    let lamp = Self.flags + "05094c616d70"
    let (watch, events) = try Self.watch(
      Self.capture([(1, 0, Self.flags), (2, 1, Self.flags), (2, 2, lamp), (2, 3, lamp)]), settings)
    #expect(events == ["new 2"])
    #expect(watch.wantedCount == 1)
    #expect(watch.advertisements == 4)
  }

  /// What a device sends grows nothing, whatever it sends.
  @Test func aDeviceThatAlwaysChangesTakesNoMoreRoom() throws {
    let octets = Self.capture((0..<200).map { (1, Int64($0), Self.hex(of: $0)) })
    let (watch, events) = try Self.watch(octets)
    let device = try #require(watch.devices.first)
    #expect(device.layouts.count == WatchedDevice.maximumLayouts)
    #expect(events.count < 30)
    #expect(device.advertisements == 200)
  }

  /// Another name each time.
  private static func hex(of number: Int) -> String {
    "0409"
      + HexText.compact([UInt8(0x41 + number / 26 / 26), UInt8(0x41 + number / 26 % 26), UInt8(0x41 + number % 26)])
  }

  @Test func strengthsAndRatesAreOfTheLastMinutes() throws {
    let (watch, _) = try Self.watch(Self.capture((0..<200).map { (1, Int64($0) * 100, Self.flags) }))
    let device = try #require(watch.devices.first)
    let now = watch.clock.elapsed
    #expect(device.rssi == -60)
    #expect(abs(device.history.rate(at: now) - 10) < 0.5)
    #expect(device.interval?.milliseconds ?? 0 > 90)
    #expect(device.history.last(4, at: now).map(\.rssi) == [-60, -60, -60, -60])
    // A minute later there was nothing.
    #expect(device.history.rate(at: now + 60_000_000) == 0)
    #expect(device.history.last(2, at: now + 60_000_000).map(\.reports) == [0, 0])
  }
}
