public import AdvertCapture
public import AdvertObservation

/// A capture that was read, with what it holds.
public struct CaptureInput: Sendable {
  /// As the user named it; `-` for standard input.
  public let path: String
  public let summary: CaptureSummary
  public let observation: Observation
  /// Which addresses are known to belong together.
  public let owners: AddressOwners

  public init(path: String, summary: CaptureSummary, observation: Observation, owners: AddressOwners = .unknown) {
    self.path = path
    self.summary = summary
    self.observation = observation
    self.owners = owners
  }

  /// Every advertiser; addresses that belong together are one.
  public var advertisers: some RandomAccessCollection<Advertiser> { observation.advertisers(of: owners) }

  /// How many ``advertisers`` there are.
  public var advertiserCount: Int { observation.advertiserCount(of: owners) }
}
