internal import AdvertisingData

/// The members of an archive of object files (`ar`), with the long names of GNU and of BSD.
///
/// No standard defines the format; the manual page ar(5) of each system describes its form.
struct ObjectArchive {
  struct Member {
    var name: String
    var bytes: ImageBytes
  }

  static let magic = Array("!<arch>\n".utf8)

  private(set) var members: [Member] = []
  /// The error that ended the reading of the archive early.
  private(set) var problem: ImageError?

  private static let headerSize: UInt64 = 60
  /// Members with the names of functions, which only the linker uses.
  private static let tables: Set<String> = ["/", "/SYM64/", "__.SYMDEF", "__.SYMDEF SORTED", "__.SYMDEF_64"]
  /// A limit above any real archive: one of a whole software development kit has a few thousand members.
  private static let maximumMembers = 65_536

  init(_ bytes: ImageBytes) throws(ImageError) {
    guard bytes.octets(at: 0, count: 8) == Self.magic else { throw .notRecognised }
    var longNames: ImageBytes?
    var offset: UInt64 = 8
    while offset < UInt64(bytes.count), members.count < Self.maximumMembers {
      guard let header = bytes.octets(at: offset, count: Self.headerSize), header[58...] == [0x60, 0x0A] else {
        problem = bytes.damage(offset, "the header of a member of an archive", "something else")
        return
      }
      let start = offset + Self.headerSize
      guard let size = UInt64(Self.text(header[48..<58])), let contents = ImageBytes(bytes, at: start, count: size)
      else {
        problem = bytes.damage(offset + 48, "a member that ends in the archive", Self.text(header[48..<58]))
        return
      }
      take(Self.text(header[0..<16]), contents, &longNames)
      offset = start + size + size % 2
    }
    if offset < UInt64(bytes.count) {
      problem = bytes.damage(offset, "no more than \(Self.maximumMembers) members", "more")
    }
  }

  private mutating func take(_ name: String, _ contents: ImageBytes, _ longNames: inout ImageBytes?) {
    if name == "//" {
      longNames = contents
    } else if name.hasPrefix("#1/"), let count = UInt64(name.dropFirst(3)),
      let octets = contents.octets(at: 0, count: min(count, UInt64(ImageBytes.longestName))),
      count <= UInt64(contents.count),
      let rest = ImageBytes(contents, at: count, count: UInt64(contents.count) - count)
    {
      let name = String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
      if !Self.tables.contains(name) { members.append(Member(name: name, bytes: rest)) }
    } else if name.hasPrefix("/"), let offset = UInt64(name.dropFirst()) {
      var long: [UInt8] = []
      var place = offset
      while let octet = longNames?.number(at: place, size: 1, .littleEndian), octet != 0x0A,
        octet != 0x2F || !isEnd(place),
        long.count < ImageBytes.longestName
      {
        long.append(UInt8(octet))
        place += 1
      }
      func isEnd(_ place: UInt64) -> Bool { longNames?.number(at: place + 1, size: 1, .littleEndian) == 0x0A }
      members.append(Member(name: String(decoding: long, as: UTF8.self), bytes: contents))
    } else if !Self.tables.contains(name) {
      let end = name.hasSuffix("/") ? String(name.dropLast()) : name
      members.append(Member(name: end, bytes: contents))
    }
  }

  private static func text(_ octets: ArraySlice<UInt8>) -> String {
    var octets = octets
    while octets.last == 0x20 { octets.removeLast() }
    return String(decoding: octets, as: UTF8.self)
  }
}
