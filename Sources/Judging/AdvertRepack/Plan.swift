public import AdvertisingData

/// A way to send the data of a layout.
public struct Plan: Hashable, Sendable {
  /// The kind of plan: its objective.
  public let kind: Kind
  /// The type of the PDU: that of the layout.
  public let pdu: AdvertisingPDU
  /// The PHYs: those of the layout.
  public let phys: AdvertisingPHYs
  /// The planned advertising data.
  public let advertising: Payload
  /// The planned scan response data; `nil` when the scan response was not observed: it does not change.
  public let scanResponse: Payload?
  /// The differences from the layout; empty when the layout is best already.
  public let changes: [Change]
  /// The losses, the most serious first.
  public let losses: [Loss]
  /// Whether no way to send the layout is better, as was proved, in the order of `Docs/Repack.md`. The smallest change may
  /// be the best way too.
  public internal(set) var isOptimal: Bool

  /// The kinds of plans, by their objective.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The fewest structures change that meet the demands.
    case smallestChange
    /// As much identification of the device as possible is in the advertising data.
    case identification
    /// The advertising data are as short as the demands allow.
    case shortAdvertising
  }

  /// The planned layout.
  public var layout: Layout {
    Layout(
      pdu: pdu, advertising: advertising,
      scanResponse: pdu.isScannable ? scanResponse.map { .declared($0) } ?? .notObserved : .notScannable, phys: phys)
  }

  /// The number of octets that are free in the advertising data.
  public var freeInAdvertising: Int { (pdu.carriesAdvertisingData ? pdu.payloadLimit : 0) - advertising.count }

  /// The number of octets that are free in the scan response; `nil` when it is not known, 0 when there is none.
  public var freeInScanResponse: Int? {
    guard pdu.isScannable else { return 0 }
    return scanResponse.map { pdu.payloadLimit - $0.count }
  }
}

/// One difference between a plan and its original layout.
public struct Change: Hashable, Sendable {
  /// The kind of change.
  public let kind: Kind
  /// The change, in a sentence without its end; empty for a change that only follows from others. All text from the air
  /// is hex or a UUID.
  public var action: String { makeAction() }
  /// The same with the gain or the reason.
  public var words: String { makeAction() + makeDetail() }
  /// The structure that it puts into the advertising data, with its size.
  public var entering: String? { makeEntering?() }
  // Words are made when they are read: most changes belong to choices that are not taken.
  private let makeAction: @Sendable () -> String
  private let makeDetail: @Sendable () -> String
  private let makeEntering: (@Sendable () -> String)?
  /// The service that it puts there.
  public let service: BluetoothUUID?
  /// The number of structures or UUIDs concerned.
  let count: Int

  /// The kinds of changes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The structure goes to another place, in most cases the other block.
    case moved
    /// The same value in other octets.
    case recoded
    /// The structure is no longer sent.
    case leftOut
    /// The structure was not sent before.
    case added
  }

  /// - Parameter detail: the text after the action in ``words``.
  init(
    _ kind: Kind, _ action: @escaping @autoclosure @Sendable () -> String,
    _ detail: @escaping @autoclosure @Sendable () -> String = "", service: BluetoothUUID? = nil, count: Int = 1
  ) {
    self.init(kind, action: action, detail: detail, entering: nil, service: service, count: count)
  }

  private init(
    _ kind: Kind, action: @escaping @Sendable () -> String, detail: @escaping @Sendable () -> String,
    entering: (@Sendable () -> String)?, service: BluetoothUUID?, count: Int
  ) {
    self.kind = kind
    makeAction = action
    makeDetail = detail
    makeEntering = entering
    self.service = service
    self.count = count
  }

  /// A move to the other block.
  static func moving(
    _ what: @escaping @autoclosure @Sendable () -> String, to block: Block,
    _ detail: @escaping @autoclosure @Sendable () -> String = "", service: BluetoothUUID? = nil
  ) -> Change {
    let isEntering = block == .advertising
    return Change(
      .moved, action: { "move \(what()) to \(block.words)" }, detail: detail, entering: isEntering ? what : nil,
      service: isEntering ? service : nil, count: 1)
  }

  public static func == (one: Change, other: Change) -> Bool {
    one.kind == other.kind && one.count == other.count && one.service == other.service && one.words == other.words
      && one.action == other.action && one.entering == other.entering
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(count)
    hasher.combine(words)
  }
}

/// A loss of a plan, for all scanners or for some. Plans with smaller losses come first.
public struct Loss: Hashable, Sendable {
  /// The kind of loss.
  public let kind: Kind
  /// The loss in words. All text from the air is hex or a UUID.
  public var words: String { makeWords() }
  private let makeWords: @Sendable () -> String
  /// The number of items or octets of this kind.
  let count: Int
  /// Whether scanners filter on the data, so that the loss is an answer of theirs too: an `Effect`.
  public let isOfAnswer: Bool

  init(
    _ kind: Kind, _ words: @escaping @autoclosure @Sendable () -> String, count: Int = 1, isOfAnswer: Bool = false
  ) {
    self.kind = kind
    makeWords = words
    self.count = count
    self.isOfAnswer = isOfAnswer
  }

  public static func == (one: Loss, other: Loss) -> Bool {
    one.kind == other.kind && one.count == other.count && one.words == other.words
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(count)
    hasher.combine(words)
  }

  /// The kinds of losses, from the least to the most serious. `Docs/Repack.md` has the same order.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A list was marked as complete; its parts in two blocks cannot be.
    case completeness
    /// One of two contradictory values, of which receivers believe one.
    case contradiction
    /// A name that passive scanners received, and no longer receive.
    case nameHiddenFromPassive
    /// Data that passive scanners received, and no longer receive.
    case hiddenFromPassive
    /// The Flags of an advertisement that is not connectable.
    case flags
    /// Octets after the end of the payload, which some receivers ignore.
    case afterTheEnd
    /// A type that must not be advertised.
    case notForAdvertising
    /// The end of the name: only where a plan without it is impossible.
    case name

    /// The weight of one of a kind. A name counts by octet, in addition to `nameCut`.
    public var weight: Int {
      switch self {
      case .completeness: 1
      case .contradiction: 50
      case .nameHiddenFromPassive: 60
      case .hiddenFromPassive: 100
      case .flags: 110
      case .afterTheEnd, .notForAdvertising: 0
      case .name: 1
      }
    }

    /// The weight of shortening the name by any number of octets.
    static let nameCut = 10_000
  }

  var weight: Int { kind.weight * count + (kind == .name ? Kind.nameCut : 0) }
}
