internal import AdvertCapture
internal import AdvertisingData

/// Devices that a log tells in values, or with both blocks in one.
extension Redaction {
  /// Returns a line with pseudonyms for the address and for the names, addresses and data in both blocks.
  func merged(_ line: MergedLine) -> MergedLine {
    var redacted = line
    redacted.address = address(line.address)
    redacted.octets = payload(Payload(line.octets), sentBy: line.address).octets
    redacted.name = line.name.map(text)
    return redacted
  }

  /// Returns the values of a device with pseudonyms for its address, its name, its data and its scanner. Services and
  /// companies stay, as in lists. The identifier by which an Apple system knows the device is left out.
  func values(_ line: ValueLine) -> ValueLine {
    var redacted = line
    redacted.address = address(line.address)
    redacted.identifier = nil
    redacted.scanner = line.scanner.map(text)
    redacted.values.name = line.values.name.map(text)
    redacted.values.systemName = line.values.systemName.map(text)
    for (company, data) in line.values.manufacturerData.sorted(by: { $0.key < $1.key }) {
      let owned = ManufacturerData(company: company, data: data).octets
      redacted.values.manufacturerData[company] = value(owned, ofType: .manufacturerData).suffix(data.count)
    }
    for (service, data) in line.values.serviceData.sorted(by: { $0.key < $1.key }) {
      let owned = ServiceData(service, data: data)
      redacted.values.serviceData[service] = value(owned.octets, ofType: owned.type).suffix(data.count)
    }
    return redacted
  }
}
