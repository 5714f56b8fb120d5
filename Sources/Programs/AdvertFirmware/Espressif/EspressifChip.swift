/// A microcontroller of Espressif, by its number in images.
///
/// Source: ESP-IDF, components/bootloader_support/include/esp_app_format.h; the technical reference manuals for addresses.
enum EspressifChip: UInt16 {
  case esp32 = 0
  case esp32S2 = 2
  case esp32C3 = 5
  case esp32S3 = 9
  case esp32C2 = 12
  case esp32C6 = 13
  case esp32H2 = 16
  case esp32C61 = 20
  case esp32C5 = 23

  /// The name of its makers.
  var name: String {
    switch self {
    case .esp32: "ESP32"
    case .esp32S2: "ESP32-S2"
    case .esp32C3: "ESP32-C3"
    case .esp32S3: "ESP32-S3"
    case .esp32C2: "ESP32-C2"
    case .esp32C6: "ESP32-C6"
    case .esp32H2: "ESP32-H2"
    case .esp32C61: "ESP32-C61"
    case .esp32C5: "ESP32-C5"
    }
  }

  /// Whether the instructions of the chip are those of Xtensa; the others have RISC-V.
  var isXtensa: Bool { self == .esp32 || self == .esp32S2 || self == .esp32S3 }

  /// The addresses of the first instruction of an image: RAM for code. An ESP8266, whose header begins alike and whose
  /// chip has no number, has its code elsewhere.
  var entries: Range<UInt32> {
    switch self {
    case .esp32: 0x4007_0000..<0x400C_0000
    case .esp32S2: 0x4002_0000..<0x4007_2000
    case .esp32S3: 0x4037_0000..<0x403E_0000
    case .esp32C3, .esp32C2: 0x4037_C000..<0x403E_0000
    case .esp32C6, .esp32H2, .esp32C61, .esp32C5: 0x4080_0000..<0x4090_0000
    }
  }

  /// Whether an address is one of instructions, not of data only.
  func isCode(_ address: UInt32) -> Bool {
    entries.contains(address) || 0x400C_0000..<0x4040_0000 ~= address && self == .esp32
      || 0x4008_0000..<0x4080_0000 ~= address && self == .esp32S2 || 0x4200_0000..<0x4400_0000 ~= address
  }

  /// Whether an address is one of data that the program can change.
  func isData(_ address: UInt32) -> Bool {
    isXtensa
      ? 0x3FC0_0000..<0x4000_0000 ~= address && !(self == .esp32 && address < 0x3FF8_0000)
      : 0x3FC0_0000..<0x4000_0000 ~= address || 0x4080_0000..<0x4090_0000 ~= address
  }
}
