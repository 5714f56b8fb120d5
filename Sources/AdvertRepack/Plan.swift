public import AdvertisingData

/// A way to send the data of a layout.
public struct Plan: Hashable, Sendable {
  /// What the plan is best at.
  public let kind: Kind
  /// What it is sent with: that of the layout.
  public let pdu: AdvertisingPDU
  /// The advertising data as they then are.
  public let advertising: Payload
  /// `nil` when the scan response was not observed: it stays as it is.
  public let scanResponse: Payload?
  /// What it does otherwise than the layout; empty when that is best already.
  public let changes: [Change]
  /// What it does not keep, the gravest first.
  public let losses: [Loss]
  /// Whether it is proved that no way to send the layout is better, in the order of `Docs/Repack.md`.
  public let isOptimal: Bool

  /// What a plan is best at.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// As much of what identifies the device as possible is in the advertising data.
    case identification
    /// Nothing is left out and no value is sent otherwise: as few structures as possible change places.
    case everythingKept
    /// The advertising data are as short as the demands allow.
    case shortAdvertising
  }

  /// The layout as it then is.
  public var layout: Layout {
    Layout(
      pdu: pdu, advertising: advertising,
      scanResponse: pdu.isScannable ? scanResponse.map { .declared($0) } ?? .notObserved : .notScannable)
  }

  /// Octets that are free in the advertising data.
  public var freeInAdvertising: Int { (pdu.carriesAdvertisingData ? pdu.payloadLimit : 0) - advertising.count }

  /// Octets that are free in the scan response; `nil` when it is not known, 0 when there is none.
  public var freeInScanResponse: Int? {
    guard pdu.isScannable else { return 0 }
    return scanResponse.map { pdu.payloadLimit - $0.count }
  }
}

/// One thing that a plan does otherwise than the layout it started from.
public struct Change: Hashable, Sendable {
  /// What happens.
  public let kind: Kind
  /// What is done, in a sentence without its end; empty for what only follows from other changes. Holds no text from the
  /// air that is not hex or a UUID.
  public var action: String { makeAction() }
  /// The same with what it gains or why.
  public var words: String { makeAction() + makeDetail() }
  /// What gets into the advertising data by it, size included.
  public var entering: String? { makeEntering?() }
  // Words are made when they are read: most changes are of choices that are not taken.
  private let makeAction: @Sendable () -> String
  private let makeDetail: @Sendable () -> String
  private let makeEntering: (@Sendable () -> String)?
  /// The service among what gets there.
  public let service: BluetoothUUID?
  /// Structures or UUIDs concerned.
  let count: Int

  /// The kinds of changes.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// To another place, mostly the other block.
    case moved
    /// The same in other octets.
    case recoded
    /// It is no longer sent.
    case leftOut
    /// It was not sent before.
    case added
  }

  /// - Parameter detail: what follows the action in ``words``.
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

  /// To the other block.
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

/// Something that a plan does not keep, or not for everybody. Plans with less of it come first.
public struct Loss: Hashable, Sendable {
  /// What is lost.
  public let kind: Kind
  /// What exactly. Holds no text from the air that is not hex or a UUID.
  public var words: String { makeWords() }
  private let makeWords: @Sendable () -> String
  /// How many things or octets of this kind.
  let count: Int

  init(_ kind: Kind, _ words: @escaping @autoclosure @Sendable () -> String, count: Int = 1) {
    self.kind = kind
    makeWords = words
    self.count = count
  }

  public static func == (one: Loss, other: Loss) -> Bool {
    one.kind == other.kind && one.count == other.count && one.words == other.words
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(count)
    hasher.combine(words)
  }

  /// From the least to the gravest. The page `Docs/Repack.md` says the same.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A list was called complete; its parts in two blocks cannot be.
    case completeness
    /// The Flags of an advertisement that is not connectable.
    case flags
    /// One of two values of which receivers believe one.
    case contradiction
    /// Something that passive scanners received, and now do not.
    case hiddenFromPassive
    /// Octets after the end of the payload, which receivers ignore.
    case afterTheEnd
    /// A type that must not be advertised.
    case notForAdvertising
    /// The end of the name: only where a plan without it is impossible.
    case name

    /// What one of a kind counts. A name counts by octet, on top of `nameCut`.
    public var weight: Int {
      switch self {
      case .completeness: 1
      case .flags: 10
      case .contradiction: 50
      case .hiddenFromPassive: 100
      case .afterTheEnd, .notForAdvertising: 0
      case .name: 1
      }
    }

    /// What cutting the name counts, however little.
    static let nameCut = 10_000
  }

  var weight: Int { kind.weight * count + (kind == .name ? Kind.nameCut : 0) }
}
