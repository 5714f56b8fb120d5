internal import AdvertisingData

/// The common extended advertising payload, viewed in place: an extended header with the fields that its flags
/// announce, then advertising data (Core Vol 6 Part B 2.3.4).
struct ExtendedHeader: ~Escapable {
  let mode: Mode
  /// The flags: bit n is set when field n is present.
  private let flags: UInt8
  private let payload: Span<UInt8>
  /// Additional controller advertising data (ACAD): AD structures for the receiving controller. Offsets in the payload.
  let acad: Range<Int>
  /// The advertising or scan response data. Offsets in the payload.
  let data: Range<Int>

  enum Mode: UInt8, Hashable {
    /// Also the mode of scan responses, chained and periodic packets.
    case neither
    case connectable
    case scannable
    case reserved

    /// The kind of advertising; `nil` for the reserved mode.
    var advertising: AdvertisingPDU? {
      switch self {
      case .neither: .extendedNonconnectable
      case .connectable: .extendedConnectable
      case .scannable: .extendedScannable
      case .reserved: nil
      }
    }
  }

  /// The fields in their order.
  enum Field: UInt8, CaseIterable {
    case advertiserAddress
    case targetAddress
    case constantToneInfo
    case dataInfo
    case auxiliaryPointer
    case syncInfo
    case txPower

    var length: Int {
      switch self {
      case .advertiserAddress, .targetAddress: 6
      case .constantToneInfo, .txPower: 1
      case .dataInfo: 2
      case .auxiliaryPointer: 3
      case .syncInfo: 18
      }
    }
  }

  /// Reads the header of a payload; `nil` when the payload is shorter than its header, or the header than its fields.
  @_lifetime(copy payload)
  init?(_ payload: Span<UInt8>) {
    guard !payload.isEmpty else { return nil }
    let headerLength = Int(payload[0] & 0x3F)
    guard headerLength < payload.count else { return nil }
    // A header of length 0 has no flags.
    let flags = headerLength == 0 ? 0 : payload[1]
    let fieldsEnd = Self.offset(ofField: Self.fieldCount, flags: flags)
    let headerEnd = 1 + headerLength
    guard headerLength == 0 || fieldsEnd <= headerEnd else { return nil }
    mode = Mode(rawValue: payload[0] >> 6) ?? .reserved
    self.flags = flags
    self.payload = payload
    acad = min(fieldsEnd, headerEnd)..<headerEnd
    data = headerEnd..<payload.count
  }

  private static let fieldCount: UInt8 = 7

  /// Returns the offset of a field after the present fields before it.
  private static func offset(ofField number: UInt8, flags: UInt8) -> Int {
    var offset = 2
    for earlier in 0..<number where flags & 1 << earlier != 0 {
      offset += Field(rawValue: earlier)?.length ?? 0
    }
    return offset
  }

  /// Returns the offset of a field in the payload; `nil` when it is absent.
  func offset(of field: Field) -> Int? {
    flags & 1 << field.rawValue == 0 ? nil : Self.offset(ofField: field.rawValue, flags: flags)
  }

  /// Returns AdvA. The PDU's header has its type.
  func advertiserAddress(type: DeviceAddress.AddressType) -> DeviceAddress? {
    offset(of: .advertiserAddress).flatMap { DeviceAddress(littleEndian: payload, at: $0, type: type) }
  }

  /// Returns TargetA.
  func targetAddress(type: DeviceAddress.AddressType) -> DeviceAddress? {
    offset(of: .targetAddress).flatMap { DeviceAddress(littleEndian: payload, at: $0, type: type) }
  }

  /// CTEInfo: time in the low five bits, type in the high two.
  var constantToneInfo: UInt8? {
    offset(of: .constantToneInfo).map { payload[$0] }
  }

  var dataInfo: DataInfo? {
    offset(of: .dataInfo).map { DataInfo(bits: payload.littleEndian16(at: $0)) }
  }

  var auxiliaryPointer: AuxiliaryPointer? {
    offset(of: .auxiliaryPointer).map {
      AuxiliaryPointer(first: payload[$0], second: payload.littleEndian16(at: $0 + 1))
    }
  }

  var syncInfo: SyncInfo? {
    offset(of: .syncInfo).map { SyncInfo(payload, at: $0) }
  }

  /// In dBm.
  var txPower: Int8? {
    offset(of: .txPower).map { Int8(bitPattern: payload[$0]) }
  }
}

/// AuxPtr: channel and time of the next packet of the same advertisement (Core Vol 6 Part B 2.3.4.5).
struct AuxiliaryPointer: Hashable {
  /// The channel index, 0 to 39; larger values are reserved.
  let channel: UInt8
  /// From the start of this packet to the start of the next, in microseconds. The next starts up to one unit later.
  let offsetMicroseconds: Int64
  /// The PHY; `nil` for reserved values.
  let phy: PHY?

  init(first: UInt8, second: UInt16) {
    channel = first & 0x3F
    offsetMicroseconds = Int64(second & 0x1FFF) * (first & 0x80 == 0 ? 30 : 300)
    phy = PHY(rawValue: UInt8(second >> 13) + 1)
  }

  /// Returns the start of the next packet when the packet with the pointer came at `time`.
  func due(after time: Timestamp?) -> Timestamp? {
    time.map { Timestamp(microseconds: $0.microseconds &+ offsetMicroseconds) }
  }
}

/// ADI: the advertising set, and the version of its data.
struct DataInfo: Hashable {
  let bits: UInt16

  /// The advertising data identifier, 12 bits. It changes with the data.
  var did: UInt16 { bits & 0x0FFF }
  /// The advertising set, 0 to 15.
  var sid: UInt8 { UInt8(bits >> 12) }
}

/// SyncInfo: the parameters of the set's periodic advertising.
struct SyncInfo: Hashable {
  /// From the start of this packet to the start of the next periodic one, in microseconds.
  let offsetMicroseconds: Int64
  /// In units of 1.25 ms.
  let interval: UInt16
  /// One bit for each channel from 0 to 36.
  let channelMap: UInt64
  let accessAddress: UInt32
  /// The CRC's start value of 24 bits, as the standard prints it.
  let crcInit: UInt32
  let eventCounter: UInt16

  /// Reads the 18 octets at `offset`. The caller has checked that there are enough.
  init(_ octets: Span<UInt8>, at offset: Int) {
    let first = octets.littleEndian16(at: offset)
    let adjust: Int64 = first & 0x4000 == 0 ? 0 : 2_457_600
    offsetMicroseconds = Int64(first & 0x1FFF) * (first & 0x2000 == 0 ? 30 : 300) + adjust
    interval = octets.littleEndian16(at: offset + 2)
    let map = UInt64(octets.littleEndian32(at: offset + 4)) | UInt64(octets[offset + 8]) << 32
    channelMap = map & 0x1F_FFFF_FFFF
    accessAddress = octets.littleEndian32(at: offset + 9)
    crcInit = octets.littleEndian24(at: offset + 13)
    eventCounter = octets.littleEndian16(at: offset + 16)
  }
}
