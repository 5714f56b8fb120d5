import AdvertisingData
import Testing

@Suite struct HexTextTests {
  @Test(arguments: [
    "020106", "02 01 06", "0x02, 0x01, 0x06", "0x020106", "02:01:06", "02-01-06", "{ 0x02, 0x01,\n 0x06 }",
    "\\x02\\x01\\x06", "\"020106\"", " 02\t01\r\n06 ",
  ])
  func readsWhatPeoplePaste(_ text: String) throws {
    #expect(try HexText.octets(of: text) == [2, 1, 6])
  }

  @Test func refusesWhatIsNoHex() {
    #expect(throws: HexText.Problem.notHex(position: 4, character: "g")) { try HexText.octets(of: "02 g1") }
    #expect(throws: HexText.Problem.oddDigits(position: 4)) { try HexText.octets(of: "02 1 06") }
    #expect(throws: HexText.Problem.oddDigits(position: 3)) { try HexText.octets(of: "021") }
    #expect(throws: HexText.Problem.notHex(position: 2, character: "x")) { try HexText.octets(of: "1x02") }
  }

  @Test func everyOctetSurvives() throws {
    let octets = (0...255).map { UInt8($0) }
    #expect(try HexText.octets(of: HexText.compact(octets)) == octets)
    #expect(try HexText.octets(of: HexText.spaced(octets)) == octets)
  }
}
