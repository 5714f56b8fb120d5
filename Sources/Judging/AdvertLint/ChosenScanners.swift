internal import AdvertScan
internal import AdvertisingData

/// The verdicts of the scanners that the user chose on a service.
struct ChosenScanners {
  /// The scanners that miss it for certain, those that miss it by field reports only, and those of which it is not
  /// known.
  private let missing: [String]
  private let tentative: [String]
  private let open: [String]

  /// - Parameters:
  ///   - concerns: whether the rule judges a reason; scanners that miss it for another reason are left out.
  ///   - verdict: gives each scanner's verdict; `nil` when there is no question for it.
  init(_ scanners: [ScannerProfile], where concerns: (Reason) -> Bool, verdict: (ScannerProfile) -> Verdict?) {
    var (missing, tentative, open): ([String], [String], [String]) = ([], [], [])
    for scanner in scanners {
      guard let verdict = verdict(scanner), concerns(verdict.reason) else { continue }
      if verdict.isTentative {
        tentative.append(scanner.id)
      } else if verdict.outcome == .missed {
        missing.append(scanner.id)
      }
      if verdict.outcome == .unknown { open.append(scanner.id) }
    }
    (self.missing, self.tentative, self.open) = (missing, tentative, open)
  }

  /// Whether all of them find it for certain.
  var allFindDevice: Bool { missing.isEmpty && tentative.isEmpty && open.isEmpty }

  /// Whether no scanner is known to miss the device.
  var areOpen: Bool { missing.isEmpty && tentative.isEmpty }

  /// `windows and bluez-monitor miss the device, ios-background may, of web-bluetooth it is not known`.
  var words: String {
    var phrases: [String] = []
    if !missing.isEmpty {
      phrases.append("\(listed(missing)) \(missing.count == 1 ? "misses" : "miss") the device")
    }
    if !tentative.isEmpty { phrases.append("\(listed(tentative)) may\(missing.isEmpty ? " miss the device" : "")") }
    if !open.isEmpty { phrases.append("of \(listed(open)) it is not known") }
    return phrases.joined(separator: ", ")
  }
}

extension SubjectLayout {
  /// The layout itself, without the places and counts of its receptions.
  var layout: Layout {
    Layout(pdu: pdu, advertising: advertising?.payload, scanResponse: scanResponse, phys: phys)
  }
}

extension Subject {
  /// The first advertising data that were received whole, with the position of their layout; `nil` when a layout was
  /// not received whole, so that missing data prove nothing.
  var firstAdvertisingOfWhole: (layout: Int, advertising: SubjectPayload)? {
    guard !layouts.contains(where: { $0.isTruncated }),
      let index = layouts.firstIndex(where: { $0.advertising.map { !$0.isTruncated } ?? false }),
      let advertising = layouts[index].advertising
    else { return nil }
    return (index, advertising)
  }

  /// The device with all of its layouts, as scanners see it.
  var scanned: ScannedDevice { Self.scanned(layouts) }

  static func scanned(_ layouts: [SubjectLayout]) -> ScannedDevice {
    ScannedDevice(
      withoutNames: layouts.map { subjectLayout in
        var layout = subjectLayout.layout
        // A scan response heard before any advertisement has unknown advertising data, which other layouts have.
        if layout.advertising == nil { layout.advertising = Payload() }
        return layout
      })
  }
}
