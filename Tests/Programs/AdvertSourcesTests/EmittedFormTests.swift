import AdvertBuilders
import AdvertObservation
import AdvertRepack
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// What `--form` writes for a stack is read again as what it was written of.
@Suite struct EmittedFormTests {
  /// The form for a stack, the language, what follows to make it a program, and the files beside it.
  private static let forms: [(id: String, language: ProgramReader.Language, end: String, project: SourceProject)] = [
    (
      "nimble-arduino", .cPlusPlus, "void setup() { configureAdvertising(); NimBLEDevice::startAdvertising(); }",
      SourceProject()
    ),
    (
      "esp-nimble-cpp", .cPlusPlus, "void setup() { configureAdvertising(); NimBLEDevice::startAdvertising(); }",
      SourceProject(versions: ["esp-nimble-cpp": "2.5"])
    ),
    (
      "esp32-ble", .cPlusPlus, "void setup() { configureAdvertising(); BLEDevice::startAdvertising(); }",
      SourceProject(versions: ["esp32-ble": "3.0"])
    ),
    ("arduinoble", .cPlusPlus, "void setup() { configureAdvertising(); BLE.advertise(); }", SourceProject()),
    ("aioble", .python, "", SourceProject()), ("adafruit-ble", .python, "", SourceProject()),
  ]

  private static let layouts = [
    ("020106 03030f18", ""), ("020106 03030f18 0709 48656c6d6574", "020a04"),
    ("020106 1107e41d510e5a11dbb9a9419e2aa0ffd0af", "09095348532d32303731"),
    ("020106 0319c103 06ff5900000a22", "0416 0f18 00"), ("020104 0503 0d18 0f18", "0808 6122625c635e3f"),
    ("020106 0516 aafe1000", "1321 e41d510e5a11dbb9a9419e2aa0ffd0af0102"), ("020106 0505 d2fc0100 032a0102", ""),
  ]

  @Test(arguments: forms.indices, layouts.indices) func emittedFormsAreReadAgain(_ form: Int, _ layout: Int) throws {
    let (id, language, end, project) = Self.forms[form]
    let (advertising, response) = Self.layouts[layout]
    let payloads = [advertising, response].map { Payload(.init(hex: $0)) }
    let entry = SourceForm.Entry(
      title: "x", layout: Layout(pdu: .advInd, advertising: payloads[0], declaring: payloads[1]))
    let text = try #require(SourceForm.named(id)).text(of: [entry]) + "\n\(end)\n"
    let program = ProgramReader(text, language: language, project: project)
    let octets = payloads.map { HexText.compact($0.octets) }
    #expect(blocks(program) == [["ADV_IND", octets[0], octets[1]]], "\(program.unread)\n\(text)")
  }

  /// A fix can be pasted whichever stack a program has; bleno takes the digits of the form `hex`.
  @Test(arguments: StackBuilder.all.map { $0.id }.filter { $0 != "bleno" }) func eachStackHasAForm(_ id: String) {
    #expect(SourceForm.named(id) != nil)
  }
}
