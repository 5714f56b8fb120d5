internal import AdvertisingData

/// Values as Android's `ScanRecord.toString()` prints them, in a `ScanResult` with the address.
///
/// Source: AOSP, `ScanRecord.java` and `BluetoothLeUtils.java`.
enum ScanRecordLines {
  /// Returns the values of a line; `nil` for any other line, and for one whose address is hidden, as in logs of newer
  /// versions.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    var content = ValueText(text)
    guard let head = content.text(before: "ScanRecord [mAdvertiseFlags="), content.number() != nil,
      let address = HexItem.items(in: Array(head)).last(where: { $0.form == .address })
    else { return nil }
    var values = HeardValues()
    guard content.take(", mServiceUuids="), let services = uuids(in: &content) else { return nil }
    values.services = services
    if content.take(", mServiceSolicitationUuids=") { guard uuids(in: &content) != nil else { return nil } }
    guard content.take(", mManufacturerSpecificData=") else { return nil }
    if !content.take("null") {
      var data: [UInt16: [UInt8]] = [:]
      let isWhole = content.elements(from: "{", to: "}") { text in
        guard let number = text.number(), let company = UInt16(exactly: number), text.take("="),
          let octets = text.octets()
        else { return false }
        data[company] = octets
        return true
      }
      guard isWhole else { return nil }
      values.manufacturerData = data
    }
    guard content.take(", mServiceData=") else { return nil }
    if !content.take("null") {
      var data: [BluetoothUUID: [UInt8]] = [:]
      let isWhole = content.elements(from: "{", to: "}") { text in
        guard let uuid = text.uuid(), text.take("="), let octets = text.octets() else { return false }
        data[uuid] = octets
        return true
      }
      guard isWhole else { return nil }
      values.serviceData = data
    }
    guard content.take(", mTxPowerLevel="), content.number() != nil, content.take(", mDeviceName=") else { return nil }
    // A name can contain any character.
    let rest = content.rest
    let ends = ["], mRssi=", "], rssi="].compactMap { ValueText.lastPlace(of: $0, in: rest) }
    let end = ends.max() ?? ValueText.lastPlace(of: "]", in: rest)
    guard let end else { return nil }
    // The last key, of versions that read transport discovery data.
    let name = rest[..<(ValueText.lastPlace(of: ", mTransportBlocks=[", in: rest[..<end]) ?? end)]
    if !name.elementsEqual("null".utf8) { values.name = String(decoding: name, as: UTF8.self) }
    // `mRssi=` or `rssi=`.
    content = ValueText(rest[end...])
    let rssi = content.text(before: "ssi=").flatMap { _ in content.number() }
    return ValueLine(
      program: .scanRecord, address: LineFacts.address(address.number), values: values, rssi: rssi, line: line)
  }

  private static func uuids(in content: inout ValueText) -> [BluetoothUUID]? {
    if content.take("null") { return [] }
    var uuids: [BluetoothUUID] = []
    let isWhole = content.elements(from: "[", to: "]") { text in
      guard let uuid = text.uuid() else { return false }
      uuids.append(uuid)
      return true
    }
    return isWhole ? uuids : nil
  }
}
