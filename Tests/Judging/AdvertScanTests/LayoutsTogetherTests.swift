import AdvertScan
import AdvertisingData
import Testing

/// What the layouts of one device say together about a service.
@Suite struct LayoutsTogetherTests {
  private static let question = Question.service(0x180D)
  private static let service = Payload([3, 3, 0x0D, 0x18])

  private static func layout(
    _ advertising: Payload?, _ response: Payload?, pdu: AdvertisingPDU? = .advInd, received: Int = 1,
    isCut: Bool = false
  ) -> ScannedLayout {
    let layout = Layout(
      pdu: pdu, advertising: advertising, scanResponse: response.map { .observed([$0]) } ?? .notObserved)
    return ScannedLayout(layout, isBlockKnown: true, received: received) { _ in isCut }
  }

  private static func verdict(_ layouts: ScannedLayout...) -> Verdict {
    ScannerProfile.windows.verdict(on: ScannedDevice(withoutNames: layouts), for: question)
  }

  private static let flags = Payload([2, 1, 6])
  private static let hiding = layout(flags, service, received: 5)

  @Test func theRestOfDataThatWereCutMayHaveIt() {
    let cut = Self.layout(Self.flags, nil, isCut: true)
    #expect(Self.verdict(Self.hiding).outcome == .missed)
    #expect(Self.verdict(Self.hiding, cut).reason == .truncated)
    #expect(Self.verdict(cut, Self.hiding).reason == .truncated)
  }

  @Test func aStrayCountsInNoOrder() {
    for strays in 1...10 {
      let usual = Self.layout(Self.flags, nil, received: 50)
      let stray = Self.layout(Self.service, nil, received: strays)
      let answer = Self.layout(nil, Self.service, received: 0)
      let expected: Verdict.Outcome = strays * 10 < 50 + strays ? .missed : .discovered
      #expect(Self.verdict(answer, usual, stray).outcome == expected, "\(strays)")
      #expect(Self.verdict(stray, usual, answer).outcome == expected, "\(strays)")
      // What no scan response has was advertised, however rarely.
      #expect(Self.verdict(usual, stray).outcome == .discovered)
    }
  }

  /// A scan response is judged with an advertisement that it can answer, and with no other.
  @Test(arguments: AdvertisingPDU.allCases) func anEarlyResponse(_ pdu: AdvertisingPDU) {
    let early = Self.layout(nil, Self.service, pdu: nil, received: 0)
    let isAnswered = pdu == .advInd || pdu == .advScanInd
    let verdict = Self.verdict(early, Self.layout(Self.flags, nil, pdu: pdu))
    #expect(verdict.outcome == (isAnswered ? .missed : .unknown), "\(verdict.reason)")
    if isAnswered { #expect(verdict.reason.blamesScanResponse && verdict.mention?.layout == 0) }
    // Declared layouts are not joined.
    let declared = Self.layout(Self.flags, nil, pdu: pdu, received: 0)
    #expect(Self.verdict(early, declared).outcome == .unknown)
  }
}
