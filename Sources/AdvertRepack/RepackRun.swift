package import AdvertObservation
package import AdvertScan
package import AdvertisingData

/// The plans for a list of layouts.
package struct RepackRun: Sendable {
  /// In the order of the sources.
  package let results: [Result]

  /// A layout with its plans, or with the reason why there are none.
  package struct Result: Sendable {
    /// The layout and where it is from.
    package let source: RepackSource
    /// Its plans, or why there are none.
    package let repacking: Repacking
    /// Empty when no plan changes anything.
    package let comparisons: [ScannerComparison]
  }

  /// - Parameters:
  ///   - sources: the layouts to pack.
  ///   - demands: for the sources without demands of their own.
  ///   - profiles: scanners to compare the layouts and their plans for.
  package init(
    _ sources: [RepackSource], demands: Demands = Demands(), comparing profiles: [ScannerProfile] = []
  ) {
    results = sources.map { source in
      let repacking = source.repacked(demands)
      return Result(
        source: source, repacking: repacking,
        comparisons: ScannerComparison.all(of: source, repacking.plans, by: profiles))
    }
  }

  /// Whether every layout can be packed as demanded.
  package var isPossible: Bool { results.allSatisfy { $0.repacking.obstacle == nil } }
}

/// Which scanners discover a service of a layout, before and after repacking.
package struct ScannerComparison: Sendable {
  /// Services that every scanner discovers or misses alike.
  package private(set) var services: [BluetoothUUID]
  /// For each scanner, its verdict on the layout and then on each plan.
  package let rows: [Row]

  /// One scanner's verdicts.
  package struct Row: Sendable {
    /// The scanner.
    package let profile: ScannerProfile
    /// On the layout, then on each plan.
    package let verdicts: [Verdict]
  }

  static func all(of source: RepackSource, _ plans: [Plan], by profiles: [ScannerProfile]) -> [ScannerComparison] {
    guard let best = plans.first, !best.changes.isEmpty, !profiles.isEmpty else { return [] }
    let layouts = [source.layout] + plans.map { $0.layout }
    let devices = [source.scanned] + plans.map { ScannedDevice([$0.layout]) }
    var comparisons: [ScannerComparison] = []
    for service in Set(layouts.flatMap({ $0.blocks }).flatMap({ $0.payload.services })).sorted() {
      let rows = profiles.map { profile in
        Row(profile: profile, verdicts: devices.map { profile.verdict(on: $0, for: .service(service)) })
      }
      if let known = comparisons.firstIndex(where: { $0.isAlike(rows) }) {
        comparisons[known].services.append(service)
      } else {
        comparisons.append(ScannerComparison(services: [service], rows: rows))
      }
    }
    return comparisons
  }

  private func isAlike(_ others: [Row]) -> Bool {
    zip(rows, others).allSatisfy { row, other in
      zip(row.verdicts, other.verdicts).allSatisfy { $0.outcome == $1.outcome && $0.isTentative == $1.isTentative }
    }
  }
}

/// A layout to repack, and where it is from.
package struct RepackSource: Sendable {
  /// The capture, file or argument.
  package var path: String
  /// `nil` for a declared layout.
  package var address: DeviceAddress?
  /// The name in the device's data.
  package var deviceName: LocalName?
  /// The name of a declared layout.
  package var layoutName: String?
  /// Position among the advertiser's layouts.
  package var index = 0
  /// How many layouts the advertiser has.
  package var layoutCount = 1
  /// The kind of address that is declared; `nil` when none is, and for a layout of a capture.
  package var addressKind: DeviceAddress.Kind?
  /// The interval that is declared, in microseconds; `nil` when none is, and for a layout of a capture.
  package var intervalMicroseconds: Int64?
  /// Services that are declared to be in its advertising data.
  package var expectedServices: [BluetoothUUID] = []
  /// Its payloads with what varies in them; empty for a layout of a capture.
  package var patterns: [PayloadPattern] = []
  /// How often it was seen; `nil` for a declared layout.
  package var count: Int?
  /// With the scan response seen most, when there are several. Of octets of both blocks whose division is not known, what
  /// the likeliest division gives.
  package var layout: Layout
  /// The likeliest division, when the division is not known; else `nil`.
  package private(set) var likelyDivision: MergedPayload.Likely?
  private var merged: MergedPayload?
  /// How to change a declared layout in its file.
  package var text: WrittenLayout?
  /// What this layout must show; `nil` for the demands of the run.
  package var demands: Demands?
  /// Why it is not repacked at all; `nil` when it is.
  package var refusal: String?

  /// A declared layout.
  package init(_ declared: DeclaredLayout, path: String) {
    self.path = path
    likelyDivision = declared.merged?.likely
    merged = declared.merged
    let declared = likelyDivision.map { declared.divided(at: $0.cut) } ?? declared
    deviceName = declared.layout.blocks.compactMap { $0.payload.localName }.first
    layoutName = declared.name
    addressKind = declared.addressKind
    intervalMicroseconds = declared.intervalMicroseconds
    expectedServices = declared.expectedServices
    patterns = declared.patterns
    layout = declared.layout
    text = declared.text
  }

  /// All layouts of an advertiser in a capture.
  package static func layouts(of advertiser: Advertiser, path: String) -> [RepackSource] {
    let name = advertiser.localName
    return advertiser.layouts.indices.map { RepackSource(advertiser, called: name, layout: $0, path: path) }
  }

  /// A layout of an advertiser in a capture. An advertiser's name is in any of its layouts, so it is asked for once.
  private init(_ advertiser: Advertiser, called name: LocalName?, layout index: Int, path: String) {
    let observed = advertiser.layouts[index]
    self.path = path
    address = advertiser.address
    deviceName = name
    self.index = index
    layoutCount = advertiser.layouts.count
    count = observed.count
    layout = observed.layout
    // The first of those seen equally often.
    let most = observed.scanResponses.max { $0.count < $1.count }
    if let most, case .observed = layout.scanResponse { layout.scanResponse = .observed([most.payload]) }
    if observed.isTruncated || most?.isTruncated ?? false {
      refusal = "only the beginning of the payload was received, so nothing is moved"
    }
  }

  /// The layout of an advertiser that was seen most; of a host, the last it set. `nil` when it has none.
  package init?(mostSeenOf advertiser: Advertiser, path: String) {
    let index =
      advertiser.origin == .host
      ? advertiser.layouts.indices.last
      : advertiser.layouts.indices.max { advertiser.layouts[$0].count < advertiser.layouts[$1].count }
    guard let index else { return nil }
    self.init(advertiser, called: advertiser.localName, layout: index, path: path)
  }

  /// As scanners see it.
  var scanned: ScannedDevice {
    merged.map { ScannedDevice(DeclaredLayout(merged: $0, pdu: layout.pdu ?? .advInd)) } ?? ScannedDevice([layout])
  }

  func repacked(_ demands: Demands) -> Repacking {
    refusal.map { Repacking(refusedBecause: $0) } ?? Repacking(of: layout, demands: self.demands ?? demands)
  }
}
