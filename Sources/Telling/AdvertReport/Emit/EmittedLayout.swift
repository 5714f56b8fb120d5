package import AdvertObservation
package import AdvertReading
package import AdvertRepack
internal import AdvertisingData
internal import AssignedNumbers

/// A layout for `SourceForm`: its name, and its known properties besides the data.
package struct EmittedLayout: Sendable {
  /// The layout and its origin.
  package let source: RepackSource
  /// The advertiser that sent it; `nil` for a declared layout.
  package let advertiser: Advertiser?

  /// The layouts of its device with the same structure; `nil` for a declared layout.
  private let alike: AlikeLayouts?

  /// A declared layout.
  package init(_ declared: DeclaredLayout, path: String) {
    var sent = declared
    sent.asked = nil
    source = RepackSource(sent, path: path)
    advertiser = nil
    alike = nil
  }

  private init(_ source: RepackSource, of advertiser: Advertiser, among kinds: [AlikeLayouts.Kind: AlikeLayouts]) {
    self.source = source
    self.advertiser = advertiser
    alike = kinds[AlikeLayouts.Kind(source.layout)]
  }

  /// Returns the most frequent layout of an advertiser.
  package static func mostSeen(of advertiser: Advertiser, path: String) -> [EmittedLayout] {
    guard let source = RepackSource(mostSeenOf: advertiser, path: path) else { return [] }
    return [EmittedLayout(source, of: advertiser, among: AlikeLayouts.of(advertiser))]
  }

  /// Returns all layouts of an advertiser.
  package static func all(of advertiser: Advertiser, path: String) -> [EmittedLayout] {
    let kinds = AlikeLayouts.of(advertiser)
    return RepackSource.layouts(of: advertiser, path: path).map { EmittedLayout($0, of: advertiser, among: kinds) }
  }

  /// Returns, of the layouts of an advertiser that differ only in values, the most frequent one; of equals the first.
  package static func mostSeenOfEachForm(of advertiser: Advertiser, path: String) -> [EmittedLayout] {
    struct Form: Hashable {
      let kind: AlikeLayouts.Kind
      let sid: UInt8?
    }
    var best: [Form: Int] = [:]
    var order: [Form] = []
    let layouts = advertiser.layouts
    for (index, layout) in layouts.enumerated() {
      let form = Form(kind: AlikeLayouts.Kind(layout.layout), sid: layout.advertisingSID)
      if let known = best[form] {
        if layout.count > layouts[known].count { best[form] = index }
      } else {
        best[form] = index
        order.append(form)
      }
    }
    let sources = RepackSource.layouts(of: advertiser, path: path)
    let kinds = AlikeLayouts.of(advertiser)
    return order.compactMap { form in best[form].map { EmittedLayout(sources[$0], of: advertiser, among: kinds) } }
  }

  /// The reason why it cannot be written unchanged; `nil` when it can.
  package var obstacle: String? {
    if let likely = source.likelyDivision {
      return
        "\(RepackText.title(of: source)): where the advertising data end is not known; "
        + (likely.isSupported ? "--cut \(likely.cut) is likely" : "--cut says it, and nothing speaks for one place")
        + ", because \(likely.reason)"
    }
    return source.doubt.map { "\(RepackText.title(of: source)): \($0)" }
  }

  /// Returns the entry for the form.
  ///
  /// - Parameters:
  ///   - path: the displayed path of the source.
  ///   - hasPlaceholders: whether data and characters that changed become placeholders.
  package func entry(shownAs path: String, hasPlaceholders: Bool = false) -> SourceForm.Entry {
    var shown = source
    shown.path = path
    var layout = source.layout
    var patterns = source.patterns
    if hasPlaceholders, advertiser != nil {
      let advertising = layout.advertising.map { ChangingData.pattern(of: $0, among: alike?.advertising ?? []) }
      let response = layout.scanResponse.payloads.first.map {
        ChangingData.pattern(of: $0, among: alike?.responses(like: $0) ?? [])
      }
      patterns = [advertising, response].compactMap { $0 }
      layout.advertising = advertising?.payload
      if let response { layout.scanResponse = .declared(response.payload) }
    }
    var entry = SourceForm.Entry(
      title: RepackText.title(of: shown), name: name, layout: layout, addressKind: addressKind,
      intervalMicroseconds: intervalMicroseconds, expectedServices: source.expectedServices, patterns: patterns)
    entry.remarks = remarks
    entry.assumed = DoubtLines.clausesOfAssumedOctets(source.doubts)
    return entry
  }

  /// The name of a declared layout; for a device its name, or its address.
  private var name: String? {
    guard let advertiser else { return source.layoutName }
    let name = source.deviceName?.text.withoutPadding ?? ""
    return name.isEmpty ? "\(advertiser.address)" : name
  }

  /// The kind of address, when a device can be configured to have it.
  private var addressKind: DeviceAddress.Kind? {
    let kind = advertiser?.address.kind ?? source.addressKind
    return kind == .unknown || kind == .randomReserved ? nil : kind
  }

  /// The unit of 0.625 ms that firmware sets; a measured interval is rounded to it.
  private static let unit: Int64 = 625

  private var intervalMicroseconds: Int64? {
    if let configured = advertiser?.configuredInterval { return configured.lowerBound }
    guard let estimate = advertiser?.interval else { return source.intervalMicroseconds }
    return max((estimate.microseconds + Self.unit / 2) / Self.unit, 1) * Self.unit
  }

  /// Remarks on the receptions, the unknown properties and the changes.
  private var remarks: [String] {
    guard let advertiser else {
      let isUnstated = source.layout.advertising == nil && source.doubts.isEmpty
      return (source.stackBuild.map { ["What \($0.words) makes of what the program asks."] } ?? [])
        + (isUnstated ? ["The advertising data are not known."] : []) + DoubtLines.sentences(source.doubts)
    }
    var remarks: [String] = []
    if let count = source.count, count > 0 {
      remarks.append(
        "Seen \(times(count))"
          + (source.layoutCount > 1 ? ", of \(source.layoutCount) layouts of this device." : "."))
    } else if advertiser.origin == .host {
      remarks.append("Set by the capturing host.")
    }
    if let configured = advertiser.configuredInterval, configured.lowerBound < configured.upperBound {
      let most = DecimalNumber(configured.upperBound, decimals: 3)
      remarks.append("The host lets the interval be up to \(most) ms.")
    } else if advertiser.configuredInterval == nil, let estimate = advertiser.interval {
      remarks.append(
        "The interval is measured, from \(counted(estimate.samples, "gap"))\(estimate.isRough ? ": it is rough" : "").")
    }
    return remarks + DoubtLines.sentences(source.doubts) + (alike?.remarks(on: source.layout) ?? [])
  }
}
