import AdvertRepack
import AdvertisingData
import TestSupport
import Testing

@Suite struct FamousLayoutsTests {
  private func plans(
    _ advertising: String, _ scanResponse: String, pdu: AdvertisingPDU = .advInd, demands: Demands = Demands()
  ) -> [[String]] {
    Repacking(
      of: Layout(
        pdu: pdu, advertising: Payload(.init(hex: advertising)), declaring: Payload(.init(hex: scanResponse))),
      demands: demands
    ).plans.map { [$0.advertising.octets.hex, $0.scanResponse?.octets.hex ?? "–"] }
  }

  /// Its authors found the second; the first was there to be had.
  @Test func helmetSensor() {
    #expect(
      plans("03190000 020106 09095348532d32303731", "1107e41d510e5a11dbb9a9419e2aa0ffd0af") == [
        ["02010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af", ""],
        ["031900000201061107e41d510e5a11dbb9a9419e2aa0ffd0af", "09095348532d32303731"],
        ["0201061107e41d510e5a11dbb9a9419e2aa0ffd0af", "09095348532d32303731"],
      ])
  }
}
