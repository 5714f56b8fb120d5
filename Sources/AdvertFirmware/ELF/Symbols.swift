/// The symbols of an ELF file that say where data are, and which functions are linked.
struct Symbols {
  /// An object: an array, a structure.
  struct Object: Hashable {
    /// Without what compilers append: `ad.0` is `ad`.
    var name: String
    var address: UInt64
    var size: UInt64
    /// The name of the source file, as far as it is known.
    var unit: String?
  }

  /// A function defined in the image.
  struct Function {
    var addresses: Range<UInt64>
    var name: String
  }

  private(set) var objects: [Object] = []
  /// Functions defined or needed that are among the names asked for.
  private(set) var functions: Set<String> = []
  /// Functions of Thumb that are asked for by their address, and where all of them lie. Only in images for ARM.
  private(set) var called: [UInt64: String] = [:]
  private(set) var thumbFunctions: [Function] = []
  /// Numbers that the build put into symbols, such as those of Kconfig.
  private(set) var settings: [String: UInt64] = [:]
  /// Whether the stack was built with extended advertising, or the image does not say.
  var canBeExtended: Bool { settings.isEmpty || settings["CONFIG_BT_EXT_ADV"] == 1 }
  /// Whether the linker compresses the writable data of the image, so that what the file has is not what is sent.
  private(set) var hasCompressedData = false
  /// The address of each symbol by its number in the table, for relocations. Only in relocatable objects.
  private(set) var values: [UInt64] = []

  /// - Parameters:
  ///   - bases: where the sections of a relocatable object were put; `nil` for other files.
  ///   - isFunction: which functions are of interest.
  ///   - isCalled: of which functions the calls are.
  init(_ file: ELFFile, bases: [UInt64]?, isFunction: (String) -> Bool, isCalled: (String) -> Bool = { _ in false }) {
    let table =
      file.sections.first { $0.type == Self.symbolTable } ?? file.sections.first { $0.type == Self.dynamicSymbols }
    guard let table, file.sections.indices.contains(table.link), let entries = file.contents(of: table),
      let names = file.contents(of: file.sections[table.link])
    else { return }
    let size: UInt64 = file.is64 ? 24 : 16
    guard table.entrySize == size || table.entrySize == 0 else { return }
    /// Symbols of sections other files have: addresses that nothing else has, so that pointers to them are known as such.
    var nextUndefined = ImageMemory.firstUndefinedAddress
    var unit: String?
    for index in 0..<UInt64(entries.count) / size {
      let start = index * size
      func field(_ offset32: UInt64, _ offset64: UInt64, _ size: Int) -> UInt64 {
        entries.number(at: start + (file.is64 ? offset64 : offset32), size: size, file.order) ?? 0
      }
      let kind = field(12, 4, 1) & 0xF
      let isLocal = field(12, 4, 1) >> 4 == 0
      let section = Int(field(14, 6, 2))
      var value = field(4, 8, file.addressSize)
      if let bases {
        if section == Self.undefined {
          value = nextUndefined
          nextUndefined &+= 0x1_0000
        } else if bases.indices.contains(section) {
          value &+= bases[section]
        }
        values.append(value)
      }
      let name = field(0, 0, 4)
      switch kind {
      case Self.file: unit = names.text(at: name)
      case Self.object where section != Self.undefined:
        guard let text = names.text(at: name) else { continue }
        if text.hasPrefix("__decompress") { hasCompressedData = true }
        if section == Self.absolute {
          if text.hasPrefix("CONFIG_") { settings[text] = value }
          continue
        }
        objects.append(
          Object(
            name: Self.base(of: text), address: value, size: field(8, 16, file.addressSize), unit: isLocal ? unit : nil)
        )
      case Self.function, Self.untyped:
        guard let text = names.text(at: name), !text.isEmpty else { continue }
        if text.hasPrefix("__decompress") { hasCompressedData = true }
        // Thumb functions and others alike.
        if isFunction(text) { functions.insert(text) }
        guard file.machine == .arm else { continue }
        let address = value & ~1
        if isCalled(Self.target(of: text)) { called[address] = Self.target(of: text) }
        let (end, overflow) = address.addingReportingOverflow(field(8, 16, file.addressSize))
        if kind == Self.function, section != Self.undefined, value & 1 == 1, !overflow {
          thumbFunctions.append(Function(addresses: address..<end, name: Self.base(of: text)))
        }
      default: continue
      }
    }
  }

  private static let symbolTable: UInt64 = 2
  private static let dynamicSymbols: UInt64 = 11
  private static let untyped: UInt64 = 0
  private static let object: UInt64 = 1
  private static let function: UInt64 = 2
  private static let file: UInt64 = 4
  private static let undefined = 0
  private static let absolute = 0xFFF1

  /// The function that a small one leads to, which the linker adds for calls over a long distance.
  private static func target(of name: String) -> String {
    name.hasPrefix("__") && name.hasSuffix("_veneer") ? String(name.dropFirst(2).dropLast(7)) : name
  }

  /// A name without the numbers that compilers give to static variables of functions, and to copies made when linking:
  /// `ad.0`, `ad.lto_priv.0`, and `ad$12` on Xtensa.
  static func base(of name: String) -> String {
    var name = name[...]
    while let mark = name.lastIndex(where: { $0 == "." || $0 == "$" }), mark != name.startIndex {
      let end = name[name.index(after: mark)...]
      guard end == "lto_priv" || !end.isEmpty && end.allSatisfy(\.isNumber) else { break }
      name = name[..<mark]
    }
    return String(name)
  }
}
