import AdvertScan
import Testing

/// A profile has dozens of claims, which are of no help in the message of a test that fails.
extension ScannerProfile: CustomTestStringConvertible {
  public var testDescription: String { id }
}
