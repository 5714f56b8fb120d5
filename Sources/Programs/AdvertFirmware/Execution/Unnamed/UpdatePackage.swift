internal import AdvertReading
internal import AdvertisingData

/// An archive that updates a device over the air: binary images, and a manifest that names them.
///
/// Source: Nordic Semiconductor, nRF Util documentation (DFU packages); APPNOTE.TXT of PKWARE, 4.3 (zip).
enum UpdatePackage {
  private static let localMark: UInt64 = 0x0403_4B50
  private static let entryMark: UInt64 = 0x0201_4B50
  private static let endMark: UInt64 = 0x0605_4B50
  private static let manifest = "manifest.json"
  private static let longestComment = 1 << 16
  private static let maximumMembers = 64
  private static let maximumOctets: UInt64 = 1 << 24
  private static let maximumImage: UInt64 = 1 << 21

  /// A binary image in a package.
  struct Image {
    /// The purpose of the image by the package's manifest, in words; otherwise the name of its file.
    let name: String
    let octets: [UInt8]
  }

  /// The keys of a manifest, with the words for them.
  private static let kinds = [
    "application": "application", "bootloader": "boot loader", "softdevice": softDevice,
    "softdevice_bootloader": "boot loader",
  ]
  static let softDevice = "SoftDevice"
  private static let longestManifest: UInt64 = 1 << 14

  /// A member, from the directory at the end of the archive.
  private struct Member {
    var name: String
    var method: UInt64
    var packed: UInt64
    var size: UInt64
    var offset: UInt64
  }

  /// Whether an archive is an update package.
  static func recognises(_ file: ImageFile) -> Bool {
    file.count <= Int(maximumOctets) && ImageBytes(file).number(at: 0, size: 4, .littleEndian) == localMark
      && !imageMembers(of: file).isEmpty
  }

  /// Returns the binary images in the archive, in its order.
  static func images(of file: ImageFile) -> [Image] {
    let names = names(in: file)
    return imageMembers(of: file).compactMap { member in
      octets(of: member, file).map { Image(name: names[member.name] ?? member.name, octets: $0) }
    }
  }

  /// Returns what the manifest says that each file is: it has an object for each image, with the name of the file.
  private static func names(in file: ImageFile) -> [String: String] {
    guard let member = members(of: file).first(where: { $0.name == manifest && $0.size <= longestManifest }),
      let octets = octets(of: member, file)
    else { return [:] }
    // Only the texts in quotation marks count: the latest key is that of the object around a file name.
    let texts = String(decoding: octets, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
    var (names, kind): ([String: String], String?) = ([:], nil)
    for text in texts.map(String.init) {
      if let known = kinds[text] { kind = known }
      if text.hasSuffix(".bin"), let kind { names[text] = kind }
    }
    return names
  }

  private static func imageMembers(of file: ImageFile) -> [Member] {
    let members = members(of: file)
    guard members.contains(where: { $0.name == manifest }) else { return [] }
    return members.filter { $0.name.hasSuffix(".bin") && $0.size <= maximumImage }
  }

  private static func members(of file: ImageFile) -> [Member] {
    let bytes = ImageBytes(file)
    func number(_ place: Int, _ size: Int) -> UInt64? { bytes.number(at: UInt64(place), size: size, .littleEndian) }
    let last = file.count - 22
    let end = stride(from: last, to: max(last - longestComment, -1), by: -1).first { number($0, 4) == endMark }
    guard let end, let count = number(end + 10, 2), let start = number(end + 16, 4) else { return [] }
    var place = Int(clamping: start)
    var members: [Member] = []
    for _ in 0..<min(Int(count), maximumMembers) {
      guard number(place, 4) == entryMark, let method = number(place + 10, 2), let packed = number(place + 20, 4),
        let size = number(place + 24, 4), let nameCount = number(place + 28, 2), let extra = number(place + 30, 2),
        let comment = number(place + 32, 2), let offset = number(place + 42, 4),
        let name = bytes.octets(at: UInt64(place + 46), count: nameCount)
      else { break }
      members.append(
        Member(
          name: String(decoding: name, as: UTF8.self), method: method, packed: packed, size: size, offset: offset))
      place += 46 + Int(nameCount + extra + comment)
    }
    return members
  }

  private static func octets(of member: Member, _ file: ImageFile) -> [UInt8]? {
    let bytes = ImageBytes(file)
    guard bytes.number(at: member.offset, size: 4, .littleEndian) == localMark,
      let nameCount = bytes.number(at: member.offset + 26, size: 2, .littleEndian),
      let extra = bytes.number(at: member.offset + 28, size: 2, .littleEndian),
      let packed = bytes.octets(at: member.offset + 30 + nameCount + extra, count: member.packed)
    else { return nil }
    switch member.method {
    case 0: return member.size == member.packed ? packed : nil
    case 8: return DeflatedOctets.unpacked(packed, .none, count: Int(clamping: member.size))
    default: return nil
    }
  }
}
