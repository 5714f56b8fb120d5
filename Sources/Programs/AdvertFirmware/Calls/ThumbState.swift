internal import AdvertisingData

/// The certain contents of the registers and the stack at one place of a function, on all paths to it.
struct ThumbState: Equatable {
  /// The contents of a register.
  enum Value: Hashable {
    case constant(UInt32)
    /// An address on the stack, relative to the stack pointer at the start of the function.
    case stack(Int)
    /// The result of the call at an address. Its value is not known: programs continue where it is zero.
    case result(UInt32)
    case unknown
  }

  private(set) var registers = [Value](repeating: .unknown, count: 16)
  /// Octets on the stack, by their places.
  private var octets: [Int: UInt8] = [:]

  /// The comparison that set the flags, with its number.
  private(set) var comparison: Comparison?

  /// A comparison for equality.
  struct Comparison: Equatable {
    var value: Value
    var number: UInt32
  }

  static let stackPointer = 13
  static let programCounter = 15
  /// A limit above the size of any parameters of advertising; a program that is made to be slow could fill more.
  private static let maximumOctets = 512

  /// The work of a comparison with another state.
  var size: Int { 16 + octets.count }

  /// Makes the state at the start of a function.
  init() { registers[Self.stackPointer] = .stack(0) }

  subscript(_ register: Int) -> Value {
    get { registers[register & 15] }
    set { registers[register & 15] = newValue }
  }

  /// Keeps the parts that both states have in common.
  mutating func merge(_ other: ThumbState) {
    for index in registers.indices where registers[index] != other.registers[index] { registers[index] = .unknown }
    octets = octets.filter { other.octets[$0.key] == $0.value }
    if comparison != other.comparison { comparison = nil }
  }

  mutating func compare(_ comparison: Comparison?) { self.comparison = comparison }

  /// Assumes that a comparison found its two sides equal.
  mutating func learn(_ comparison: Comparison?) {
    guard let comparison, case .result = comparison.value else { return }
    for index in registers.indices where registers[index] == comparison.value {
      registers[index] = .constant(comparison.number)
    }
  }

  /// Keeps the parts that a called function does not change for its caller. The stack after an address that is an
  /// argument may change, unless the function only fills the memory that it is asked to fill.
  mutating func call(at address: UInt32, unlessFilling isFilling: Bool) {
    for register in [0, 1, 2, 3] where !isFilling {
      if case .stack(let place) = registers[register] { octets = octets.filter { $0.key < place } }
    }
    for register in [1, 2, 3, 12, 14] { registers[register] = .unknown }
    registers[0] = .result(address)
  }

  // MARK: Memory

  /// Returns the octets at an address; `nil` when one of them is not certain.
  ///
  /// - Parameter takesInitial: whether memory that the program can change counts with its initial contents.
  func octets(
    at address: Value, count: Int, in memory: ImageMemory, takesInitial: Bool = false
  ) -> [UInt8]? {
    switch address {
    case .unknown, .result: return nil
    case .constant(let address):
      guard case .octets(let octets, _, let isWritable) = memory.contents(at: UInt64(address), count: UInt64(count)),
        takesInitial || !isWritable
      else { return nil }
      return octets
    case .stack(let place):
      let found = (0..<count).compactMap { octets[place &+ $0] }
      return found.count == count ? found : nil
    }
  }

  func load(_ address: Value, size: Int, in memory: ImageMemory) -> Value {
    guard let octets = octets(at: address, count: size, in: memory) else { return .unknown }
    return .constant(UInt32(truncatingIfNeeded: memory.file.order.number(of: octets[...])))
  }

  mutating func store(_ value: Value, size: Int, at address: Value, _ order: OctetOrder) {
    guard case .stack(let place) = address else { return }
    if case .constant(let number) = value {
      write(order.octets(of: number, count: size), at: place)
    } else {
      for index in 0..<size { octets[place &+ index] = nil }
    }
  }

  private mutating func write(_ values: [UInt8], at place: Int) {
    guard octets.count + values.count <= Self.maximumOctets else { return octets.removeAll() }
    for (index, value) in values.enumerated() { octets[place &+ index] = value }
  }

  /// Forgets the contents of a stretch of the stack; all after its beginning when its length is not certain.
  mutating func forget(at address: Value, count: Int?) {
    guard case .stack(let place) = address else { return }
    octets = octets.filter { octet in
      octet.key < place || count.map { octet.key - place >= $0 } ?? false
    }
  }

  /// Fills the memory at register 0.
  ///
  /// - Parameter filling: an octet; `nil` to copy from the memory at register 1.
  mutating func fill(with filling: Value?, count: Value, in memory: ImageMemory) {
    guard case .constant(let number) = count, let count = Int(exactly: number), count <= Self.maximumOctets else {
      return forget(at: self[0], count: nil)
    }
    let values: [UInt8]? =
      switch filling {
      case nil: octets(at: self[1], count: count, in: memory)
      case .constant(let octet): [UInt8](repeating: UInt8(truncatingIfNeeded: octet), count: count)
      case .stack, .result, .unknown: nil
      }
    forget(at: self[0], count: count)
    if case .stack(let place) = self[0], let values { write(values, at: place) }
  }

  // MARK: Numbers

  func sum(_ one: Value, _ other: Value) -> Value {
    switch (one, other) {
    case (.constant(let one), .constant(let other)): .constant(one &+ other)
    case (.stack(let place), .constant(let number)), (.constant(let number), .stack(let place)):
      .stack(place &+ Int(Int32(bitPattern: number)))
    case (let value, .constant(0)), (.constant(0), let value): value
    default: .unknown
    }
  }

  func difference(_ one: Value, _ other: Value) -> Value {
    guard case .constant(let number) = other else { return .unknown }
    return sum(one, .constant(0 &- number))
  }
}
