import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Initialisers that people copy from the source of a program for Zephyr.
@Suite struct PastedPayloadTests {
  private static func hex(_ text: String) throws -> String { HexText.compact(try PastedPayload.octets(of: text)) }

  private static func problem(_ text: String) -> String {
    do {
      return "read \(try hex(text))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR))", "020106"),
    (
      "BT_DATA_BYTES(BT_DATA_FLAGS, BT_LE_AD_NO_BREDR),\nBT_DATA_BYTES(BT_DATA_UUID16_ALL, 0x0d, 0x18, 0x0f, 0x18),",
      "02010405030d180f18"
    ),
    (
      "static const struct bt_data ad[] = {\n  // Flags\n  BT_DATA_BYTES(BT_DATA_FLAGS, 6), /* , ) */\n"
        + "  BT_DATA_BYTES(BT_DATA_UUID16_ALL, BT_UUID_16_ENCODE(BT_UUID_HRS_VAL),\n    BT_UUID_16_ENCODE(BT_UUID_BAS_VAL)),\n};",
      "02010605030d180f18"
    ),
    (
      "#define SENSOR_UUID BT_UUID_128_ENCODE(0xafd0ffa0, 0x2a9e, 0x41a9, \\\n  0xb9db, 0x115a0e511de4)\n#include <x.h>\n"
        + "BT_DATA_BYTES(BT_DATA_UUID128_ALL, SENSOR_UUID)",
      "1107e41d510e5a11dbb9a9419e2aa0ffd0af"
    ),
    ("BT_DATA(BT_DATA_NAME_COMPLETE, \"a, (b\", 5)", "0609612c202862"),
    (
      "#define NAME \"Helmet\"\n#define NAME_LEN (sizeof(NAME) - 1)\nBT_DATA(BT_DATA_NAME_COMPLETE, NAME, sizeof(NAME) - 1)",
      "070948656c6d6574"
    ),
    (
      "BT_DATA(9, \"Helmet\", (sizeof(\"Helmet\") - 1)), BT_DATA_BYTES(0xff, 'a', BT_BYTES_LIST_LE16(0x1234))",
      "070948656c6d657404ff613412"
    ),
    ("BT_DATA_BYTES(BT_DATA_TX_POWER)", "010a"),
    // The first line or the last is missing.
    ("{\n  BT_DATA_BYTES(BT_DATA_FLAGS, 6),\n", "020106"), ("  BT_DATA_BYTES(BT_DATA_FLAGS, 6),\n};\n", "020106"),
    // The zero at the end of a text counts where the length counts it.
    ("BT_DATA(9, \"ab\", 3)", "0409616200"), ("BT_DATA(9, \"ab\", sizeof(\"ab\"))", "0409616200"),
    ("BT_DATA(9, \"a\\x41\", 2)", "03096141"), ("BT_DATA_BYTES(BT_DATA_FLAGS, 010)", "020108"),
    (
      "static const uint8_t data[] = {0xf1, 5, 2};\nBT_DATA(BT_DATA_MANUFACTURER_DATA, data, sizeof(data))",
      "04fff10502"
    ),
  ])
  func initialisers(_ text: String, _ expected: String) throws {
    #expect(try Self.hex(text) == expected)
  }

  /// What is not a constant of the text is never guessed.
  @Test(arguments: [
    ("BT_DATA(BT_DATA_NAME_COMPLETE, DEVICE_NAME, DEVICE_NAME_LEN)", "does not define DEVICE_NAME once as a constant"),
    ("BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_NUS_VAL)", "does not define BT_UUID_NUS_VAL once as a constant"),
    ("#define A B\n#define B A\nBT_DATA_BYTES(BT_DATA_FLAGS, A)", "deeper nesting"),
    ("#ifdef X\nBT_DATA_BYTES(BT_DATA_FLAGS, 6),\n#endif\nBT_DATA_BYTES(10, 4)", "line 2: the #if in line 1 decides"),
    ("#define A 1\n#define A 2\nBT_DATA_BYTES(BT_DATA_FLAGS, A)", "A is defined several times"),
    ("BT_DATA_BYTES(BT_DATA_FLAGS, 6) + BT_DATA_BYTES(10, 4)", "neither BT_DATA_BYTES nor BT_DATA"),
    ("BT_DATA_BYTES(BT_DATA_FLAGS, 256)", "256 is no octet"), ("BT_DATA_BYTES(BT_DATA_FLAGS, 09)", "09 is not read"),
    ("BT_DATA_BYTES(3, BT_UUID_16_ENCODE(0x12345))", "too large"),
    ("BT_DATA(9, \"ab\", 4)", "a length that is more than the data have"),
    ("BT_DATA(9, \"a\\q\", 2)", "a text that is not read"),
    ("BT_DATA(BT_DATA_NAME_COMPLETE, CONFIG_BT_DEVICE_NAME, 3)", "in no prj.conf"),
    ("BT_DATA_BYTES(BT_DATA_FLAGS, 6", "not closed"), ("BT_DATA_BYTES()", "a type that is not read"),
    ("ad[] = {BT_DATA_BYTES(1, 6)}; sd[] = {BT_DATA_BYTES(10, 4)};", "expected one array, found 2"),
    ("BT_DATA_BYTES(1, 6), get_name()", "a type that is not read"),
  ])
  func refused(_ text: String, _ expected: String) {
    #expect(Self.problem(text).contains(expected), "\(Self.problem(text))")
  }

  /// A text that is cut or changed anywhere is read as what it then says, or refused, and never ends the program.
  @Test func hostileTexts() {
    let text =
      "#define U BT_UUID_16_ENCODE(0x180d)\nad[] = {BT_DATA_BYTES(BT_DATA_FLAGS, (2 | 4)), BT_DATA(9, \"a\", sizeof(\"a\") - 1), BT_DATA_BYTES(3, U)};"
    var random = SplitMix64(seed: 40)
    for length in 0...text.utf8.count {
      _ = Self.problem(String(decoding: text.utf8.prefix(length), as: UTF8.self))
      var changed = Array(text.utf8)
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &random)] =
          [
            UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "9"), 0xFF,
          ].randomElement(using: &random) ?? 0
      }
      _ = Self.problem(String(decoding: changed, as: UTF8.self))
    }
    _ = Self.problem(String(repeating: "BT_DATA_BYTES(", count: 500))
    _ = Self.problem(
      "BT_DATA_BYTES(1, " + String(repeating: "(", count: 500) + "6" + String(repeating: ")", count: 500) + ")")
  }
}
