import AdvertCapture
import Testing

@Suite struct LinkTypeTests {
  /// A number that is understood gives a link type with that number, and so does one that is not.
  @Test func everyNumberComesBack() {
    let wrong = (0...0xFFFF).first { LinkType(number: $0).number != $0 }
    #expect(wrong == nil)
  }

  @Test(arguments: [(187, LinkType.hciH4), (201, .hciH4WithDirection), (254, .linuxMonitor), (1, .unsupported(1))])
  func numbers(_ number: Int, _ linkType: LinkType) {
    #expect(LinkType(number: number) == linkType)
  }

  /// The codes of btsnoop are not link types of pcap.
  @Test func btsnoopCodes() {
    #expect(LinkType.hciUnencapsulated.number == 1001)
    #expect(LinkType.linuxMonitorFlags.number == 2001)
    #expect(LinkType(number: 1001) == .unsupported(1001))
    #expect(LinkType(number: 2001) == .unsupported(2001))
  }
}
