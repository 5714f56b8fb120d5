import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// What apps ask of data: Android's filters, and the matchers of Home Assistant's integrations.
@Suite struct DataQuestionTests {
  private static func manufacturer(_ company: UInt16, _ beginning: String = "", mask: String? = nil) -> DataQuestion? {
    DataQuestion(
      .manufacturer(company), beginning: [UInt8](hex: beginning), mask: mask.map { [UInt8](hex: $0) })
  }

  private static func service(_ uuid: BluetoothUUID, _ beginning: String = "", mask: String? = nil) -> DataQuestion? {
    DataQuestion(.service(uuid), beginning: [UInt8](hex: beginning), mask: mask.map { [UInt8](hex: $0) })
  }

  @Test(
    arguments: [
      (manufacturer(0x004C), "04ff4c0002", true), (manufacturer(0x004C), "04ff4d0002", false),
      (manufacturer(0x004C, "0215"), "06ff4c0002159a", true), (manufacturer(0x004C, "0215"), "05ff4c000216", false),
      (manufacturer(0x004C, "0215"), "04ff4c0002", false),
      (manufacturer(0x004C, "0210", mask: "fff0"), "05ff4c000215", true),
      (service(0xFCD2), "0516d2fc4000", true), (service(0xFCD2, "40"), "0516d2fc4000", true),
      (service(0xFCD2, "41"), "0516d2fc4000", false), (service(0xFCD2), "0303d2fc", false),
      (DataQuestion(nameLike: "GVH5*"), "0709475648353037", true),
      (DataQuestion(nameLike: "GVH6*"), "0709475648353037", false),
      (DataQuestion(nameLike: "GVH5?7"), "0708475648353037", true),
    ] as [(DataQuestion?, String, Bool)]) func isAnswered(_ question: DataQuestion?, _ data: String, _ isAnswered: Bool)
    throws
  {
    let question = Question.data(try #require(question))
    let layout = Layout(pdu: .advInd, advertising: Payload([UInt8](hex: data)), scanResponse: .declared(Payload()))
    let device = ScannedDevice([layout], asking: [question])
    #expect(device.mentions(question) == isAnswered)
    let verdict = ScannerProfile.android.verdict(on: device, for: question)
    #expect(verdict.outcome == (isAnswered ? .discovered : .missed))
    #expect(ScannerProfile.android.verdict(on: layout, for: question) == verdict)
    if isAnswered { #expect(verdict.mention?.offset == 2) }
  }

  @Test func aMaskHasTheSameLength() {
    #expect(Self.manufacturer(0x004C, "0215", mask: "ff") == nil)
  }

  /// Data in the scan response are of use to a scan that asks for it, and iOS in the background needs a service besides.
  @Test func profiles() throws {
    let question = Question.data(try #require(Self.manufacturer(0x0059)))
    let data = Payload([UInt8](hex: "04ff590001"))
    let list = Payload([UInt8](hex: "03030d18"))
    func words(_ advertising: Payload, _ response: Payload, _ profile: ScannerProfile) -> Verdict.Word {
      let layout = Layout(pdu: .advInd, advertising: advertising, scanResponse: .declared(response))
      return profile.verdict(on: ScannedDevice([layout], asking: [question]), for: question).word
    }
    #expect(words(data, list, .android) == .discovered)
    #expect(words(list, data, .android) == .may)
    #expect(words(list, data, .androidPassive) == .missed)
    #expect(words(list, data, .iosBackground) == .may)
    #expect(words(list, data, .homeAssistantAuto) == .missed)
    #expect(words(Payload(list.octets + data.octets), Payload(), .iosBackground) == .discovered)
    #expect(words(data, Payload(), .iosBackground) == .may || words(data, Payload(), .iosBackground) == .missed)
  }

  @Test func words() {
    #expect(
      Self.manufacturer(0x004C, "0215", mask: "ff0f")?.description == "manufacturer data of 0x004c beginning 0215/ff0f")
    #expect(Self.service(0xFCD2)?.description == "service data of fcd2")
    #expect(DataQuestion(nameLike: "GVH5*").description == #"name like "GVH5*""#)
  }
}
