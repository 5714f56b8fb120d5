import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Programs for Espruino, and lines of the shell with btmgmt.
@Suite struct ScriptReaderTests {
  private static let uart = "11079ecadc240ee5a9e093f3a3b50100406e"

  @Test func espruinoObjects() {
    let program = ProgramReader(
      """
      // A lamp.
      const NAME = "Lamp";
      var battery = 95;
      NRF.setServices({ 0xBCDE: { 0xABCD: { writable: true, onWrite: function(evt) { set(evt.data[0]); } } } },
        { advertise: ['180D'], uart: false });
      NRF.setAdvertising({ 0x180F: undefined, 0x1809: [battery, "a"] },
        { name: NAME, discoverable: true, manufacturer: 0x0590, manufacturerData: [1, 2] });
      """, language: .javaScript)
    #expect(program.unread.isEmpty)
    #expect(
      blocks(program) == [
        ["ADV_IND", "020106" + "03030f18" + "05ff90050102" + "051609185f61" + "05094c616d70", "03030d18"]
      ])
    // A finding on the services points at their line.
    #expect(program.layouts.first?.advertisingText?.octets[5].line == 6)
    #expect(program.stacks.first?.stack.id == "espruino")
  }

  @Test func espruinoBytes() {
    let program = ProgramReader(
      """
      function onInit() {
        NRF.setAdvertising([0x03, 0x03, 0xAA, 0xFE], { connectable: false, interval: 100 });
      }
      """, language: .javaScript)
    #expect(program.unread.isEmpty && blocks(program) == [["ADV_SCAN_IND", "0303aafe", Self.uart]])
  }

  /// Several packets are sent in turn: each that is an array of bytes is a layout. Elements of other arrays are open octets.
  @Test func espruinoPackets() {
    let program = ProgramReader(
      """
      const key = E.toUint8Array(atob("..."));
      const adv = [0x06, 0xff, 0x4c, 0x00, key[6], key[0] >> 6, 0x00];
      NRF.setAdvertising([adv, {}, [3, 3, 0xAA, 0xFE]], { whenConnected: true, interval: 5000 });
      """, language: .javaScript)
    #expect(
      blocks(program) == [["ADV_IND", "06ff4c00000000", Self.uart], ["ADV_IND", "0303aafe", Self.uart]],
      "\(program.unread)")
    #expect(program.layouts.map(\.doubts.isEmpty) == [false, true])
    #expect(program.layouts.map(\.name) == ["setAdvertising, packet 1 of 3", "setAdvertising, packet 3 of 3"])
    #expect(program.unread.map(\.reason) == ["packet 2 of 3, which are sent in turn, is not an array of bytes"])
  }

  /// What is not certain is refused, with its line.
  @Test(arguments: [
    ("NRF.setAdvertising({});", 1, "own name"),
    ("var n = 'a';\nn = 'b';\nNRF.setAdvertising({}, {name: n});", 2, "set here"),
    ("var n = 'a' + id;\nNRF.setAdvertising({}, {name: n});", 1, "not computed"),
    ("NRF.setAdvertising({0x180F: [E.getBattery()]}, {name: 'a'});", 1, "not computed"),
    ("NRF.setAdvertising(require('ble_eddystone').get('goo.gl'), {name: 'a'});", 1, "module"),
    ("NRF.setAdvertising([[key[0], 3, 0xAA, 0xFE]]);", 1, "a length or a type"),
    ("NRF.setAdvertising([3, key[0], 0xAA, 0xFE]);", 1, "a length or a type"),
    ("NRF.setAdvertising([3, 3, 0xAA, ...key]);", 1, ""),
    ("NRF.setAdvertising({}, {name: 'a', phy: 'coded'});", 1, "PHY"),
    ("let n = NRF;\nn.setAdvertising({}, {name: 'a'});", 1, "NRF is used"),
    ("NRF.setAdvertising({}, {name: 'A name that is too long for it'});", 1, "does not fit"),
    ("NRF.setScanResponse([2, 10, 0]);\nNRF.setAdvertising({}, {name: 'a'});", 1, "until advertising starts"),
    ("NRF.setAdvertising({}, {name: `a${1}`});", 1, "not read"),
    ("NRF.setAdvertising({}, {name: 'a'", 1, "not closed"),
  ]) func espruinoIsRefused(_ text: String, _ line: Int, _ words: String) {
    let program = ProgramReader(text, language: .javaScript)
    #expect(program.layouts.isEmpty)
    #expect(
      program.unread.first?.line == line && program.unread.first?.reason.contains(words) == true, "\(program.unread)")
  }

  /// Bytes for aioble are sent as they are, and a scan response stays until another one is set.
  @Test func aiobleScanResponses() {
    func responses(_ calls: String...) -> [String] {
      let text =
        "import aioble\nasync def main():\n" + calls.map { "    await aioble.advertise(250_000, \($0))\n" }.joined()
      return ProgramReader(text, language: .python).layouts.map { layout in
        guard case .declared(let payload) = layout.layout.scanResponse else { return "unknown" }
        return HexText.compact(payload.octets)
      }
    }
    let long = "name='A long name of a lamp', manufacturer=(0x0059, b'12')"
    #expect(responses("name='Lamp'") == [""])
    #expect(responses(long) == ["05ff59003132"])
    #expect(responses(long, "name='Lamp'") == ["05ff59003132", "unknown"])
    let raw = ProgramReader(
      "import aioble\nasync def main():\n    await aioble.advertise(20_000, adv_data=b'\\x02\\x01\\x06', timeout_ms=5)\n",
      language: .python)
    #expect(raw.unread.isEmpty && blocks(raw) == [["ADV_IND", "020106", ""]], "\(raw.unread)")
    #expect(responses("adv_data=b'\\x02\\x01\\x06', resp_data=b'\\x02\\x09A'") == ["020941"])
    #expect(responses("adv_data=b'\\x02\\x01\\x06'", "adv_data=b'\\x02\\x01\\x06'") == [])
    #expect(responses("resp_data=b'\\x02\\x09A'") == [])
    #expect(responses("adv_data=b''") == [])
  }

  @Test func btmgmtLines() {
    let program = ProgramReader(
      """
      #!/bin/sh
      NAME=0409416263   # "Abc"
      sudo btmgmt -i hci0 power on
      sudo btmgmt add-adv -c -u afd0ffa0-2a9e-41a9-b9db-115a0e511de4 -d 020106 \\
        -s "$NAME" 1 >/dev/null 2>&1
      btmgmt add-adv -g -d 03030d18 2
      """, language: .shell)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(
      blocks(program) == [
        ["ADV_IND", "1107e41d510e5a11dbb9a9419e2aa0ffd0af020106", "0409416263"],
        ["ADV_NONCONN_IND", "02010203030d18", "none"],
      ])
    // Whether the adapter has BR/EDR decides the Flags, and nothing else does.
    #expect(program.layouts.last?.variation(of: .advertising).isEmpty == false)
    #expect(program.layouts.first?.variation(of: .advertising).isEmpty == true)
  }

  @Test(arguments: [
    ("btmgmt add-adv -u 180d 1", 1, "type 0x07"),
    ("btmgmt add-adv -d 03030d18 1", 1, "bredr"),
    ("if true; then\nbtmgmt add-adv -d 020106 1\nfi", 2, "condition"),
    ("for i in 1 2; do btmgmt add-adv -d 020106 $i; done", 1, "condition"),
    ("ready || btmgmt add-adv -d 020106 1", 1, "fails"),
    ("case $1 in\na) btmgmt add-adv -d 020106 1;;\nesac", 2, "condition"),
    ("start() {\nbtmgmt add-adv -d 020106 1\n}", 2, "condition"),
    ("D=020106\nD=020105\nbtmgmt add-adv -d $D 1", 3, "certain"),
    ("D=$(make)\nbtmgmt add-adv -d $D 1", 2, "certain"),
    ("read D\nbtmgmt add-adv -d $D 1", 2, "certain"),
    ("btmgmt add-adv -d 020106 -n 1", 1, "own data"),
    ("btmgmt add-adv -d 0201 1", 1, "AD structures"),
    ("exit 0\nbtmgmt add-adv -d 020106 1", 2, "end of the program"),
  ]) func btmgmtIsRefused(_ text: String, _ line: Int, _ words: String) {
    let program = ProgramReader(text, language: .shell)
    #expect(program.layouts.isEmpty, "\(program.layouts)")
    #expect(
      program.unread.first?.line == line && program.unread.first?.reason.contains(words) == true, "\(program.unread)")
  }

  /// Cut and changed programs are read without a crash, and never state what the whole does not.
  @Test func cutProgramsSayNothingElse() {
    let texts: [(String, ProgramReader.Language)] = [
      (
        "const N = 'Lamp';\nNRF.setServices({}, {advertise: ['180D']});\nNRF.setAdvertising({0x180F: undefined}, {name: N});\n",
        .javaScript
      ),
      ("D=020106\nsudo btmgmt add-adv -c -d $D -s 0409416263 1\nbtmgmt add-adv -d \"03030d18020106\" 2\n", .shell),
    ]
    for (text, language) in texts {
      let whole = Set(blocks(ProgramReader(text, language: language)))
      #expect(!whole.isEmpty)
      let octets = Array(text.utf8)
      for start in octets.indices {
        _ = ProgramReader(String(decoding: octets[start...], as: UTF8.self), language: language)
        for mark in "{}()[];'\"`$\\/#&|<>=0 ".utf8 {
          var changed = octets
          changed[start] = mark
          _ = ProgramReader(String(decoding: changed, as: UTF8.self), language: language)
        }
        let commented =
          language == .shell ? "# " + text.split(separator: "\n").joined(separator: "\n# ") : "/* " + text + "*/"
        #expect(ProgramReader(commented, language: language).layouts.isEmpty)
      }
    }
  }
}
