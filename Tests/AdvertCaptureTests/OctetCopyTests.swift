import Testing

@testable import AdvertCapture

@Suite struct OctetCopyTests {
  @Test(arguments: 0...70) func appendsEveryOctet(count: Int) {
    let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    var copies: [UInt8] = [0xAA, 0xBB]
    copies.append(copying: octets.span)
    #expect(copies == [0xAA, 0xBB] + octets)
  }

  @Test func appendsPartOfAView() {
    let octets: [UInt8] = [1, 2, 3, 4, 5]
    var copies: [UInt8] = []
    copies.append(copying: octets.span.extracting(1..<4))
    copies.append(copying: octets.span.extracting(first: 0))
    #expect(copies == [2, 3, 4])
  }
}
