internal import AdvertisingData

/// The image that the boot loader of an ESP32 loads, such as `firmware.bin`: a header, and parts of the memory with their
/// addresses. It has no symbols.
///
/// Source: Espressif, esptool documentation, *Firmware Image Format*; ESP-IDF Programming Guide, *App Image Format*.
struct EspressifImage {
  let chip: EspressifChip
  /// The address of the first instruction.
  let entry: UInt32
  /// The parts, in the order of the file.
  let segments: [Segment]
  /// The names that the build put into an application; `nil` for a boot loader.
  let description: Description?
  /// The number of octets of the header and the parts.
  let count: UInt64

  /// A part of the memory.
  struct Segment {
    var address: UInt32
    var contents: ImageBytes

    var addresses: Range<UInt64> { UInt64(address)..<UInt64(address) + UInt64(contents.count) }
  }

  /// The description of an application.
  struct Description: Hashable {
    var project: String
    /// The version of ESP-IDF.
    var framework: String
  }

  private static let magic: UInt8 = 0xE9
  private static let headSize: UInt64 = 24
  private static let partHeadSize: UInt64 = 8
  private static let counts: ClosedRange<UInt8> = 1...16
  /// A limit above the size of any memory of these microcontrollers.
  private static let maximumOctets: UInt64 = 1 << 24

  /// Whether such an image begins at an offset: by its first octet, and because its microcontroller is known and its entry
  /// is in the memory for code.
  static func begins(_ bytes: ImageBytes, at offset: UInt64 = 0) -> Bool {
    guard let head = bytes.octets(at: offset, count: headSize) else { return false }
    guard head[0] == magic, counts.contains(head[1]), let chip = chip(of: head) else { return false }
    return chip.entries.contains(entry(of: head))
  }

  private static func chip(of head: [UInt8]) -> EspressifChip? {
    EspressifChip(rawValue: UInt16(truncatingIfNeeded: OctetOrder.littleEndian.number(of: head[12..<14])))
  }

  private static func entry(of head: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: OctetOrder.littleEndian.number(of: head[4..<8]))
  }

  /// Reads an image; `nil` where none begins.
  ///
  /// - Throws: when a part ends after the file, or is not in the memory of such a microcontroller.
  init?(_ bytes: ImageBytes, at offset: UInt64 = 0) throws(ImageError) {
    guard Self.begins(bytes, at: offset), let head = bytes.octets(at: offset, count: Self.headSize),
      let chip = Self.chip(of: head)
    else { return nil }
    self.chip = chip
    entry = Self.entry(of: head)
    var segments: [Segment] = []
    var place = offset + Self.headSize
    for number in 1...Int(head[1]) {
      guard let words = bytes.octets(at: place, count: Self.partHeadSize) else {
        throw bytes.damage(place, "part \(number) of \(head[1])", "the end of the file")
      }
      let address = OctetOrder.littleEndian.number(of: words[..<4])
      let size = OctetOrder.littleEndian.number(of: words[4...])
      place += Self.partHeadSize
      guard size <= Self.maximumOctets, address + size <= 1 << 32 else {
        throw bytes.damage(
          place - 4, "the length of part \(number)", "\(size) bytes at 0x\(String(address, radix: 16))")
      }
      guard let contents = ImageBytes(bytes, at: place, count: size) else {
        throw bytes.damage(
          place, "\(size) bytes of part \(number) of \(head[1])",
          "\(UInt64(bytes.count) - min(place, UInt64(bytes.count))) bytes before the end of the file")
      }
      // What fills the gap between two parts has no address.
      if address != 0 { segments.append(Segment(address: UInt32(truncatingIfNeeded: address), contents: contents)) }
      place += size
      guard place - offset <= Self.maximumOctets else {
        throw bytes.damage(place, "at most \(Self.maximumOctets) bytes", "more")
      }
    }
    self.segments = segments
    count = place - offset
    description = segments.lazy.compactMap { Self.description($0.contents) }.first
  }

  /// Reads the description that an application has at the beginning of a part: a magic number, and texts of 32 octets.
  private static func description(_ contents: ImageBytes) -> Description? {
    guard let octets = contents.octets(at: 0, count: 144),
      OctetOrder.littleEndian.number(of: octets[..<4]) == 0xABCD_5432
    else {
      return nil
    }
    func text(_ offset: Int) -> String {
      String(decoding: octets[offset..<offset + 32].prefix { $0 != 0 }, as: UTF8.self)
    }
    return Description(project: text(48), framework: text(112))
  }

  /// Returns octets at an address; `nil` where a part has not all of them.
  func octets(at address: UInt32, count: Int) -> [UInt8]? {
    guard let part = segments.first(where: { $0.addresses.contains(UInt64(address)) }) else { return nil }
    return part.contents.octets(at: UInt64(address - part.address), count: UInt64(count))
  }

  /// Returns the text at an address, cut after a number of octets; `nil` where it does not end or is no text.
  func text(at address: UInt32, longest: Int = 160) -> String? {
    guard let part = segments.first(where: { $0.addresses.contains(UInt64(address)) }) else { return nil }
    let offset = UInt64(address - part.address)
    let octets = part.contents.octets(at: offset, count: min(UInt64(longest), UInt64(part.contents.count) - offset))
    guard let octets, let end = octets.firstIndex(of: 0), octets[..<end].allSatisfy({ $0 >= 0x09 && $0 < 0x7F }) else {
      return nil
    }
    return String(decoding: octets[..<end], as: UTF8.self)
  }
}
