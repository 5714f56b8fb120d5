import AdvertCapture

/// Builds a PDU of type 7, or a request for one, as a sniffer records it.
struct ExtendedPacket {
  /// 0 neither connectable nor scannable, 1 connectable, 2 scannable, 3 reserved.
  var mode: UInt8 = 0
  /// As on the wire.
  var address: [UInt8]?
  var set: Set?
  var next: Next?
  /// The SyncInfo of a train: 18 octets, or none.
  var sync: [UInt8] = []
  /// AD structures of the controller, at the end of the header.
  var acad: [UInt8] = []
  var data: [UInt8] = []
  /// The channel index it is recorded on.
  var channel: UInt8
  /// Which auxiliary packet the capture says it is.
  var kind: Kind?

  struct Set {
    var sid: UInt16 = 5
    var did: UInt16 = 0x123
  }

  struct Next {
    var channel: UInt8 = 10
    /// In units of 30 or 300 microseconds.
    var offset: UInt16 = 50
    var isCoarse = false
  }

  enum Kind: UInt16 {
    case auxAdvInd
    case auxChainInd
    case auxSyncInd
    case auxScanRsp
  }

  static let address: [UInt8] = [0x66, 0x55, 0x44, 0x33, 0x22, 0x11]

  /// Header and payload.
  var pdu: [UInt8] {
    var flags: UInt8 = 0
    var fields: [UInt8] = []
    if let address {
      flags |= 0x01
      fields += address
    }
    if let set {
      flags |= 0x08
      fields += Self.littleEndian(set.sid << 12 | set.did)
    }
    if let next {
      flags |= 0x10
      fields += [next.channel | (next.isCoarse ? 0x80 : 0)] + Self.littleEndian(next.offset)
    }
    if !sync.isEmpty {
      flags |= 0x20
      fields += sync
    }
    let payload = [mode << 6 | UInt8(fields.count + acad.count + 1), flags] + fields + acad + data
    return [0x47, UInt8(payload.count)] + payload
  }

  /// As link type 256 has it: with channel, kind and a CRC known to be valid.
  var withPseudoheader: [UInt8] { Self.withPseudoheader(pdu, channel: channel, kind: kind) }

  static func withPseudoheader(_ pdu: [UInt8], channel: UInt8, kind: Kind? = nil) -> [UInt8] {
    withPseudoheader(onAir: onAir(pdu), channel: channel, kind: kind)
  }

  static func withPseudoheader(onAir: [UInt8], channel: UInt8, kind: Kind?) -> [UInt8] {
    let flags = 0x0C13 | (kind.map { 0x0080 | $0.rawValue << 12 } ?? 0)
    let radioChannel = (UInt8(0)..<40).first { Self.index(ofRadioChannel: $0) == channel } ?? 40
    return [radioChannel, 0xC4, 0, 0, 0xD6, 0xBE, 0x89, 0x8E] + littleEndian(flags) + onAir
  }

  /// As link type 251 has it: nothing is said about it, and the CRC is right.
  var plain: [UInt8] { Self.onAir(pdu) }

  /// The request of 4F:EE:DD:CC:BB:AA for scan response data.
  static func scanRequest(to address: [UInt8] = address) -> [UInt8] {
    [0xC3, 12, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0x4F] + address
  }

  static func onAir(
    _ pdu: [UInt8], accessAddress: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E], crcStart: UInt32 = 0xAA_AAAA
  ) -> [UInt8] {
    var register = crcStart
    for octet in pdu {
      for bit in 0..<8 {
        register = register >> 1 ^ ((register ^ UInt32(octet) >> bit) & 1 == 0 ? 0 : 0xDA_6000)
      }
    }
    let crc = (0..<3).map { UInt8(truncatingIfNeeded: register >> ($0 * 8)) }
    return accessAddress + pdu + crc
  }

  private static func index(ofRadioChannel channel: UInt8) -> UInt8 {
    switch channel {
    case 0: 37
    case 12: 38
    case 39: 39
    case 1..<12: channel - 1
    default: channel - 2
    }
  }

  private static func littleEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }
}

extension ExtendedPacket {
  /// On channel 37, pointing 1.5 ms ahead to channel 10.
  static func advExtInd(
    mode: UInt8 = 0, address: [UInt8]? = nil, set: Set? = Set(), next: Next? = Next(), on channel: UInt8 = 37
  ) -> Self {
    Self(mode: mode, address: address, set: set, next: next, channel: channel)
  }

  static func auxAdvInd(
    mode: UInt8 = 0, address: [UInt8]? = address, set: Set? = Set(), next: Next? = nil, data: [UInt8] = [2, 1, 6],
    on channel: UInt8 = 10, kind: Kind? = .auxAdvInd
  ) -> Self {
    Self(mode: mode, address: address, set: set, next: next, data: data, channel: channel, kind: kind)
  }

  static func auxChainInd(set: Set? = Set(), next: Next? = nil, data: [UInt8], on channel: UInt8 = 10) -> Self {
    Self(set: set, next: next, data: data, channel: channel, kind: .auxChainInd)
  }

  static func auxScanRsp(
    address: [UInt8] = address, set: Set? = Set(), next: Next? = nil, data: [UInt8], on channel: UInt8 = 10
  ) -> Self {
    Self(address: address, set: set, next: next, data: data, channel: channel, kind: .auxScanRsp)
  }
}

extension SnifferCapture {
  /// A capture of packets at their times in microseconds, with all that link type 256 says or with nothing as in 251.
  init(_ packets: [(Int64, ExtendedPacket)], isPlain: Bool = false) {
    self.init(linkType: isPlain ? 251 : 256)
    for (time, packet) in packets {
      add(isPlain ? packet.plain : packet.withPseudoheader, at: time)
    }
  }
}
