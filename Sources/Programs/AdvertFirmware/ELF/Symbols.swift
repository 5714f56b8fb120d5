internal import AdvertisingData

/// The symbols of an ELF file that show the places of data, and which functions are linked.
///
/// Other symbols are not kept.
struct Symbols {
  /// An object: an array, a structure.
  struct Object: Hashable {
    /// The name without additions of the compiler: `ad.0` is `ad`.
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

  private let table: SymbolTable?
  private let isThumb: Bool
  /// The addresses given to the sections of a relocatable object; `nil` for other files.
  private let bases: [UInt64]?

  /// The functions of interest that are defined or needed.
  private(set) var functions: Set<String> = []
  /// The functions whose calls are of interest, by their address: on ARM, those of Thumb.
  private(set) var called: [UInt64: String] = [:]
  /// The called functions that are not visible outside of a unit. Functions of an interface are visible, unless the
  /// linker has optimised the whole program. It may then have changed their arguments, and inlined other functions into
  /// their callers.
  private(set) var merged: Set<String> = []
  /// Numbers that the build stored in symbols, such as those of Kconfig.
  private(set) var settings: [String: UInt64] = [:]
  /// Whether the stack was built with extended advertising, or the image does not show it.
  var canBeExtended: Bool { settings.isEmpty || settings["CONFIG_BT_EXT_ADV"] == 1 }
  /// Whether Kconfig has left out all of advertising: every enabled setting has a symbol.
  var isBuiltWithoutAdvertising: Bool {
    !settings.isEmpty && settings["CONFIG_BT_PERIPHERAL"] == nil && settings["CONFIG_BT_BROADCASTER"] == nil
  }
  /// Whether Zephyr's own controller is linked, not a vendor's controller.
  var hasZephyrController: Bool {
    settings["CONFIG_BT_LL_SW_SPLIT"] == 1 || settings["CONFIG_BT_LL_SW_LEGACY"] == 1
  }
  /// Whether the linker compresses the writable data of the image, so that the data in the file are not the ones that
  /// are sent.
  private(set) var hasCompressedData = false
  /// Whether the program unpacks its writable data when it starts.
  private(set) var unpacksData = false
  /// The address of each symbol by its number in the table, for relocations. Only in relocatable objects.
  private(set) var values: [UInt64] = []

  /// - Parameters:
  ///   - bases: the addresses given to the sections of a relocatable object; `nil` for other files.
  ///   - functions: the functions of interest.
  ///   - called: the beginnings of the names of functions whose calls are of interest.
  ///   - isCalled: whether a function with such a beginning is one of them.
  init(
    _ file: ELFFile, bases: [UInt64]?, functions wanted: Set<String>, called: [String] = [],
    isCalled: (String) -> Bool = { _ in false }
  ) {
    table = SymbolTable(file)
    isThumb = file.machine == .arm
    self.bases = bases
    guard let table else { return }
    let objectNames = NameFilter([Self.setting] + StartUp.unpacking)
    let functionNames = NameFilter(
      Array(wanted) + called + Self.veneers + StartUp.unpacking + Self.hidingLinkers)
    var hidden: Set<String> = []
    // ST's library of BlueNRG has functions of the Arm Compiler, which hides all.
    var hidesAll =
      file.section(named: ".comment").map { Self.holds(Self.hidingCompiler, file.sections[$0], of: file) } ?? false
    /// The next address for a symbol from another file. The addresses are unique, so that pointers to them can be
    /// recognised.
    var nextUndefined = ImageMemory.firstUndefinedAddress
    table.eachEntry { entry in
      var address = address(entry)
      if bases != nil {
        if entry.section == Self.undefined {
          address = nextUndefined
          nextUndefined &+= 0x1_0000
        }
        values.append(address)
      }
      switch entry.kind {
      case Self.object where entry.section != Self.undefined:
        guard let text = table.names.text(at: entry.name, passing: objectNames) else { return }
        noteUnpacking(text)
        if entry.section == Self.absolute, text.hasPrefix(Self.setting) { settings[text] = address }
      case Self.function, Self.untyped:
        guard let text = table.names.text(at: entry.name, passing: functionNames) else { return }
        noteUnpacking(text)
        hidesAll = hidesAll || Self.hidingLinkers.contains(where: text.hasPrefix)
        // Thumb functions and other functions count.
        if wanted.contains(text) { functions.insert(text) }
        let target = Self.target(of: text)
        if isCalled(target) {
          self.called[isThumb ? address & ~1 : address] = target
          guard target == text else { return }
          if entry.isLocal { merged.insert(text) }
          if entry.isHidden { hidden.insert(text) }
        }
      default: return
      }
    }
    if !hidesAll { merged.formUnion(hidden) }
  }

  private static func holds(_ text: String, _ section: ELFFile.Section, of file: ELFFile) -> Bool {
    guard let contents = file.contents(of: section) else { return false }
    let count = min(UInt64(contents.count), maximumComment)
    return contents.octets(at: 0, count: count).map { String(decoding: $0, as: UTF8.self).hasPart(text) } ?? false
  }

  private static let hidingCompiler = "Component: ARM Compiler"
  private static let maximumComment: UInt64 = 1 << 18

  private mutating func noteUnpacking(_ name: String) {
    if name.hasPrefix(Self.decompression) { hasCompressedData = true }
    if StartUp.unpacking.contains(where: name.hasPrefix) { unpacksData = true }
  }

  /// Returns the address of a symbol. In a relocatable object, it uses the address given to the section.
  private func address(_ entry: SymbolTable.Entry) -> UInt64 {
    guard let bases, entry.section != Self.undefined, bases.indices.contains(entry.section) else { return entry.value }
    return entry.value &+ bases[entry.section]
  }

  private static let untyped: UInt64 = 0
  private static let object: UInt64 = 1
  private static let function: UInt64 = 2
  private static let file: UInt64 = 4
  private static let undefined = 0
  private static let absolute = 0xFFF1
  private static let decompression = "__decompress"
  private static let setting = "CONFIG_"
  /// The beginnings of the names of veneers of GNU's, IAR's and TI's linkers.
  private static let veneers = ["__", "?Veneer", "$Tramp$"]
  /// The beginnings of names that show the linkers of IAR and TI, which hide all functions.
  private static let hidingLinkers = ["__iar_", "__TI_"]

  /// Returns the objects at these addresses, and those whose names may be of interest, in the order of the table.
  func objects(named filter: NameFilter, at addresses: Set<UInt64>) -> [Object] {
    guard let table else { return [] }
    var objects: [Object] = []
    var file: UInt64?
    table.eachEntry { entry in
      if entry.kind == Self.file { file = entry.name }
      guard entry.kind == Self.object, entry.section != Self.undefined, entry.section != Self.absolute else { return }
      let address = address(entry)
      let name =
        table.names.text(at: entry.name, passing: filter)
        ?? (addresses.contains(address) ? table.names.text(at: entry.name) : nil)
      guard let name else { return }
      objects.append(
        Object(
          name: Self.base(of: name), address: address, size: entry.size,
          unit: entry.isLocal ? file.flatMap(table.names.text) : nil))
    }
    return objects
  }

  /// Returns the functions that contain some addresses, by address. Of several names of a function, the last one
  /// counts.
  ///
  /// - Parameter sites: the addresses, sorted.
  func functions(holding sites: [UInt64]) -> [UInt64: Function] {
    guard !sites.isEmpty else { return [:] }
    // The last function that begins between two neighbours contains the second one, and later ones up to the next
    // beginning.
    var latest = [(entry: SymbolTable.Entry, start: UInt64)?](repeating: nil, count: sites.count)
    forEachFunction { entry, start in
      // IAR's linker adds functions without a size at places inside of functions.
      guard entry.size > 0 else { return }
      let site = sites.indices.partitioningIndex { sites[$0] >= start }
      guard site < sites.count else { return }
      if let known = latest[site], known.start > start { return }
      latest[site] = (entry, start)
    }
    var functions: [UInt64: Function] = [:]
    var last: Function?
    for (site, found) in zip(sites, latest) {
      if let found { last = function(found.entry, at: found.start) }
      if let last, last.addresses.contains(site) { functions[site] = last }
    }
    return functions
  }

  /// Returns the first function with a name.
  func function(named name: String) -> Function? {
    let filter = NameFilter([name])
    var found: Function?
    forEachFunction { entry, start in
      guard found == nil, let text = table?.names.text(at: entry.name, passing: filter), Self.base(of: text) == name
      else { return }
      found = function(entry, at: start)
    }
    return found
  }

  /// Returns the functions whose names have one of these beginnings.
  func functions(beginning beginnings: [String]) -> [Function] {
    let filter = NameFilter(beginnings)
    var found: [Function] = []
    forEachFunction { entry, start in
      guard let name = table?.names.text(at: entry.name, passing: filter), beginnings.contains(where: name.hasPrefix)
      else { return }
      if let function = function(entry, at: start) { found.append(function) }
    }
    return found
  }

  private func forEachFunction(_ body: (SymbolTable.Entry, _ start: UInt64) -> Void) {
    guard let table else { return }
    table.eachEntry { entry in
      guard entry.kind == Self.function, entry.section != Self.undefined else { return }
      let address = address(entry)
      guard entry.size <= UInt64.max - address else { return }
      guard isThumb else { return body(entry, address) }
      // The lowest bit marks a function of Thumb.
      if address & 1 == 1 { body(entry, address & ~1) }
    }
  }

  /// Makes a function; `nil` without a name.
  private func function(_ entry: SymbolTable.Entry, at start: UInt64) -> Function? {
    guard let name = table?.names.text(at: entry.name), !name.isEmpty else { return nil }
    return Function(addresses: start..<start + entry.size, name: Self.base(of: name))
  }

  /// Returns the target of a veneer, a small function that the linker adds for calls over a long distance.
  private static func target(of name: String) -> String {
    if name.hasPrefix("__"), name.hasSuffix("_veneer") { return String(name.dropFirst(2).dropLast(7)) }
    if name.hasPrefix("?Veneer") { return name.parts(between: " for ").last ?? name }
    return name.hasPrefix("$Tramp$") ? name.parts(between: "$$").last ?? name : name
  }

  /// Returns a name without the numbers that compilers add to static variables of functions, and to copies made when
  /// linking: `ad.0`, `ad.lto_priv.0`, and `ad$12` on Xtensa.
  static func base(of name: String) -> String {
    var name = name[...]
    while let mark = name.lastIndex(where: { $0 == "." || $0 == "$" }), mark != name.startIndex {
      let end = name[name.index(after: mark)...]
      guard end == "lto_priv" || !end.isEmpty && end.allSatisfy({ $0.isNumber }) else { break }
      name = name[..<mark]
    }
    return String(name)
  }
}
