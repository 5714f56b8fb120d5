internal import AdvertisingData

/// The layouts of AltBeacon's library for Android, which filter beacons behind a scan that the library itself starts.
///
/// ```
/// BeaconParser().setBeaconLayout("m:2-3=beac,i:4-19,i:20-21,i:22-23,p:24-24,d:25-25")
/// ```
///
/// Source: AltBeacon/android-beacon-library, `BeaconParser.java`.
enum BeaconLayout {
  private static let call = "setBeaconLayout("

  /// Returns the first call that sets a layout, as a reason why the scan is not read; `nil` for a text without one.
  static func obstacle(in text: String) -> SourceObstacle? {
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }).enumerated() {
      guard let place = line.firstRange(ofText: call), line[..<place.lowerBound].firstRange(ofText: "//") == nil else {
        continue
      }
      let parts = line[place.upperBound...].split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      let meaning = parts.count == 3 ? meaning(of: parts[1]).map { "; the layout \($0)" } ?? "" : ""
      return SourceObstacle(number + 1, "setBeaconLayout of AltBeacon's library is not read" + meaning)
    }
    return nil
  }

  /// Returns the bytes that a layout compares, in words; `nil` for a layout without such bytes.
  private static func meaning(of layout: Substring) -> String? {
    let fields = layout.split(separator: ",")
    guard let field = fields.first(where: { $0.hasPrefix("m:") }) else { return nil }
    let parts = field.dropFirst(2).split(separator: "=", omittingEmptySubsequences: false)
    let places = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 2, places.count == 2, let first = places[0], let last = places[1], first <= last,
      let octets = HexDigits.octets(of: Array(parts[1].utf8)[...])
    else { return "has \(field) in place of m:FIRST-LAST=HEX" }
    let isOfService = fields.contains { $0.hasPrefix("s:") }
    let counted =
      isOfService
      ? "service data, counted from the service UUID" : "manufacturer data, counted from the company identifier"
    return "takes only beacons with \(HexText.compact(octets)) in bytes \(first) to \(last) of the \(counted)"
      + (!isOfService && first == 0 ? ": bytes 0 and 1 are the company identifier, low byte first" : "")
  }
}
