public import AdvertCapture
public import AdvertObservation

/// A capture that was read, with what it holds.
public struct CaptureInput: Sendable {
  /// As the user named it; `-` for standard input.
  public let path: String
  public let summary: CaptureSummary
  public let observation: Observation

  public init(path: String, summary: CaptureSummary, observation: Observation) {
    self.path = path
    self.summary = summary
    self.observation = observation
  }
}
