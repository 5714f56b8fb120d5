public import AdvertObservation
public import AdvertRepack
internal import AdvertisingData
internal import AssignedNumbers

/// A layout as it is, for `SourceForm`: what it is called, and what is known of it beside its data.
public struct EmittedLayout: Sendable {
  /// The layout and where it is from.
  public let source: RepackSource
  /// Who was heard sending it; `nil` for a declared layout.
  public let advertiser: Advertiser?

  /// AD types that the host of a firmware image adds.
  private var addedTypes: Set<ADType> = []

  /// A declared layout.
  public init(_ declared: DeclaredLayout, path: String) {
    source = RepackSource(declared, path: path)
    advertiser = nil
    addedTypes = declared.addedTypes
  }

  private init(_ source: RepackSource, of advertiser: Advertiser) {
    self.source = source
    self.advertiser = advertiser
  }

  /// The layout of an advertiser that was seen most.
  public static func mostSeen(of advertiser: Advertiser, path: String) -> [EmittedLayout] {
    RepackSource(mostSeenOf: advertiser, path: path).map { [EmittedLayout($0, of: advertiser)] } ?? []
  }

  /// All layouts of an advertiser.
  public static func all(of advertiser: Advertiser, path: String) -> [EmittedLayout] {
    RepackSource.layouts(of: advertiser, path: path).map { EmittedLayout($0, of: advertiser) }
  }

  /// Of the layouts of an advertiser that differ in nothing but values, the one seen most; of equals the first.
  public static func mostSeenOfEachForm(of advertiser: Advertiser, path: String) -> [EmittedLayout] {
    struct Form: Hashable {
      let pdu: AdvertisingPDU?
      let sid: UInt8?
      let shape: PayloadShape?
    }
    var best: [Form: Int] = [:]
    var order: [Form] = []
    let layouts = advertiser.layouts
    for (index, layout) in layouts.enumerated() {
      let form = Form(
        pdu: layout.layout.pdu, sid: layout.advertisingSID, shape: layout.layout.advertising.map(PayloadShape.init))
      if let known = best[form] {
        if layout.count > layouts[known].count { best[form] = index }
      } else {
        best[form] = index
        order.append(form)
      }
    }
    let sources = RepackSource.layouts(of: advertiser, path: path)
    return order.compactMap { form in best[form].map { EmittedLayout(sources[$0], of: advertiser) } }
  }

  /// Why it cannot be written as it is; `nil` when it can.
  public var obstacle: String? {
    if let likely = source.likelyDivision {
      return
        "\(RepackText.title(of: source)): where the advertising data end is not known; --cut \(likely.cut) is likely, "
        + "because \(likely.reason)"
    }
    return source.refusal == nil
      ? nil : "\(RepackText.title(of: source)): only the beginning of the payload was received"
  }

  /// For the form.
  ///
  /// - Parameters:
  ///   - path: what the source's path is shown as.
  ///   - hasPlaceholders: whether a placeholder stands for data and characters that were seen to change.
  public func entry(shownAs path: String, hasPlaceholders: Bool = false) -> SourceForm.Entry {
    var shown = source
    shown.path = path
    var layout = source.layout
    var patterns = source.patterns
    if hasPlaceholders, let advertiser {
      let seen = seen(of: advertiser)
      let advertising = layout.advertising.map { ChangingData.pattern(of: $0, among: seen.advertising.map { $0.0 }) }
      let response = layout.scanResponse.payloads.first.map {
        ChangingData.pattern(of: $0, among: seen.responses.map { $0.0 })
      }
      patterns = [advertising, response].compactMap { $0 }
      layout.advertising = advertising?.payload
      if let response { layout.scanResponse = .declared(response.payload) }
    }
    var entry = SourceForm.Entry(
      title: RepackText.title(of: shown), name: name, layout: layout, addressKind: addressKind,
      intervalMicroseconds: intervalMicroseconds, expectedServices: source.expectedServices, patterns: patterns)
    entry.remarks = remarks
    return entry
  }

  /// Of a declared layout its own; of a device its name, or its address.
  private var name: String? {
    guard let advertiser else { return source.layoutName }
    let name = source.deviceName?.text.withoutPadding ?? ""
    return name.isEmpty ? "\(advertiser.address)" : name
  }

  /// A kind that a device can be made to have.
  private var addressKind: DeviceAddress.Kind? {
    let kind = advertiser?.address.kind ?? source.addressKind
    return kind == .unknown || kind == .randomReserved ? nil : kind
  }

  /// Units of 0.625 ms are what firmware sets, so a measured interval is given in them.
  private static let unit: Int64 = 625

  private var intervalMicroseconds: Int64? {
    if let configured = advertiser?.configuredInterval { return configured.lowerBound }
    guard let estimate = advertiser?.interval else { return source.intervalMicroseconds }
    return max((estimate.microseconds + Self.unit / 2) / Self.unit, 1) * Self.unit
  }

  /// What was seen, what is not known, and what changes.
  private var remarks: [String] {
    guard let advertiser else { return unknown }
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
    return remarks + unknown + changes(of: advertiser)
  }

  private var unknown: [String] {
    var remarks: [String] = []
    if source.layout.pdu == nil { remarks.append("The PDU type is not known.") }
    if source.layout.advertising == nil { remarks.append("The advertising data are not known.") }
    if source.layout.scanResponse == .notObserved {
      remarks.append(
        advertiser == nil
          ? "The scan response data are made when the program runs."
          : "The scan response data were not observed: there may be some.")
    }
    if !addedTypes.isEmpty {
      let names = addedTypes.map { $0.rawValue }.sorted().map { ADTypes.name(of: $0) ?? "type \($0)" }
      remarks.append("The host adds when the program runs: \(names.joined(separator: ", ")).")
    }
    return remarks
  }

  /// Bytes that differ in the layouts of the device that are built like this one.
  private func changes(of advertiser: Advertiser) -> [String] {
    let seen = seen(of: advertiser)
    var remarks = PayloadVariants(seen.advertising).changes.map { "Advertising data: \($0)." }
    remarks += PayloadVariants(seen.responses).changes.map { "Scan response data: \($0)." }
    if seen.otherResponses > 0 {
      remarks.append("\(counted(seen.otherResponses, "other scan response")) of another form.")
    }
    return remarks
  }

  /// The payloads of the device that are built like those of this layout, with how often they were seen.
  private func seen(
    of advertiser: Advertiser
  ) -> (advertising: [(Payload, Int)], responses: [(Payload, Int)], otherResponses: Int) {
    guard let advertising = source.layout.advertising else { return ([], [], 0) }
    let shape = PayloadShape(advertising)
    let alike = advertiser.layouts.filter { observed in
      observed.layout.pdu == source.layout.pdu && observed.layout.advertising.map(PayloadShape.init) == shape
    }
    let payloads = alike.compactMap { observed in observed.layout.advertising.map { ($0, observed.count) } }
    let responses = alike.flatMap { $0.scanResponses }.map { ($0.payload, $0.count) }
    guard let own = source.layout.scanResponse.payloads.first.map(PayloadShape.init) else { return (payloads, [], 0) }
    let others = Set(responses.map { $0.0 }).count { PayloadShape($0) != own }
    return (payloads, responses.filter { PayloadShape($0.0) == own }, others)
  }
}
