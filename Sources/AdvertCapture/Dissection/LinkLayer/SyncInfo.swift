/// SyncInfo: where the set's periodic advertising is found.
struct SyncInfo: Hashable {
  /// From the start of this packet to that of the next periodic one, in microseconds.
  let offsetMicroseconds: Int64
  /// In units of 1.25 ms.
  let interval: UInt16
  /// One bit for each channel from 0 to 36.
  let channelMap: UInt64
  let accessAddress: UInt32
  /// 24 bits, as the standard prints it.
  let crcInit: UInt32
  let eventCounter: UInt16

  /// Reads the 18 octets at `offset`, which must be there.
  init(_ octets: Span<UInt8>, at offset: Int) {
    let first = octets.littleEndian16(at: offset)
    let adjust: Int64 = first & 0x4000 == 0 ? 0 : 2_457_600
    offsetMicroseconds = Int64(first & 0x1FFF) * (first & 0x2000 == 0 ? 30 : 300) + adjust
    interval = octets.littleEndian16(at: offset + 2)
    let map = UInt64(octets.littleEndian32(at: offset + 4)) | UInt64(octets[offset + 8]) << 32
    channelMap = map & 0x1F_FFFF_FFFF
    accessAddress = octets.littleEndian32(at: offset + 9)
    crcInit = UInt32(octets.littleEndian16(at: offset + 13)) | UInt32(octets[offset + 15]) << 16
    eventCounter = octets.littleEndian16(at: offset + 16)
  }
}
