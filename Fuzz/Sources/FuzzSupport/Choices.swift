/// What libFuzzer gives, taken from the front: numbers to choose with, and octets to hand on.
public struct Choices {
  public private(set) var rest: ArraySlice<UInt8>

  public init(_ data: UnsafePointer<UInt8>?, _ size: Int) {
    rest = Array(UnsafeBufferPointer(start: data, count: size))[...]
  }

  public var isEmpty: Bool { rest.isEmpty }

  /// The next octet; 0 when none is left.
  public mutating func octet() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number from 0 to less than `bound`, which must be at most 256.
  public mutating func number(below bound: Int) -> Int { Int(octet()) % bound }

  public mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// As many octets as the next one says, or those that are left.
  public mutating func chunk() -> [UInt8] {
    let count = min(Int(octet()), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}
