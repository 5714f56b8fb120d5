import AdvertisingData
import Testing

@Suite struct LayoutTests {
  private let advertising = Payload([2, 1, 6])
  private let one = Payload([1, 9])
  private let other = Payload([1, 8])

  @Test func blocksAdvertisingFirst() {
    let layout = Layout(pdu: .advInd, advertising: advertising, scanResponse: .observed([one, other]))
    #expect(layout.blocks.map(\.block) == [.advertising, .scanResponse, .scanResponse])
    #expect(layout.blocks.map(\.payload) == [advertising, one, other])
  }

  @Test func aScanResponseAlone() {
    let layout = Layout(pdu: nil, advertising: nil, scanResponse: .observed([one]))
    #expect(layout.blocks.map(\.block) == [.scanResponse])
    #expect(layout.blocks.map(\.payload) == [one])
  }

  @Test func payloadsOfEachState() {
    #expect(Layout.ScanResponse.observed([one, other]).payloads == [one, other])
    #expect(Layout.ScanResponse.declared(one).payloads == [one])
    #expect(Layout.ScanResponse.notObserved.payloads.isEmpty)
    #expect(Layout.ScanResponse.notScannable.payloads.isEmpty)
  }

  /// An empty payload that was received is a payload; one that was not received is none.
  @Test func emptyIsNotAbsent() {
    let empty = Layout(pdu: .advInd, advertising: Payload(), scanResponse: .observed([Payload()]))
    #expect(empty.blocks.count == 2)
    #expect(Layout(pdu: .advInd, advertising: nil, scanResponse: .notObserved).blocks.isEmpty)
    #expect(empty != Layout(pdu: .advInd, advertising: Payload(), scanResponse: .notObserved))
  }
}
