internal import AdvertisingData

/// Intel HEX: a line of hex for each stretch of octets, with its address.
///
/// Source: Intel, Hexadecimal Object File Format Specification, revision A.
enum IntelHexFile {
  /// Whether the first line with content is a record with a correct checksum.
  static func recognises(_ octets: [UInt8]) -> Bool {
    var position = 0
    while position < octets.count, [0x0A, 0x0D, 0x20].contains(octets[position]) { position += 1 }
    return (try? record(octets, &position, line: 1)) != nil
  }

  private struct Record {
    var address: UInt64
    var type: UInt8
    var data: [UInt8]
  }

  static func regions(of octets: [UInt8]) throws(ImageError) -> [SearchedMemory.Region] {
    var regions: [SearchedMemory.Region] = []
    var (base, position, line): (UInt64, Int, Int) = (0, 0, 1)
    while position < octets.count {
      if [0x0A, 0x0D, 0x20].contains(octets[position]) {
        if octets[position] == 0x0A { line += 1 }
        position += 1
        continue
      }
      let record = try record(octets, &position, line: line)
      func number() -> UInt64 { OctetOrder.bigEndian.number(of: record.data[...]) }
      switch record.type {
      case 0:
        let address = base &+ record.address
        if let last = regions.indices.last, regions[last].end == address {
          regions[last].octets += record.data
        } else {
          regions.append(.init(address: address, octets: record.data, fileOffset: nil))
        }
      case 1: return regions
      case 2 where record.data.count == 2: base = number() << 4
      case 4 where record.data.count == 2: base = number() << 16
      case 3, 5: break
      default:
        throw .damaged(
          offset: position, expected: "a record of type 0 to 5 in line \(line)", found: "type \(record.type)")
      }
    }
    return regions
  }

  /// Reads a record and moves to the position after it.
  private static func record(_ octets: [UInt8], _ position: inout Int, line: Int) throws(ImageError) -> Record {
    let start = position
    func damage(_ expected: String, _ found: String) -> ImageError {
      .damaged(offset: start, expected: "\(expected) in line \(line)", found: found)
    }
    guard octets[safe: position] == 0x3A else { throw damage("a colon", "something else") }
    position += 1
    var content: [UInt8] = []
    while let high = digit(octets[safe: position]), let low = digit(octets[safe: position + 1]), content.count < 260 {
      content.append(high << 4 | low)
      position += 2
    }
    guard let count = content.first, content.count == Int(count) + 5 else {
      throw damage("a record as long as it says", "\(content.count) bytes")
    }
    guard content.reduce(0, &+) == 0 else { throw damage("a sum of zero", "another checksum") }
    return Record(
      address: UInt64(content[1]) << 8 | UInt64(content[2]), type: content[3],
      data: Array(content[4..<content.count - 1])
    )
  }

  private static func digit(_ octet: UInt8?) -> UInt8? {
    switch octet {
    case .some(let digit) where 0x30...0x39 ~= digit: digit - 0x30
    case .some(let digit) where 0x41...0x46 ~= digit: digit - 0x41 + 10
    case .some(let digit) where 0x61...0x66 ~= digit: digit - 0x61 + 10
    default: nil
    }
  }
}

/// UF2: blocks of 512 octets, each with an address.
///
/// Source: github.com/microsoft/uf2, README.md.
enum UF2File {
  private static let blockSize = 512
  private static let maximumData = 476

  static func recognises(_ octets: [UInt8]) -> Bool {
    number(octets, 0) == 0x0A32_4655 && number(octets, 4) == 0x9E5D_5157
  }

  static func regions(of octets: [UInt8]) -> [SearchedMemory.Region] {
    var regions: [SearchedMemory.Region] = []
    for start in stride(from: 0, to: octets.count, by: blockSize) {
      let count = Int(clamping: number(octets, start + 16) ?? 0)
      // Damaged blocks, and blocks for other places than the main memory, are left out.
      guard number(octets, start) == 0x0A32_4655, number(octets, start + 508) == 0x0AB1_6F30, count <= maximumData,
        let flags = number(octets, start + 8), flags & 1 == 0, let address = number(octets, start + 12)
      else { continue }
      let data = octets[start + 32..<start + 32 + count]
      if let last = regions.indices.last, regions[last].end == address {
        regions[last].octets += data
      } else {
        regions.append(.init(address: address, octets: Array(data), fileOffset: nil))
      }
    }
    return regions
  }

  private static func number(_ octets: [UInt8], _ place: Int) -> UInt64? {
    place + 4 <= octets.count ? OctetOrder.littleEndian.number(of: octets[place..<place + 4]) : nil
  }
}

extension [UInt8] {
  fileprivate subscript(safe index: Int) -> UInt8? { indices.contains(index) ? self[index] : nil }
}
