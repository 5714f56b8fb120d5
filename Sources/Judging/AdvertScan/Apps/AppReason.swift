/// A reason why a scan that an app asks for finds a device or does not, beside what the scanner receives.
public enum AppReason: Hashable, Sendable {
  // Missed.
  /// The scan has no filter, and the scanner delivers nothing without one.
  case noFilter
  /// The scan is a passive one of bleak, without the patterns that BlueZ needs.
  case noPatterns
  /// Each filter asks for a service that is not read, and the device lists none; the line of the first.
  case noServices(line: Int)
  /// A filter for devices to be left out fits; the line of the filter.
  case excluded(line: Int)
  /// The filter asks for another address.
  case otherAddress
  /// The library compares the text of the service that the device lists first, and that is another than this.
  case otherServiceFirst(String)
  /// The scan listens on LE Coded only, and the advertising begins on LE 1M.
  case codedOnly
  /// The device is a location beacon, and the app declares that it derives no location from scans.
  case locationBeacon

  // Unknown.
  /// A part of the program that may decide is not read; its line.
  case unread(line: Int)
  /// A filter for devices to be left out may fit; the line of the filter.
  case mayBeExcluded(line: Int)
  /// The filter asks for an address, and that of the device is not known.
  case addressUnknown
  /// The filter asks for the service that the device lists first, and that is not known.
  case firstServiceUnknown

  var outcome: Verdict.Outcome {
    switch self {
    case .noFilter, .noPatterns, .noServices, .excluded, .otherAddress, .otherServiceFirst, .codedOnly, .locationBeacon:
      .missed
    case .unread, .mayBeExcluded, .addressUnknown, .firstServiceUnknown: .unknown
    }
  }

  var words: String {
    switch self {
    case .noFilter: "this scan has no filter, and the system delivers nothing without one"
    case .noPatterns:
      "bleak raises BleakError on Linux without or_patterns for a passive scan; before 0.15 it scanned actively"
    case .noServices(let line): "the filter in line \(line) asks for a service, and the device lists none"
    case .excluded(let line): "the exclusion filter in line \(line) fits, so the scan leaves the device out"
    case .otherAddress: "the filter asks for another address"
    case .otherServiceFirst(let text):
      "the library compares the text of the first listed service, which is not \"\(text)\""
    case .codedOnly: "the advertising begins on LE 1M, and this scan listens on LE Coded only"
    case .locationBeacon: "the app declares neverForLocation, so Android hides iBeacon and Eddystone from it"
    case .unread(let line): "line \(line) of the program may decide, and is not analyzed"
    case .mayBeExcluded(let line):
      "the exclusion filter in line \(line) may fit, and then the scan leaves the device out"
    case .addressUnknown: "the filter asks for an address, and the address of the device is unknown"
    case .firstServiceUnknown: "the library compares the first listed service, which is unknown"
    }
  }
}
