import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// Several captures of one observation as one.
@Suite struct JoinedCapturesTests {
  private static let start: Int64 = 1_700_000_000_000_000

  /// An ADV_IND of H4, or a command, at milliseconds after the start.
  private static func log(_ packets: [(milliseconds: Int64, hex: String)]) throws -> RecordedReports {
    var file = BtsnoopFile(dataLink: 1002)
    for packet in packets {
      file.add([UInt8](hex: packet.hex), microseconds: start + packet.milliseconds * 1000)
    }
    var reports = RecordedCaptures()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &reports)
    return try #require(reports.all.first)
  }

  private static func report(_ data: String, type: String = "00", rssi: String = "c0") -> String {
    let octets = [UInt8](hex: data)
    let body = "0201" + type + "01 0100000000c0" + HexText.compact([UInt8(octets.count)]) + data + rssi
    return "043e" + HexText.compact([UInt8([UInt8](hex: body).count)]) + body
  }

  /// The parts of a log that was rotated, given in the wrong order.
  @Test func partsOfOneLog() throws {
    let advertising = Self.report("020106")
    let later = try Self.log([(200, advertising), (300, Self.report("03030d18", type: "04")), (400, advertising)])
    let earlier = try Self.log([
      (0, "010b2007 01 a000 a000 01 00"), (10, "010c2002 01 00"), (50, advertising), (199, advertising),
    ])
    let joined = JoinedCaptures([later, earlier])
    #expect(joined.repeats == 0)
    let device = try #require(joined.observation.advertisers.first)
    #expect(device.advertisements == 4)
    #expect(device.layouts.count == 1)
    #expect(device.scanResponseServices == ["180d"])
    #expect(joined.observation.scanSessions.map(\.reports) == [5])
    #expect(device.firstSeen == Timestamp(microseconds: Self.start + 50_000))
  }

  /// A packet in two captures is one packet; another of the same data is not.
  @Test func samePacket() throws {
    let one = try Self.log([(0, Self.report("020106")), (100, Self.report("020106"))])
    let other = try Self.log([
      (0, Self.report("020106")), (100, Self.report("020106", rssi: "c1")), (200, Self.report("020106")),
    ])
    let joined = JoinedCaptures([one, other])
    #expect(joined.repeats == 1)
    #expect(joined.observation.advertisements == 4)
    // Within one capture nothing is left out.
    #expect(JoinedCaptures([one]).observation.advertisements == 2)
  }
}
