import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import Testing

/// Lines of a log that do not say which block their data are of, or of which kind the advertising is.
@Suite struct LogBlockTests {
  private static let service = Question.service(BluetoothUUID(0x180F))

  private static func device(_ line: String) throws -> Advertiser {
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(Array("\(line)\n".utf8)), into: &observation)
    return try #require(observation.advertisers.first)
  }

  private static func outcome(_ line: String, _ profile: ScannerProfile) throws -> Verdict.Outcome {
    profile.verdict(on: ScannedDevice(try device(line)), for: service).outcome
  }

  /// A scan that asks for scan responses gets the service from either block. Another one misses it in a scan response.
  @Test func dataOfSomeBlockDecideNothingForPassiveScans() throws {
    for line in ["scan: a4:c1:38:11:22:33 -60 03030f18", "scan: a4:c1:38:11:22:33 -60 02010603030f18"] {
      let verdict = ScannerProfile.windows.verdict(on: ScannedDevice(try Self.device(line)), for: Self.service)
      #expect(verdict.outcome == .unknown && verdict.explanation.contains("the log does not say"), "\(line)")
      #expect(try Self.outcome(line, .windowsActive) == .discovered, "\(line)")
    }
  }

  /// A line that has no word of the service proves no absence: the other block may have it.
  @Test func dataOfSomeBlockProveNoAbsence() throws {
    for profile in [ScannerProfile.windows, .windowsActive] {
      #expect(try Self.outcome("scan: a4:c1:38:11:22:33 -60 020106", profile) == .unknown)
    }
  }

  @Test(arguments: ["adv=03030f18", "ADV_IND 03030f18", "ADV_NONCONN_IND 03030f18", "adv_type: 0 03030f18"])
  func dataOfANamedBlockDecide(_ words: String) throws {
    #expect(try Self.outcome("scan: a4:c1:38:11:22:33 -60 \(words)", .windows) == .discovered)
  }

  @Test func theKindIsNotKnownUnlessTheLineSaysIt() throws {
    let labelled = try #require(try Self.device("a4:c1:38:11:22:33 -60 adv=03030f18 rsp=0409616263").layouts.first)
    #expect(labelled.layout.pdu == nil && labelled.isBlockKnown)
    #expect(labelled.layout.scanResponse.payloads.map(\.octets) == [[4, 9, 0x61, 0x62, 0x63]])
    let bare = try #require(try Self.device("a4:c1:38:11:22:33 -60 03030f18").layouts.first)
    #expect(bare.layout.pdu == nil && !bare.isBlockKnown && bare.layout.scanResponse == .notObserved)
    let named = try #require(try Self.device("a4:c1:38:11:22:33 -60 ADV_NONCONN_IND 03030f18").layouts.first)
    #expect(named.layout.pdu == .advNonconnInd && named.isBlockKnown)
  }

  @Test func theTypeOfAnAddressIsNotKnownUnlessTheLineSaysIt() throws {
    for (line, kind) in [
      ("c4:c1:38:11:22:33 -60 adv=020106", DeviceAddress.Kind.unknown),
      ("a4:c1:38:11:22:33 -60 adv=020106", .unknown), ("a4:c1:38:11:22:33 (public) -60 adv=020106", .public),
      ("c4:c1:38:11:22:33 (random) -60 adv=020106", .randomStatic),
      ("c4:c1:38:11:22:33 addr_type: 1 -60 adv=020106", .randomStatic),
      ("c4:c1:38:11:22:33 addr_type: 0 -60 adv=020106", .public),
    ] {
      let address = try Self.device(line).address
      #expect(address.kind == kind && address.isKnown, "\(line)")
    }
  }
}
