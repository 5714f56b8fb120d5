internal import AdvertisingData

/// Lines of known programs about an advertisement without its octets: too little to judge a device's advertising.
/// Values in them are kept for the accounts of these programs; other lines are counted, with the missing parts.
enum UnreadLines {
  private struct Kind: Sendable {
    /// The marks, all of which the line has in this order.
    let marks: [[UInt8]]
    /// Returns the values of a line; `nil` for a program whose lines have none that are useful.
    let values: (@Sendable (_ text: ArraySlice<UInt8>, _ line: Int) -> [ValueLine])?
    /// The words for a line of which no values are read.
    let found: String
    /// Whether a line can lack an address.
    var isKnownAlone = false

    init(_ marks: String..., found: String, isKnownAlone: Bool = false) {
      self.marks = marks.map { Array($0.utf8) }
      self.found = found
      self.isKnownAlone = isKnownAlone
      values = nil
    }

    init(_ marks: String..., form: PrintedForm) {
      self.init(marks, form.program) { form.values(in: $0, line: $1) }
    }

    init(
      _ marks: [String], _ program: ValueLine.Program, isKnownAlone: Bool = false,
      values: @escaping @Sendable (ArraySlice<UInt8>, Int) -> [ValueLine]
    ) {
      self.marks = marks.map { Array($0.utf8) }
      self.values = values
      self.isKnownAlone = isKnownAlone
      found = program.loss
    }
  }

  private static let kinds = [
    Kind(["AdvertisementData(", "=", ")"], .bleak) { BleakLines.values(in: $0, line: $1) },
    Kind("AdvertisementData{", form: .flutterBluePlus),
    Kind("bdaddr ", " (", found: "words of hcidump, which leave out data: hcidump -R has the bytes"),
    Kind("ScanRecord [", "mAdvertiseFlags=", form: .scanRecord),
    Kind("Advertised Device", "Name: ", "Address: ", form: .toString),
    Kind("Name: ", ", Address: ", ", manufacturer data: ", form: .toString),
    Kind("Name: ", ", Address: ", ", serviceUUID: ", form: .toString),
    Kind("[DEVICE]: ", "AD evt type ", form: .zephyr),
    Kind("Device found: ", "(RSSI ", "AD data len ", form: .zephyrObserver),
    Kind("winrt", "scanner", "Received ", form: .windows),
    Kind("[xiaomi_ble.parser]", "Xiaomi device: ", form: .xiaomi),
    Kind("dev_found: ", " rssi ", found: "words of btmgmt find, which leave out data: btmon --write has the bytes"),
    Kind("DiscoveredDevice(id: ", form: .flutterReactive),
    Kind("PeripheralProperties { address: ", form: .btleplug),
    Kind(
      "eacon", "detected", "id1: ", " id2: ",
      found:
        "the names of a beacon in AltBeacon's library, without its company: the lines of BeaconParser have the bytes",
      isKnownAlone: true),
    // The name of the message is of both blocks.
    Kind("OnScanResponse", "remote_id: ", form: .flutterVerbose),
    Kind(["found device: "], .tinyGo) { ScanPrints.tinyGo($0, line: $1) },
    Kind(["(b", ", b", ", -", ")"], .microPython) { ScanPrints.microPython($0, line: $1) },
    Kind(["\"details\":{\"mac\":\"", "\"RSSI\":"], .tasmota) { ScanPrints.tasmota($0, line: $1) },
    Kind(["\"BLEDevices\":{", "\"r\":"], .tasmota) { ScanPrints.tasmota($0, line: $1) },
    Kind("Advertisement(flags=", "mfg_data=", form: .bleson),
    Kind("] (", "UUID) ", "(Manu) ", form: .goveeWithService),
    Kind("] (", "Manu) ", form: .govee),
    Kind([" received for mac: ", "service data: ", "local name: ", "UUID16: "], .bleMonitor) {
      ScanPrints.bleMonitor($0, line: $1)
    },
    Kind(["\"servicedata\""], .gateway) { GatewayLines.values(in: $0, line: $1) },
    Kind(["\"manufacturerdata\""], .gateway) { GatewayLines.values(in: $0, line: $1) },
    Kind(["\"id\":\"", "\"mac_type\":"], .gateway) { GatewayLines.values(in: $0, line: $1) },
    // Paths of D-Bus have the address with underscores.
    Kind(["org.bluez.Device1", "Data'"], .dbus, isKnownAlone: true) { DBusLines.values(in: $0, line: $1) },
    Kind(["'org.bluez.Device1': {'Address'"], .dbus, isKnownAlone: true) { DBusLines.values(in: $0, line: $1) },
    Kind("Packet 043E", "xx", found: masked, isKnownAlone: true),
    Kind("Packet 043e", "xx", found: masked, isKnownAlone: true),
    Kind("Packet 043E", "XX", found: masked, isKnownAlone: true),
    Kind(" LE LL ", " ADV_", found: packetList), Kind(" LE LL ", " SCAN_RSP", found: packetList),
    Kind(" LE LL ", " AUX_", found: packetList),
    Kind(" HCI_EVT ", "(LE Advertising Report)", found: packetList, isKnownAlone: true),
    Kind(" HCI_EVT ", "(LE Extended Advertising Report)", found: packetList, isKnownAlone: true),
    Kind("<field name=\"btle.advertising_address\"", found: pdml),
    Kind("<field name=\"bthci_evt.bd_addr\"", found: pdml),
  ]

  private static let masked =
    "a packet with masked digits: its address is not known, and in its data digits may be masked, too; inspect --redact hides "
    + "addresses and keeps the bytes"
  private static let packetList =
    "Wireshark's list of packets, which leaves bytes out: the capture has them, and so has tshark -x"
  private static let pdml =
    "PDML of Wireshark, which is not read: the capture has the bytes, and so has tshark -T json -x"

  /// Returns whether a line is one of these.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { kind(of: line) != nil }

  /// The part that every such line lacks.
  static let expected = "the bytes that were sent"

  /// Takes a line as values or as a loss; returns `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let kind = kind(of: text) else { return isField(text) }
    let values = kind.values?(text, line) ?? []
    if values.isEmpty { output.losses.append(LogLoss(line: line, expected: expected, found: kind.found)) }
    for heard in values {
      if let octets = bytes(in: text), heard.address.isKnown || heard.program == .flutterBluePlus {
        output.merged.append(
          MergedLine(
            address: heard.address, octets: octets, line: line, rssi: heard.rssi.flatMap { Int8(exactly: $0) }))
      } else {
        output.values.append(heard)
      }
    }
    return true
  }

  /// Returns the bytes of both packets that an app printed behind the values, as `getBytes()` has them; `nil` without such
  /// bytes.
  private static func bytes(in line: ArraySlice<UInt8>) -> [UInt8]? {
    for mark in ["data=", "bytes=", "mBytes=", "scanRecordBytes=", "raw=", rawBytes] {
      guard let place = ValueText.lastPlace(of: mark, in: line),
        place == line.startIndex || !ASCII.isAlphanumeric(line[place - 1])
      else { continue }
      let rest = line[(place + mark.utf8.count)...]
      let word = (rest.starts(with: Array("0x".utf8)) ? rest.dropFirst(2) : rest).prefix {
        HexDigits.value(of: $0) != nil
      }
      // The name of flutter_blue_plus shows that they are a record, whatever types it has.
      let isStrict = mark != rawBytes
      guard let octets = HexDigits.octets(of: word), octets.count > fewestOctets,
        HexItem.payload(of: octets, isStrict: isStrict) != nil, MergedPayload(octets) != nil
      else { continue }
      return octets
    }
    return nil
  }

  private static let fewestOctets = 6
  private static let rawBytes = "rawBytes: "

  /// Returns whether a line is a field of PDML, whose value can be octets of any part of a packet.
  private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    line.drop { $0 <= ASCII.space }.starts(with: field)
  }

  private static let field = Array("<field name=".utf8)

  private static func kind(of line: ArraySlice<UInt8>) -> Kind? {
    guard line.count > shortest else { return nil }
    let found = kinds.first { kind in
      var rest = line
      return kind.marks.allSatisfy { mark in
        guard let behind = ValueText.text(behind: mark, in: rest) else { return false }
        rest = behind
        return true
      }
    }
    // Nearly every line has an address.
    guard let kind = found,
      kind.isKnownAlone || HexItem.items(in: Array(line)).contains(where: { $0.form == .address })
        || !(kind.values?(line, 1) ?? []).isEmpty
    else { return nil }
    return kind
  }

  private static let shortest = 17
}

extension ValueLine.Program {
  /// The program, for people.
  package var words: String {
    switch self {
    case .bleak: "bleak"
    case .scanRecord: "Android's ScanRecord"
    case .toString: "an ESP32 library's toString()"
    case .flutterBluePlus: "flutter_blue_plus"
    case .flutterReactive: "flutter_reactive_ble"
    case .btleplug: "btleplug"
    case .zephyr: "a scanner of Zephyr"
    case .windows: "a library on Windows"
    case .xiaomi: "Home Assistant's parser for Xiaomi"
    case .esphome: "ESPHome"
    case .blePlx: "react-native-ble-plx"
    case .bleManager: "react-native-ble-manager"
    case .noble: "noble"
    case .bluetoothctl: "bluetoothctl"
    case .deviceFound: "the kernel's Device Found"
    case .gateway: "OpenMQTTGateway or Theengs"
    case .dbus: "BlueZ over D-Bus"
    case .coreBluetooth: "Core Bluetooth"
    case .cordova: "cordova-plugin-bluetoothle"
    case .tinyGo: "a scanner of TinyGo"
    case .microPython: "MicroPython"
    case .tasmota: "Tasmota"
    case .bleson: "bleson"
    case .govee: "GoveeBTTempLogger"
    case .bleMonitor: "ble_monitor"
    case .bothPackets: "the bytes of both packets in one"
    }
  }

  /// The missing part of its lines, and the source that has it.
  var loss: String {
    switch self {
    case .bleak:
      "values of bleak, which joins both blocks and leaves out Flags and the order: \(whoHasBytes) has the bytes"
    case .deviceFound:
      "what the kernel tells programs of devices, which joins both blocks: \(whoHasBytes) has the bytes"
    default: "values of \(words), which joins both blocks: \(whoHasBytes) has the bytes"
    }
  }

  /// The source that has the bytes of a device with an address, for people.
  package var whoHasBytes: String {
    switch self {
    case .bleak, .deviceFound, .bluetoothctl, .dbus, .bothPackets, .xiaomi, .bleMonitor, .bleson, .govee:
      "btmon --write"
    case .gateway, .windows, .microPython, .tasmota: "a capture of another scanner"
    case .tinyGo: "AdvertisementPayload.Bytes()"
    case .btleplug: "a capture of the computer's Bluetooth"
    case .zephyr: "CONFIG_BT_DEBUG_MONITOR_UART"
    case .esphome: "the log level VERY_VERBOSE"
    case .coreBluetooth: ValueLine.whoHasBytesOfApple
    case .scanRecord: "getBytes() or the phone's Bluetooth HCI log"
    case .toString: "getPayload()"
    case .flutterBluePlus, .flutterReactive, .cordova: "the phone's Bluetooth HCI log"
    case .blePlx: "rawScanRecord on Android or the phone's Bluetooth HCI log"
    case .bleManager: "advertising.rawData on Android or the phone's Bluetooth HCI log"
    case .noble: "a log with DEBUG=hci or btmon --write"
    }
  }
}

extension ValueLine {
  /// The missing part, and the source that has it.
  var loss: String {
    identifier == nil
      ? program.loss : program.loss.exchanging(program.whoHasBytes, for: Self.whoHasBytesOfApple)
  }

  /// The source that has the bytes where devices have identifiers instead of addresses, for people.
  package static let whoHasBytesOfApple = "Apple's PacketLogger"
}
