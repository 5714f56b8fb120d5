import AdvertScan
import AdvertisingData
import Testing

struct AlikeAnswersTests {
  private static func device(_ hex: String) throws -> ScannedDevice {
    let octets = try HexText.octets(of: hex[...])
    return ScannedDevice([Layout(pdu: .advInd, advertising: Payload(octets), scanResponse: .notObserved)])
  }

  /// Services of other devices in the same place have the same answer, which is found once.
  @Test func devicesAlikeHaveOneAnswer() throws {
    var answers = AlikeAnswers<Int>()
    let (heart, battery) = (try Self.device("03 03 0d 18"), try Self.device("03 03 0f 18"))
    #expect(answers.answer(to: .service(0x180D), about: heart) { 1 } == 1)
    #expect(answers.answer(to: .service(0x180F), about: battery) { 2 } == 1)
  }

  @Test func otherPlacesAndQuestionsHaveTheirOwn() throws {
    var answers = AlikeAnswers<Int>()
    let device = try Self.device("03 03 0d 18 03 09 41 42")
    #expect(answers.answer(to: .service(0x180D), about: device) { 1 } == 1)
    #expect(answers.answer(to: .service(0x180F), about: device) { 2 } == 2)
    #expect(answers.answer(to: .name("AB"), about: device) { 3 } == 3)
    #expect(answers.answer(to: .name(nil), about: device) { 4 } == 4)
    #expect(answers.answer(to: .presence, about: device) { 5 } == 5)
    // A service without a place is not the same as no question at all.
    #expect(answers.answer(to: .service(0x1810), about: device) { 6 } == 2)
  }
}
