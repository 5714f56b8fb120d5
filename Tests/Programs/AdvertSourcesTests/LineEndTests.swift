import AdvertObservation
import AdvertReading
import AdvertSources
import Testing

/// Files whose lines end with CRLF, as on Windows, are read as those whose lines end with LF.
@Suite struct LineEndTests {
  /// Texts, comments and directives that a backslash continues, before an odd bracket that only a text may have.
  private static let continued: [(ProgramReader.Language, String)] = [
    (
      .cPlusPlus,
      """
      #include <ArduinoBLE.h>
      #define ID \\
        "1805"
      // A comment \\
         with an odd bracket (
      void setup() {
        BLE.begin();
        Serial.println("one (two \\
      three");
        BLE.setLocalName("Egg\\
      Alert");
        BLE.setAdvertisedServiceUuid(ID);
        BLE.advertise();
      }
      void loop() {}
      """
    ),
    (
      .c,
      """
      static const struct bt_data ad[] = { BT_DATA(BT_DATA_NAME_COMPLETE, "Egg\\
      Alert", 8) };
      void start(void) { printk("{ \\
      ["); bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }
      """
    ),
    (
      .python,
      """
      import aioble
      async def f():
          print("one (two \\
      three")
          await aioble.advertise(20000, \\
              name="Egg\\
      Alert")
      """
    ),
    (
      .javaScript,
      """
      print("one (two \\
      three");
      NRF.setAdvertising({}, {name: "Egg\\
      Alert"});
      """
    ),
  ]

  @Test func continuedTexts() {
    for (language, text) in Self.continued {
      let plain = ProgramReader(text, language: language)
      let other = ProgramReader(text.split(separator: "\n").joined(separator: "\r\n"), language: language)
      #expect(blocks(plain).joined().contains { $0.contains("456767416c657274") }, "\(plain.unread)\n\(text)")
      #expect(blocks(plain) == blocks(other) && plain.unread == other.unread, "\(other.unread)\n\(text)")
      #expect(plain.layouts.map { $0.place?.line } == other.layouts.map { $0.place?.line })
    }
  }

  /// Each call is a layout, and an array that many calls share is searched for changes once.
  @Test func manyCallsWithSharedArrays() {
    let arrays = """
      static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 6) };
      static const struct bt_data sd[] = { BT_DATA(BT_DATA_NAME_COMPLETE, "Lamp", 4) };

      """
    let call = "  bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), sd, ARRAY_SIZE(sd));\n"
    let text = arrays + "void start(void) {\n" + String(repeating: call, count: 800) + "}\n"
    let program = ProgramReader(text, language: .c)
    #expect(program.unread.isEmpty && program.layouts.count == 800)
    #expect(blocks(program).allSatisfy { $0 == ["ADV_IND", "020106", "05094c616d70"] })
    // A change, and a variable of the same name in another function, are still found.
    let changed = text.split(separator: "const struct bt_data sd").joined(separator: "struct bt_data sd")
    expectRefusal(changed + "void other(void) { sd[0].data_len = 1; }\n", .c, 805, "sd is set here")
    let shadowed = ProgramReader(text + "void other(void) { int sd[2]; sd[0] = 1; }\n", language: .c)
    #expect(shadowed.unread.isEmpty && shadowed.layouts.count == 800)
  }
}
