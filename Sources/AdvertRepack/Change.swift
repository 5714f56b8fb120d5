public import AdvertisingData

/// One thing that a plan does otherwise than the layout it started from.
public struct Change: Hashable, Sendable {
  public let kind: Kind
  /// What is done, in a sentence without its end; empty for what only follows from other changes. Holds no text from the
  /// air that is not hex or a UUID.
  public let action: String
  /// The same with what it gains or why.
  public let words: String
  /// What gets into the advertising data by it, size included.
  public let entering: String?
  /// The service among what gets there.
  public let service: BluetoothUUID?
  /// Structures or UUIDs concerned.
  let count: Int

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// To another place, mostly the other block.
    case moved
    /// The same in other octets.
    case recoded
    case leftOut
    case added
  }

  /// - Parameter detail: what follows the action in ``words``.
  init(
    _ kind: Kind, _ action: String, _ detail: String = "", entering: String? = nil, service: BluetoothUUID? = nil,
    count: Int = 1
  ) {
    self.kind = kind
    self.action = action
    words = action + detail
    self.entering = entering
    self.service = service
    self.count = count
  }

  /// To the other block.
  static func moving(_ what: String, to block: Block, _ detail: String = "", service: BluetoothUUID? = nil) -> Change {
    let isEntering = block == .advertising
    return Change(
      .moved, "move \(what) to \(block.words)", detail, entering: isEntering ? what : nil,
      service: isEntering ? service : nil)
  }
}
