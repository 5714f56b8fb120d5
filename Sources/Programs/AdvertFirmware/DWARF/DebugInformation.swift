internal import AdvertisingData

/// The debug information of an image, read unit by unit: images have hundreds of megabytes of it.
final class DebugInformation {
  private let memory: ImageMemory
  private var file: ELFFile { memory.file }
  private let abbreviations: [UInt8]
  /// Abbreviations by offset: units of a linked image often share them.
  private var knownAbbreviations: [UInt64: Abbreviations] = [:]
  /// The ranges of the units, for references between units.
  private(set) var unitRanges: [Range<Int>] = []
  /// The units that were read most recently.
  private var units: [Int: DebugUnit] = [:]
  private var unitOrder: [Int] = []
  private var unitOctetsKept = 0
  /// The sections that were looked up, by name; `nil` for those that the file does not have.
  private var sections: [String: ImageBytes?] = [:]
  /// The types of variables by their offsets: many variables share a type.
  var knownTypes: [Int: VariableType?] = [:]
  /// The whole section, only for relocatable objects: their relocations have to be applied.
  private let relocated: [UInt8]?

  private static let maximumUnitsKept = 16
  private static let maximumUnitOctetsKept = 1 << 22
  /// A limit above the size of real units; a length field may ask for more.
  private static let largestUnit = 1 << 28

  /// The number of octets that may still be read. Units refer to each other, so some are read several times; a hostile
  /// file would cause all of them to be read for each of its entries.
  private var effort: Int64 = 0
  /// The number of octets that were read, counted each time.
  private(set) var octetsRead: Int64 = 0
  /// Whether reading stopped before the end, because there was too much to read.
  var isCutOff: Bool { octetsRead > effort }
  /// The most times that the octets of all sections may be read: programs of Zephyr take 2 to 3.
  private static let maximumReadings: Int64 = 32
  private static let leastEffort: Int64 = 1 << 22

  /// Counts octets that are read; `false` when they are too many.
  func spend(_ octets: Int) -> Bool {
    octetsRead += Int64(octets)
    return !isCutOff
  }

  /// Opens the debug information; `nil` when the image has none, or none that can be unpacked.
  init?(_ memory: ImageMemory) {
    let file = memory.file
    guard let info = file.section(named: ".debug_info"), let table = file.section(named: ".debug_abbrev"),
      let abbreviations = file.contents(of: file.sections[table]).flatMap({ $0.octets(at: 0, count: UInt64($0.count)) })
    else { return nil }
    self.memory = memory
    self.abbreviations = abbreviations
    relocated = file.isRelocatable ? memory.contents(ofSection: info) : nil
    findUnits()
    let sizes = [".debug_info", ".debug_abbrev", ".debug_line"].map { Int64(contents(of: $0)?.count ?? 0) }
    effort = max(sizes.reduce(0, +) * Self.maximumReadings, Self.leastEffort)
  }

  private var size: Int { relocated?.count ?? contents(of: ".debug_info")?.count ?? 0 }

  /// Whether the variables are in other files (`-gsplit-dwarf`): then the unit has only its own entry.
  var isSplit: Bool {
    unitRanges.contains { range in
      guard let octets = octets(at: range.lowerBound, count: min(range.count, 16)) else { return false }
      var cursor = DebugCursor(octets, file.order)
      _ = cursor.unitLength()
      return cursor.number(2) == 5 && cursor.octet() == 4
    }
  }

  private func octets(at offset: Int, count: Int) -> [UInt8]? {
    if let relocated {
      guard offset >= 0, count >= 0, offset + count <= relocated.count else { return nil }
      return Array(relocated[offset..<offset + count])
    }
    return contents(of: ".debug_info")?.octets(at: UInt64(offset), count: UInt64(count))
  }

  private func findUnits() {
    var offset = 0
    while offset < size, let header = octets(at: offset, count: min(12, size - offset)) {
      var cursor = DebugCursor(header, file.order)
      let (length, _) = cursor.unitLength()
      guard !cursor.isPastEnd, let count = Int(exactly: length), count > 0, count <= size - offset - cursor.position,
        count <= Self.largestUnit
      else { return }
      let end = offset + cursor.position + count
      unitRanges.append(offset..<end)
      offset = end
    }
  }

  /// Returns the unit that contains an offset.
  func unit(holding offset: Int) -> DebugUnit? {
    let position = unitRanges.indices.partitioningIndex { unitRanges[$0].upperBound > offset }
    guard position < unitRanges.count, unitRanges[position].contains(offset) else { return nil }
    return unit(unitRanges[position])
  }

  func unit(_ range: Range<Int>) -> DebugUnit? {
    if let known = units[range.lowerBound] { return known }
    guard let unit = read(range) else { return nil }
    while let oldest = unitOrder.first,
      unitOrder.count == Self.maximumUnitsKept || unitOctetsKept + range.count > Self.maximumUnitOctetsKept
    {
      unitOrder.removeFirst()
      unitOctetsKept -= units.removeValue(forKey: oldest)?.octets.count ?? 0
    }
    unitOctetsKept += unit.octets.count
    units[range.lowerBound] = unit
    unitOrder.append(range.lowerBound)
    return unit
  }

  private func read(_ range: Range<Int>) -> DebugUnit? {
    guard spend(range.count), let octets = octets(at: range.lowerBound, count: range.count) else { return nil }
    var cursor = DebugCursor(octets, file.order)
    let (_, offsetSize) = cursor.unitLength()
    let version = cursor.number(2)
    guard 2...5 ~= version else { return nil }
    var addressSize = 0
    var table: UInt64 = 0
    if version == 5 {
      let kind = cursor.octet()
      addressSize = Int(cursor.octet())
      table = cursor.number(offsetSize)
      switch kind {
      case 0x02, 0x06: cursor.skip(UInt64(8 + offsetSize))
      case 0x04, 0x05: cursor.skip(8)
      default: break
      }
    } else {
      table = cursor.number(offsetSize)
      addressSize = Int(cursor.octet())
    }
    guard !cursor.isPastEnd, [2, 4, 8].contains(addressSize) else { return nil }
    let abbreviations = abbreviations(at: table, addressSize, offsetSize)
    var unit = DebugUnit(
      range: range, octets: octets, origin: range.lowerBound, order: file.order, version: version,
      offsetSize: offsetSize, addressSize: addressSize, abbreviations: abbreviations,
      firstEntry: range.lowerBound + cursor.position)
    var first = unit.cursor(at: unit.firstEntry)
    if let root = unit.entry(&first) {
      // Tables without a stated base begin after their header.
      unit.stringOffsetsBase = root.stringOffsetsBase ?? UInt64(offsetSize == 8 ? 16 : 8)
      unit.addressBase = root.addressBase ?? UInt64(offsetSize == 8 ? 16 : 8)
      unit.rangesBase = root.rangesBase ?? UInt64(offsetSize == 8 ? 20 : 12)
      unit.lowAddress = root.lowAddress
      unit.lineTable = root.lineTable
      unit.folder = root.folder
    }
    return unit
  }

  private func abbreviations(at offset: UInt64, _ addressSize: Int, _ offsetSize: Int) -> Abbreviations {
    // All units of one image have the same size of addresses.
    if let known = knownAbbreviations[offset] { return known }
    var cursor = DebugCursor(abbreviations, file.order, at: min(Int(clamping: offset), abbreviations.count))
    let start = cursor.position
    guard spend(0) else { return Abbreviations.none }
    let table = Abbreviations(&cursor, addressSize: addressSize, offsetSize: offsetSize)
    _ = spend(cursor.position - start)
    if knownAbbreviations.count == Self.maximumUnitsKept { knownAbbreviations.removeAll() }
    knownAbbreviations[offset] = table
    return table
  }

  // MARK: Texts and addresses

  func text(_ text: DebugUnit.DebugText, of unit: DebugUnit) -> String? {
    guard let place = place(of: text, in: unit) else { return nil }
    if let section = place.section { return contents(of: section)?.text(at: UInt64(place.start)) }
    var cursor = unit.cursor(at: place.start + unit.origin)
    return cursor.text(most: ImageBytes.longestName)
  }

  /// Returns the section that contains a text, and the offset of the text there; without a section, the offset is in
  /// the unit.
  private func place(of text: DebugUnit.DebugText, in unit: DebugUnit) -> (section: String?, start: Int)? {
    switch text {
    case .here(let start): return (nil, start)
    case .string(let offset): return Int(exactly: offset).map { (".debug_str", $0) }
    case .lineString(let offset): return Int(exactly: offset).map { (".debug_line_str", $0) }
    case .indexed(let index):
      let (distance, overflow) = index.multipliedReportingOverflow(by: UInt64(unit.offsetSize))
      let (place, overflow2) = unit.stringOffsetsBase.addingReportingOverflow(distance)
      guard !overflow, !overflow2, let offset = number(at: place, size: unit.offsetSize, in: ".debug_str_offsets")
      else { return nil }
      return Int(exactly: offset).map { (".debug_str", $0) }
    }
  }

  func address(index: UInt64, of unit: DebugUnit) -> UInt64? {
    let (distance, overflow) = index.multipliedReportingOverflow(by: UInt64(unit.addressSize))
    let (place, overflow2) = unit.addressBase.addingReportingOverflow(distance)
    guard !overflow, !overflow2 else { return nil }
    return number(at: place, size: unit.addressSize, in: ".debug_addr")
  }

  /// Whether a filter may accept a name.
  func passes(_ text: DebugUnit.DebugText, of unit: DebugUnit, _ filter: NameFilter) -> Bool {
    guard let place = place(of: text, in: unit) else { return false }
    let beginning: UInt64? =
      switch place.section {
      case nil:
        unit.octets.count >= place.start + 2
          ? OctetOrder.bigEndian.number(of: unit.octets[place.start..<place.start + 2]) : nil
      case let section?: contents(of: section)?.number(at: UInt64(place.start), size: 2, .bigEndian)
      }
    return beginning.map(filter.passes(beginning:)) ?? false
  }

  private func contents(of section: String) -> ImageBytes? {
    if let known = sections[section] { return known }
    let contents = file.section(named: section).flatMap { file.contents(of: file.sections[$0]) }
    sections[section] = contents
    return contents
  }

  /// Returns the octets of a section from an offset on, as many as the longest list of a compiler has.
  func cursor(in section: String, at offset: UInt64) -> DebugCursor? {
    guard let bytes = contents(of: section), offset < UInt64(bytes.count) else { return nil }
    let count = min(UInt64(bytes.count) - offset, 1 << 14)
    guard spend(0), let octets = bytes.octets(at: offset, count: count) else { return nil }
    return DebugCursor(octets, file.order)
  }

  private func number(at offset: UInt64, size: Int, in section: String) -> UInt64? {
    if file.isRelocatable {
      guard let index = file.section(named: section), let octets = memory.contents(ofSection: index),
        let start = Int(exactly: offset),
        start <= octets.count - size
      else { return nil }
      return file.order.number(of: octets[start..<start + size])
    }
    return contents(of: section)?.number(at: offset, size: size, file.order)
  }

  // MARK: Source files

  private var knownFiles: [UInt64: [UInt64: String]] = [:]

  /// Returns the path of a source file. For a relative path, the folder in which the compiler ran is put before it.
  func sourceFile(_ number: UInt64, of unit: DebugUnit) -> String? {
    guard let table = unit.lineTable else { return nil }
    if let known = knownFiles[table] { return known[number] }
    guard spend(0) else { return nil }
    let files = SourceFiles(at: table, unit: unit, in: self).paths
    if knownFiles.count == Self.maximumUnitsKept { knownFiles.removeAll() }
    knownFiles[table] = files
    return files[number]
  }

  private var unitsOfLineTables: [UInt64: Range<Int>]?

  /// Returns a unit whose source files are in a line table.
  func unit(withLineTable offset: UInt64) -> DebugUnit? {
    let units =
      unitsOfLineTables
      ?? Dictionary(firstOf: unitRanges.compactMap { range in unit(range)?.lineTable.map { ($0, range) } })
    unitsOfLineTables = units
    return units[offset].flatMap(unit)
  }

  /// Returns the octets of the line table from an offset on, up to a maximum; `nil` at the end.
  func lineTable(at offset: UInt64, most: Int = 1 << 20) -> DebugCursor? {
    guard let index = file.section(named: ".debug_line"), let start = Int(exactly: offset) else { return nil }
    if file.isRelocatable {
      guard let octets = memory.contents(ofSection: index), start < octets.count else { return nil }
      return DebugCursor(octets, file.order, at: start)
    }
    // The names are at the beginning of a table, and a table can be long.
    guard let bytes = file.contents(of: file.sections[index]), start < bytes.count,
      let octets = bytes.octets(at: offset, count: UInt64(min(bytes.count - start, most)))
    else { return nil }
    return DebugCursor(octets, file.order)
  }
}
