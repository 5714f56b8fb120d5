internal import AdvertisingData

/// The memory of the program at its start: the octets at each address.
///
/// Pointers lead from one section to another, for example from constants in flash to initialised data in RAM, so
/// nothing here uses offsets in the file.
final class ImageMemory {
  let file: ELFFile
  /// The address of each section. A relocatable object has no addresses yet; its sections get some here.
  let bases: [UInt64]

  private let relocations: Relocations
  /// Sections of the memory, by address.
  private let regions: [Region]
  private var pointers: [UInt64: UInt64] = [:]
  private var symbols: [UInt64] = []
  /// Contents of sections of a relocatable object, with their relocations.
  private var relocated: [Int: [UInt8]] = [:]
  /// Whether the writable data in the file are compressed.
  private var isWritableDataUnknown = false

  /// Addresses from here on represent symbols that another object defines.
  static let firstUndefinedAddress: UInt64 = 0xF000_0000_0000_0000

  struct Region {
    var addresses: Range<UInt64>
    var section: Int
  }

  init(_ file: ELFFile) {
    self.file = file
    relocations = Relocations(file)
    var next: UInt64 = 0x1_0000
    var bases: [UInt64] = []
    var regions: [Region] = []
    for (index, section) in file.sections.enumerated() {
      var base = section.address
      if file.isRelocatable {
        base = 0
        if section.isAllocated {
          let alignment = min(max(section.alignment, 1), 1 << 16)
          base = (next + alignment - 1) / alignment * alignment
          // Sections of a damaged object can be larger than the range of addresses.
          next = base &+ min(section.size, 1 << 40) &+ 16
        }
      }
      bases.append(base)
      let (end, overflow) = base.addingReportingOverflow(section.size)
      if section.isAllocated, section.size > 0, !overflow {
        regions.append(Region(addresses: base..<end, section: index))
      }
    }
    self.bases = bases
    self.regions = regions.sorted { $0.addresses.lowerBound < $1.addresses.lowerBound }
    pointers = relocations.pointers()
  }

  /// Takes the symbols that relocations refer to, and the properties of the memory that they show.
  func take(_ symbols: Symbols) {
    self.symbols = symbols.values
    isWritableDataUnknown = symbols.hasCompressedData
  }

  /// Returns the values that the linker would write into instructions of a relocatable object, by their address.
  func linkedInstructions() -> [UInt64: UInt64] { relocations.instructions(bases: bases, symbols: symbols) }

  /// Returns the references to functions in the code of a relocatable object, by the address.
  func references(to functions: Set<UInt64>) -> [UInt64: UInt64] {
    relocations.references(to: functions, bases: bases, symbols: symbols)
  }

  /// The contents of a part of the memory.
  enum Contents: Equatable {
    /// - Parameters:
    ///   - offset: the offset of the octets in the file; `nil` when relocations change them.
    ///   - isWritable: whether the program can change them before it sends them.
    case octets([UInt8], offset: Int?, isWritable: Bool)
    /// Zeros when the program starts, and filled later.
    case zeros
    /// Not in this file: outside its sections, in another object, or compressed by the linker.
    case unknown
  }

  func contents(at address: UInt64, count: UInt64) -> Contents {
    let (end, overflow) = address.addingReportingOverflow(count)
    guard !overflow, let region = region(of: address), end <= region.addresses.upperBound else { return .unknown }
    let section = file.sections[region.section]
    if section.hasNoBits { return .zeros }
    if isWritableDataUnknown, section.isWritable { return .unknown }
    let offset = address - region.addresses.lowerBound
    if file.isRelocatable {
      guard let contents = contents(ofSection: region.section), end - region.addresses.lowerBound <= contents.count
      else {
        return .unknown
      }
      let octets = Array(contents[Int(offset)..<Int(offset + count)])
      return .octets(octets, offset: file.bytes.start + Int(section.offset + offset), isWritable: section.isWritable)
    }
    guard let bytes = file.contents(of: section), let octets = bytes.octets(at: offset, count: count) else {
      return .unknown
    }
    return .octets(octets, offset: bytes.start + Int(offset), isWritable: section.isWritable)
  }

  /// Returns the contents of a section, with the values that the linker would write into them.
  func contents(ofSection index: Int) -> [UInt8]? {
    if let known = relocated[index] { return known }
    let section = file.sections[index]
    guard let bytes = file.contents(of: section), var octets = bytes.octets(at: 0, count: UInt64(bytes.count)) else {
      return nil
    }
    if file.isRelocatable { relocations.apply(to: &octets, of: index, symbols: symbols) }
    relocated[index] = octets
    return octets
  }

  /// Returns the pointer at an address when the program runs.
  func pointer(at address: UInt64) -> UInt64? {
    if let pointer = pointers[address] { return pointer }
    guard case .octets(let octets, _, _) = contents(at: address, count: UInt64(file.addressSize)) else { return nil }
    return file.order.number(of: octets[...])
  }

  private func region(of address: UInt64) -> Region? {
    let position = regions.indices.partitioningIndex { regions[$0].addresses.upperBound > address }
    // Sections of an executable do not overlap; in a damaged file, the first one counts.
    return position < regions.count && regions[position].addresses.contains(address) ? regions[position] : nil
  }
}
