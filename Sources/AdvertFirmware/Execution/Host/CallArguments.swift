/// The arguments of a function that is not run: addresses, and numbers of up to 32 bits.
struct CallArguments {
  private var words = InlineArray<12, UInt32>(repeating: 0)
  /// Whether a function that the host has called made the call.
  var isCalledBack = false

  /// Makes arguments in their order; missing ones are 0.
  init(_ arguments: [UInt32]) {
    for (index, argument) in arguments.prefix(words.count).enumerated() { words[index] = argument }
  }

  /// Reads the arguments of the call that a processor has just made.
  init(_ processor: inout some Processor) {
    for index in words.indices { words[index] = processor.argument(index) }
  }

  /// An argument by its place; 0 after the twelfth.
  subscript(_ index: Int) -> UInt32 { words.indices.contains(index) ? words[index] : 0 }

  /// Returns an argument of 8 bits.
  func octet(_ index: Int) -> Int { Int(self[index] & 0xFF) }

  /// Returns an argument of 16 bits.
  func halfword(_ index: Int) -> Int { Int(self[index] & 0xFFFF) }

  /// Whether an argument is an address in RAM or flash, not a small number.
  func isAddress(_ index: Int) -> Bool { self[index] >= 0x1000 }
}
