internal import AdvertisingData

/// The header and the sections of an ELF file: an executable, a relocatable object or a shared object, of 32 or 64 bits,
/// in either byte order.
///
/// Source: System V Application Binary Interface, chapter 4 (object files).
struct ELFFile {
  let bytes: ImageBytes
  let order: OctetOrder
  let is64: Bool
  let type: UInt64
  let machine: Machine
  let sections: [Section]
  private let compressed = CompressedSections()

  struct Section {
    var name: String
    var type: UInt64
    var flags: UInt64
    /// The address of the section when the program runs; 0 in a relocatable object.
    var address: UInt64
    var offset: UInt64
    var size: UInt64
    /// The section with the names, or with the symbols, that this section uses.
    var link: Int
    /// The section that relocations apply to.
    var info: Int
    var entrySize: UInt64
    var alignment: UInt64

    var isAllocated: Bool { flags & 0x2 != 0 && flags & 0x400 == 0 }
    /// Constants with pointers are written only once, when the program is loaded.
    var isWritable: Bool { flags & 0x1 != 0 && !name.hasPrefix(".data.rel.ro") }
    var isExecutable: Bool { flags & 0x4 != 0 }
    var isCompressed: Bool { flags & 0x800 != 0 }
    /// Whether the file has no octets of the section: it is zero when the program starts.
    var hasNoBits: Bool { type == 8 }
  }

  /// Values of `e_type`.
  enum Kind {
    static let relocatable: UInt64 = 1
    static let executable: UInt64 = 2
    static let shared: UInt64 = 3
    static let core: UInt64 = 4
  }

  /// Returns whether a file is the memory of a program, and not the program.
  static func isCoreDump(_ file: ImageFile) -> Bool {
    guard let head = file.octets(at: 0, count: 18), head.starts(with: magic) else { return false }
    let type = head[5] == 2 ? [head[17], head[16]] : [head[16], head[17]]
    return UInt64(type[0]) | UInt64(type[1]) << 8 == Kind.core
  }

  static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

  var isRelocatable: Bool { type == Kind.relocatable }
  /// The number of octets of an address.
  var addressSize: Int { is64 ? 8 : 4 }

  init(_ bytes: ImageBytes) throws(ImageError) {
    guard bytes.octets(at: 0, count: 4) == Self.magic else { throw .notRecognised }
    guard let kind = bytes.octets(at: 4, count: 2) else {
      throw bytes.damage(4, "the header of an ELF file", "the end")
    }
    guard 1...2 ~= kind[0] else { throw bytes.damage(4, "1 or 2 for 32 or 64 bits", "\(kind[0])") }
    guard 1...2 ~= kind[1] else { throw bytes.damage(5, "1 or 2 for the byte order", "\(kind[1])") }
    let is64 = kind[0] == 2
    let order: OctetOrder = kind[1] == 2 ? .bigEndian : .littleEndian
    func number(_ offset: UInt64, _ size: Int) throws(ImageError) -> UInt64 {
      guard let number = bytes.number(at: offset, size: size, order) else {
        throw bytes.damage(offset, "the header of an ELF file", "the end of the file")
      }
      return number
    }
    let wide = is64 ? 8 : 4
    type = try number(16, 2)
    machine = Machine(number: try number(18, 2))
    let table = try number(is64 ? 40 : 32, wide)
    let entrySize = try number(is64 ? 58 : 46, 2)
    var count = try number(is64 ? 60 : 48, 2)
    var names = try number(is64 ? 62 : 50, 2)
    self.bytes = bytes
    self.order = order
    self.is64 = is64
    guard table != 0 else {
      sections = []
      return
    }
    guard entrySize >= (is64 ? 64 : 40) else {
      throw bytes.damage(is64 ? 58 : 46, "section headers of at least \(is64 ? 64 : 40) bytes", "\(entrySize)")
    }
    func header(_ index: UInt64) -> (section: Section, name: UInt64)? {
      let (distance, overflow) = index.multipliedReportingOverflow(by: entrySize)
      let (start, overflow2) = table.addingReportingOverflow(distance)
      guard !overflow, !overflow2 else { return nil }
      func field(_ offset32: UInt64, _ offset64: UInt64, _ size: Int) -> UInt64? {
        let (place, overflow) = start.addingReportingOverflow(is64 ? offset64 : offset32)
        return overflow ? nil : bytes.number(at: place, size: size, order)
      }
      guard let name = field(0, 0, 4), let type = field(4, 4, 4), let flags = field(8, 8, wide),
        let address = field(12, 16, wide), let offset = field(16, 24, wide), let size = field(20, 32, wide),
        let link = field(24, 40, 4), let info = field(28, 44, 4), let alignment = field(32, 48, wide),
        let entries = field(36, 56, wide)
      else { return nil }
      let section = Section(
        name: "", type: type, flags: flags, address: address, offset: offset, size: size,
        link: Int(clamping: link), info: Int(clamping: info), entrySize: entries, alignment: alignment)
      return (section, name)
    }
    // Numbers that are too large for the header are in the first section.
    if count == 0 || names == 0xFFFF, let first = header(0) {
      if count == 0 { count = first.section.size }
      if names == 0xFFFF { names = UInt64(first.section.link) }
    }
    guard count <= UInt64(bytes.count) / entrySize else {
      throw bytes.damage(table, "\(count) section headers of \(entrySize) bytes", "a file of \(bytes.count) bytes")
    }
    var sections: [Section] = []
    var nameOffsets: [UInt64] = []
    for index in 0..<count {
      guard let (section, name) = header(index) else {
        throw bytes.damage(table, "\(count) section headers", "the end of the file after \(index)")
      }
      sections.append(section)
      nameOffsets.append(name)
    }
    let nameTable = sections.indices.contains(Int(names)) ? sections[Int(names)] : nil
    let nameBytes = nameTable.flatMap { ImageBytes(bytes, at: $0.offset, count: $0.size) }
    for index in sections.indices {
      sections[index].name = nameBytes?.text(at: nameOffsets[index]) ?? ""
    }
    self.sections = sections
  }

  /// Whether the file has all octets of a section, compressed or not.
  func holds(_ section: Section) -> Bool { ImageBytes(bytes, at: section.offset, count: section.size) != nil }

  /// Returns the octets of a section in the file; `nil` when it has none, or some of them are missing.
  func contents(of section: Section) -> ImageBytes? {
    guard !section.hasNoBits, let contents = ImageBytes(bytes, at: section.offset, count: section.size) else {
      return nil
    }
    // Sections in the memory of the device are never compressed in this way.
    return section.isCompressed && !section.isAllocated
      ? compressed.contents(of: contents, order, is64: is64) : contents
  }

  /// Whether the symbols were stripped.
  var hasNoSymbols: Bool { !sections.contains { $0.type == 2 } }

  func section(named name: String) -> Int? { sections.firstIndex { $0.name == name } }
}

/// The processor that an image is made for, as far as relocations differ.
enum Machine: Hashable {
  case arm
  case riscV
  case xtensa
  case x86
  case amd64
  case aarch64
  case mips
  case other(UInt64)

  /// Makes the processor from `e_machine`.
  init(number: UInt64) {
    self =
      switch number {
      case 3: .x86
      case 8: .mips
      case 40: .arm
      case 62: .amd64
      case 94: .xtensa
      case 183: .aarch64
      case 243: .riscV
      default: .other(number)
      }
  }

  var name: String {
    switch self {
    case .arm: "ARM"
    case .riscV: "RISC-V"
    case .xtensa: "Xtensa"
    case .x86: "x86"
    case .amd64: "x86-64"
    case .aarch64: "AArch64"
    case .mips: "MIPS"
    // The number of Telink's processors is not registered.
    case .other(0x8800): "TC32"
    case .other(let number): "machine \(number)"
    }
  }
}
