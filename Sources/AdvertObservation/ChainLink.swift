/// The position in an array of the next element of a chain, if there is one, in four octets.
struct ChainLink: Hashable, Sendable, BitwiseCopyable {
  /// 0 stands for none. Arrays of more than four thousand million elements do not occur: their index ends before.
  private var positionPlusOne: UInt32 = 0

  @inline(__always)
  init(_ position: Int? = nil) {
    self.position = position
  }

  /// The position, `nil` at the end of the chain.
  var position: Int? {
    @inline(__always) get { positionPlusOne == 0 ? nil : Int(positionPlusOne) - 1 }
    @inline(__always) set { positionPlusOne = newValue.map { UInt32($0 + 1) } ?? 0 }
  }
}
