internal import AdvertisingData

/// Devices as `bluetoothctl` prints them: values of both packets in one, each in a line of its own, when they change or
/// with `info`. Their bytes are a part of the data only, so none of these lines is an advertisement.
///
/// ```
/// [CHG] Device C6:11:22:33:44:55 ManufacturerData.Value:
///   10 05 0b 1c 11 22 33                             ....."3
/// Device C6:11:22:33:44:55 (random)
/// 	ServiceData.0000fcd2-0000-1000-8000-00805f9b34fb:
///   40 00 64                                         @.d
/// ```
///
/// BlueZ adds the services of a connected device to those that it advertises. They cannot be told apart, so services of
/// a device that was connected are not known.
///
/// Source: BlueZ 5.50 to 5.86, `client/main.c` and `client/print.c`.
struct BluetoothctlLines {
  /// Whether the next line may be a value of the device.
  private(set) var isOpen = false

  /// A device, and the facts that its lines have.
  private struct Device {
    var line: ValueLine
    /// Whether the services of the device may be those of a connection.
    var wasConnected = false
  }

  private var devices: [Device] = []
  private var positions: [UInt64: Int] = [:]
  /// The device of the open lines.
  private var current: Int?
  private var owner: Owner?
  /// The octets of the open value; `nil` when none is open.
  private var value: [UInt8]?

  /// The owner of the data in the following lines.
  private enum Owner {
    case service(BluetoothUUID)
    case company(UInt16)
  }

  /// A limit above the devices of any place; a text can have any number.
  private static let mostDevices = 10_000

  private static let tags = ["[NEW] ", "[CHG] ", "[DEL] "].map { Array($0.utf8) }
  private static let mark = Array("Device ".utf8)
  private static let kinds = ["(public)", "(random)"].map { Array($0.utf8) }
  private static let addressLength = 17

  /// Returns whether a line begins a device.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { head(of: line) != nil }

  private struct Head {
    let address: UInt64
    /// The mark of a change; `nil` for a device in full.
    let tag: [UInt8]?
    let rest: ArraySlice<UInt8>
  }

  private static func head(of line: ArraySlice<UInt8>) -> Head? {
    guard let place = ValueText.place(of: mark, in: line) else { return nil }
    let text = line[(place + mark.count)...]
    guard let bits = PrintedAddress.bits(in: text.prefix(addressLength)) else { return nil }
    let rest = text.dropFirst(addressLength).drop { $0 == ASCII.space }
    guard rest.startIndex > text.startIndex + addressLength || rest.isEmpty else { return nil }
    let head = Head(address: bits, tag: tags.first { line[..<place].suffix($0.count).elementsEqual($0) }, rest: rest)
    // A device in full has nothing else in its first line; other programs write so, too, before the bytes.
    let isWhole = place == line.startIndex && (rest.isEmpty || kinds.contains { rest.elementsEqual($0) })
    return head.tag != nil || isWhole ? head : nil
  }

  /// Takes a line of a device; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: nil)
    if let head = Self.head(of: text) {
      finishValue()
      isOpen = true
      begin(head, line: line)
      if current == nil {
        output.losses.append(
          LogLoss(line: line, expected: UnreadLines.expected, found: ValueLine.Program.bluetoothctl.loss))
      }
      return true
    }
    isOpen = isOpen && (text.first == ASCII.space || text.first == 0x09)
    guard isOpen else {
      finishValue()
      return false
    }
    let content = text.drop { $0 <= ASCII.space }
    if value != nil, let octets = BtmonDetail(indentation: 2, text: content).dumpedOctets {
      value? += octets
    } else {
      take(field: content)
    }
    return true
  }

  private mutating func begin(_ head: Head, line: Int) {
    current = positions[head.address]
    if current == nil, devices.count < Self.mostDevices {
      current = devices.count
      positions[head.address] = current
      let address = LineFacts.address(head.address)
      devices.append(
        Device(line: ValueLine(program: .bluetoothctl, address: address, values: HeardValues(), line: line)))
    } else if let current {
      devices[current].line.count += 1
    }
    guard let current else { return }
    if head.tag == nil {
      if !head.rest.isEmpty { devices[current].line.address = LineFacts.address(head.address, in: Array(head.rest)) }
    } else {
      // Only what changed is printed.
      devices[current].line.values.mayBeMore = true
      if head.tag == Self.tags[0] { takeAlias(head.rest) } else { take(field: head.rest) }
    }
  }

  /// Takes the name of a new device, in the place of which BlueZ puts the address with hyphens.
  private mutating func takeAlias(_ text: ArraySlice<UInt8>) {
    let colons = text.map { $0 == ASCII.hyphen ? ASCII.colon : $0 }
    guard let current, !text.isEmpty, PrintedAddress.octets(in: colons[...]) == nil else { return }
    devices[current].line.values.name = String(decoding: text, as: UTF8.self)
  }

  /// Takes a property of the open device.
  private mutating func take(field: ArraySlice<UInt8>) {
    finishValue()
    guard let current, let colon = field.firstIndex(of: ASCII.colon) else { return }
    let label = field[..<colon].map { $0 == UInt8(ascii: ".") ? ASCII.space : $0 }
    let text = field[(colon + 1)...].drop { $0 == ASCII.space }
    let words = String(decoding: text, as: UTF8.self)
    switch String(decoding: label, as: UTF8.self) {
    case "Name": devices[current].line.values.name = words
    case "RSSI": devices[current].line.rssi = DecimalDigits.signed(ValueText.inBrackets(text) ?? text)
    case "Connected", "Paired", "Bonded", "ServicesResolved":
      if text.elementsEqual("yes".utf8) { devices[current].wasConnected = true }
    case "UUID", "UUIDs":
      let uuid = ValueText.inBrackets(text).map { String(decoding: $0, as: UTF8.self) } ?? words
      var values = HeardValues()
      values.services = BluetoothUUID(text: uuid).map { [$0] } ?? []
      devices[current].line.values.add(values)
    case "ManufacturerData Key":
      take(key: HexNumber(text.prefix { $0 != ASCII.space }).flatMap { UInt16(exactly: $0.value) }.map { .company($0) })
    case "ServiceData Key": take(key: BluetoothUUID(text: words).map { .service($0) })
    case "ManufacturerData Value", "ServiceData Value": value = []
    case let other where other.hasPrefix("ServiceData "):
      owner = BluetoothUUID(text: String(other.dropFirst("ServiceData ".utf8.count))).map { .service($0) }
      value = []
    default: break
    }
  }

  /// Ends the open value. Rows that are missing are those of an empty value, or were not copied.
  private mutating func finishValue() {
    guard let octets = value.take(), let current else { return }
    var values = HeardValues()
    switch owner.take() {
    case .service(let uuid)? where !octets.isEmpty: values.serviceData[uuid] = octets
    case .company(let company)? where !octets.isEmpty: values.manufacturerData[company] = octets
    case let unread: note(unread, in: &values)
    }
    devices[current].line.values.add(values)
  }

  /// Takes the key of data, whose value comes in a line of its own, or was not copied.
  private mutating func take(key: Owner?) {
    owner = key
    var values = HeardValues()
    note(key, in: &values)
    if let current { devices[current].line.values.add(values) }
  }

  /// Notes data that were not read.
  private func note(_ owner: Owner?, in values: inout HeardValues) {
    switch owner {
    case .service(let uuid)?: values.unreadServiceData = [uuid]
    case .company(let company)?: values.unreadManufacturerData = [company]
    case nil: values.mayBeMore = true
    }
  }

  /// Ends the log: hands out the devices.
  mutating func finish(into output: inout LogOutput) {
    finishValue()
    for var device in devices {
      let isGATT = device.line.values.services.contains { Self.neverAdvertised.contains($0) }
      if device.wasConnected || isGATT {
        device.line.values.services = []
        device.line.values.mayBeMore = true
      }
      if device.line.values.hasUnread { device.line.values.mayBeMore = true }
      output.values.append(device.line)
    }
    self = BluetoothctlLines()
  }

  /// Generic Access and Generic Attribute, which every connected device has.
  private static let neverAdvertised: [BluetoothUUID] = [0x1800, 0x1801]
}
