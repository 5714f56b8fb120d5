import AdvertBuilders
import AdvertisingData
import Foundation
import Testing

/// Requests and the octets that the libraries themselves made of them.
///
/// A line is `options;PDU;advertising;scan response=PDU;advertising;scan response`, or `=refused`. Fields are an AD type and
/// its value in hex; `-` is a block that is not asked for. Vectors/README.md says where the lines come from.
@Suite struct VectorTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")

  /// The code of CoreBluetooth is not public.
  static let ids = StackBuilder.all.map(\.id).filter { !["esp-nimble-cpp", "core-bluetooth"].contains($0) }

  @Test(arguments: ids) func theModelGivesWhatTheLibraryGives(_ id: String) throws {
    let stack = try #require(StackBuilder.named(id))
    let text = try String(contentsOf: Self.folder.appending(path: id + ".txt"), encoding: .utf8)
    var version = stack.newest
    var (sent, refused) = (0, 0)
    for line in text.split(separator: "\n") {
      if line.hasPrefix("version ") {
        let word = String(line.dropFirst("version ".count))
        version = word == "newest" ? stack.newest : try #require(stack.version(word))
        continue
      }
      let halves = line.split(separator: "=", omittingEmptySubsequences: false)
      let found: String
      do {
        let built = try stack.built(try Self.request(halves[0]), version: version)
        found = [
          built.pdu.rawValue, HexText.compact(built.advertising.octets), HexText.compact(built.scanResponse.octets),
        ].joined(separator: ";")
        sent += 1
        // Each octet has the field it comes from, or is the stack's own.
        #expect(built.advertising.fields.count == built.advertising.octets.count)
        #expect(built.scanResponse.fields.count == built.scanResponse.octets.count || !built.pdu.isScannable)
      } catch let refusal as BuildRefusal {
        found = "refused"
        refused += 1
        #expect(!refusal.reason.isEmpty)
      }
      #expect(found == halves[1], "\(line)")
    }
    #expect(sent >= 50, "\(id): \(sent) sent, \(refused) refused")
  }

  /// esp-nimble-cpp 2.5.0 has the same source as NimBLE-Arduino 2.5.0.
  @Test func bothLibrariesOfH2zeroAreOne() throws {
    let (one, other) = (
      try #require(StackBuilder.named("nimble-arduino")), try #require(StackBuilder.named("esp-nimble-cpp"))
    )
    let request = BuildRequest(
      advertising: [
        try .services16([0x180D]), .services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"]), .name("Sensor"),
      ],
      options: ["scan-response"])
    #expect(try one.built(request, version: one.newest) == other.built(request, version: other.newest))
  }

  /// On NimBLE, the library of arduino-esp32 sends Flags also where NimBLE-Arduino 1.4 sends none, and always a name.
  @Test func theLibraryOfTheESP32OnNimBLEIsNearlyNimBLEArduino() throws {
    let (one, other) = (
      try #require(StackBuilder.named("esp32-ble-nimble")), try #require(StackBuilder.named("nimble-arduino"))
    )
    let version = try #require(other.version("1.4.3"))
    let fields: [ADValue] = [.services128(["afd0ffa0-2a9e-41a9-b9db-115a0e511de4"]), .name("Helmet of Ann")]
    let request = BuildRequest(advertising: fields)
    #expect(try one.built(request, version: one.newest) == other.built(request, version: version))
    let silent = BuildRequest(pdu: .advNonconnInd, advertising: [.name("Hat")], options: ["no-scan-response"])
    #expect(try one.built(silent, version: one.newest).advertising.octets == [2, 1, 4, 4, 9, 0x48, 0x61, 0x74])
    #expect(throws: BuildRefusal.self) { try one.built(BuildRequest(advertising: []), version: one.newest) }
  }

  static func request(_ text: Substring) throws -> BuildRequest {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    return BuildRequest(
      pdu: try #require(AdvertisingPDU(rawValue: String(parts[1]))), advertising: try values(parts[2]) ?? [],
      scanResponse: try values(parts[3]), options: Set(parts[0].split(separator: " ").map(String.init)))
  }

  private static func values(_ text: Substring) throws -> [ADValue]? {
    guard text != "-" else { return nil }
    return try text.split(separator: " ").map { field in
      let parts = field.split(separator: ":", omittingEmptySubsequences: false)
      let octets = try HexText.octets(of: parts[1])
      return ADValue(type: ADType(rawValue: try #require(UInt8(parts[0], radix: 16))), value: octets.span)
    }
  }
}
