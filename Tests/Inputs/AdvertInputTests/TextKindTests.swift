import AdvertInput
import AdvertisingData
import Testing

/// What the text of a file is: its content decides, its name counts where the content says nothing.
@Suite struct TextKindTests {
  private static func kind(_ text: String, _ path: String) -> String {
    switch TextKind(text, path: path) {
    case .output(let name): name
    case .firmware(let file): "firmware \(file)"
    case .configuration: "configuration"
    case .manifest(let isNamed): isNamed ? "manifest by name" : "manifest"
    case .yaml: "yaml"
    case .layouts: "layouts"
    case .arrays(_, let isCertain): isCertain ? "arrays" : "perhaps arrays"
    case .list: "list"
    default: "other"
    }
  }

  private static let texts: [(text: String, path: String, kind: String)] = [
    ("S00600004844521B\nS9030000FC\n", "a.txt", "firmware motorola"),
    ("S00600004844521B\nS9030000FC\n", "a.s19", "firmware motorola"),
    ("S0 is a word\n", "a.txt", "other"),
    (":020000040000FA\n:00000001FF\n", "a.hex", "firmware hex"),
    ("esphome:\n  name: owl\n", "owl.yaml", "configuration"),
    ("layouts:\n  owl: 020106\n", "a.txt", "manifest"),
    ("a: 1\n", "advert.yml", "manifest by name"),
    ("layouts:\n  owl: 020106\n", "advert.yaml", "manifest by name"),
    ("a: 1\n", "other.yaml", "yaml"),
    ("a: 1\n", "a.txt", "other"),
    ("02 01 06 03 03 0d 18\n", "a.yaml", "layouts"),
    ("02 01 06 03 03 0d 18\n", "advert.yml", "manifest by name"),
    ("02 01 06 03 03 0d 18\n", "a.hex", "layouts"),
    ("const uint8_t adv_data[] = { 0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18 };\n", "a.h", "arrays"),
    ("const uint8_t adv_data[] = { 0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18 };\n", "a.txt", "arrays"),
    ("adv = bytes([2, 1, 6, 3, 3, 13, 24])\n", "a.py", "arrays"),
    ("C0:11:22:33:44:55 adv = [2, 1, 6, 3, 3, 13, 24]\n", "a.txt", "perhaps arrays"),
    ("2, 1, 6, 3, 3, 13, 24\n", "a.txt", "list"),
    ("{\n  \"schema\": \"advert.lint/1\",\n", "a.json", "the output of advert lint"),
    ("<!DOCTYPE html>\n<title>advert: a.btsnoop</title>\n", "a.html", "the output of advert report"),
    ("{\"schema\": \"advert\"}\n", "a.json", "other"),
    ("[12:00:00] C0:11:22:33:44:55 RSSI=-60 adv 02010603030d18\n", "a.log", "other"),
    ("[12:00:00] C0:11:22:33:44:55 RSSI=-60 adv 02010603030d18\n", "a.yml", "other"),
    ("layuots:\n  C0:11:22:33:44:55 RSSI=-60 adv 02010603030d18\n", "a.yml", "yaml"),
  ]

  @Test(arguments: texts) func kinds(_ text: String, _ path: String, _ kind: String) {
    #expect(Self.kind(text, path) == kind)
  }
}
