import AdvertScan
import Testing

/// A profile has dozens of claims, which are of no help in the message of a test that fails.
extension ScannerProfile: @retroactive CustomTestStringConvertible {
  public var testDescription: String { id }
}
