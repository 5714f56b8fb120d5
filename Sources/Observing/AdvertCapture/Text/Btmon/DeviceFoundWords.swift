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
/// Its flags are those of the event, not the AD structure.
///
/// Source: BlueZ 5.50 to 5.86, `monitor/packet.c` (`mgmt_device_found_evt`), and the kernel's
/// `Documentation/mgmt-api.txt`.
enum DeviceFoundWords {
  /// The bit of the flags for a device that does not take connections.
  private static let notConnectable: UInt32 = 1 << 2

  /// Returns the values; `nil` for an event without an address of LE or without the length of its data.
  static func values(in packet: BtmonPacket) -> ValueLine? {
    guard let address = packet.details.firstIndex(where: { $0.value("LE Address: ") != nil }),
      let octets = packet.details[address].octets(width: BtmonDetail.addressWidth),
      let place = packet.details.firstIndex(where: { $0.value("Data length: ") != nil }),
      let length = packet.details[place].value("Data length: ").flatMap(DecimalDigits.value)
    else { return nil }
    // A public address has its maker in parentheses.
    let isRandom = ["(Static)", "(Resolvable)", "(Non-Resolvable)", "(Reserved)"].contains {
      ValueText.place(of: Array($0.utf8), in: packet.details[address].text) != nil
    }
    let device = DeviceAddress(
      bits: OctetOrder.littleEndian.number(of: octets[...]), type: isRandom ? .random : .public)
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
