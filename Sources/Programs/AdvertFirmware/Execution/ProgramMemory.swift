internal import AdvertisingData

/// The memory of a program while it runs: the image, the data that the program wrote, and contents from outside the
/// image.
///
/// It consists of pages that are made on first use. Their number is limited, so that no program takes more memory than
/// ``maximumPages`` pages.
struct ProgramMemory {
  private var pages: [[UInt8]] = []
  /// The parts of each page that are in flash, which a program cannot simply write.
  private var flash: [[Range<UInt64>]] = []
  /// The words of each page that the program has written, one bit each.
  private var written: [[UInt64]] = []
  /// The origin of each octet of each page; empty for a page that was never written.
  private var origins: [[StoreJournal.Origin]] = []
  /// The current instruction and call, for the origins of octets.
  var journal = StoreJournal()
  /// The latest readings of RAM, to recognise copies: each takes the place of the eighth before it.
  private var loads = InlineArray<8, Load>(repeating: Load())
  private var loadCount = 0
  /// The words of each page that the program wrote before its `main`, like ``written``.
  private var initial: [[UInt64]] = []
  /// The places of pages, by their numbers.
  private var places: [UInt32: Int] = [:]
  /// The latest pages, by the lowest bits of their number.
  private var recent = InlineArray<64, Recent>(repeating: Recent())
  private let segments: [LoadedSegment]
  /// The contents of memory and peripherals that the image does not determine.
  private let outside: OutsideContents
  /// The number of readings of each word of a peripheral.
  private var readings: [UInt32: UInt32] = [:]
  /// The number of writes to memory and readings of peripherals, which return a different value each time.
  private(set) var changes = 0
  /// The words of RAM that the program read before it had written them, and whether each is zero at the start instead
  /// of a value of the image; `nil` while readings are not noted.
  private(set) var unset: [UInt32: Bool]?
  private static let maximumUnset = 256
  /// The interrupts that the program has enabled.
  var interrupts = EnabledInterrupts()
  /// The memory that peripherals fill.
  private var transfers = PeripheralTransfers()
  /// Whether the program has asked for a reset of the processor.
  private var isResetWanted = false

  private struct Recent {
    var number = UInt32.max
    var place = 0
  }

  /// A number that the program read from RAM.
  private struct Load {
    var address: UInt32 = 0
    var number: UInt32 = 0
    var size = 0
    /// The call that read it, and the number of instructions before.
    var call: UInt32 = 0
    var steps = 0
  }

  /// A number that is stored so few instructions after the same number was read is a copy: programs copy up to eight
  /// words at a time.
  private static let longestCopy = 24

  private static let pageBits: UInt32 = 12
  private static let pageSize = 1 << 12
  /// The limit is 8 MiB, more than the RAM of any microcontroller of these stacks.
  static let maximumPages = 2048
  private static let maximumReadings = 1 << 16

  init(segments: [LoadedSegment], outside: OutsideContents) {
    self.segments = segments
    self.outside = outside
  }

  /// Loads a number of 1, 2 or 4 octets, the lowest first; `nil` where no more memory is available.
  mutating func load(_ address: UInt32, size: Int) -> UInt32? {
    if outside.map.isPeripheral(address) { return reading(of: address, size: size) }
    let offset = Int(address & 0xFFF)
    guard offset + size <= Self.pageSize else {
      var number: UInt32 = 0
      for index in 0..<size {
        guard let octet = load(address &+ UInt32(index), size: 1) else { return nil }
        number |= octet << UInt32(8 * index)
      }
      return number
    }
    guard let place = place(of: address >> Self.pageBits) else { return nil }
    if unset != nil { noteReading(address, size: size, in: place) }
    let number =
      switch size {
      case 1: UInt32(pages[place][offset])
      case 2: UInt32(pages[place][offset]) | UInt32(pages[place][offset + 1]) << 8
      default:
        UInt32(pages[place][offset]) | UInt32(pages[place][offset + 1]) << 8
          | UInt32(pages[place][offset + 2]) << 16 | UInt32(pages[place][offset + 3]) << 24
      }
    // Memory that was written is RAM, wherever it is.
    if outside.map.ram.contains(address) || !origins[place].isEmpty {
      loadCount &+= 1
      loads[loadCount & 7] = Load(
        address: address, number: number, size: size, call: journal.current.call, steps: journal.steps)
    }
    return number
  }

  /// Returns the address from which the program copies a number that it stores now; `nil` where it makes the number.
  private func source(of number: UInt32, size: Int) -> UInt32? {
    let number = size < 4 ? number & (1 << UInt32(8 * size) - 1) : number
    for index in 0..<loads.count {
      let load = loads[(loadCount &- index) & 7]
      guard load.call == journal.current.call, journal.steps - load.steps <= Self.longestCopy else { return nil }
      if load.number == number, load.size == size { return load.address }
    }
    return nil
  }

  /// Stores a number, and returns whether there was memory for it. Writes to a peripheral have no effect here.
  mutating func store(_ number: UInt32, at address: UInt32, size: Int) -> Bool {
    changes += 1
    if outside.map.isPeripheral(address) {
      if AddressMap.isReset(number, at: address) { isResetWanted = true }
      interrupts.write(number, at: address)
      if outside.map.hasTransfers, let target = transfers.write(number, at: address) { fill(target) }
      return true
    }
    let offset = Int(address & 0xFFF)
    guard offset + size <= Self.pageSize else {
      for index in 0..<size {
        guard store(number >> UInt32(8 * index), at: address &+ UInt32(index), size: 1) else { return false }
      }
      return true
    }
    guard let place = place(of: address >> Self.pageBits) else { return false }
    guard !flash[place].contains(where: { $0.contains(UInt64(address)) }) else { return true }
    if origins[place].isEmpty { origins[place] = Array(repeating: StoreJournal.Origin(), count: Self.pageSize) }
    let source = source(of: number, size: size)
    for index in 0..<size {
      var origin = journal.current
      if let source, let value = valueOrigin(of: source &+ UInt32(index)) { origin.maker = value.maker }
      pages[place][offset + index] = UInt8(truncatingIfNeeded: number >> UInt32(8 * index))
      origins[place][offset + index] = origin
    }
    for word in offset / 4...(offset + size - 1) / 4 { written[place][word / 64] |= 1 << UInt64(word % 64) }
    return true
  }

  /// Fills memory in the way of a peripheral. What it writes is outside of the image.
  private mutating func fill(_ target: PeripheralTransfers.Target) {
    let isMemory =
      outside.map.ram.contains(target.address)
      || segments.contains { $0.isWritable && $0.addresses.contains(UInt64(target.address)) }
    guard isMemory, target.count <= Self.pageSize else { return }
    for (index, octet) in outside.transferred(target).enumerated() {
      let place = target.address &+ UInt32(index)
      guard store(UInt32(octet), at: place, size: 1), let page = places[place >> Self.pageBits],
        !origins[page].isEmpty
      else { return }
      origins[page][Int(place & 0xFFF)].maker = StoreJournal.Origin.Maker.peripheral
    }
  }

  /// Writes flash in the way of its controller: bits can only be cleared, unless a page is erased.
  mutating func program(_ octets: [UInt8], at address: UInt32, isErased: Bool) {
    for (index, octet) in octets.enumerated() {
      let place = address &+ UInt32(index)
      guard OutsideContents.isFlash(place), let page = self.place(of: place >> Self.pageBits) else { return }
      changes += 1
      let offset = Int(place & 0xFFF)
      pages[page][offset] = isErased ? octet : pages[page][offset] & octet
    }
  }

  /// Returns whether the program has asked for a reset since the last call.
  mutating func takeReset() -> Bool {
    defer { isResetWanted = false }
    return isResetWanted
  }

  /// Starts to note the words of RAM that the program reads before it has written them.
  mutating func beginNoting() { unset = [:] }

  /// Marks everything that the program has written so far as the contents that its `main` finds.
  mutating func takeAsInitial() {
    initial = zip(initial, written).map { first, second in zip(first, second).map { $0 | $1 } }
    written = written.map { [UInt64](repeating: 0, count: $0.count) }
  }

  private mutating func noteReading(_ address: UInt32, size: Int, in place: Int) {
    for word in (address & 0xFFF) / 4...((address & 0xFFF) + UInt32(size) - 1) / 4 {
      guard written[place][Int(word / 64)] >> UInt64(word % 64) & 1 == 0 else { continue }
      let start = address & ~0xFFF | word * 4
      guard unset?.count ?? 0 < Self.maximumUnset else { continue }
      if initial[place][Int(word / 64)] >> (word % 64) & 1 == 1 {
        let offset = Int(word) * 4
        unset?[start] = pages[place][offset..<offset + 4].allSatisfy { $0 == 0 }
      } else if let last = segments.last(where: { $0.addresses.contains(UInt64(start)) }), last.isWritable {
        unset?[start] = last.contents == nil
      }
    }
  }

  /// Returns the octets from an address on; `nil` where no more memory is available.
  mutating func octets(at address: UInt32, count: Int) -> [UInt8]? {
    guard count <= Self.pageSize else { return nil }
    var octets: [UInt8] = []
    for index in 0..<count {
      guard let octet = load(address &+ UInt32(index), size: 1) else { return nil }
      octets.append(UInt8(truncatingIfNeeded: octet))
    }
    return octets
  }

  /// Returns the origin of an octet; `nil` where nothing was written.
  func origin(of address: UInt32) -> StoreJournal.Origin? {
    guard let place = places[address >> Self.pageBits], !origins[place].isEmpty else { return nil }
    let origin = origins[place][Int(address & 0xFFF)]
    return origin.site == 0 ? nil : origin
  }

  /// Returns the origin of the value that the running function finds in an octet; `nil` for an octet of the image that
  /// the program has not written. No code wrote the value where nothing has filled the memory since the processor
  /// started, or where an earlier function has left the value in its part of the stack.
  func valueOrigin(of address: UInt32) -> StoreJournal.Origin? {
    let nothing = StoreJournal.Origin(maker: StoreJournal.Origin.Maker.nothing)
    guard let origin = origin(of: address) else {
      let isFilled = segments.contains { $0.addresses.contains(UInt64(address)) }
      return isFilled || !outside.map.ram.contains(address) ? nil : nothing
    }
    return journal.isFreed(address, writtenIn: origin.call) ? nothing : origin
  }

  /// Returns a page that the program has written to.
  func writtenPage(at address: UInt32) -> [UInt8]? {
    guard let place = places[address >> Self.pageBits], written[place].contains(where: { $0 != 0 }) else { return nil }
    return pages[place]
  }

  /// The pages that the program has written to, by address.
  var writtenPages: [(address: UInt32, octets: [UInt8])] {
    places.filter { written[$0.value].contains { $0 != 0 } }.sorted { $0.key < $1.key }
      .map { ($0.key << Self.pageBits, pages[$0.value]) }
  }

  /// Returns a text up to the zero after it; `nil` where there is none.
  mutating func text(at address: UInt32, longest: Int) -> [UInt8]? {
    var text: [UInt8] = []
    while address >= 0x1000, let octet = load(address &+ UInt32(text.count), size: 1) {
      if octet == 0 { return text }
      guard text.count < longest else { return nil }
      text.append(UInt8(truncatingIfNeeded: octet))
    }
    return nil
  }

  /// Returns the parameters of advertising in a structure; `nil` where there is no such structure.
  mutating func parameters(
    _ name: String, at address: UInt32, canBeExtended: Bool = true
  ) -> AdvertisingParameters? {
    guard address >= 0x1000 else { return nil }
    for form in ParameterStructure.named(name) {
      guard let octets = octets(at: address, count: form.size) else { continue }
      let fields = ParameterStructure.Fields(octets: octets, order: .littleEndian, canBeExtended: canBeExtended)
      if let parameters = form.parameters(fields) { return parameters }
    }
    return nil
  }

  /// Writes octets, as far as memory is available.
  mutating func write(_ octets: some Sequence<UInt8>, at address: UInt32) {
    var place = address
    for octet in octets {
      guard store(UInt32(octet), at: place, size: 1) else { return }
      place &+= 1
    }
  }

  private mutating func place(of number: UInt32) -> Int? {
    let slot = Int(number & 63)
    if recent[slot].number == number { return recent[slot].place }
    guard let place = places[number] ?? newPage(number) else { return nil }
    recent[slot] = Recent(number: number, place: place)
    return place
  }

  private mutating func newPage(_ number: UInt32) -> Int? {
    guard pages.count < Self.maximumPages else { return nil }
    let start = UInt64(number) << UInt64(Self.pageBits)
    var page = outside.page(from: UInt32(truncatingIfNeeded: start), count: Self.pageSize)
    for segment in segments { segment.copy(to: &page, from: start) }
    pages.append(page)
    let end = start + UInt64(Self.pageSize)
    flash.append(
      segments.filter { !$0.isWritable && $0.contents != nil }.map { $0.addresses.clamped(to: start..<end) }
        .filter { !$0.isEmpty })
    written.append([UInt64](repeating: 0, count: Self.pageSize / 4 / 64))
    initial.append([UInt64](repeating: 0, count: Self.pageSize / 4 / 64))
    origins.append([])
    places[number] = pages.count - 1
    return pages.count - 1
  }

  /// Returns the value of a register of the processor that is not memory.
  mutating func outsideReading(of register: UInt32) -> UInt32? { reading(of: register, size: 4) }

  /// Returns values that change, so that a program that waits for a peripheral continues.
  private mutating func reading(of address: UInt32, size: Int) -> UInt32? {
    let (width, offset) = (UInt32(size), address & UInt32(size - 1))
    guard offset == 0 else {
      // A bus has only aligned numbers.
      guard let low = reading(of: address - offset, size: size),
        let high = reading(of: address - offset &+ width, size: size)
      else { return nil }
      let number = low >> (8 * offset) | high << (8 * (width - offset))
      return size == 4 ? number : number & 0xFFFF
    }
    let word = address & ~3
    guard readings[word] != nil || readings.count < Self.maximumReadings else { return nil }
    changes += 1
    let count = readings[word, default: 0]
    readings[word] = count &+ 1
    let value = outside.reading(of: word, after: count) >> (8 * (address & 3))
    return size == 4 ? value : value & (size == 1 ? 0xFF : 0xFFFF)
  }
}

/// A part of an image with its addresses when the program runs.
struct LoadedSegment {
  let addresses: Range<UInt64>
  /// The contents of the part in the image; `nil` for zeros.
  let contents: ImageBytes?
  /// Whether the program can change the part.
  var isWritable = true

  /// Copies the octets of the segment that are in a page.
  func copy(to page: inout [UInt8], from start: UInt64) {
    let part = addresses.clamped(to: start..<start + UInt64(page.count))
    guard !part.isEmpty else { return }
    let offset = part.lowerBound - addresses.lowerBound
    let octets = contents?.octets(at: offset, count: UInt64(part.count))
    if contents != nil, octets == nil { return }
    for index in 0..<part.count { page[Int(part.lowerBound - start) + index] = octets?[index] ?? 0 }
  }
}
