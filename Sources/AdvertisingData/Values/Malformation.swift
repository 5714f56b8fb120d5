/// Why the octets of a value do not fit its type.
public enum Malformation: Error, Hashable, Sendable {
  /// The type has a fixed length, and this is not it.
  case wrongLength(expected: Int, actual: Int)
  /// The type has one of two lengths, and this is neither.
  case neitherLength(Int, Int, actual: Int)
  /// The type needs at least so many octets.
  case tooShort(minimum: Int, actual: Int)
  /// The type has room for at most so many octets.
  case tooLong(maximum: Int, actual: Int)
  /// A list of items of `itemSize` octets whose length is not a multiple of it.
  case ragged(itemSize: Int, actual: Int)
  /// The item that starts at `offset` of the value needs more octets than are left there.
  case itemOverruns(offset: Int, needed: Int, available: Int)
}

extension Malformation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongLength(let expected, let actual): "needs exactly \(octetCount(expected)), has \(actual)"
    case .neitherLength(let one, let other, let actual):
      "needs exactly \(one) or \(octetCount(other)), has \(actual)"
    case .tooShort(let minimum, let actual): "needs at least \(octetCount(minimum)), has \(actual)"
    case .tooLong(let maximum, let actual): "holds at most \(octetCount(maximum)), has \(actual)"
    case .ragged(let itemSize, let actual): "needs a multiple of \(octetCount(itemSize)), has \(actual)"
    case .itemOverruns(let offset, let needed, let available):
      "the part at byte \(offset) of the value needs \(octetCount(needed)), has \(available)"
    }
  }

  private func octetCount(_ count: Int) -> String {
    count == 1 ? "1 byte" : "\(count) bytes"
  }
}
