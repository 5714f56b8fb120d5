public import AdvertisingData

/// Octets of a layout that mention what somebody looks for.
public struct Mention: Hashable, Sendable {
  /// Exactly one kind.
  public let kind: MentionKinds
  public let block: Block
  /// Position of the layout among those asked about; 0 when it is one.
  public let layout: Int
  /// Position of the payload among the layout's scan responses; `nil` in advertising data.
  public let response: Int?
  /// Offset of the first octet from the start of the payload: of the UUID, the name or the mask, without the AD
  /// structure's length and type.
  public let offset: Int
  public let length: Int
}
