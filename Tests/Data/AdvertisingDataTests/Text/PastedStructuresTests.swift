import TestSupport
import Testing

@testable import AdvertisingData

/// Structures that people copy from a phone app's table, or from the source of a program for Zephyr.
@Suite struct PastedStructuresTests {
  private static func hex(_ text: String) throws -> String { HexText.compact(try PastedOctets.octets(of: text)) }

  private static func problem(_ text: String) -> String {
    do {
      return "read \(try hex(text))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("LEN.\tTYPE\tVALUE\n2\t0x01\t0x06\n9\t0x09\t0x5348532D32303731\n", "0201060909" + "5348532d32303731"),
    ("Len  Type  Value\r\n 2  0x01  0x06 \r\n\r\n 3  0X03  0X0d18\r\n", "02010603030d18"),
    ("2 0x01 0x06", "020106"), ("2 | 0x01 | 0x06\n1 | 0x09", "0201060109"), ("2,0x01,0x06", "020106"),
  ])
  func tables(_ text: String, _ expected: String) throws {
    #expect(try Self.hex(text) == expected)
  }

  @Test func tablesThatContradictThemselves() {
    #expect(
      Self.problem("LEN TYPE VALUE\n2 0x01 0x06\n17 0x07 0x0102")
        == "line 3: expected the length 3 of the type and the value, found 17")
    // Four columns, and a value without its mark, are no such table.
    for text in ["2 0x01 0x06 0x07", "2 0x01 06zz", "2 0x101 0x06", "LEN TYPE VALUE"] {
      #expect(!Self.problem(text).hasPrefix("read 0201"), "\(text)")
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
  ])
  func initialisers(_ text: String, _ expected: String) throws {
    #expect(try Self.hex(text) == expected)
  }

  /// What is not a constant of the text is never guessed.
  @Test(arguments: [
    ("BT_DATA(BT_DATA_NAME_COMPLETE, DEVICE_NAME, DEVICE_NAME_LEN)", "DEVICE_NAME, which is no text in quotes"),
    ("BT_DATA_BYTES(BT_DATA_UUID128_ALL, BT_UUID_NUS_VAL)", "BT_UUID_NUS_VAL, which the text does not define"),
    ("#define A B\n#define B A\nBT_DATA_BYTES(BT_DATA_FLAGS, A)", "which the text does not define"),
    ("#ifdef X\nBT_DATA_BYTES(BT_DATA_FLAGS, 6),\n#endif\nBT_DATA_BYTES(10, 4)", "#ifdef, so other code decides"),
    ("#define A 1\n#define A 2\nBT_DATA_BYTES(BT_DATA_FLAGS, A)", "a second definition of A"),
    ("BT_DATA_BYTES(BT_DATA_FLAGS, 6) + BT_DATA_BYTES(10, 4)", "+ between two elements"),
    ("BT_DATA_BYTES(BT_DATA_FLAGS, 256)", "256, which is no byte"), ("BT_DATA_BYTES(BT_DATA_FLAGS, 010)", "010, which"),
    ("BT_DATA_BYTES(3, BT_UUID_16_ENCODE(0x12345))", "more than 2 bytes"),
    ("BT_DATA(9, \"ab\", 3)", "a length of 3 for a text of 2"),
    ("BT_DATA(9, \"ab\", sizeof(\"ab\"))", "counts the zero behind the text"),
    ("BT_DATA(9, \"a\\x41\", 2)", "no text in quotes"),
    ("BT_DATA_BYTES(BT_DATA_FLAGS, 6", "BT_DATA_BYTES(BT_DATA_F"), ("BT_DATA_BYTES()", "without a type"),
    ("ad[] = {BT_DATA_BYTES(1, 6)}; sd[] = {BT_DATA_BYTES(10, 4)};", "expected one array, found 2"),
    ("BT_DATA_BYTES(1, 6), get_name()", "get_name() behind the last element"),
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
