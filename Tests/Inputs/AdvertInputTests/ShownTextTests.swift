import AdvertInput
import AdvertisingData
import TestSupport
import Testing

/// What a pasted text is, for the page and for the command.
@Suite struct ShownTextTests {
  private static let payload: [UInt8] = [0x02, 0x01, 0x06, 0x03, 0x03, 0x0D, 0x18, 0x04, 0x09, 0x4F, 0x77, 0x6C]
  private static let response: [UInt8] = [0x03, 0x03, 0x0F, 0x18]

  /// The kind of a text, as the program answers the page.
  private static func kind(_ text: String) -> String {
    switch TextKind(shown: text) {
    case .program: "program"
    case .log: "log"
    case .manifest: "manifest"
    case .layouts: "layouts"
    case .pieces: "pieces"
    case .service: "service"
    case .pasted(let pasted, let isOfPhoneApp): isOfPhoneApp ? "both" : kind(pasted)
    default: "unknown"
    }
  }

  private static func kind(_ pasted: PastedText) -> String {
    switch pasted {
    case .errors: "errors"
    case .commands: "commands"
    case .device: "device"
    case .values: "values"
    case .packets: "packets"
    case .bytes: "bytes"
    case .possibly: "possibly"
    case .layout: "layout"
    case .piece: "piece"
    }
  }

  private static let texts: [(text: String, shown: String, decoded: String?)] = [
    ("02 01 06 03 03 0d 18", "bytes", "bytes"),
    ("02010603030d18", "bytes", "bytes"),
    ("0x02010603030D18", "both", "bytes"),
    ("3\t0x03\t0x0D18\n4\t0x09\t0x4F776C\n", "both", "bytes"),
    ("static const uint8_t ad[] = { 0x02, 0x01, 0x06 };", "bytes", "bytes"),
    ("2 1 6 3 3 D 18", "bytes", "bytes"),
    ("{0x02, 0x01, 0x06, 0x03, 0x09, b'D', b'u'}", "bytes", "bytes"),
    ("AgEGAwMNGA==", "bytes", "bytes"),
    ("rc = 4 ble_gap_adv_set_fields", "errors", "errors"),
    ("onStartFailure: 1", "errors", "errors"),
    ("adv [ <Buffer 02 01 06 03 03 0d 18>, <Buffer 04 09 4f 77 6c> ]", "layout", "layout"),
    ("manufacturer_data={89: b'\\x01\\x02'}", "values", "values"),
    ("043e1302010000445544332211070201060303 0d18c5".filter { $0 != " " }, "packets", "packets"),
    ("sudo hcitool -i hci0 cmd 0x08 0x0008 07 02 01 06 03 03 0d 18", "commands", "commands"),
    ("layouts:\n  helmet:\n    advertising:\n      name: Owl\n", "manifest", nil),
    ("owl advertising: 02 01 06\nowl scan-response: 03 03 0d 18\n", "layouts", "layout"),
    ("Advertising data: 02010603030d18\nScan response data: 04094f776c\n", "layouts", "layout"),
    ("adv = 02010603030d18\nrsp = 04094f776c\n", "layouts", "layout"),
    ("NimBLEDevice::init(\"Owl\");\nNimBLEDevice::getAdvertising()->start();\n", "program", nil),
    ("one packet is 02010603030d18, and another is 04094f776c", "pieces", nil),
    ("the device sends 02010603030d18 all day long", "piece", "piece"),
    ("its service is afd0ffa0-2a9e-41a9-b9db-115a0e511de4", "service", nil),
    ("its identifier is afd0ffa0-2a9e-41a9-b9db-115a0e511de4", "unknown", nil),
    ("Free heap: 1234567890", "unknown", nil),
    ("time: 12:34:56:78:90", "unknown", nil),
    ("I (1085) wifi: 00:11:22:33:44:55", "unknown", nil),
    ("Raw data: 0x02010603030D18", "bytes", "bytes"),
    ("msd: 5900f29f8b2ca18e", "values", "values"),
    ("manufacturerData:\n5900f29f8b2ca18e", "values", "values"),
    ("manufacturerData: \"WQABAgM=\"", "values", "values"),
    ("manufacturerData: buffer[5]raw\n[0 … 4]\n0: 0x59\n1: 0x0\n2: 0x1\n3: 0x2\n4: 0x3", "values", "values"),
    ("Raw data:\n02010603030d18", "log", "layout"),
    ("uuid: fda50693a4e24fb1afcfc6eb07647825", "unknown", nil),
    ("serviceData: 640a1b2c3d4e5f60", "unknown", nil),
    ("2-1-6-3-3-D-18", "bytes", "bytes"),
    ("There is a text here, and nothing of a device is in it.", "unknown", nil),
  ]

  @Test(arguments: texts) func kinds(_ text: String, _ shown: String, _ decoded: String?) {
    #expect(Self.kind(text) == shown)
    #expect((try? PastedText(text)).map { Self.kind($0) } == decoded)
  }

  /// A refusal says what the text is, and which command takes it.
  @Test func refusals() {
    for (text, words) in [
      ("layouts:\n  helmet:\n    advertising:\n      name: Owl\n", "a manifest"),
      ("NimBLEDevice::init(\"Owl\");\nNimBLEDevice::getAdvertising()->start();\n", "lines of a program"),
      (
        "[12:00:00] C0:11:22:33:44:55 RSSI=-60 adv 02010603030d18\n[12:00:01] C0:11:22:33:44:56 RSSI=-60 adv 02010603030f18\n",
        "a log with 2 devices"
      ),
    ] {
      do throws(PastedText.Problem) {
        _ = try PastedText(text)
        Issue.record("\(text) is decoded")
      } catch {
        #expect(error.line(about: "HEX").contains("found \(words)"), "\(error.line(about: "HEX"))")
      }
    }
  }

  /// The same octets from each form.
  @Test func forms() throws {
    let (hex, spaced) = (HexText.compact(Self.payload), HexText.spaced(Self.payload))
    let texts = [
      hex, spaced, hex.uppercased(), "0x" + hex, spaced.replacing(" ", with: ":"), spaced.replacing(" ", with: ", 0x"),
      "uint8_t raw[] = { " + Self.payload.map { "\($0)" }.joined(separator: ", ") + " };",
      "[" + Self.payload.map { "\($0)" }.joined(separator: ", ") + "]",
      "b'" + Self.payload.map { "\\x" + HexText.compact([$0]) }.joined() + "'",
    ]
    for text in texts {
      guard case .bytes(let octets) = try PastedText(text) else {
        Issue.record("\(text)")
        continue
      }
      #expect(octets == Self.payload, "\(text)")
    }
  }

  /// Texts of any characters have a kind, and cuts of known ones, too.
  @Test func hostileTexts() {
    var random = SplitMix64(seed: 66)
    let signs = Array("0123456789abcdefxX ,:;-_=(){}[]<>\"'\\\n\tghizuid éß→".unicodeScalars)
    for number in 0..<2000 {
      let known = Array(Self.texts[number % Self.texts.count].text.unicodeScalars)
      var text = String(String.UnicodeScalarView(known.prefix(Int.random(in: 0...known.count, using: &random))))
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        text.unicodeScalars.append(signs[Int.random(in: 0..<signs.count, using: &random)])
      }
      _ = TextKind(shown: text)
      do throws(PastedText.Problem) { _ = try PastedText(text) } catch {
        #expect(!error.words.isEmpty && !error.words.contains("\n"), "\(text)")
      }
    }
  }
}
