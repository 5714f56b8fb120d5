package import AdvertisingData

/// The values of a device in the kernel's event Device Found, as `btmon` prints it: both packets in one.
///
/// ```
/// @ MGMT Event: Device Found (0x0012) plen 33 {0x0001} [hci0] 0.224956
///         LE Address: F0:F1:F2:F3:F4:F5 (Static)
///         RSSI: -76 dBm (0xb4)
///         Flags: 0x00000004
///           Not Connectable
///         Data length: 8
///         Name (complete): Helmet
/// ```
///
/// Its flags are those of the event, not the AD structure. The events of a monitor have the data in hex:
///
/// ```
/// @ MGMT Event: ADV Monitor Device Found (0x002f) plen 46  {0x0001} [hci0] 241.402590
///         Handle: 0
///         Address: F0:F1:F2:F3:F4:F5 (Static)
///         Addr Type: 2
///         AD Data Len: 7
///         AD Data: 02010603030d18
/// ```
///
/// Source: BlueZ 5.50 to 5.86, `monitor/packet.c` (`mgmt_device_found_evt`), and the kernel's
/// `Documentation/mgmt-api.txt`.
enum DeviceFoundWords {
  /// The bit of the flags for a device that does not take connections.
  private static let notConnectable: UInt32 = 1 << 2

  /// Returns whether a packet is such an event.
  static func isDevice(_ packet: BtmonPacket) -> Bool {
    packet.kind == .managementEvent
      && (packet.code == ManagementEvent.deviceFound || packet.code == ManagementEvent.monitorDeviceFound)
  }

  /// Returns the data of an event that has them in hex, and the address in the order sent; `nil` for any other packet.
  static func octets(in packet: BtmonPacket) -> (address: [UInt8], octets: [UInt8])? {
    guard isDevice(packet), let address = packet.details.lazy.compactMap({ address(in: $0) }).first,
      let data = packet.details.first(where: { $0.value("AD Data: ") != nil })?.value("AD Data: "),
      let octets = HexDigits.octets(of: data),
      let length = packet.details.lazy.compactMap({ $0.value("AD Data Len: ") }).first,
      DecimalDigits.value(of: length) == octets.count
    else { return nil }
    return (address, octets)
  }

  private static func address(in detail: BtmonDetail) -> [UInt8]? {
    detail.value("Address: ") ?? detail.value("LE Address: ") == nil
      ? nil : detail.octets(width: BtmonDetail.addressWidth)
  }

  /// Returns the values; `nil` for an event without an address of LE or without the length of its data.
  static func values(in packet: BtmonPacket) -> ValueLine? {
    if let told = octets(in: packet) {
      var line = ValueLine(
        program: .deviceFound,
        address: DeviceAddress(
          bits: OctetOrder.littleEndian.number(of: told.address[...]), type: isRandom(packet) ? .random : .public),
        values: HeardValues(Payload(told.octets)), line: packet.line)
      line.rssi =
        packet.details.first { $0.value("RSSI: ") != nil }?.octets(width: 1).map { Int(Int8(bitPattern: $0[0])) }
      return line
    }
    guard let address = packet.details.firstIndex(where: { $0.value("LE Address: ") != nil }),
      let octets = packet.details[address].octets(width: BtmonDetail.addressWidth),
      let place = packet.details.firstIndex(where: { $0.value("Data length: ") != nil }),
      let length = packet.details[place].value("Data length: ").flatMap(DecimalDigits.value)
    else { return nil }
    let device = DeviceAddress(
      bits: OctetOrder.littleEndian.number(of: octets[...]), type: isRandom(packet) ? .random : .public)
    let structures = BtmonStructures(packet.details[(place + 1)...], length: length)
    var line = ValueLine(
      program: .deviceFound, address: device, values: HeardValues(Payload(structures.octets)), line: packet.line)
    line.values.mayBeMore = structures.loss != nil
    for detail in packet.details[..<place] {
      if detail.value("RSSI: ") != nil, let rssi = detail.octets(width: 1) {
        line.rssi = Int(Int8(bitPattern: rssi[0]))
      } else if let flags = detail.value("Flags: ").flatMap({ HexNumber($0) }) {
        line.isConnectable = UInt32(truncatingIfNeeded: flags.value) & notConnectable == 0
      }
    }
    return line
  }

  /// Returns whether the address is random. A public one has its maker in parentheses.
  private static func isRandom(_ packet: BtmonPacket) -> Bool {
    guard let address = packet.details.first(where: { address(in: $0) != nil }) else { return false }
    return ["(Static)", "(Resolvable)", "(Non-Resolvable)", "(Reserved)"].contains {
      ValueText.place(of: Array($0.utf8), in: address.text) != nil
    }
  }
}

extension HeardValues {
  /// The values of a payload that joins both packets.
  package init(_ payload: Payload) {
    self.init()
    for element in payload.decoded.elements {
      switch element.value {
      case .localName(let name): self.name = name.text
      case .serviceUUIDs(let list): services += list.uuids.filter { !services.contains($0) }
      // Of several data with one key, the last is kept.
      case .serviceData(let data):
        mayBeMore = mayBeMore || (serviceData.updateValue(data.data, forKey: data.uuid) ?? data.data) != data.data
      case .manufacturerData(let data):
        mayBeMore =
          mayBeMore || (manufacturerData.updateValue(data.data, forKey: data.company) ?? data.data) != data.data
      default: break
      }
    }
  }
}
