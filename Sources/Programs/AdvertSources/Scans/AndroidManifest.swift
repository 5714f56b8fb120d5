/// The statement of an app's `AndroidManifest.xml` that decides what scans find.
///
/// Source: Android's documentation of Bluetooth permissions, `android:usesPermissionFlags`.
package struct AndroidManifest {
  package static let name = "AndroidManifest.xml"
  /// Whether the app declares that it derives no location from scans, so that Android hides location beacons from it.
  package let neverForLocation: Bool

  /// Reads the text of a manifest; `nil` for other texts.
  package init?(_ text: String) {
    guard text.utf8.starts(with: "<".utf8) || text.hasPrefix("\u{FEFF}<"), text.firstRange(ofText: "<manifest") != nil
    else {
      return nil
    }
    var rest = text[...]
    var kept = ""
    // A permission in a comment counts for nothing.
    while let start = rest.firstRange(ofText: "<!--") {
      kept += rest[..<start.lowerBound]
      rest = rest[start.upperBound...].firstRange(ofText: "-->").map { rest[$0.upperBound...] } ?? ""
    }
    kept += rest
    neverForLocation = kept.split(separator: "<").contains { element in
      element.firstRange(ofText: "android.permission.BLUETOOTH_SCAN") != nil
        && element.firstRange(ofText: "neverForLocation") != nil
    }
  }
}
