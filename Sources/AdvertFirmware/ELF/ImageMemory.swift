internal import AdvertisingData

/// The memory of the program as it is when it starts: addresses lead to octets.
///
/// Pointers lead from one section to another, for example from constants in flash to initialised data in RAM, so nothing
/// here goes by offsets in the file.
final class ImageMemory {
  let file: ELFFile
  /// Where each section lies. A relocatable object has no addresses yet; its sections get some.
  let bases: [UInt64]

  private let relocations: Relocations
  /// Sections of the memory, by address.
  private let regions: [Region]
  private var pointers: [UInt64: UInt64] = [:]
  private var symbols: [UInt64] = []
  /// Contents of sections of a relocatable object, with their relocations.
  private var relocated: [Int: [UInt8]] = [:]
  /// Whether the file has writable data compressed.
  private var isWritableDataUnknown = false

  /// Addresses from here on stand for symbols that another object defines.
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
          // Sections of a damaged object can claim more than there are addresses.
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

  /// Takes the symbols that relocations refer to, and what they say of the memory.
  func take(_ symbols: Symbols) {
    self.symbols = symbols.values
    isWritableDataUnknown = symbols.hasCompressedData
  }

  /// What the linker would write into instructions of a relocatable object, by their address.
  func linkedInstructions() -> [UInt64: UInt64] { relocations.instructions(bases: bases, symbols: symbols) }

  /// Where the code of a relocatable object refers to functions, by the address.
  func references(to functions: Set<UInt64>) -> [UInt64: UInt64] {
    relocations.references(to: functions, bases: bases, symbols: symbols)
  }

  /// What lies in a part of the memory.
  enum Contents: Equatable {
    /// - Parameters:
    ///   - offset: where they are in the file; `nil` when relocations change them.
    ///   - isWritable: whether the program can change them before it sends them.
    case octets([UInt8], offset: Int?, isWritable: Bool)
    /// Zeros when the program starts: it fills them later.
    case zeros
    /// Not in this file: outside its sections, of another object, or compressed by the linker.
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

  /// The contents of a section, with what the linker would write into them.
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

  /// The pointer that is at an address when the program runs.
  func pointer(at address: UInt64) -> UInt64? {
    if let pointer = pointers[address] { return pointer }
    guard case .octets(let octets, _, _) = contents(at: address, count: UInt64(file.addressSize)) else { return nil }
    return file.order.number(octets[...])
  }

  private func region(of address: UInt64) -> Region? {
    let position = regions.indices.partitioningIndex { regions[$0].addresses.upperBound > address }
    // Sections of an executable do not overlap; where a damaged file says so, the first one counts.
    return position < regions.count && regions[position].addresses.contains(address) ? regions[position] : nil
  }
}
