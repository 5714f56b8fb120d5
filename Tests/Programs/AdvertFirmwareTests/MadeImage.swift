/// An ELF file of 32 bits for Arm, made of sections.
struct MadeImage {
  struct Section {
    var name: String
    var kind = 1
    var flags = 0
    var address = 0
    /// The number of a section that it needs, and the octets of its entries.
    var link = 0
    var entrySize = 0
    var octets: [UInt8]
  }

  var isRelocatable = false
  var sections: [Section] = []

  var octets: [UInt8] {
    var names: [UInt8] = [0]
    var body: [UInt8] = []
    var headers = [UInt8](repeating: 0, count: 40)
    for section in sections + [Section(name: ".shstrtab", kind: 3, octets: [])] {
      let name = names.count
      names += section.name.utf8 + [0]
      // The table of names comes last and is complete then.
      let octets = section.name == ".shstrtab" ? names : section.octets
      headers += [
        name, section.kind, section.flags, section.address, 52 + body.count, octets.count, section.link, 0, 1,
        section.entrySize,
      ]
      .flatMap { Self.octets($0, 4) }
      body += octets
    }
    let start = 52 + body.count
    var header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 1, 1, 1] + [UInt8](repeating: 0, count: 9)
    header += Self.octets(isRelocatable ? 1 : 2, 2) + Self.octets(40, 2) + Self.octets(1, 4)
    header += [0, 0, start, 0].flatMap { Self.octets($0, 4) }
    header += [52, 0, 0, 40, sections.count + 2, sections.count + 1].flatMap { Self.octets($0, 2) }
    return header + body + headers
  }

  /// A table of functions of Thumb behind each other, and its names; all are in the section before it.
  static func symbols(_ functions: [(name: String, isLocal: Bool, isHidden: Bool)], after count: Int) -> [Section] {
    var names: [UInt8] = [0]
    var table = [UInt8](repeating: 0, count: 16)
    for (index, function) in functions.enumerated() {
      let kind = (function.isLocal ? 0 : 0x10) | 2
      table += Self.octets(names.count, 4) + Self.octets(0x8001 + 4 * index, 4) + Self.octets(4, 4)
      table += [UInt8(kind), function.isHidden ? 2 : 0] + Self.octets(count, 2)
      names += function.name.utf8 + [0]
    }
    return [
      Section(name: ".symtab", kind: 2, link: count + 2, entrySize: 16, octets: table),
      Section(name: ".strtab", kind: 3, octets: names),
    ]
  }

  static func octets(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// An archive of members with short names.
  static func archive(_ members: [(name: String, octets: [UInt8])]) -> [UInt8] {
    func padded(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0x20, count: count - text.utf8.count)
    }
    return members.reduce(into: Array("!<arch>\n".utf8)) { archive, member in
      archive += padded(member.name + "/", 16) + padded("0", 12) + padded("0", 6) + padded("0", 6) + padded("644", 8)
      archive += padded("\(member.octets.count)", 10) + [0x60, 0x0A] + member.octets
      if member.octets.count % 2 == 1 { archive.append(0x0A) }
    }
  }
}
