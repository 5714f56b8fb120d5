import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import TestSupport
import Testing

/// Programs whose words are left out, repeated, exchanged or replaced. Each is read or refused, and a reason has a line of
/// the program.
@Suite struct HostileProgramTests {
  typealias Language = ProgramReader.Language

  private static let zeros = Array(repeating: "00", count: 24).joined(separator: " ")

  static let samples: [(language: Language, text: String)] = [
    (
      .shell,
      """
      A=hci0
      sudo hcitool -i $A cmd 0x08 0x0006 A0 00 A0 00 00 00 00 00 00 00 00 00 00 07 00
      hcitool -i $A cmd 0x08 0x0008 07 02 01 06 03 03 0d 18 \(zeros)
      hcitool -i $A cmd 0x08 0x0009 00 00 00 00 00 00 00 00 \(zeros)
      hcitool -i $A cmd 0x08 0x0036 00 13 00 A0 00 00 A0 00 00 07 00 00 00 00 00 00 00 00 7f 01 00 01 00 00 00
      hcitool -i $A cmd 0x08 0x0037 00 03 01 03 02 01 06
      if true; then hcitool -i $A cmd 0x08 0x000a 01; fi
      bash <<EOF
      hciconfig hci0 leadv 3
      EOF
      btmgmt add-adv -u 180d -d 0201 1
      """
    ),
    (
      .python,
      """
      import aioble, bluetooth, os, subprocess
      _UUID = bluetooth.UUID(0x180D)
      _DATA = bytes([2, 1, 6])
      names = [_UUID, bluetooth.UUID("0000180f-0000-1000-8000-00805f9b34fb")]
      a = b = const(-1)
      def go(ble, x=1, *y):
        ble.gap_advertise(100000, adv_data=_DATA, resp_data=b"\\x02\\x0a\\x00")
      aioble.advertise(250000, name="Lamp", services=[_UUID], appearance=833, manufacturer=(0x59, b"\\x01"))
      aioble.advertise(250000, adv_data=_DATA, resp_data=bytearray([]))
      os.system("hcitool -i hci0 cmd 0x08 0x0008 03 02 01 06 \(zeros) 00 00 00 00")
      subprocess.run(["btmgmt", "add-adv", "-u", "180d", "1"])
      """
    ),
    (
      .python,
      """
      from adafruit_ble import BLERadio
      from adafruit_ble.advertising.standard import ProvideServicesAdvertisement
      from adafruit_ble.services.nordic import UARTService
      import _bleio
      ble = BLERadio()
      ble.name = "Lamp"
      uart = UARTService()
      advertisement = ProvideServicesAdvertisement(uart)
      advertisement.complete_name = "Lamp"
      ble.start_advertising(advertisement, scan_response=None)
      _bleio.adapter.start_advertising(b"\\x02\\x01\\x06", scan_response=b"")
      """
    ),
    (
      .python,
      """
      import dbus, dbus.service
      class Advertisement(dbus.service.Object):
        def __init__(self, bus, index):
          self.path = "/a" + str(index)
          self.services = ["180d"]
          self.data = dbus.Dictionary({0xffff: dbus.Array([1, 2], signature="y")}, signature="qv")
          dbus.service.Object.__init__(self, bus, self.path)
        def get_properties(self):
          all = dict()
          all["Type"] = "peripheral"
          if self.services is not None:
            all["ServiceUUIDs"] = dbus.Array(self.services, signature="s")
          return {"org.bluez.LEAdvertisement1": all}
        @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
        def GetAll(self, interface):
          return self.get_properties()["org.bluez.LEAdvertisement1"]
      one = Advertisement(bus, 0)
      manager.RegisterAdvertisement(one.path, {}, reply_handler=f, error_handler=g)
      """
    ),
    (
      .c,
      """
      #include <zephyr/bluetooth/bluetooth.h>
      #define UUID BT_UUID_16_ENCODE(0x180d)
      #if defined(CONFIG_X)
      static const uint8_t more[] = { 1, 2, [3] = 4 };
      #endif
      static const struct bt_data ad[] = {
        BT_DATA_BYTES(BT_DATA_FLAGS, (BT_LE_AD_GENERAL | BT_LE_AD_NO_BREDR)),
        BT_DATA_BYTES(BT_DATA_UUID16_ALL, UUID),
        BT_DATA(BT_DATA_NAME_COMPLETE, "Lamp", sizeof("Lamp") - 1),
      };
      int main(void) {
        bt_le_adv_start(BT_LE_ADV_PARAM(BT_LE_ADV_OPT_CONN, 0x20, 0x40, NULL), ad, ARRAY_SIZE(ad), NULL, 0);
        bt_le_adv_update_data(ad, 2, ad, 1);
      }
      """
    ),
    (
      .c,
      """
      static const ble_uuid128_t uuid = BLE_UUID128_INIT(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
      static uint8_t raw[] = { 2, 1, 6, 3, 3, 0x0d, 0x18 };
      static void advertise(void) {
        struct ble_hs_adv_fields fields;
        struct ble_gap_adv_params params = { .conn_mode = 2, .itvl_min = 0x20 };
        memset(&fields, 0, sizeof fields);
        fields.flags = BLE_HS_ADV_F_DISC_GEN | BLE_HS_ADV_F_BREDR_UNSUP;
        fields.uuids128 = &uuid; fields.num_uuids128 = 1; fields.uuids128_is_complete = 1;
        fields.name = (uint8_t *)"Lamp"; fields.name_len = strlen("Lamp");
        fields.mfg_data = raw; fields.mfg_data_len = sizeof(raw) / sizeof(raw[0]);
        ble_gap_adv_set_fields(&fields);
        ble_gap_adv_rsp_set_data(raw, sizeof raw);
        ble_gap_adv_start(0, NULL, 100, &params, cb, NULL);
        esp_ble_gap_config_adv_data_raw(raw, 7);
      }
      """
    ),
    (
      .c,
      """
      static ble_uuid_t uuids[] = {{0x180d, BLE_UUID_TYPE_BLE}, {0x1523, BLE_UUID_TYPE_VENDOR_BEGIN}};
      static void init(void) {
        ble_advertising_init_t init;
        ble_advdata_manuf_data_t maker = { .company_identifier = 0x59, .data = { .size = 2, .p_data = bytes } };
        memset(&init, 0, sizeof(init));
        init.advdata.name_type = BLE_ADVDATA_FULL_NAME;
        init.advdata.flags = BLE_GAP_ADV_FLAGS_LE_ONLY_GENERAL_DISC_MODE;
        init.advdata.p_manuf_specific_data = &maker;
        init.srdata.uuids_complete.uuid_cnt = sizeof(uuids) / sizeof(uuids[0]);
        init.srdata.uuids_complete.p_uuids = uuids;
        init.config.ble_adv_fast_enabled = true;
        ble_advertising_init(&m_advertising, &init);
        sd_ble_gap_device_name_set(&mode, (const uint8_t *)"Lamp", 4);
      }
      """
    ),
    (
      .cPlusPlus,
      """
      #include <NimBLEDevice.h>
      static const char *name = R"x(La"mp)x";
      void setup() {
        NimBLEDevice::init("Lamp");
        NimBLEAdvertising *advertising = NimBLEDevice::getAdvertising();
        NimBLEAdvertisementData data;
        data.setFlags(6); data.addData(std::string("\\x02\\x0a\\x00", 3));
        advertising->addServiceUUID("180f"); advertising->addServiceUUID(NimBLEUUID((uint16_t)0x180d));
        advertising->setManufacturerData(std::string(name));
        advertising->setAdvertisementData(data); advertising->start();
      }
      void loop() { for (;;) BLEDevice::startAdvertising(); }
      """
    ),
    (
      .kotlin,
      """
      import android.bluetooth.le.*
      private const val ID = 0xFFFF
      val settings = AdvertiseSettings.Builder().setConnectable(true).setTimeout(0).build()
      val data = AdvertiseData.Builder().addServiceUuid(ParcelUuid.fromString("0000180d-0000-1000-8000-00805f9b34fb"))
        .addManufacturerData(ID, byteArrayOf(1, 2, 0x7f.toByte())).setIncludeDeviceName(false).build()
      fun go(advertiser: BluetoothLeAdvertiser?) { advertiser?.startAdvertising(settings, data, data, callback) }
      """
    ),
    (
      .swift,
      """
      import CoreBluetooth
      let service = CBUUID(string: "180D")
      func go(_ manager: CBPeripheralManager) {
        #if os(iOS)
        manager.startAdvertising([CBAdvertisementDataLocalNameKey: "Lamp", CBAdvertisementDataServiceUUIDsKey: [service]])
        #endif
      }
      """
    ),
    (
      .objectiveC,
      """
      #import <CoreBluetooth/CoreBluetooth.h>
      static NSString *const kService = @"180D";
      - (void)go {
        [self.manager startAdvertising:@{ CBAdvertisementDataServiceUUIDsKey: @[[CBUUID UUIDWithString:kService]],
          CBAdvertisementDataLocalNameKey: @"Lamp" }];
      }
      """
    ),
    (
      .javaScript,
      """
      const name = "Lamp", bytes = [0x02, 0x01, 0x06];
      function onInit() {
        NRF.setServices({ 0x180d: { 0x2a37: { value: [1] } } }, { advertise: ["180d"] });
        NRF.setScanResponse([0x02, 0x0a, 0x00]);
        NRF.setAdvertising({ 0x180f: [95], "180a": undefined }, { name: name, interval: 500, connectable: true });
        NRF.setAdvertising(bytes, { manufacturer: 0x590, manufacturerData: [1, 2] });
      }
      """
    ),
  ]

  /// The words, numbers, texts and marks of a program, and the blanks between them.
  private static func parts(_ text: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var isWord = false
    for octet in text.utf8 {
      let isPart = octet == 0x5F || octet >= 0x30 && octet <= 0x39 || (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7A
      if isPart, isWord { parts[parts.count - 1].append(octet) } else { parts.append([octet]) }
      isWord = isPart
    }
    return parts
  }

  private static let others = [
    "0", "00", "1", "-1", "255", "256", "0x7fffffffffffffff", "9223372036854775808", "(", ")", "[", "]", "{", "}", ",",
    "=", ";", ":", ".", "\"", "'", "\\", "\n", "#", "*", "-", "<<", "", "for", "\"\"", "[]", "()", "{}", "= =", "$(",
  ].map { Array($0.utf8) }

  @Test(arguments: samples.indices) func anyWords(_ sample: Int) {
    let (language, text) = Self.samples[sample]
    let parts = Self.parts(text)
    var random = SplitMix64(seed: UInt64(61 + sample))
    for _ in 0..<(isExhaustive ? 10_000 : 500) {
      var changed = parts
      for _ in 0..<Int.random(in: 1...4, using: &random) where !changed.isEmpty {
        let index = Int.random(in: 0..<changed.count, using: &random)
        let end = min(changed.count, index + Int.random(in: 1...8, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: changed.removeSubrange(index..<end)
        case 1: changed.insert(contentsOf: changed[index..<end], at: Int.random(in: 0...changed.count, using: &random))
        case 2: changed.removeSubrange(index...)
        case 3: changed.removeSubrange(..<index)
        case 4: changed.swapAt(index, Int.random(in: 0..<changed.count, using: &random))
        case 5: changed.insert(Self.others.randomElement(using: &random) ?? [], at: index)
        default: changed[index] = Self.others.randomElement(using: &random) ?? []
        }
      }
      let octets = changed.flatMap { $0 }
      let program = ProgramReader(String(decoding: octets, as: UTF8.self), language: language)
      let lines = 1 + octets.count { $0 == 0x0A }
      #expect(program.unread.allSatisfy { (1...lines).contains($0.line) && !$0.reason.isEmpty })
      for layout in program.layouts {
        #expect((layout.layout.advertising?.count ?? 0) <= layout.layout.pdu?.payloadLimit ?? 31)
      }
    }
  }

  /// Programs that once ended the process.
  @Test(arguments: [
    (Language.shell, "hcitool cmd 0x08 0x0008 \(zeros) 00 00 00 00 00 00 00 00\n"),
    (.shell, "hcitool cmd 0x08 0x0009 \(zeros) 00 00 00 00 00 00 00 00\n"),
    (.python, "_SERVICE\n=aioble.advertise(\"\",services=[_SERVICE])"), (.python, "aioble.advertise(1, name=x)\nx ="),
  ])
  func emptyValues(_ language: Language, _ text: String) {
    let program = ProgramReader(text, language: language)
    #expect(!program.isEmpty)
  }
}
