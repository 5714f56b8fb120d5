import AssignedNumbers
import Testing

@Suite struct URISchemesTests {
  @Test(
    arguments: [
      (0x02, "aaa:"),
      (0x16, "http:"),
      (0x17, "https:"),
      (0x26, "mailto:"),
      (0xB9, "example:"),
      (0xBA, "ms-settings-cloudstorage:"),  // last
    ] as [(UInt32, String)])
  func scheme(code: UInt32, scheme: String) {
    #expect(URISchemes.name(of: code) == scheme)
    #expect(URISchemes.prefix(of: code) == scheme)
  }

  @Test func emptySchemeAddsNothing() {
    #expect(URISchemes.name(of: 0x01) == "empty scheme name")
    #expect(URISchemes.prefix(of: 0x01) == "")
  }

  @Test(arguments: [0x00, 0xBB, 0xFFFF, 0x1_0016, 0x10_FFFF] as [UInt32])
  func unassigned(code: UInt32) {
    #expect(URISchemes.name(of: code) == nil)
    #expect(URISchemes.prefix(of: code) == nil)
  }

  @Test func count() {
    #expect((0...0xFFFF).count { URISchemes.name(of: $0) != nil } == 186)
  }
}
