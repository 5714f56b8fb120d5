import AdvertCapture
import AdvertReading

/// Builds pcapng files block by block.
struct PcapngFile {
  private(set) var octets: [UInt8] = []
  /// Where each block starts.
  private(set) var blockOffsets: [Int] = []
  private var isBigEndian = false

  func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    isBigEndian ? Octets.big(value, count) : Octets.little(value, count)
  }

  /// Adds a block; `repeatedLength` is its length unless it is to be a lie.
  mutating func block(_ type: UInt64, _ body: [UInt8], length: Int? = nil, repeatedLength: Int? = nil) {
    blockOffsets.append(octets.count)
    let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let whole = length ?? padded.count + 12
    octets += number(type, 4) + number(UInt64(whole), 4) + padded + number(UInt64(repeatedLength ?? whole), 4)
  }

  mutating func section(bigEndian: Bool = false, major: UInt64 = 1, options: [UInt8] = []) {
    isBigEndian = bigEndian
    block(0x0A0D_0D0A, number(0x1A2B_3C4D, 4) + number(major, 2) + number(0, 2) + number(.max, 8) + options)
  }

  mutating func interface(_ linkType: UInt64, snapLength: UInt64 = 0, options: [[UInt8]] = []) {
    block(1, number(linkType, 2) + number(0, 2) + number(snapLength, 4) + options.flatMap { $0 })
  }

  func option(_ code: UInt64, _ value: [UInt8]) -> [UInt8] {
    number(code, 2) + number(UInt64(value.count), 2) + value
      + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
  }

  func resolution(_ value: UInt8) -> [UInt8] { option(9, [value]) }

  func offset(_ seconds: Int64) -> [UInt8] { option(14, number(UInt64(bitPattern: seconds), 8)) }

  mutating func packet(
    _ packet: [UInt8], interface: UInt64 = 0, time: UInt64 = 0, captured: UInt64? = nil, original: UInt64? = nil,
    options: [UInt8] = []
  ) {
    let padding = [UInt8](repeating: 0, count: (4 - packet.count % 4) % 4)
    block(
      6,
      number(interface, 4) + number(time >> 32, 4) + number(time & 0xFFFF_FFFF, 4)
        + number(captured ?? UInt64(packet.count), 4) + number(original ?? UInt64(packet.count), 4) + packet + padding
        + options)
  }

  mutating func obsoletePacket(_ packet: [UInt8], interface: UInt64 = 0, drops: UInt64 = 0, time: UInt64 = 0) {
    block(
      2,
      number(interface, 2) + number(drops, 2) + number(time >> 32, 4) + number(time & 0xFFFF_FFFF, 4)
        + number(UInt64(packet.count), 4) + number(UInt64(packet.count), 4) + packet)
  }

  mutating func simplePacket(_ packet: [UInt8], original: UInt64? = nil) {
    block(3, number(original ?? UInt64(packet.count), 4) + packet)
  }

  mutating func append(_ more: [UInt8]) {
    octets += more
  }
}

/// Gives out a beginning and then zeros, and notes how large the buffer became that it was to fill.
final class LongSource: ByteSource {
  private let beginning: [UInt8]
  private let length: Int
  private var position = 0
  private(set) var largestBuffer = 0

  init(_ beginning: [UInt8], more: Int) {
    self.beginning = beginning
    length = beginning.count + more
  }

  func read(into buffer: inout [UInt8], at start: Int) -> Int {
    largestBuffer = max(largestBuffer, buffer.count)
    let count = min(length - position, buffer.count - start)
    for index in 0..<max(0, min(count, beginning.count - position)) {
      buffer[start + index] = beginning[position + index]
    }
    for index in max(0, beginning.count - position)..<max(0, beginning.count - position, count) {
      buffer[start + index] = 0
    }
    position += count
    return count
  }
}
