public import AdvertObservation
public import AdvertisingData

/// One rule's verdict at one byte range of one layout, or on a capture as a whole.
public struct Finding: Hashable, Sendable {
  /// The rule's id.
  public let rule: String
  public let severity: Severity
  /// What is wrong, for people, with the values involved. Holds no text from the air that is not hex or a UUID.
  public let message: String
  /// What to do about it in one line, when that is known.
  public internal(set) var fix: String?
  /// The layout as it is without the finding, byte by byte, when that is known.
  public internal(set) var fixBytes: FixedBlocks?
  public let place: Place
  /// How often the layout concerned was seen; 1 for what is not counted.
  public var count: Int
  /// What it is recognised by in other runs.
  public let fingerprint: Fingerprint
  /// The device it is known to concern in other runs too, as ``Subject/stableIdentity`` says.
  public let device: String?

  /// Where a finding is.
  public struct Place: Hashable, Sendable {
    /// The capture, manifest or argument.
    public let path: String
    /// The bytes concerned, or what is written about them, in a file of declared layouts; `nil` for captures and
    /// arguments.
    public let text: TextRange?
    /// The name of a declared layout, when it has one.
    public let layoutName: String?
    /// The advertiser's address; `nil` for declared layouts and for a capture as a whole.
    public let advertiser: DeviceAddress?
    /// The layout's position among its subject's; `nil` when no layout is concerned.
    public let layout: Int?
    /// The capture's record in which the payload is first, counting from 1.
    public let record: Int?
    public let block: Block?
    /// Which of the layout's scan responses, when the block is the scan response.
    public let scanResponse: Int?
    /// Offset of the first byte concerned from the start of the payload; `nil` when no payload is concerned.
    public let offset: Int?
    /// Bytes concerned; 0 where something is missing.
    public let length: Int?
    /// Offset in the capture file of the first byte concerned.
    public let fileOffset: Int?

    public init(
      path: String, text: TextRange? = nil, layoutName: String? = nil, advertiser: DeviceAddress? = nil,
      layout: Int? = nil,
      record: Int? = nil, block: Block? = nil,
      scanResponse: Int? = nil, offset: Int? = nil, length: Int? = nil, fileOffset: Int? = nil
    ) {
      self.path = path
      self.text = text
      self.layoutName = layoutName
      self.advertiser = advertiser
      self.layout = layout
      self.record = record
      self.block = block
      self.scanResponse = scanResponse
      self.offset = offset
      self.length = length
      self.fileOffset = fileOffset
    }
  }
}
