/// One thing that a plan does otherwise than the layout it started from.
public struct Change: Hashable, Sendable {
  public let kind: Kind
  /// In a sentence without its end. Holds no text from the air that is not hex or a UUID.
  public let words: String
  /// Structures or UUIDs concerned.
  let count: Int

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// To the other block.
    case moved
    /// The same in other octets.
    case recoded
    case leftOut
    case added
  }

  init(_ kind: Kind, _ words: String, count: Int = 1) {
    self.kind = kind
    self.words = words
    self.count = count
  }
}
