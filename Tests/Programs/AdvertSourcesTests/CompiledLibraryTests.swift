import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Libraries for Rust and Go.
@Suite struct CompiledLibraryTests {
  fileprivate static let sample = """
    use trouble_host::prelude::*;
    const NAME: &str = "Lamp";
    async fn advertise<'a>(peripheral: &mut Peripheral<'a>, id: &'a str) {
        let mut adv_data = [0; 31];
        let len = AdStructure::encode_slice(
            &[
                AdStructure::Flags(LE_GENERAL_DISCOVERABLE | BR_EDR_NOT_SUPPORTED),
                AdStructure::CompleteServiceUuids16(&[[0x0f, 0x18], 0x180d_u16.to_le_bytes()]),
                AdStructure::CompleteLocalName(NAME.as_bytes()),
            ],
            &mut adv_data[..],
        ).unwrap();
        peripheral.advertise(&Default::default(), Advertisement::ConnectableScannableUndirected {
            adv_data: &adv_data[..len], scan_data: &[] }).await;
    }
    """

  @Test func trouble() throws {
    expect(Self.sample, .rust, [["ADV_IND", "02010605030f180d1805094c616d70", ""]])
    // A structure that is not read leaves what is before it.
    let open = ProgramReader(Self.sample.replacing("NAME.as_bytes()", with: "id.as_bytes()"), language: .rust)
    #expect(blocks(open) == [["ADV_IND", "02010605030f180d18", ""]] && open.unread.isEmpty)
    #expect(open.layouts.first?.doubts.first?.part == .rest(.advertising, from: 9))
    for (one, other, words) in [
      ("\"Lamp\"", "\"A lamp with a name that is long\"", "encode_slice fails: the structures need 42 bytes"),
      (" | BR_EDR_NOT_SUPPORTED", "", "must begin with Flags"),
      ("[0; 31]", "[0; 8]", "adv_data has 8"),
    ] {
      let program = ProgramReader(Self.sample.replacing(one, with: other), language: .rust)
      #expect(program.layouts.isEmpty && program.unread.first?.reason.contains(words) == true, "\(program.unread)")
      #expect(program.unread.first?.refusal != nil)
    }
  }

  /// The defaults begin on LE 1M, and the fields of the parameters say otherwise.
  @Test(
    arguments: [
      ("&Default::default()", .oneMegabit), ("&parameters", nil),
      ("&AdvertisementParameters { primary_phy: PhyKind::LeCoded, ..Default::default() }", .coded),
      ("&AdvertisementParameters { primary_phy: PhyKind::Le1M, ..Default::default() }", .oneMegabit),
      ("&AdvertisementParameters { primary_phy: pick(), ..Default::default() }", nil),
    ] as [(String, PHY?)]) func phys(_ parameters: String, _ phy: PHY?)
  {
    let text = Self.sample.replacing("ConnectableScannable", with: "ExtConnectableNonscannable")
      .replacing("&Default::default()", with: parameters)
    let program = ProgramReader(text, language: .rust)
    #expect(blocks(program) == [["EXT_CONNECTABLE", "02010605030f180d1805094c616d70", "none"]], "\(program.unread)")
    #expect(program.layouts.first?.layout.phys.primary == phy)
    #expect(program.layouts.first?.isPrimaryPHYUnknown == (phy == nil))
    // Of two advertisements, it is not known which one the field is for.
    let second = "Advertisement::ExtNonconnectableNonscannableUndirected { adv_data: &[2, 1, 6] }"
    let both = ProgramReader(text + "fn other() { let _ = \(second); }", language: .rust)
    #expect(both.layouts.count == 2, "\(both.unread)")
    #expect(both.layouts.allSatisfy { $0.layout.phys.primary == (phy == .coded ? nil : phy) })
  }

  @Test func structuresThatAnotherFileSends() {
    expectRefusal(
      "fn fill(to: &mut [u8]) {\n  AdStructure::encode_slice(&[AdStructure::Flags(6)], to).unwrap();\n}\n", .rust, 2,
      "no Advertisement")
  }

  /// Seeded structures of trouble against the rules of `AdStructure::encode`.
  @Test func seededTrouble() {
    var random = SplitMix64(seed: 91)
    for _ in 0..<300 {
      var (structures, octets): ([String], [UInt8]) = ([], [])
      func octet() -> UInt8 { UInt8.random(in: 0...255, using: &random) }
      func list(_ octets: [UInt8]) -> String {
        "[" + octets.map { "0x\(HexDigits.text(UInt64($0), digits: 2))" }.joined(separator: ", ") + "]"
      }
      func add(_ text: String, _ type: UInt8, _ value: [UInt8]) {
        structures.append("AdStructure::" + text)
        octets += [UInt8(value.count + 1), type] + value
      }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: add("Flags(LE_GENERAL_DISCOVERABLE | BR_EDR_NOT_SUPPORTED)", 0x01, [0x06])
        case 1:
          let uuids = (0..<Int.random(in: 1...3, using: &random)).map { _ in [octet(), octet()] }
          let isComplete = Bool.random(using: &random)
          add(
            "\(isComplete ? "Complete" : "Incomplete")ServiceUuids16(&[\(uuids.map(list).joined(separator: ", "))])",
            isComplete ? 0x03 : 0x02, uuids.flatMap { $0 })
        case 2:
          let uuid = (0..<16).map { _ in octet() }
          add("CompleteServiceUuids128(&[\(list(uuid))])", 0x07, uuid)
        case 3:
          let name = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            UInt8.random(in: 0x61...0x7A, using: &random)
          }
          add("CompleteLocalName(b\"\(String(decoding: name, as: UTF8.self))\")", 0x09, name)
        case 4:
          let (company, data) = ([octet(), octet()], (0..<Int.random(in: 0...5, using: &random)).map { _ in octet() })
          let number = UInt16(company[0]) | UInt16(company[1]) << 8
          add(
            "ManufacturerSpecificData { company_identifier: \(number), payload: &\(list(data)) }", 0xFF, company + data)
        case 5:
          let (uuid, data) = ([octet(), octet()], [octet()])
          add("ServiceData16 { uuid: \(list(uuid)), data: &\(list(data)) }", 0x16, uuid + data)
        default:
          let power = Int8.random(in: -128...127, using: &random)
          add("TxPowerLevel(\(power))", 0x0A, [UInt8(bitPattern: power)])
        }
      }
      let program = ProgramReader(
        """
        fn go() {
            let mut adv = [0u8; 31];
            let len = AdStructure::encode_slice(&[\(structures.joined(separator: ", "))], &mut adv[..]).unwrap();
            start(Advertisement::NonconnectableNonscannableUndirected { adv_data: &adv[..len] });
        }
        """, language: .rust)
      if octets.count > 31 {
        #expect(program.unread.first?.refusal?.isCertain == true && program.layouts.isEmpty)
      } else {
        #expect(
          program.unread.isEmpty && blocks(program) == [["ADV_NONCONN_IND", HexText.compact(octets), "none"]],
          "\(program.unread)")
      }
    }
  }

  @Test func softdevice() {
    let text = """
      static ADV_DATA: LegacyAdvertisementPayload = LegacyAdvertisementBuilder::new()
          .flags(&[Flag::GeneralDiscovery, Flag::LE_Only])
          .services_16(ServiceList::Complete, &[ServiceUuid16::BATTERY, ServiceUuid16::from_u16(0x1122)])
          .full_name("HelloRust")
          .build();
      static SCAN_DATA: &[u8] = &[
          0x03, 0x03, 0x09, 0x18, b'\\x02', 0x0a, 4 /* a comment /* in a comment */ */,
      ];
      fn go() {
          let adv = peripheral::ConnectableAdvertisement::ScannableUndirected { adv_data: &ADV_DATA, scan_data: SCAN_DATA };
      }
      """
    expect(text, .rust, [["ADV_IND", "02010605030f1822110a0948656c6c6f52757374", "03030918020a04"]])
    // The library makes the length of a name that it cuts one too long.
    let adapted = text.replacing("full_name(\"HelloRust\")", with: "adapt_name(\"A name that is cut here\")")
    #expect(
      blocks(ProgramReader(adapted, language: .rust)).first?[1]
        == "02010605030f182211" + "1608" + HexText.compact(Array("A name that is cut h".utf8)))
    expectRefusal(
      text.replacing("HelloRust", with: "HelloRustHelloRustHelloRust"), .rust, 1,
      "build() panics: the structures need 38 bytes")
    // Lines with the data alone.
    let lines = text.split(separator: "static SCAN_DATA").first.map(String.init) ?? ""
    expect(lines, .rust, [["ADV_IND", "02010605030f1822110a0948656c6c6f52757374", ""]])
    let flags = ".flags(&[Flag::GeneralDiscovery, Flag::LE_Only])"
    let both = lines + lines.replacing("ADV_DATA", with: "SCAN_DATA").replacing(flags, with: "")
    expect(
      both, .rust,
      [["ADV_IND", "02010605030f1822110a0948656c6c6f52757374", "05030f1822110a0948656c6c6f52757374"]])
  }

  @Test func bluer() {
    let text = """
      use bluer::adv::Advertisement;
      const SERVICE: Uuid = Uuid::from_u128(0xFEEDC0DE00002);
      async fn go() {
          let one = Advertisement {
              service_uuids: vec![SERVICE, uuid!("0000180d-0000-1000-8000-00805f9b34fb")].into_iter().collect(),
              manufacturer_data: BTreeMap::from([(0x0059, vec![1, 2])]),
              discoverable: Some(true), local_name: Some("Lamp".to_string()), ..Default::default() };
          let handle = adapter.advertise(one).await?;
      }
      """
    expect(
      text, .rust,
      [
        [
          "ADV_IND", "03030d18" + "11070200e00ddcee0f000000000000000000" + "05ff59000102" + "020106",
          "05094c616d70",
        ]
      ])
  }

  @Test func tinyGo() {
    let text = """
      package main
      import "tinygo.org/x/bluetooth"
      var serviceUUID = [16]byte{0xa0, 0xb4, 0, 1, 0x92, 0x6d, 0x4d, 0x61, 0x98, 0xdf, 0x8c, 0x5c, 0x62, 0xee, 0x53, 0xb3}
      func main() {
        name := `Lamp`
        adv.Configure(bluetooth.AdvertisementOptions{
          LocalName: name,
          ServiceUUIDs: []bluetooth.UUID{bluetooth.ServiceUUIDHeartRate, bluetooth.New16BitUUID(0x180F)},
          ManufacturerData: []bluetooth.ManufacturerDataElement{{CompanyID: 0xffff, Data: []byte{0x01, 'a'}}},
        })
      }
      """
    expect(
      text, .go,
      [
        ["ADV_IND", "020106" + "05094c616d70" + "03030d18" + "03030f18" + "05ffffff0161", ""],
        ["ADV_SCAN_IND", "05030d180f18" + "05ffffff0161", "05094c616d70"],
      ])
    let long = ProgramReader(
      text.replacing("bluetooth.New16BitUUID(0x180F)", with: "bluetooth.NewUUID(serviceUUID)"), language: .go)
    #expect(long.unread.first?.reason.contains("overflows") == true && long.layouts.count == 1, "\(long.unread)")
  }

  /// Any change of a few characters is read or refused, and ends.
  @Test(arguments: [
    (ProgramReader.Language.rust, sample),
    (.go, "func main() {\n  adv.Configure(bluetooth.AdvertisementOptions{LocalName: \"Lamp\"})\n}\n"),
  ])
  func anyChange(_ language: ProgramReader.Language, _ text: String) {
    for changed in ChangedText.some(of: text, marks: "(){}[]\"'#\\\n;,*&/<>=.0xA:`|!") {
      #expect(ProgramReader(changed, language: language).layouts.count <= 2)
    }
  }

  // MARK: Scans

  @Test func btleplug() {
    let reader = ScanReader(
      """
      use btleplug::api::{Central, ScanFilter};
      const SERVICE: Uuid = Uuid::from_u128(0x6e400001_b5a3_f393_e0a9_e50e24dcca9e);
      async fn go() {
          central.start_scan(ScanFilter::default()).await?;
          central.start_scan(ScanFilter { services: vec![SERVICE] }).await?;
          central.start_scan(filter).await?;
      }
      """, path: "main.rs")
    #expect(reader.scans.map { $0.line } == [4, 5, 6] && reader.scans.allSatisfy { $0.library == .btleplug })
    #expect(reader.scans[0].filters.isEmpty && reader.scans[0].unreadFilters.isEmpty)
    #expect(reader.scans[1].filters.map { $0.conditions } == [[.service(nordicUART)]])
    #expect(reader.scans[2].unreadFilters.first?.reason.contains("filter") == true)
  }

  private var nordicUART: BluetoothUUID {
    BluetoothUUID(text: "6e400001-b5a3-f393-e0a9-e50e24dcca9e") ?? BluetoothUUID(0)
  }

  /// The arguments say which library it is, whatever the object is called.
  @Test func objectsOfFlutterBlue() {
    let reader = ScanReader(
      "void go() { _flutterBlue.startScan(withServices: [Guid(\"180d\")], timeout: t); other.startScan(a); }\n",
      path: "a.dart")
    #expect(reader.scans.map { $0.filters.map { $0.conditions } } == [[[.service(BluetoothUUID(0x180D))]]])
  }

  @Test func blessed() {
    let reader = ScanReader(
      """
      import com.welie.blessed.BluetoothCentralManager
      val PULSE = UUID.fromString("0000180D-0000-1000-8000-00805f9b34fb")
      class App {
        fun go() {
          central.setScanSettings(ScanSettings.Builder().setLegacy(false).setPhy(BluetoothDevice.PHY_LE_CODED).build())
          central.scanForPeripheralsWithServices(arrayOf(PULSE))
          central.scanForPeripheralsWithNames(arrayOf("Polar", "Suunto"))
          central.scanForPeripherals()
          central.scanForPeripheralsWithServices(SERVICES)
        }
      }
      """, path: "App.kt")
    #expect(reader.scans.map { $0.line } == [6, 7, 8, 9] && reader.scans.allSatisfy { $0.isLegacyOnly == false })
    #expect(reader.scans[0].filters.map { $0.conditions } == [[.service(BluetoothUUID(0x180D))]])
    #expect(
      reader.scans[1].filters.map { $0.conditions } == [
        [.namePart("Polar", isPrefix: false)], [.namePart("Suunto", isPrefix: false)],
      ])
    #expect(reader.scans[2].filters.isEmpty && reader.scans[2].unreadFilters.isEmpty)
    // A constant of another file is named.
    #expect(reader.scans[3].unreadFilters.first?.reason.contains("SERVICES") == true)
  }
}
