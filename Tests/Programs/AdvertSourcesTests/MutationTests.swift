import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Programs that are changed as people change them. What is said of one is what the model of its library makes of the calls that
/// are left; where the calls are not certain, nothing is said.
@Suite struct MutationTests {
  /// A line that asks for a field, and the field.
  struct Asking: Sendable {
    let line: String
    let value: ADValue
  }

  /// A program around its lines.
  struct Sample: Sendable, CustomTestStringConvertible {
    let stack: String
    let before: String
    let lines: [Asking]
    let after: String
    /// A name of the program that can be another one.
    let name: String
    /// Whether the calls are of a language in which the order of the lines decides.
    var language = ProgramReader.Language.cPlusPlus
    var options: Set<String> = []
    var hasResponse = false
    var testDescription: String { stack }

    func text(_ lines: [String]) -> String { before + lines.map { "  \($0)\n" }.joined() + after }

    func expected(_ values: [ADValue]) throws -> Layout {
      let stack = try #require(StackBuilder.named(stack))
      return try stack.built(
        BuildRequest(advertising: values, scanResponse: hasResponse ? [] : nil, options: options), version: stack.newest
      ).layout
    }
  }

  private static func value(_ type: ADType, _ octets: [UInt8]) -> ADValue { ADValue(type: type, value: octets.span) }
  private static func name(_ text: String) -> ADValue { value(.completeLocalName, Array(text.utf8)) }

  static let samples = [
    Sample(
      stack: "nimble-arduino",
      before: """
        #include <NimBLEDevice.h>
        #define BATTERY "180f"
        static const uint8_t made[] = { 0xff, 0xff, 0x01, 0x02 };
        void setup() {
          NimBLEDevice::init("Lamp");
          NimBLEAdvertising* pAdvertising = NimBLEDevice::getAdvertising();

        """,
      lines: [
        Asking(line: #"pAdvertising->setName("A lamp");"#, value: name("A lamp")),
        Asking(line: "pAdvertising->addServiceUUID(BATTERY);", value: value(.completeServiceUUIDs16, [0x0F, 0x18])),
        Asking(line: #"pAdvertising->addServiceUUID("180d");"#, value: value(.completeServiceUUIDs16, [0x0D, 0x18])),
        Asking(line: "pAdvertising->setAppearance(0x0341);", value: value(.appearance, [0x41, 0x03])),
        Asking(
          line: "pAdvertising->setManufacturerData(made, sizeof(made));",
          value: value(.manufacturerData, [0xFF, 0xFF, 0x01, 0x02])),
      ], after: "  pAdvertising->start();\n}\nvoid loop() {}\n", name: "pAdvertising"),
    Sample(
      stack: "arduinoble",
      before: """
        #include <ArduinoBLE.h>
        BLEService battery("180F");
        const uint8_t made[] = { 0xff, 0xff, 0x01 };
        void setup() {
          if (!BLE.begin()) { while (1); }

        """,
      lines: [
        Asking(line: #"BLE.setLocalName("Lamp");"#, value: name("Lamp")),
        Asking(line: "BLE.setAdvertisedService(battery);", value: value(.completeServiceUUIDs16, [0x0F, 0x18])),
        Asking(
          line: "BLE.setManufacturerData(made, sizeof(made));", value: value(.manufacturerData, [0xFF, 0xFF, 0x01])),
      ], after: "  BLE.advertise();\n}\nvoid loop() { BLE.poll(); }\n", name: "battery"),
    Sample(
      stack: "bluefruit",
      before: """
        #include <bluefruit.h>
        BLEService pulse = BLEService(UUID16_SVC_HEART_RATE);
        void setup() {
          Bluefruit.begin();
          Bluefruit.setName("Lamp");

        """,
      lines: [
        Asking(
          line: "Bluefruit.Advertising.addFlags(BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE);",
          value: value(.flags, [0x06])),
        Asking(line: "Bluefruit.Advertising.addService(pulse);", value: value(.completeServiceUUIDs16, [0x0D, 0x18])),
        Asking(line: "Bluefruit.Advertising.addName();", value: name("Lamp")),
        Asking(line: "Bluefruit.Advertising.addAppearance(833);", value: value(.appearance, [0x41, 0x03])),
      ], after: "  Bluefruit.Advertising.start(0);\n}\nvoid loop() {}\n", name: "pulse", hasResponse: true),
    Sample(
      stack: "nimble",
      before: """
        static const char *lamp = "Lamp";
        static void advertise(void) {
          struct ble_hs_adv_fields fields;
          memset(&fields, 0, sizeof fields);

        """,
      lines: [
        Asking(line: "fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;", value: value(.flags, [0x06])),
        Asking(
          line: "fields.name = (uint8_t *)lamp; fields.name_len = strlen(lamp); fields.name_is_complete = 1;",
          value: name("Lamp")),
        Asking(
          line:
            "fields.uuids16 = (ble_uuid16_t[]) { BLE_UUID16_INIT(0x180f) }; fields.num_uuids16 = 1; fields.uuids16_is_complete = 1;",
          value: value(.completeServiceUUIDs16, [0x0F, 0x18])),
        Asking(
          line: "fields.appearance = 833; fields.appearance_is_present = 1;", value: value(.appearance, [0x41, 0x03])),
      ], after: "  ble_gap_adv_set_fields(&fields);\n}\n", name: "lamp", language: .c),
  ]

  private func said(_ text: String, _ sample: Sample) -> [Layout] {
    ProgramReader(text, language: sample.language).layouts.map { $0.layout }
  }

  private func expectSame(_ said: [Layout], _ expected: Layout, _ text: String) {
    #expect(said.count == 1, "\(text)")
    guard let one = said.first else { return }
    #expect(one.advertising == expected.advertising, "\(text)")
    #expect(
      one.scanResponse.payloads.first ?? Payload() == expected.scanResponse.payloads.first ?? Payload(), "\(text)")
  }

  /// Lines in another order, some of them in comments: the calls that are left, in their order.
  @Test(arguments: samples) func reorderedAndCommentedOut(_ sample: Sample) throws {
    var random = SplitMix64(seed: 40)
    for _ in 0..<120 {
      let lines = sample.lines.shuffled(using: &random).map { ($0, Int.random(in: 0..<4, using: &random)) }
      let kept = lines.filter { $0.1 > 1 }.map { $0.0 }
      let text = sample.text(
        lines.map { asking, choice in
          choice == 0 ? "// " + asking.line : choice == 1 ? "/* " + asking.line + " */" : asking.line
        })
      expectSame(said(text, sample), try sample.expected(kept.map { $0.value }), text)
    }
  }

  /// Another name changes nothing.
  @Test(arguments: samples) func renamed(_ sample: Sample) throws {
    let text = sample.text(sample.lines.map { $0.line })
    let expected = try sample.expected(sample.lines.map { $0.value })
    for name in ["x", "_a1", "advertisingOfTheLamp", "BLEThing"] {
      let renamed = text.replacing(sample.name, with: name)
      expectSame(said(renamed, sample), expected, renamed)
    }
  }

  /// A line that is run sometimes, or several times, or by something else: nothing is said.
  @Test(arguments: samples) func conditionalAndRepeated(_ sample: Sample) {
    var random = SplitMix64(seed: 41)
    for number in sample.lines.indices {
      for wrapping in [
        "#if LAMP\n  @\n#endif", "#ifdef LAMP\n#else\n  @\n#endif", "if (isLamp) { @ }", "if (isLamp)\n { @ }",
        "if (a) { } else { @ }",
        "for (int i = 0; i < 2; i++) { @ }", "while (more()) { @ }", "do { @ } while (more());",
        "switch (mode) { case 1: @ break; }",
        "auto later = [&]() { @ }; later();", "goto end; @ end:;",
      ] {
        var lines = sample.lines.map { $0.line }
        lines[number] = wrapping.replacing("@", with: lines[number])
        // Other lines may be in comments besides.
        let other = Int.random(in: lines.indices, using: &random)
        if other != number { lines[other] = "// " + lines[other] }
        let text = sample.text(lines)
        guard !wrapping.hasPrefix("#if") else {
          // The reader states both branches of a condition.
          var sent: Set<Layout> = []
          for line in [sample.lines[number].line, ""] {
            lines[number] = line
            sent.formUnion(said(sample.text(lines), sample))
          }
          #expect(Set(said(text, sample)) == sent, "\(text)")
          continue
        }
        #expect(said(text, sample).isEmpty, "\(text)")
        #expect(!ProgramReader(text, language: sample.language).unread.isEmpty, "\(text)")
      }
    }
  }

  /// Any change of a few characters is read or refused, and ends.
  @Test(arguments: samples) func anyChange(_ sample: Sample) {
    let text = sample.text(sample.lines.map { $0.line })
    for changed in ChangedText.some(of: text, marks: "(){}[]\"'#\\\n;,*&/<>=.0xA") {
      // A service that is not read is one layout for each width.
      #expect(ProgramReader(changed, language: sample.language).layouts.count <= 2)
    }
  }
}
