public import AdvertCapture
public import AdvertObservation
public import AdvertReading
public import AdvertisingData

/// A subject of the linter: an advertiser of a capture with all its layouts, or one declared layout.
public struct Subject: Sendable {
  /// The capture, manifest or argument that contains it.
  public let path: String
  /// The address of the device; `nil` for a declared layout.
  public let address: DeviceAddress?
  /// The kind of its address, known or declared; `nil` for a declared layout without one.
  public let addressKind: DeviceAddress.Kind?
  /// Whether the device was received over the air, and not declared or set by commands of the capturing host.
  public let isFromAir: Bool
  /// The advertising interval of the device; `nil` when it is not known.
  public let interval: Interval?
  /// The time from the first to the last report of it, in microseconds; `nil` when it was not received, and when the
  /// capture has no times.
  public let heardFor: Int64?
  /// The primary channels that a host set; `nil` when it was received or declared.
  public let channels: PrimaryChannels?
  /// The distinct layouts, in the order of the capture.
  public let layouts: [SubjectLayout]
  /// The identity of the device in other captures: the name of a declared layout, or an address that does not change.
  /// `nil` without either, as with private addresses.
  public let stableIdentity: String?
  /// The number of scan requests to it that a sniffer heard; `nil` where none was heard.
  private(set) var scanRequests: Int?
  /// The declared layout; `nil` for an advertiser. When it is not known where the advertising data end, the only layout
  /// has the octets of both blocks as advertising data.
  public private(set) var declaration: DeclaredLayout?
  /// The subject for each possible division of such octets; else empty.
  private(set) var divisions: [Division] = []
  /// The findings that depend on the division; `nil` until that was judged.
  var depending: [DividedFindings.Depending]?
  /// The declared layouts of the device; `nil` when no fact connects it to any.
  var declared: DeclaredMatch?

  /// The subject that results when octets of both blocks are divided at one place.
  struct Division: Sendable {
    /// The number of octets in the advertising data.
    let cut: Int
    let subject: Subject
  }

  /// An advertising interval, in microseconds, with its source.
  public enum Interval: Hashable, Sendable {
    /// Declared.
    case declared(Int64)
    /// The range that the capturing host gives its controller.
    case configured(ClosedRange<Int64>)
    /// Estimated from the times of receptions.
    case measured(IntervalEstimate)
  }

  /// A device or declared layout with its facts.
  package init(
    path: String, address: DeviceAddress?, addressKind: DeviceAddress.Kind? = nil, declaration: DeclaredLayout? = nil,
    isFromAir: Bool = false, interval: Interval? = nil, heardFor: Int64? = nil, channels: PrimaryChannels? = nil,
    layouts: [SubjectLayout]
  ) {
    self.path = path
    self.address = address
    self.addressKind = address?.kind ?? addressKind
    self.declaration = declaration
    self.isFromAir = isFromAir
    self.interval = interval
    self.heardFor = heardFor
    self.channels = channels
    self.layouts = layouts
    stableIdentity =
      switch address?.kind {
      case nil: declaration?.name
      case .public, .publicIdentity, .randomStatic, .randomIdentity: address?.description
      case .randomResolvable, .randomNonResolvable, .randomReserved, .anonymous, .unknown: nil
      }
  }

  /// The name of a declared layout, when it has one.
  public var layoutName: String? { declaration?.name }
  /// The place of a declared layout in its text.
  public var text: TextRange? { declaration?.place }
  /// The place of a declared layout, for findings on it as a whole.
  var source: Report.Source { Report.Source(path: path, text: text, layoutName: layoutName) }
  /// Services that a declared layout must have in its advertising data.
  public var expectedServices: [BluetoothUUID] { declaration?.expectedServices ?? [] }
  /// The uncertain parts of a declared layout.
  public var doubts: [Doubt] { declaration?.doubts ?? [] }
  /// The uncertain parts of a declared layout, or of those of a device, each once. Blocks that were not received have rules.
  var layoutDoubts: [Doubt] { declaration?.doubtsToTell ?? layouts.flatMap { $0.doubts }.withoutRepeats }

  /// An advertiser of the capture at `path`.
  public init(_ advertiser: Advertiser, path: String) {
    self.init(
      path: path, address: advertiser.address, isFromAir: advertiser.origin == .air,
      interval: advertiser.configuredInterval.map(Interval.configured) ?? advertiser.interval.map(Interval.measured),
      heardFor: advertiser.heardFor, channels: advertiser.configuredChannels,
      layouts: advertiser.layouts.map(SubjectLayout.init))
    scanRequests = advertiser.scanRequests
  }

  /// A declared layout of the input at `path`.
  public init(_ declared: DeclaredLayout, path: String) {
    var layout = declared.knownLayout
    if let merged = declared.merged { layout.advertising = merged.payload }
    let subjectLayout = SubjectLayout(
      pdu: layout.pdu,
      advertising: layout.advertising.map {
        SubjectPayload(
          payload: $0, text: declared.advertisingText, open: declared.openOctets(of: .advertising),
          isTruncated: declared.knownCount(of: .advertising) != nil)
      },
      scanResponses: layout.scanResponse.payloads.map {
        SubjectPayload(
          payload: $0, text: declared.scanResponseText, open: declared.openOctets(of: .scanResponse),
          isTruncated: declared.knownCount(of: .scanResponse) != nil)
      },
      scanResponse: layout.scanResponse, phys: layout.phys, addedTypes: declared.addedTypes,
      isMerged: declared.merged != nil)
    self.init(
      path: path, address: nil, addressKind: declared.addressKind, declaration: declared,
      interval: declared.intervalMicroseconds.map(Interval.declared), layouts: [subjectLayout])
    guard let merged = declared.merged else { return }
    divisions = merged.cuts.map { Division(cut: $0, subject: Subject(declared.divided(at: $0), path: path)) }
  }

  /// Returns the same device with other layouts. A declared layout keeps its name, its expected services and its stack:
  /// its doubts and its places in a text are those of its own data.
  func sending(_ layouts: [SubjectLayout]) -> Subject {
    var asked = declaration.map {
      DeclaredLayout(layout: $0.layout, name: $0.name, expectedServices: $0.expectedServices)
    }
    asked?.stackBuild = declaration?.stackBuild
    return Subject(
      path: path, address: address, addressKind: addressKind, declaration: asked, isFromAir: isFromAir,
      interval: interval, heardFor: heardFor, channels: channels, layouts: layouts)
  }

  func payload(at location: Report.Location) -> Payload? { subjectPayload(at: location)?.payload }

  func subjectPayload(at location: Report.Location) -> SubjectPayload? { layouts.payload(at: location) }

  /// Calls `body` with every payload and where it is, layout by layout.
  func forEachPayload(_ body: (Report.Location, SubjectPayload) -> Void) {
    for (index, layout) in layouts.enumerated() {
      for (position, payload) in layout.payloads {
        body(Report.Location(layout: index, payload: position), payload)
      }
    }
  }

  /// Whether an advertisement was observed at all. Without one, missing advertising data prove nothing.
  var advertisingWasSeen: Bool {
    layouts.contains { $0.advertising != nil }
  }
}

extension [SubjectLayout] {
  /// The payload in a place; `nil` for a place that is no payload.
  func payload(at location: Report.Location) -> SubjectPayload? {
    guard let layout = location.layout else { return nil }
    switch location.payload {
    case .advertising: return self[layout].advertising
    case .scanResponse(let index): return self[layout].scanResponses[index]
    case nil: return nil
    }
  }
}
