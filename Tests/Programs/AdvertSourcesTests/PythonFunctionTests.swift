import AdvertReading
import AdvertSources
import Testing

/// Functions of MicroPython programs that make payloads: the helper of MicroPython's examples, and the forms in which
/// people copy it.
@Suite struct PythonFunctionTests {
  /// The helper in the shape of MicroPython's examples, in which all names are this project's own.
  private static let helper = """
    import struct
    import bluetooth
    from micropython import const
    KIND_FLAGS = const(0x01)
    KIND_NAME = const(0x09)
    MOST = const(31)

    def advertising_payload(limited_disc=False, br_edr=False, name=None, services=None, appearance=0):
        made = bytearray()

        def put(kind, octets):
            nonlocal made
            made += struct.pack("BB", len(octets) + 1, kind) + octets

        put(KIND_FLAGS, struct.pack("B", (0x01 if limited_disc else 0x02) + (0x18 if br_edr else 0x04)))
        if name:
            put(KIND_NAME, name)
        if services:
            for service in services:
                octets = bytes(service)
                if len(octets) == 2:
                    put(0x03, octets)
                elif len(octets) == 16:
                    put(0x07, octets)
        # Zero is no appearance.
        if appearance:
            put(0x19, struct.pack("<h", appearance))
        if len(made) > MOST:
            raise ValueError("too long")
        return made


    """
  private static let radio = "ble = bluetooth.BLE()\n"

  private func sent(_ text: String, modules: [String: String] = [:]) -> [String] {
    let program = ProgramReader(
      text, language: .python, project: SourceProject(sources: ProjectSources { modules[$0] }))
    return program.layouts.map { blocks($0)[1] } + program.unread.map { "\($0.line) \($0.reason)" }
  }

  @Test(arguments: [
    ("name=\"Lamp\"", "02010605094c616d70"),
    ("name=\"Lamp\", services=[bluetooth.UUID(0x181A)]", "02010605094c616d7003031a18"),
    (
      "services=[bluetooth.UUID(\"6e400001-b5a3-f393-e0a9-e50e24dcca9e\")]",
      "02010611079ecadc240ee5a9e093f3a3b50100406e"
    ),
    ("True, False, \"x\"", "02010502" + "0978"),
    ("br_edr=True, appearance=0x0341", "02011a03194103"),
    // A text has characters, and MicroPython's length is theirs: the structure is one byte too short.
    ("name=\"é\"", "0201060209c3a9"),
  ])
  func helpersInTheFile(_ arguments: String, _ octets: String) {
    let call = "ble.gap_advertise(100000, adv_data=advertising_payload(\(arguments)))\n"
    #expect(sent(Self.helper + Self.radio + call) == [octets])
    // The same module beside the program.
    let program = "import bluetooth\nfrom ble_advertising import advertising_payload\n" + Self.radio + call
    #expect(sent(program, modules: ["ble_advertising.py": Self.helper]) == [octets])
    // Without it, that of the examples is assumed.
    let alone = ProgramReader(program, language: .python)
    #expect(alone.layouts.map { blocks($0)[1] } == [octets])
    #expect(alone.assumptions.contains { $0.words.hasPrefix("ble_advertising.py is not beside this file") })
    #expect(
      sent(program.replacing("ble_advertising", with: "my_advertising"))
        == ["4 what advertising_payload() returns is in my_advertising.py, which is not beside this file"])
  }

  /// The module as a whole, a payload that does not fit, and what the helper does not have.
  @Test func helperOfTheExamples() {
    func program(_ arguments: String) -> String {
      "import bluetooth\nimport ble_advertising\n" + Self.radio
        + "ble.gap_advertise(100000, adv_data=ble_advertising.advertising_payload(\(arguments)))\n"
    }
    #expect(sent(program("name=\"Lamp\"")) == ["02010605094c616d70"])
    let service = "bluetooth.UUID(\"6e400001-b5a3-f393-e0a9-e50e24dcca9e\")"
    let long = ProgramReader(
      program("name=\"Barn owls\", services=[\(service)], appearance=128"), language: .python)
    #expect(long.layouts.isEmpty && long.unread.map { $0.refusal?.isCertain } == [true])
    #expect(long.unread.first?.reason.contains("needs 36 bytes, 31 available") == true)
    let unknown = ProgramReader(program("name=\"Lamp\", battery=3"), language: .python)
    #expect(unknown.layouts.isEmpty && unknown.unread.map { $0.line } == [4])
  }

  @Test func errorsOfTheHelper() {
    let call = "ble.gap_advertise(100000, adv_data=advertising_payload(name=\"a name of thirty characters.!\"))\n"
    let program = ProgramReader(Self.helper + Self.radio + call, language: .python)
    #expect(program.layouts.isEmpty)
    #expect(program.unread.first?.reason == "advertising_payload() raises ValueError: too long")
    #expect(program.unread.first?.refusal?.isCertain == true)
    // Without the check, MicroPython refuses the bytes.
    let unchecked = ProgramReader(
      Self.helper.replacing("    if len(made) > MOST:\n        raise ValueError(\"too long\")\n", with: "") + Self.radio
        + call, language: .python)
    #expect(
      unchecked.unread.first?.reason
        == "gap_advertise raises OSError (-18 on ESP32, else 22 or 5): the advertising data needs 34 bytes, 31 available"
    )
  }

  /// The class of the examples: the payload is an attribute, and the name a parameter of the constructor.
  private static let peripheral = """
    class Peripheral:
        def __init__(self, ble, name="mpy"):
            self._ble = ble
            self._ble.active(True)
            self._ble.irq(self._irq)
            ((self._tx, self._rx),) = self._ble.gatts_register_services((SERVICE,))
            self._payload = advertising_payload(name=name, services=[UART])
            self._advertise()

        def _advertise(self, interval_us=500000):
            self._ble.gap_advertise(interval_us, adv_data=self._payload)


    """

  @Test func attributesAndParameters() {
    let text = Self.helper + "UART = bluetooth.UUID(0x181A)\n" + Self.peripheral
    #expect(sent(text + "p = Peripheral(bluetooth.BLE())\n") == ["02010604096d707903031a18"])
    #expect(sent(text + "p = Peripheral(bluetooth.BLE(), \"Lamp\")\n") == ["02010605094c616d7003031a18"])
    #expect(sent(text + "p = Peripheral(bluetooth.BLE(), name=\"Lamp\")\n") == ["02010605094c616d7003031a18"])
    for (end, words) in [
      ("", "no line of the file calls Peripheral()"),
      ("p = Peripheral(ble, \"A\")\nq = Peripheral(ble, \"B\")\n", "several values of name"),
      ("p = Peripheral(ble, name())\n", "what name() returns"),
      ("p = Peripheral(*all)\n", "in a list"),
      ("p = Peripheral(ble)\np._payload = b\"\\x02\\x01\\x06\"\n", "set several times"),
    ] {
      let found = sent(text + end)
      #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }
  }

  /// Names that a block around the call sets, and methods that make bytes.
  @Test func blocksAndMethods() {
    let text = """
      import bluetooth
      class Lamp:
          def __init__(self):
              self._name = "Lamp"
              self.ble = bluetooth.BLE()
          def octets(self, name):
              return bytes([len(name) + 1, 0x09]) + name
          def advertise(self):
              try:
                  name = self._name.encode("utf-8")[:3]
                  data = self.octets(name)
                  self.ble.gap_advertise(100, data)
              except OSError:
                  data = None
      Lamp().advertise()
      """
    #expect(sent(text) == ["04094c616d"])
    let main = """
      import bluetooth
      def advertise(name):
          bluetooth.BLE().gap_advertise(100, b"\\x02\\x01\\x06" + bytes([len(name) + 1, 9]) + name.encode())
      if __name__ == "__main__":
          name = "Lamp"
          advertise(name)
      """
    #expect(sent(main) == ["02010605094c616d70"])
    let several = """
      import bluetooth
      def advertise():
          bluetooth.BLE().gap_advertise(100, data)
      data = b"\\x02\\x01\\x06"
      advertise()
      data = b"\\x02\\x01\\x04"
      advertise()
      """
    #expect(sent(several) == ["6 data is set several times"])
  }

  @Test(arguments: [
    // Bytes that statements put together.
    (
      "p = bytearray()\np += b\"\\x02\\x01\\x06\"\np.append(3)\np.extend([0x03, 0x0f])\np += bytes([0x18])\n",
      "02010603030f18"
    ),
    ("p = b\"\\x02\\x01\\x06\" + bytes([len(\"abc\") + 1, 0x09]) + \"abc\".encode(\"utf-8\")\n", "0201060409616263"),
    ("p = bytearray('\\x02\\x01\\x02') + bytearray((2, 9)) + b\"x\"\n", "0201020209" + "78"),
    (
      "NAME = \"abcdef\"\np = b\"\\x02\\x01\\x06\" + bytes((len(NAME[:3]) + 1, 0x08)) + NAME[:3].encode()\n",
      "0201060408616263"
    ),
    ("p = struct.pack(\"<BBHBB2s\", 5, 0xff, 0x0059, 1, 2, b\"ab\")[:6]\n", "05ff59000102"),
    ("p = binascii.unhexlify(\"020106\")\n", "020106"),
    ("p = b\"\".join([b\"\\x02\\x01\", bytes([6])])\n", "020106"),
  ])
  func bytesOfStatements(_ statements: String, _ octets: String) {
    #expect(
      sent("import bluetooth, struct, binascii\n" + Self.radio + statements + "ble.gap_advertise(100, p)\n") == [octets]
    )
  }

  /// Bytes that are not certain are refused.
  @Test(arguments: [
    ("p = bytearray()\nif x:\n    p += b\"1\"\n", "in a condition"),
    ("p = bytearray()\nfill(p)\n", "fill() may change p"),
    ("p = bytearray(b\"\\x02\\x01\\x06\")\nq = p\nq.append(2)\n", "a second name"),
    ("def fill(x):\n    x.append(1)\np = bytearray()\nfill(p)\n", "fill() may change p"),
    ("p = bytearray(3)\np[0] = 2\n", "not followed"),
    ("p = b\"1\"\ndef go():\n    global p\n    p = b\"2\"\n", "not followed"),
    ("p = make(1)\n", "make() returns is not known"),
    ("def make(n):\n    return bytes([n])\np = make(1, 2)\n", "other arguments"),
    ("def make(n):\n    while n:\n        n -= 1\n    return b\"1\"\np = make(3)\n", "not followed"),
    ("def make(n):\n    return make(n)\np = make(3)\n", "more"),
    (
      "def add(p):\n    p.append(1)\ndef make():\n    p = bytearray()\n    add(p)\n    return p\np = make()\n",
      "not known here"
    ),
    ("p = b\"a\" if x else b\"b\"\n", "does not set x"),
    ("p = bytes(range(3))\n", "range() returns is not known"),
  ])
  func whatIsNotFollowed(_ statements: String, _ words: String) {
    let found = sent("import bluetooth, struct\n" + Self.radio + statements + "ble.gap_advertise(100, p)\n")
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  /// A typing error never crashes the reader, and no text takes long.
  @Test func typingErrors() {
    let call =
      "ble.gap_advertise(100, adv_data=advertising_payload(name=\"Lamp\", services=[bluetooth.UUID(0x181A)]))\n"
    for text in ChangedText.some(of: Self.helper + Self.radio + call, marks: "()[]{}'\":,=.#\n \\") {
      _ = sent(text)
    }
    let growing =
      "import bluetooth\n" + Self.radio + "def grow(x):\n    for a in x:\n        for b in x:\n"
      + "            for c in x:\n                x = x + x\n    return x\n"
      + "ble.gap_advertise(100, grow(b\"0123456789\"))\n"
    #expect(sent(growing).count == 1)
  }
}
