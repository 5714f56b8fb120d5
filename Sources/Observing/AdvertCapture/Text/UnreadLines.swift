internal import AdvertisingData

/// Lines of known programs about an advertisement without its octets: too little to judge a device's advertising.
/// Values in them are kept for the accounts of these programs; other lines are counted, with the missing parts.
enum UnreadLines {
  private struct Kind: Sendable {
    /// The marks, all of which the line has in this order.
    let marks: [[UInt8]]
    /// The program that prints values in such lines; `nil` for a line without useful values.
    let program: ValueLine.Program?
    let found: String

    init(_ marks: String..., found: String) {
      self.marks = marks.map { Array($0.utf8) }
      self.found = found
      program = nil
    }

    init(_ marks: String..., program: ValueLine.Program) {
      self.marks = marks.map { Array($0.utf8) }
      self.program = program
      found = program.loss
    }
  }

  private static let kinds = [
    Kind("AdvertisementData(", "=", ")", program: .bleak),
    Kind("AdvertisementData{", "rssi", program: .flutterBluePlus),
    Kind("bdaddr ", " (", found: "words of hcidump, which leave out data: hcidump -R has the bytes"),
    Kind("ScanRecord [", "mAdvertiseFlags=", program: .scanRecord),
    Kind("Advertised Device", "Name: ", "Address: ", program: .toString),
    Kind("Name: ", ", Address: ", ", manufacturer data: ", program: .toString),
    Kind("Name: ", ", Address: ", ", serviceUUID: ", program: .toString),
    Kind("[DEVICE]: ", "AD evt type ", found: zephyr),
    Kind("Device found: ", "(RSSI ", "AD data len ", found: zephyr),
    Kind("dev_found: ", " rssi ", found: "words of btmgmt find, which leave out data: btmon --write has the bytes"),
    Kind(
      "DiscoveredDevice(id: ", "serviceData: ",
      found: "values of flutter_reactive_ble, which join both blocks: the phone's Bluetooth HCI log has the bytes"),
    Kind(
      "PeripheralProperties { address: ", "manufacturer_data: ",
      found: "values of btleplug, which do not say their block: a capture of the computer's Bluetooth has the bytes"),
    // The name of the message is of both blocks.
    Kind("OnScanResponse", "remote_id: ", program: .flutterBluePlus),
    Kind("\"id\":\"", "\"servicedata\":\"", program: .gateway),
    Kind("\"id\":\"", "\"manufacturerdata\":\"", program: .gateway),
    // Paths of D-Bus have the address with underscores.
    Kind("org.bluez.Device1", "Data'", program: .dbus), Kind("'org.bluez.Device1': {'Address'", program: .dbus),
    Kind(" LE LL ", " ADV_", found: packetList), Kind(" LE LL ", " SCAN_RSP", found: packetList),
    Kind(" LE LL ", " AUX_", found: packetList),
    Kind(" HCI_EVT ", "(LE Advertising Report)", found: packetList),
    Kind(" HCI_EVT ", "(LE Extended Advertising Report)", found: packetList),
    Kind("<field name=\"btle.advertising_address\"", found: pdml),
    Kind("<field name=\"bthci_evt.bd_addr\"", found: pdml),
  ]

  private static let zephyr =
    "words of Zephyr's scanner, which leave out data: CONFIG_BT_DEBUG_MONITOR_UART has the bytes"
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
    let flutter = kind.program == .flutterBluePlus ? FlutterVerboseLines.values(in: text, line: line) : []
    if !flutter.isEmpty {
      output.values += flutter
    } else if let values = kind.program?.values(in: text, line: line) {
      if values.address.isKnown, let octets = bytes(in: text) {
        output.merged.append(
          MergedLine(
            address: values.address, octets: octets, line: line, rssi: values.rssi.flatMap { Int8(exactly: $0) }))
      } else {
        output.values.append(values)
      }
    } else {
      output.losses.append(LogLoss(line: line, expected: expected, found: kind.found))
    }
    return true
  }

  /// Returns the bytes of both packets that an app printed behind the values, as `getBytes()` has them; `nil` without such
  /// bytes.
  private static func bytes(in line: ArraySlice<UInt8>) -> [UInt8]? {
    for mark in ["data=", "bytes=", "mBytes=", "scanRecordBytes=", "raw="] {
      guard let place = ValueText.lastPlace(of: mark, in: line),
        place == line.startIndex || !ASCII.isAlphanumeric(line[place - 1])
      else { continue }
      let rest = line[(place + mark.utf8.count)...]
      let word = (rest.starts(with: Array("0x".utf8)) ? rest.dropFirst(2) : rest).prefix {
        HexDigits.value(of: $0) != nil
      }
      guard let octets = HexDigits.octets(of: word), octets.count > fewestOctets, HexItem.payload(of: octets) != nil,
        MergedPayload(octets) != nil
      else { continue }
      return octets
    }
    return nil
  }

  private static let fewestOctets = 6

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
        guard let place = ValueText.place(of: mark, in: rest) else { return false }
        rest = rest[(place + mark.count)...]
        return true
      }
    }
    // Nearly every line has an address. Apple's systems have an identifier instead, and names of their own.
    guard let kind = found,
      marksWithoutAddress.contains(kind.marks[0])
        || HexItem.items(in: Array(line)).contains(where: { $0.form == .address })
        || hasOtherName(line, before: kind)
    else { return nil }
    return kind
  }

  /// Returns whether the line has an identifier of Apple's systems in the place where these programs print it, or an address
  /// that a person hid.
  private static func hasOtherName(_ line: ArraySlice<UInt8>, before kind: Kind) -> Bool {
    guard kind.program == .bleak || kind.program == .flutterBluePlus, let mark = kind.marks.first,
      let place = ValueText.place(of: mark, in: line), place > line.startIndex,
      !ASCII.isAlphanumeric(line[place - 1])
    else { return false }
    // The verbose log of flutter_blue_plus has the device behind the mark.
    if mark.elementsEqual("OnScanResponse".utf8) { return LineFacts.identifier(in: line) != nil }
    return LineFacts.identifier(in: line[..<place]) != nil || HiddenAddress.place(in: line[..<place]) != nil
  }

  private static let shortest = 17
  private static let marksWithoutAddress = [
    "org.bluez.Device1", "'org.bluez.Device1': {'Address'", " HCI_EVT ",
  ].map { Array($0.utf8) }
}

extension ValueLine.Program {
  /// Returns the values of a line; `nil` when it has another form than the program's.
  fileprivate func values(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    switch self {
    case .bleak: BleakLines.values(in: text, line: line)
    case .scanRecord: ScanRecordLines.values(in: text, line: line)
    case .toString: ToStringLines.values(in: text, line: line)
    case .flutterBluePlus: FlutterLines.values(in: text, line: line)
    case .gateway: GatewayLines.values(in: text, line: line)
    case .dbus: DBusLines.values(in: text, line: line)
    // These are read over several lines.
    case .blePlx, .bleManager, .noble, .deviceFound, .bluetoothctl, .coreBluetooth, .bothPackets: nil
    }
  }

  /// The program, for people.
  package var words: String {
    switch self {
    case .bleak: "bleak"
    case .scanRecord: "Android's ScanRecord"
    case .toString: "an ESP32 library's toString()"
    case .flutterBluePlus: "flutter_blue_plus"
    case .blePlx: "react-native-ble-plx"
    case .bleManager: "react-native-ble-manager"
    case .noble: "noble"
    case .bluetoothctl: "bluetoothctl"
    case .deviceFound: "the kernel's Device Found"
    case .gateway: "OpenMQTTGateway or Theengs"
    case .dbus: "BlueZ over D-Bus"
    case .coreBluetooth: "Core Bluetooth"
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
    case .bleak, .deviceFound, .bluetoothctl, .dbus, .bothPackets: "btmon --write"
    case .gateway: "a capture of another scanner"
    case .coreBluetooth: ValueLine.whoHasBytesOfApple
    case .scanRecord: "getBytes() or the phone's Bluetooth HCI log"
    case .toString: "getPayload()"
    case .flutterBluePlus: "the phone's Bluetooth HCI log"
    case .blePlx: "rawScanRecord on Android, or the phone's Bluetooth HCI log,"
    case .bleManager: "advertising.rawData on Android, or the phone's Bluetooth HCI log,"
    case .noble: "a log with DEBUG=hci, or btmon --write,"
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
