internal import AdvertisingData

extension FormatFields {
  mutating func add(_ eddystone: Eddystone) {
    keep(0)
    switch eddystone.frame {
    case .uid, .ephemeral, .telemetry, .encryptedTelemetry: keep(1)
    case .url:
      keep(1, 2)
      addURL(from: 3)
    // The version of telemetry that is not known, so that it does not become a known one.
    case .other(2, _): keep(1)
    case .findHub, .other: break
    }
  }

  /// Up to the first octet that no address has, which is told; what follows it is no address.
  private mutating func addURL(from start: Int) {
    for offset in start..<max(start, data.count) {
      switch data[offset] {
      // Codes of endings such as `.com/`.
      case 0x00...0x0D: keep(offset)
      case 0x21...0x7E: addText(offset..<offset + 1)
      default:
        keep(offset)
        return
      }
    }
  }

  mutating func add(_ ruuviTag: RuuviTag) {
    keep(0)
    switch ruuviTag {
    // Hundredths of a degree are below 100.
    case .format3: keep(3)
    case .format5: addAddress(at: 18, isLittleEndian: false)
    case .format6: break
    }
  }

  mutating func add(_ btHome: BTHome) {
    keep(0)
    var position = 1
    if btHome.address != nil {
      addAddress(at: 1, isLittleEndian: true)
      position = 7
    }
    guard case .objects(let objects, let rest) = btHome.content else { return }
    for object in objects {
      keep(position)
      position += 1
      if object.kind.hasLengthOctet {
        keep(position)
        position += 1
      }
      let end = position + object.value.count
      if case .text = object.kind.form { addText(position..<end) }
      position = end
    }
    guard let id = rest.first else { return }
    keep(position)
    if BTHomeObject.Kind(id: id)?.hasLengthOctet ?? false { keep(position + 1) }
  }

  mutating func add(_ miBeacon: MiBeacon) {
    var position = addMiBeaconHead()
    guard case .objects(let objects) = miBeacon.content else { return }
    for object in objects {
      keep(position..<position + 3)
      position += 3 + object.value.count
    }
    if miBeacon.frameControl.contains(.object), !miBeacon.rest.isEmpty { keep(position..<position + 3) }
  }

  /// Frame control, product, address and capabilities. Returns where the objects start.
  @discardableResult
  mutating func addMiBeaconHead() -> Int {
    keep(0..<4)
    var position = 5
    guard data.count >= position else { return position }
    let control = MiBeacon.FrameControl(rawValue: UInt16(data[0]) | UInt16(data[1]) << 8)
    if control.contains(.address) {
      addAddress(at: position, isLittleEndian: true)
      position += 6
    }
    if control.contains(.capability) {
      keep(position)
      let hasMore = position < data.count && data[position] & 0x20 != 0
      position += 1
      if hasMore {
        keep(position)
        position += 1
      }
    }
    return position
  }
}

extension BTHomeObject.Kind {
  fileprivate var hasLengthOctet: Bool {
    switch form {
    case .text, .raw: true
    case .number, .binary, .octets: false
    }
  }
}
