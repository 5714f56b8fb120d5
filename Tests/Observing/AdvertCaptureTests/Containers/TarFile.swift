import TestSupport

/// Builds tar archives member by member, truthful or not.
struct TarFile {
  private(set) var octets: [UInt8] = []
  /// Where each member's header starts.
  private(set) var headerOffsets: [Int] = []

  /// How an archive differs from the oldest format.
  enum Mark: String, CaseIterable {
    case old = ""
    case ustar = "ustar\u{0}00"
    case gnu = "ustar  \u{0}"
  }

  mutating func member(
    _ name: String, _ content: [UInt8], type: Character = "0", mark: Mark = .ustar, folder: String = "",
    length: [UInt8]? = nil, more: [Int: UInt8] = [:]
  ) {
    headerOffsets.append(octets.count)
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: some Sequence<UInt8>, at place: Int) {
      for (index, octet) in text.enumerated() { header[place + index] = octet }
    }
    put(name.utf8.prefix(100), at: 0)
    for place in [100, 108, 116] { put("0000644\u{0}".utf8, at: place) }
    put(length ?? Array(Self.octal(content.count).utf8), at: 124)
    put(Self.octal(1_700_000_000).utf8, at: 136)
    header[156] = type.asciiValue ?? 0
    put(mark.rawValue.utf8, at: 257)
    put(folder.utf8, at: 345)
    for (place, octet) in more { header[place] = octet }
    put("        ".utf8, at: 148)
    let sum = header.reduce(0) { $0 + Int($1) }
    put((String(String(0o1_000_000 + sum, radix: 8).dropFirst()) + "\u{0} ").utf8, at: 148)
    octets += header + content + [UInt8](repeating: 0, count: -content.count & 511)
  }

  /// A pax header for the next member.
  mutating func records(_ records: [(key: String, value: String)], type: Character = "x") {
    member("PaxHeaders/0", records.flatMap { Array(Self.record($0.key, $0.value).utf8) }, type: type)
  }

  mutating func raw(_ more: [UInt8]) { octets += more }

  /// The archive with its end mark.
  var whole: [UInt8] { octets + [UInt8](repeating: 0, count: 1024) }

  private static func octal(_ number: Int) -> String {
    String(String(0o1_000_000_000_000 + number, radix: 8).dropFirst(2)) + "\u{0}"
  }

  private static func record(_ key: String, _ value: String) -> String {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count
    while "\(length)".utf8.count + rest.utf8.count != length { length += 1 }
    return "\(length)\(rest)"
  }
}
