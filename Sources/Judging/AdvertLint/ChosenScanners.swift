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

  /// The layout as scanners see it, with what is known of it.
  ///
  /// - Parameter isFromAir: whether its advertisements were received.
  func scanned(isFromAir: Bool) -> ScannedLayout {
    ScannedLayout(
      layout, isBlockKnown: isBlockKnown, received: isFromAir ? advertising?.count ?? 0 : 0,
      isTruncated: { self.payloads.indices.contains($0) && self.payloads[$0].payload.isTruncated })
  }
}

extension Subject {
  /// The device with all of its layouts, as scanners see it.
  var scanned: ScannedDevice { ScannedDevice(withoutNames: layouts.map { $0.scanned(isFromAir: isFromAir) }) }

  /// The first advertising data, with the position of their layout; `nil` without any.
  var firstAdvertising: (layout: Int, advertising: SubjectPayload)? {
    guard let index = layouts.firstIndex(where: { $0.advertising != nil }), let advertising = layouts[index].advertising
    else { return nil }
    return (index, advertising)
  }

  /// Whether a scan response has services that may also be in advertising data that were not received.
  package var hasServicesWithoutAdvertising: Bool { !servicesWithoutAdvertising.isEmpty }

  /// The services of scan responses that may also be in advertising data that were not received, each once, with their
  /// places.
  var servicesWithoutAdvertising: [(place: Report.Location, service: ServiceMention)] {
    // Most devices have no such layout.
    guard layouts.contains(where: { $0.advertising == nil && $0.carriesAdvertisingData }) else { return [] }
    let device = scanned
    var found: [(place: Report.Location, service: ServiceMention)] = []
    var seen: Set<BluetoothUUID> = []
    for (index, layout) in layouts.enumerated() where layout.advertising == nil {
      for (response, payload) in layout.scanResponses.enumerated() {
        for service in payload.listedServices + payload.servicesOfData where seen.insert(service.uuid).inserted {
          let verdict = ScannerProfile.passive.verdict(on: device, for: .service(service.uuid))
          guard verdict.reason == .advertisingNotObserved else { continue }
          found.append((Report.Location(layout: index, payload: .scanResponse(response)), service))
        }
      }
    }
    return found
  }
}
