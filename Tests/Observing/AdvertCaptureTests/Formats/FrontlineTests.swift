import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct FrontlineTests {
  private static let mark = Array("Frontline Test Equipment, Inc. FTS Capture File.".utf8)

  /// A change of the time: the octets that changed, lowest first.
  private static func time(_ value: UInt64, octets: Int) -> [UInt8] { [UInt8(octets)] + Octets.little(value, octets) }

  private static func frame(_ type: UInt8, isFromController: Bool, _ packet: [UInt8]) -> [UInt8] {
    let side: UInt8 = isFromController ? 1 : 0
    return packet.count < 256
      ? [0x4C | side, type] + Octets.little(UInt64(packet.count), 2) + packet + [0x44 | side]
      : [0x4E | side, type] + Octets.little(UInt64(packet.count), 4) + packet + [0x44 | side]
  }

  private static func event(_ number: UInt8) -> [UInt8] {
    HCIEvent.legacy([LegacyReport(3, address: [number, 2, 3, 4, 5, 0xC6], data: [2, 1, 6])])
  }

  /// Events, one each 100 ms, in pages of 4096 octets.
  private static func capture(_ count: Int) -> (octets: [UInt8], starts: [Int]) {
    var octets: [UInt8] = []
    var starts: [Int] = []
    for number in 0..<count {
      let item =
        time(UInt64(0xE3_0000_0000 + number * 1_000_000), octets: number == 0 ? 5 : 4)
        + frame(8, isFromController: true, event(UInt8(number % 256)))
      let left = 4096 - octets.count % 4096
      if left < item.count { octets += Array(repeating: 0xA5, count: left) }
      starts.append(octets.count)
      octets += item
    }
    octets += Array(repeating: 0xA5, count: (4096 - octets.count % 4096) % 4096)
    return (octets + Array(repeating: 0, count: 4096) + mark + [1, 2, 3], starts)
  }

  /// The beginning of a file, octet for octet: HCI Reset and its result.
  @Test func theVector() throws {
    let file = [UInt8](hex: "04e0d3840f 4c 01 0300 030c00 44 0450c0a00f 4d 08 0600 0e0401030c00 45") + Self.mark
    let read = try RecordRecorder(file)
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.octets) == [[UInt8](hex: "030c00"), [UInt8](hex: "0e0401030c00")])
    #expect(read.records.map(\.flags) == [2, 3])
    #expect(read.records.map(\.fileOffset) == [9, 22])
    #expect(read.records.allSatisfy { $0.linkType == .hciUnencapsulated })
    // 1,830,000 units of 100 ns
    #expect(read.records.map(\.microseconds) == [0, 183_000])
  }

  @Test func reports() throws {
    let (file, _) = Self.capture(300)
    let read = try RecordedCapture.read(file)
    #expect(read.summary.format == "frontline" && read.summary.problems.isEmpty)
    #expect(read.summary.unread.count == 0 && read.summary.unread.all == file.count)
    #expect(read.reports.count == 300)
    #expect(read.reports.map { $0.time?.microseconds } == (0..<300).map { Int64($0) * 100_000 })
    #expect(read.contradiction(in: file) == nil)
  }

  /// Files made of other captures have the indicator of H4 in each packet, and no time before the first.
  @Test func indicators() throws {
    let file =
      Self.frame(1, isFromController: false, [1] + [UInt8](hex: "030c00")) + Self.time(5000, octets: 3)
      + Self.frame(8, isFromController: true, [4] + Self.event(7)) + Self.mark
    let read = try RecordRecorder(file)
    #expect(read.records.map(\.linkType) == [.hciH4, .hciH4])
    #expect(read.records.map(\.time) == [nil, Timestamp(microseconds: 0)])
    #expect(try RecordedCapture.read(file).reports.map(\.data) == [[2, 1, 6]])
  }

  /// Data of a connection can be long, or cut; a packet never has less room than it says, and never more than it has.
  @Test func lengths() throws {
    let long = [UInt8](hex: "0020 0004") + Octets.noise(1024, seed: 1)
    let file =
      Self.frame(1, isFromController: false, [UInt8](hex: "030c00")) + Self.frame(2, isFromController: true, long)
      + Self.frame(2, isFromController: true, Array(long.prefix(40)))
    let read = try RecordRecorder(file + Self.mark)
    #expect(read.problems.isEmpty)
    #expect(read.records.map(\.octets.count) == [3, 1028, 40])
    #expect(read.records.map(\.originalLength) == [3, 1028, 1028])
    let lie = Self.frame(8, isFromController: true, [0x0E, 1, 2, 3])
    let last = Self.frame(8, isFromController: true, Self.event(1)) + Self.mark
    let other = try RecordedCapture.read(file + file + lie + last)
    #expect(other.summary.records == 7)
    #expect(other.summary.unread.count == lie.count)
  }

  /// A time has the octets that changed. With more octets than before, it is the next time that has them.
  @Test func clock() {
    var clock = FrontlineClock()
    #expect(clock.time == nil)
    var times: [Int64?] = []
    for (value, octets) in [
      (0x1000, 2), (0x50, 1), (0x01_0000, 3), (0x2000, 2), (0x03_0000_0000, 5), (0, 8),
    ] as [(UInt64, Int)] {
      clock.take(value, octets: octets)
      times.append(clock.time.map { $0.microseconds * 10 })
    }
    // From 0x1000 on: 0x1050, 0x10000, 0x12000; then at least 0x100_0000, the next that changes more octets.
    #expect(times.prefix(5) == [0, 80, 61_440, 69_630, 0xFF_F000])
    clock.forget()
    #expect(clock.time == nil)
    for value in [0, 1, UInt64.max, UInt64.max / 2] {
      for octets in 1...8 { clock.take(octets < 8 ? value & (1 << UInt64(8 * octets) - 1) : value, octets: octets) }
    }
  }

  @Test func recognition() throws {
    let (file, starts) = Self.capture(8)
    for length in starts[1]..<file.count where length % 7 == 0 {
      #expect(try RecordRecorder.formatName(Array(file.prefix(length))) == "frontline", "\(length)")
    }
    for length in 1..<starts[1] - 1 {
      #expect(throws: CaptureError.self) { try RecordRecorder.formatName(Array(file.prefix(length))) }
    }
    // Each of the first five frames has to make sense; the sixth is not looked at.
    for wrong in 0..<6 {
      var octets = file
      octets[starts[wrong] + (wrong == 0 ? 7 : 6)] = 3
      if wrong < 5 {
        #expect(throws: CaptureError.self, "\(wrong)") { try RecordRecorder.formatName(octets) }
      } else {
        #expect(try RecordRecorder.formatName(octets) == "frontline")
      }
    }
  }

  /// The reader says of a file that ends before the description that it was cut, wherever it ends.
  @Test func everyCut() throws {
    let (file, starts) = Self.capture(12)
    let whole = try RecordRecorder(file)
    for length in starts[1]..<file.count {
      let read = try RecordRecorder(Array(file.prefix(length)))
      #expect(read.records == Array(whole.records.prefix(read.records.count)), "\(length)")
      #expect(read.records.count >= starts.count { $0 <= length } - 1)
      let isWhole = length >= 4096 + 4096 + Self.mark.count
      #expect(read.problems.isEmpty == isWhole, "\(length) \(read.problems)")
    }
  }

  enum Damage: CaseIterable {
    case zeros, noise, cutOut, lineEnds, repeated
  }

  /// Every octet is read or reported, and whole frames behind the damage are found.
  @Test(arguments: Damage.allCases) func damage(_ damage: Damage) throws {
    for seed in 0..<UInt64(20) {
      var random = SplitMix64(seed: seed)
      let (whole, starts) = Self.capture(250)
      var octets = whole
      let start = Int.random(in: starts[10]..<starts[100], using: &random)
      let end = start + Int.random(in: 1..<600, using: &random)
      switch damage {
      case .zeros: for index in start..<end { octets[index] = 0 }
      case .noise: for index in start..<end { octets[index] = .random(in: .min ... .max, using: &random) }
      case .cutOut: octets.removeSubrange(start..<end)
      case .lineEnds:
        octets = Array(octets[..<start] + octets[start...].flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      case .repeated: octets = Array(octets[..<end] + octets[start...])
      }
      let comment: Comment = "\(damage) \(seed)"
      let read = try RecordedCapture.read(octets)
      #expect(read.summary.unread.all == octets.count, comment)
      #expect(read.contradiction(in: octets) == nil, comment)
      let first = starts.count { $0 <= start } - 1
      #expect(read.reports.count >= first, comment)
      guard damage != .lineEnds else { continue }
      let after = starts.count { $0 >= end }
      #expect(read.reports.count >= first + after - 1, comment)
      #expect(read.reports.suffix(after).map(\.data) == Array(repeating: [2, 1, 6], count: after), comment)
      // What was lost is reported.
      if read.reports.count < 250 { #expect(read.summary.unread.count > 0, comment) }
    }
  }
}
