import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture
@testable import AdvertObservation

/// What the host's commands say of its scans, and what was received in each.
@Suite struct ScanSessionTests {
  /// A log of H4 packets, a second apart.
  private struct Log {
    var file = BtsnoopFile(dataLink: 1002)
    var records = 0

    mutating func add(_ hex: String) {
      file.add([UInt8](hex: hex), microseconds: 1_700_000_000_000_000 + Int64(records) * 1_000_000)
      records += 1
    }

    /// A command with the length of its parameters put in, and its completion.
    mutating func send(_ command: String, status: String? = "00") {
      let octets = [UInt8](hex: command)
      add("01" + HexText.compact([octets[0], octets[1], UInt8(octets.count - 2)] + octets[2...]))
      if let status { add("040e04 01" + HexText.compact(octets[..<2]) + status) }
    }

    mutating func hear(_ data: String, from address: Int = 1, type: String = "00") {
      let data = [UInt8](hex: data)
      let report =
        [0x02, 0x01] + [UInt8](hex: type) + [0x01, UInt8(address), 0, 0, 0, 0, 0xC0, UInt8(data.count)] + data + [0xC0]
      add("043e" + HexText.compact([UInt8(report.count)] + report))
    }

    func read() throws -> Observation {
      var observation = Observation()
      _ = try CaptureReader.read(MemorySource(file.octets), into: &observation)
      return observation
    }
  }

  private static let parameters = "0b20 01 a000 a000 01 00"
  private static let on = "0c20 01 00"
  private static let off = "0c20 00 00"
  private static let heartRate = "03030d18"

  @Test func sessionsWithWhatWasReceived() throws {
    var log = Log()
    log.hear(Self.heartRate, from: 9)
    log.send(Self.parameters)
    log.send(Self.on)
    log.hear(Self.heartRate)
    log.hear(Self.heartRate)
    log.hear("020106", from: 2)
    log.send(Self.off)
    log.hear(Self.heartRate)
    log.send("4120 01 01 01 00 9001 9000")
    log.send("4220 01 01 0000 0000")
    log.hear(Self.heartRate, from: 3)
    let observation = try log.read()
    let sessions = observation.scanSessions
    #expect(sessions.map(\.number) == [1, 2])
    #expect(sessions.map(\.setting.record) == [4, 14])
    #expect(sessions.map(\.setting.parametersRecord) == [2, 12])
    #expect(sessions.map(\.setting.mode) == [.active, .passive])
    #expect(sessions.map(\.setting.filterPolicy) == [.all, .acceptList])
    #expect(sessions.map(\.setting.filtersDuplicates) == [false, true])
    #expect(sessions.map(\.dutyCycle) == [1, 0.36])
    #expect(sessions.map(\.androidMode?.names) == [["SCAN_MODE_LOW_LATENCY"], nil])
    #expect(sessions.map(\.reports) == [3, 1])
    #expect(sessions.map(\.devices) == [2, 1])
    #expect(
      sessions[0].end == ScanSession.End(time: .init(microseconds: 1_700_000_008_000_000), record: 9, reason: .stopped))
    #expect(sessions[1].end == nil)
    #expect(sessions[0].duration(until: nil) == 5_000_000)
    #expect(sessions[1].duration(until: .init(microseconds: 1_700_000_015_000_000)) == 2_000_000)
    // What was received in none of them still counts.
    let device = try #require(observation.advertisers.first { $0.address.bits & 0xFF == 1 })
    #expect(device.advertisements == 3)
    #expect(device.layouts.map(\.count) == [3])
    #expect(sessions.map { device.reception(during: $0.spans).count } == [2, 0])
    #expect(device.reception(during: sessions[0].spans).first == Timestamp(microseconds: 1_700_000_005_000_000))
  }

  @Test func endings() throws {
    var log = Log()
    log.send(Self.parameters)
    log.send(Self.on)
    log.send("0b20 00 a000 5000 01 00")
    log.send(Self.on)
    log.add("043e0111")
    log.send(Self.on)
    log.send("030c")
    log.send(Self.on)
    let sessions = try log.read().scanSessions
    #expect(sessions.map(\.end?.reason) == [.changed, .timeout, .reset, nil])
    #expect(sessions.map(\.setting.mode) == [.active, .passive, .passive, .unknown])
  }

  /// A command that the controller refuses changes nothing, whatever was received until it said so.
  @Test(arguments: ["040e04010c200c", "040f040c010c20"]) func refusals(_ refusal: String) throws {
    var log = Log()
    log.send(Self.parameters)
    log.send(Self.on, status: nil)
    log.hear(Self.heartRate)
    log.add(refusal)
    #expect(try log.read().scanSessions.isEmpty)
    log.send(Self.on)
    log.send(Self.off, status: nil)
    log.hear(Self.heartRate)
    log.add(refusal)
    log.hear(Self.heartRate)
    let sessions = try log.read().scanSessions
    #expect(sessions.map(\.end) == [nil])
    #expect(sessions.map(\.reports) == [2])
    #expect(sessions.map(\.number) == [1])
    var parameters = Log()
    parameters.send(Self.parameters)
    parameters.send("0b20 00 a000 5000 01 00", status: "0c")
    parameters.send(Self.on)
    #expect(try parameters.read().scanSessions.map(\.setting.mode) == [.active])
  }

  @Test func filters() throws {
    var log = Log()
    log.send("030c")
    log.send("57fd 00 01")
    log.send("57fd 03 00 03 0d18 ffff")
    log.send("57fd 01 00 03 0400 1111 01 80 00 0000 00 00 0000 0000")
    log.send("57fd 07 00 04 aafe40 aafef0")
    log.send("57fd 01 00 04 4000 1111 01 80 00 0000 00 00 0000 0000")
    log.send(Self.parameters)
    log.send(Self.on)
    log.hear(Self.heartRate)
    log.hear("0516aafe4a00", from: 2)
    log.hear("0516aafe5a00", from: 3)
    log.send("57fd 01 01 03")
    // Refused, and not understood.
    log.send("57fd 01 02 00", status: "01")
    log.send("57fd 03 00 03 0d", status: "00")
    log.hear(Self.heartRate)
    let observation = try log.read()
    let session = try #require(observation.scanSessions.first)
    // A phase that lasts is kept although nothing was received in it.
    #expect(session.phases.map { $0.settings.filters.map(\.index) } == [[3, 4], [4], [4]])
    #expect(session.phases.map(\.settings.isFiltering) == [true, true, true])
    #expect(session.phases.map(\.settings.isKnownFromStart) == [true, true, true])
    #expect(session.phases.map(\.settings.hasUnknownFilter) == [false, false, true])
    #expect(session.phases[0].settings.filters[0].conditions.map(\.service) == ["180d"])
    let tallies = try #require(observation.filterTallies(of: [session])?.first)
    #expect(tallies.phases.map(\.reports) == [3, 0, 1])
    #expect(tallies.filters.map { $0.map(\.reports) } == [[1, 1], [0], [0]])
    #expect(tallies.filters.map { $0.map(\.devices) } == [[1, 1], [0], [0]])
  }

  @Test func batch() throws {
    var log = Log()
    log.send("56fd 01 01")
    log.send("56fd 03 02 60090000 a0860100 01 00")
    log.send(Self.on)
    let batch = try #require(try log.read().scanSessions.first?.phases.first?.settings.batch)
    #expect(batch == .init(mode: .full, interval: 100_000, window: 2400))
  }

  /// However commands are cut short, sessions stay as they are: what is unknown is unknown.
  @Test func cutCommands() throws {
    let commands = [
      "0120 0b 07 01 a000 a000 01 00", "010b2007 01 a000 a000 01 00", "010c200201 00", "014120080100010190042401",
      "014220060100 0000 0000", "0157fd0203000d18", "0157fd070300030d18ffff",
      "0157fd1201000304001111018000000000000000", "0156fd0b0302 60090000 a0860100 0100",
    ]
    for command in commands {
      let octets = [UInt8](hex: command)
      for length in 0...octets.count {
        var log = Log()
        log.send(Self.parameters)
        log.send(Self.on)
        log.hear(Self.heartRate)
        log.add(HexText.compact(octets[..<length]))
        log.hear(Self.heartRate)
        let sessions = try log.read().scanSessions
        #expect(sessions.first?.setting.record == 3)
        #expect(sessions.reduce(0) { $0 + $1.reports } == 2, "\(command) \(length)")
      }
    }
  }

  /// A hostile log starts a scan with every record: memory and time stay bounded, and what is left out is counted.
  @Test func manySessions() throws {
    var log = Log()
    for _ in 0..<10_100 {
      log.send(Self.on, status: nil)
      log.hear(Self.heartRate)
      log.send(Self.off, status: nil)
    }
    let observation = try log.read()
    #expect(observation.scanSessions.count == 10_000)
    #expect(observation.scanSessionsLeftOut == 100)
    #expect(observation.scanSessions.allSatisfy { $0.reports == 1 && $0.devices == 1 })
  }

  @Test(
    arguments: [
      (160, 160, "SCAN_MODE_LOW_LATENCY"), (1168, 292, "SCAN_MODE_BALANCED"), (2240, 224, "SCAN_MODE_LOW_POWER"),
      (16384, 819, "SCAN_MODE_SCREEN_OFF"), (6553, 6553, "SCAN_MODE_LOW_LATENCY"), (6553, 1638, "SCAN_MODE_BALANCED"),
      (8192, 819, "SCAN_MODE_LOW_POWER"), (8000, 8000, "SCAN_MODE_LOW_LATENCY"), (18, 18, nil), (0, 0, nil),
    ] as [(UInt16, UInt16, String?)]) func androidModes(_ interval: UInt16, _ window: UInt16, _ name: String?)
  {
    #expect(AndroidScanMode(.init(interval: interval, window: window))?.names.first == name)
  }
}

/// Whether a filter lets data pass.
@Suite struct FilterMatchingTests {
  private func filter(_ kind: ScanFilter.Kind, _ octets: String, mask: String? = nil) -> ScanFilter {
    var filter = ScanFilter(index: 1, record: 1)
    filter.logic = .init(
      kinds: 1 << kind.rawValue, needsAllOfKind: 0, needsAllKinds: true, weakest: -128, delivery: 0)
    filter.conditions = [.init(kind, [UInt8](hex: octets), mask: mask.map { [UInt8](hex: $0) })]
    return filter
  }

  @Test(
    arguments: [
      (.service, "0d18", "ffff", "03030d18", true), (.service, "0d18", "ffff", "03030e18", false),
      (.service, "0c18", "feff", "03030d18", true), (.service, "0d18", "ffff", "04160d182a", false),
      (.service, "fb349b5f80000080001000000d180000", "ffffffffffffffffffffffffffffffff", "03030d18", true),
      (.solicitation, "0d18", "ffff", "03140d18", true), (.name, "4869", nil, "03094869", true),
      (.name, "48", nil, "03094869", false), (.manufacturerData, "4c000215", "ffffffff", "06ff4c0002159a", true),
      (.manufacturerData, "4c000215", "ffffffff", "04ff4c0002", false),
      (.serviceData, "aafe40", "aafef0", "0516aafe4a00", true),
      (.serviceData, "aafe40", "aafef0", "0516aafe5a00", false),
      (.address, "f1f2f3f4f5c0", nil, "", true), (.address, "f1f2f3f4f5c1", nil, "", false),
      (.adType, "00", nil, "", nil),
    ] as [(ScanFilter.Kind, String, String?, String, Bool?)])
  func passes(_ kind: ScanFilter.Kind, _ octets: String, _ mask: String?, _ data: String, _ passes: Bool?) {
    let address = DeviceAddress(bits: 0xC0F5_F4F3_F2F1, type: .random)
    let seen = FilteredData(address: address, payloads: [Payload([UInt8](hex: data))])
    #expect(filter(kind, octets, mask: mask).passes(seen) == passes)
  }

  @Test func logic() {
    let seen = FilteredData(address: nil, payloads: [Payload([UInt8](hex: "03030d18"))])
    var filter = ScanFilter(index: 1, record: 1)
    #expect(filter.passes(seen) == nil)
    filter.logic = .init(kinds: 0, needsAllOfKind: 0, needsAllKinds: true, weakest: 0, delivery: 0)
    #expect(filter.passes(seen) == true)
    // Asks for a service that no command of the log names.
    filter.logic?.kinds = 1 << ScanFilter.Kind.service.rawValue
    #expect(filter.passes(seen) == nil)
    filter.conditions = [.init(.service, [0x0D, 0x18]), .init(.service, [0x0E, 0x18])]
    #expect(filter.passes(seen) == true)
    filter.logic?.needsAllOfKind = 1 << ScanFilter.Kind.service.rawValue
    #expect(filter.passes(seen) == false)
    filter.conditionsLeftOut = 1
    #expect(filter.passes(seen) == nil)
  }
}
