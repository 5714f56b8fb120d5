import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertSources

/// Arrays whose bytes the statements of a function set, one after the other.
@Suite struct FilledArrayTests {
  private func program(_ lines: String, before: String = "", length: String = "7") -> String {
    "\(before)\nvoid start(void) {\n\(lines)\n  esp_ble_gap_config_adv_data_raw(adv, \(length));\n}\n"
  }

  private func octets(_ text: String) -> String? {
    ProgramReader(text, language: .c).layouts.first?.layout.advertising.map { HexText.compact($0.octets) }
  }

  @Test(arguments: [
    "uint8_t adv[31]; adv[0] = 2; adv[1] = 1; adv[2] = 0x06; adv[3] = 3; adv[4] = 3; adv[5] = 0x0d; adv[6] = 0x18;",
    "uint8_t adv[31] = {2, 1, 4, 3, 3}; adv[2] = 6; adv[5] = UUID & 0xFF; adv[6] = UUID >> 8;",
    "uint8_t adv[31]; memset(adv, 3, sizeof(adv)); memcpy(adv, flags, sizeof(flags)); memcpy(&adv[5], uuid, 2);",
    "unsigned char adv[7]; memcpy(adv + 3, \"\\x03\\x03\\x0d\\x18\", 4); memcpy(&adv[0], flags, 3);",
    "uint8_t adv[31]; int i = 0; adv[i++] = 2; adv[i++] = 1; adv[i++] = 6; adv[i++] = 3; adv[i] = 3; adv[++i] = 13; adv[++i] = 24;",
    "uint8_t adv[31]; uint8_t n; n = 3; memcpy(adv, flags, n); adv[n] = 3; n += 1; adv[n++] = 3; memcpy(&adv[n], uuid, 2);",
  ]) func straightLines(_ lines: String) {
    let before = "#define UUID 0x180D\nstatic const uint8_t flags[] = {2, 1, 6}, uuid[] = {0x0d, 0x18};"
      .replacing(", uuid", with: ";\nstatic const uint8_t uuid")
    #expect(octets(program(lines, before: before)) == "02010603030d18", "\(lines)")
  }

  /// The array and the counter can be those of the file, and the length can be the counter.
  @Test func variablesOfTheFile() {
    let lines = "n = 0; adv[n++] = 2; adv[n++] = 1; adv[n++] = 6;"
    #expect(octets(program(lines, before: "uint8_t adv[31];\nint n;", length: "n")) == "020106")
    // What is not set is zero there.
    #expect(octets(program("adv[0] = 2; adv[1] = 1;", before: "static uint8_t adv[31];", length: "3")) == "020100")
    #expect(octets(program("static uint8_t adv[4]; adv[0] = 2; adv[1] = 1;", length: "3")) == "020100")
  }

  /// The function of ESP-IDF's examples, and calls of Arduino.
  @Test func otherCalls() {
    let hci = """
      void send(void) {
        uint8_t adv_data[31];
        uint8_t adv_data_len;
        adv_data[0] = 2; adv_data[1] = 1; adv_data[2] = 6;
        adv_data_len = 3;
        uint16_t size = make_cmd_ble_set_adv_data(hci_cmd_buf, adv_data_len, (uint8_t *)adv_data);
        esp_vhci_host_send_packet(hci_cmd_buf, size);
      }
      """
    #expect(octets(hci) == "020106")
    let arduino = """
      #include <NimBLEDevice.h>
      void setup() {
        uint8_t data[4];
        data[0] = 0x59; data[1] = 0; data[2] = 7; data[3] = 8;
        NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
        advertising->setManufacturerData(std::string((char *)data, sizeof(data)));
        advertising->enableScanResponse(true);
        advertising->start();
      }
      void loop() {}
      """
    let read = ProgramReader(arduino, language: .cPlusPlus)
    #expect(blocks(read).first?[1].hasSuffix("05ff59000708") == true, "\(read.unread)")
  }

  /// A block that a condition runs as a whole is a straight line, too.
  @Test func blocksOfConditions() {
    let text = """
      void handler(int event) {
        uint8_t adv[31];
        switch (event) {
        case 1:
          adv[0] = 2; adv[1] = 1; adv[2] = 6;
          esp_ble_gap_config_adv_data_raw(adv, 3);
          break;
        }
      }
      """
    #expect(octets(text) == "020106")
  }

  /// A length that is set after its declaration, and compared in a loop.
  @Test func lengthThatIsSetOnce() {
    let text = """
      void send(void) {
        uint8_t adv[31];
        uint8_t length;
        adv[0] = 2; adv[1] = 1; adv[2] = 6;
        length = 3;
        for (int i = 0; i < length; i++) { printf("%02x", adv[i]); }
        esp_ble_gap_config_adv_data_raw(adv, length);
      }
      """
    #expect(octets(text) == "020106")
  }

  @Test(arguments: [
    // Another time, or several.
    ("uint8_t adv[31] = {2, 1}; if (near) adv[2] = 6;", 3, "the if in line 3"),
    ("uint8_t adv[31] = {2, 1}; for (int i = 2; i < 7; i++) adv[i] = 6;", 3, "in a loop"),
    ("static int n = 0; uint8_t adv[31] = {2, 1, 6};\n adv[n++] = 3;", 4, "n is set here"),
    ("uint8_t adv[31]; int n = 0;\n memcpy(&adv[n++], \"\\x02\\x01\", n);", 4, "n ++"),
    ("uint8_t adv[31] = {2, 1, 6};\n adv[near ? 3 : 4] = 3;", 4, ""),
    // What is no constant.
    ("uint8_t adv[31] = {2, 1};\n adv[2] = flags();", 4, "what flags() returns is not known"),
    ("uint8_t adv[31] = {2, 1};\n memcpy(adv, data, 7);", 4, "does not define data"),
    ("uint8_t adv[31] = {2, 1};\n memcpy(adv, \"\\x02\\x01\", 7);", 4, "a length that are not read"),
    ("uint8_t adv[31] = {2, 1};\n adv[2] |= 4;", 4, "adv is set here"),
    ("uint8_t adv[31] = {2, 1};\n fill(adv);", 4, "adv is handed on here"),
    ("uint8_t adv[31] = {2, 1};\n uint8_t *p = adv; p[2] = 6;", 4, "a second name"),
    ("uint8_t adv[4] = {2, 1};\n memset(&adv[2], 0, 3);", 4, "beyond its end"),
    ("uint8_t adv[4] = {2, 1};\n adv[4] = 1;", 4, "beyond its end"),
    ("uint8_t adv[4] = {2, 1};\n adv[-1] = 1;", 4, "at a place"),
    ("uint8_t adv[4] = {2, 1};\n adv[2] = 256;", 4, "no octet"),
    // Bytes that nothing sets.
    ("uint8_t adv[31]; adv[0] = 2; adv[2] = 6;", 4, "a length that are not read"),
  ]) func refusals(_ lines: String, _ line: Int, _ reason: String) {
    let read = ProgramReader(program(lines), language: .c)
    #expect(read.layouts.isEmpty, "\(lines)")
    #expect(read.unread.contains { $0.line == line && $0.reason.contains(reason) }, "\(lines): \(read.unread)")
  }

  /// A change after the call, or in another function, may be the one that is sent.
  @Test func changesElsewhere() {
    let lines = "  adv[0] = 2; adv[1] = 1; adv[2] = 6;"
    let other = program(lines, before: "uint8_t adv[31];\nvoid more(void) { adv[2] = 4; }", length: "3")
    expectRefusal(other, .c, 2, "adv is set here")
    let call = "  esp_ble_gap_config_adv_data_raw(adv, 3);"
    let later = "void start(void) { uint8_t adv[3];\n\(lines)\n\(call)\n  adv[2] = 4; }"
    expectRefusal(later, .c, 4, "adv is set here")
  }

  /// Random payloads, written in random steps, in any order of their parts.
  @Test func randomSteps() {
    for seed in UInt64(1)...150 {
      var random = RandomLayout(seed: seed)
      var choice = SplitMix64(seed: seed)
      guard let payload = random.layout(structures: 4).advertising, 1...31 ~= payload.count else { continue }
      var lines = ["uint8_t adv[31];", "int n = 0;"]
      var place = 0
      while place < payload.count {
        let count = min(Int.random(in: 1...5, using: &choice), payload.count - place)
        let part = payload.octets[place..<place + count]
        let source = "part\(place)"
        lines.append("const uint8_t \(source)[] = {\(part.map { "\($0)" }.joined(separator: ", "))};")
        switch Int.random(in: 0...3, using: &choice) {
        case 0: lines += part.map { "adv[n++] = \($0);" }
        case 1:
          lines += part.enumerated().map { "adv[\(place + $0)] = 0x\(HexText.compact([$1]));" }
          lines.append("n += \(count);")
        case 2: lines += ["memcpy(&adv[n], \(source), \(count));", "n = n + \(count);"]
        default: lines += ["memcpy(adv + \(place), \(source), sizeof(\(source)));", "n += \(count);"]
        }
        place += count
      }
      let program = program(lines.joined(separator: "\n"), length: "n")
      #expect(octets(program) == HexText.compact(payload.octets), "seed \(seed): \(program)")
    }
  }

  /// The work for steps that need each other has a limit.
  @Test func hostileSteps() {
    var lines = "uint8_t adv[31]; int a0 = 1;"
    for number in 1...40 {
      lines += "int a\(number); a\(number) = a\(number - 1) + a\(number - 1); a\(number) += a\(number);"
    }
    _ = ProgramReader(program(lines + "adv[a40] = 1;"), language: .c)
    var arrays = "uint8_t b0[4] = {1, 2, 3, 4};"
    for number in 1...40 {
      let copy = "memcpy(b\(number), b\(number - 1), 4);"
      arrays += "uint8_t b\(number)[4]; \(copy)\(copy)"
    }
    _ = ProgramReader(program(arrays + "uint8_t adv[4]; memcpy(adv, b40, 4);", length: "4"), language: .c)
    // References in one call, changes in a long block, and copies behind a long beginning.
    let references = String(repeating: "adv, ", count: 50_000)
    _ = ProgramReader(program("uint8_t adv[31]; g(\(references)0);"), language: .c)
    let empty = String(repeating: ";", count: 200_000)
    let changes = String(repeating: "adv[0] = 1;", count: 2000)
    _ = ProgramReader(program("uint8_t adv[31]; if (a) { \(changes) \(empty) }"), language: .c)
    let copies = String(repeating: "memcpy(adv, b, 1);", count: 2000)
    _ = ProgramReader("\(empty) uint8_t b[1];" + program("uint8_t adv[31]; b[0] = 1; \(copies)"), language: .c)
    let steps = String(repeating: "adv[n++] = 1; n = n - 1;", count: 10_000)
    _ = ProgramReader(program("uint8_t adv[31]; int n = 0; \(steps)"), language: .c)
  }
}
