internal import AdvertisingData

extension ValueTreatment {
  /// The company stays, and what a well-known format needs to be recognised and taken apart.
  init(manufacturerData value: [UInt8], type: ADType) {
    guard value.count >= 2 else {
      self.init(.type(type), count: value.count)
      return
    }
    let company = UInt16(value[0]) | UInt16(value[1]) << 8
    self.init(.company(company), count: value.count)
    keep(0..<2)
    let data = ManufacturerData(company: company, data: Array(value[2...]))
    treat(KnownPayload.recognised(in: data), data.data, from: 2)
  }

  /// The same of a service's data.
  init(serviceData value: [UInt8], type: ADType) {
    guard let width = ServiceData.width(of: type),
      let uuid = BluetoothUUID(littleEndian: value.span, at: 0, width: width),
      let data = ServiceData(uuid, width: width, data: Array(value[width.octets...]))
    else {
      self.init(.type(type), count: value.count)
      return
    }
    self.init(.service(uuid), count: value.count)
    keep(0..<width.octets)
    treat(KnownPayload.recognised(in: data), data.data, from: width.octets)
  }

  /// The octets of a well-known format; `start` is the offset of the first in the value.
  private mutating func treat(_ payload: KnownPayload?, _ data: [UInt8], from start: Int) {
    guard let payload else {
      unknownFormatStart = start
      return
    }
    var fields = FormatFields(data: data)
    fields.add(payload)
    for field in fields.fields {
      let range = field.range.lowerBound + start..<field.range.upperBound + start
      switch field.content {
      case .structure: keep(range)
      case .bits(let bits): keep(bits: bits, at: range.lowerBound)
      case .text: readAsText(range)
      case .address(let isLittleEndian): readAsAddress(at: range.lowerBound, isLittleEndian: isLittleEndian)
      }
    }
  }
}
