import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// The advertising sets of NimBLE-Arduino, in the forms of its examples.
@Suite struct NimBLEArduinoSetTests {
  private static func program(
    _ lines: String, arguments: String = "", after: String = "", constants: String = ""
  ) -> ProgramReader {
    ProgramReader(
      """
      #include <NimBLEDevice.h>
      \(constants)
      void setup() {
        NimBLEDevice::init("Far");
        NimBLEExtAdvertisement set\(arguments);
        \(lines)
        NimBLEExtAdvertising* advertising = NimBLEDevice::getAdvertising();
        if (advertising->setInstanceData(0, set)) {
          advertising->start(0, 5000);
        }
        \(after)
      }
      """, language: .cPlusPlus)
  }

  private static func told(_ program: ProgramReader) -> [String] {
    program.layouts.map { blocks($0).joined(separator: " ") } + program.unread.map { $0.reason }
  }

  // MARK: Kinds

  /// Each kind, with the block that gets the data.
  @Test(arguments: [
    ("", "EXT_NONCONNECTABLE 020106 none"), ("set.setConnectable(true);", "EXT_CONNECTABLE 020106 none"),
    ("set.setScannable(true); set.setConnectable(false);", "EXT_SCANNABLE  020106"),
    ("set.setLegacyAdvertising(true);", "ADV_NONCONN_IND 020106 none"),
    ("set.setLegacyAdvertising(true); set.setConnectable(true);", "ADV_IND 020106 "),
    ("set.setLegacyAdvertising(true); set.setScannable(true);", "ADV_SCAN_IND 020106 "),
    (
      "set.setConnectable(true); set.setScannable(true);", "a kind of advertising that is not read, or not allowed"
    ),
    ("set.setAnonymous(true);", "setAnonymous makes advertising that is not read"),
    ("set.setAnonymous(false); set.setDirected(false);", "EXT_NONCONNECTABLE 020106 none"),
    ("set.setOther(true);", "setOther is not read with these arguments"),
  ]) func kinds(_ lines: String, _ expected: String) {
    #expect(Self.told(Self.program("set.setFlags(0x02); " + lines)) == [expected])
  }

  // MARK: PHYs

  /// The constructor and the methods set them; LE 1M is the default of the constructor.
  @Test(
    arguments: [
      ("", "", .oneMegabit, .oneMegabit),
      ("(BLE_HCI_LE_PHY_CODED)", "", .coded, .oneMegabit),
      ("(BLE_HCI_LE_PHY_CODED, BLE_HCI_LE_PHY_2M)", "", .coded, .twoMegabit),
      (" = NimBLEExtAdvertisement(BLE_HCI_LE_PHY_CODED, BLE_HCI_LE_PHY_CODED)", "", .coded, .coded),
      ("(firstPhy, secondPhy)", "", .coded, .twoMegabit), ("(other(), 2)", "", nil, .twoMegabit),
      ("", "set.setPrimaryPhy(BLE_HCI_LE_PHY_CODED); set.setSecondaryPhy(BLE_HCI_LE_PHY_CODED);", .coded, .coded),
      ("(3, 3)", "set.setPrimaryPhy(BLE_HCI_LE_PHY_1M);", .oneMegabit, .coded),
      ("", "set.setPrimaryPhy(pick()); set.setSecondaryPhy(pick());", nil, nil), ("(9, 9)", "", nil, nil),
    ] as [(String, String, PHY?, PHY?)]) func phys(_ arguments: String, _ lines: String, _ first: PHY?, _ second: PHY?)
  {
    let program = Self.program(
      lines, arguments: arguments,
      constants: """
        static const uint8_t firstPhy = BLE_HCI_LE_PHY_CODED;
        static const uint8_t secondPhy = BLE_HCI_LE_PHY_2M;
        """)
    #expect(program.unread.isEmpty && program.layouts.count == 1, "\(program.unread)")
    let layout = program.layouts.first
    #expect(layout?.layout.phys == AdvertisingPHYs(primary: first, secondary: second))
    // What is not known is a doubt.
    #expect(layout?.doubts == (first == nil ? [Doubt(.primaryPHY, .unknown, .notStated)] : []))
  }

  /// No controller begins on LE 2M.
  @Test func aPrimaryPHYThatIsRefused() {
    for (arguments, line) in [("(BLE_HCI_LE_PHY_2M)", ""), ("", "set.setPrimaryPhy(BLE_HCI_LE_PHY_2M);")] {
      let program = Self.program(line, arguments: arguments)
      #expect(program.layouts.isEmpty)
      #expect(program.unread.map { $0.reason } == ["setInstanceData fails: the primary PHY is LE 2M"])
      #expect(program.unread.first?.refusal?.isCertain == true)
    }
  }

  /// Legacy advertising is on LE 1M, whatever the set says.
  @Test func legacySetsHaveNone() {
    let program = Self.program("set.setLegacyAdvertising(true);", arguments: "(3, 3)")
    #expect(program.layouts.first?.layout.phys == AdvertisingPHYs())
    #expect(program.layouts.first?.doubts == [])
  }

  // MARK: Data

  /// Each method appends its structure, in the order of the calls.
  @Test(arguments: [
    (#"set.setName("Far"); set.setFlags(2);"#, "0409466172020106"), (#"set.setName("Far", false);"#, "0408466172"),
    (#"set.setShortName("Fa");"#, "03084661"), ("set.setAppearance(0x0341);", "03194103"),
    (#"set.setURI("a");"#, "022461"),
    (#"set.setManufacturerData(std::string("\x05\xf1\x01", 3));"#, "04ff05f101"),
    (#"set.setServiceData(NimBLEUUID("ABCD"), std::string("hi", 2));"#, "0516cdab6869"),
    ("set.setPreferredParams(6, 12);", "051206000c00"),
    (#"set.setCompleteServices(NimBLEUUID("180d"));"#, "03030d18"),
    (#"set.setPartialServices(NimBLEUUID("180d"));"#, "03020d18"),
    (#"set.setCompleteServices16({NimBLEUUID("180d"), NimBLEUUID("180f")});"#, "05030d180f18"),
    (#"set.addServiceUUID(NimBLEUUID("180d")); set.setFlags(2); set.addServiceUUID("180f");"#, "05030d180f18020106"),
    (#"set.setCompleteServices(NimBLEUUID("180d")); set.addServiceUUID("180f");"#, "05030d180f18"),
    (#"set.setName("Far"); set.clearData(); set.setFlags(4);"#, "020104"),
    ("set.setName(\"Far\"); const uint8_t raw[] = {2, 1, 6}; set.setData(raw, 3);", "020106"),
    ("set.addTxPower(); set.setFlags(6);", "020106"),
  ]) func data(_ lines: String, _ octets: String) {
    #expect(Self.told(Self.program(lines)) == ["EXT_NONCONNECTABLE \(octets) none"])
  }

  @Test(arguments: [
    ("set.setFlags(0);", "setFlags with a number that is not read"),
    ("set.setAppearance(0);", "setAppearance with a number that is not read"),
    ("set.setPreferredParams(12, 6);", "setPreferredParams with a number that is not read"),
    (
      #"set.setCompleteServices16({NimBLEUUID("4afc0001-7c3a-4f3e-9b1a-2a8f0d9a2b11")});"#,
      "with a UUID of another width"
    ),
    ("set.addTxPower(); set.setLegacyAdvertising(true);", "depends on the version"),
    ("if (near) set.setFlags(2);", "decides whether this is run"), ("fill(set);", "set is handed on"),
    ("set.removeServices();", "removeServices is not read with these arguments"),
    (#"set.setLegacyAdvertising(true); set.setName("A name that is too long for it.");"#, "more octets"),
  ]) func dataThatAreNotRead(_ lines: String, _ words: String) {
    let program = Self.program(lines)
    #expect(program.layouts.isEmpty)
    #expect(program.unread.count == 1 && program.unread.first?.reason.contains(words) == true, "\(program.unread)")
  }

  /// Octets that the program computes vary, and their structure is known.
  @Test func octetsThatVary() {
    let program = Self.program("uint8_t raw[] = {4, 0xFF, 5, 0xF1, 0}; raw[4] = battery(); set.setData(raw, 5);")
    #expect(Self.told(program).first?.hasPrefix("EXT_NONCONNECTABLE 04ff05f1") == true, "\(program.unread)")
    #expect(program.layouts.first?.openOctets(of: .advertising).octets.keys.sorted() == [4])
  }

  // MARK: Several sets

  /// An extended set, and a legacy one with a scan response, in one condition.
  @Test func severalSets() {
    let text = """
      #include <NimBLEDevice.h>
      void setup() {
        NimBLEExtAdvertisement far(BLE_HCI_LE_PHY_CODED, BLE_HCI_LE_PHY_CODED);
        NimBLEExtAdvertisement near;
        NimBLEExtAdvertisement answer;
        far.setScannable(true);
        far.setName("Far");
        near.setLegacyAdvertising(true);
        near.setConnectable(true);
        near.setName("Near");
        answer.setCompleteServices(NimBLEUUID("180d"));
        NimBLEExtAdvertising* all = NimBLEDevice::getAdvertising();
        if (all->setInstanceData(0, far) && all->setInstanceData(1, near) && all->setScanResponseData(1, answer)) {
          all->start(0);
        }
      }
      """
    let program = ProgramReader(text, language: .cPlusPlus)
    #expect(Self.told(program) == ["EXT_SCANNABLE  0409466172", "ADV_IND 05094e656172 03030d18"])
    #expect(program.layouts.map { $0.name } == ["far", "near"])
    #expect(program.layouts.map { $0.layout.phys.primary } == [.coded, nil])
    let other = ProgramReader(text.replacing("Data(1, answer)", with: "Data(2, answer)"), language: .cPlusPlus)
    #expect(other.unread.map { $0.reason } == ["a scan response of a set that is not known"])
    let wrong = ProgramReader(text.replacing("Data(1, answer)", with: "Data(0, answer)"), language: .cPlusPlus)
    #expect(wrong.unread.map { $0.reason } == ["setScanResponseData is for legacy advertising that can be scanned"])
    #expect(wrong.layouts.map { $0.name } == ["near"])
    let twice = ProgramReader(text.replacing("Data(1, near)", with: "Data(0, near)"), language: .cPlusPlus)
    #expect(twice.layouts.isEmpty)
  }
}
