public import AdvertCapture
public import AdvertObservation
public import AdvertisingData

/// A subject of the linter: an advertiser of a capture with all its layouts, or one declared layout.
public struct Subject: Sendable {
  /// The capture, manifest or argument that contains it.
  public let path: String
  /// `nil` for a declared layout.
  public let address: DeviceAddress?
  /// The kind of its address, known or declared; `nil` for a declared layout without one.
  public let addressKind: DeviceAddress.Kind?
  /// The name of a declared layout, when it has one.
  public let layoutName: String?
  /// The place of a declared layout in its text.
  public let text: TextRange?
  /// The text of a declared layout, for changes in place.
  package let writing: WrittenLayout?
  /// Whether it was received over the air, and not declared or set by commands of the capturing host.
  public let isFromAir: Bool
  /// How often it advertises; `nil` when that is not known.
  public let interval: Interval?
  /// The time from the first to the last report of it, in microseconds; `nil` when it was not received, and when the
  /// capture has no times.
  public let heardFor: Int64?
  /// The primary channels that a host set; `nil` when it was received or declared.
  public let channels: PrimaryChannels?
  /// Services that a declared layout must have in its advertising data.
  public let expectedServices: [BluetoothUUID]
  /// The time within which scanners must find a declared layout; `nil` when it does not state one.
  var demand: DiscoveryDemand?
  /// Its distinct layouts, in the order of the capture.
  public let layouts: [SubjectLayout]
  /// The identity of the device in other captures: the name of a declared layout, or an address that does not change.
  /// `nil` without either, as with private addresses.
  public let stableIdentity: String?
  /// The number of scan requests to it that a sniffer heard; `nil` where none was heard.
  private(set) var scanRequests: Int?
  /// The uncertain parts of a declared layout.
  public private(set) var doubts: [Doubt] = []
  /// Whether its interval is one end of a range, from which a controller may choose another.
  private(set) var isIntervalAssumed = false
  /// Both blocks in one string, when it is not known where the first ends. The only layout then has the string as
  /// advertising data.
  public private(set) var merged: MergedPayload?
  /// The subject for each possible division of ``merged``; else empty.
  private(set) var divisions: [Division] = []
  /// Whether the octets are assumed to be both blocks because one block cannot hold them.
  private(set) var isMergeAssumed = false
  /// The findings that depend on the division; `nil` until that was judged.
  var depending: [DividedFindings.Depending]?
  /// Its declared layouts; `nil` when no fact connects it to any.
  var declared: DeclaredMatch?
  /// The stack that makes a declared layout from a program's request; `nil` for one that is declared as sent.
  var stackBuild: StackBuild?

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
    path: String, address: DeviceAddress?, addressKind: DeviceAddress.Kind? = nil, layoutName: String? = nil,
    text: TextRange? = nil, writing: WrittenLayout? = nil, isFromAir: Bool = false, interval: Interval? = nil,
    heardFor: Int64? = nil,
    channels: PrimaryChannels? = nil,
    expectedServices: [BluetoothUUID] = [], layouts: [SubjectLayout]
  ) {
    self.path = path
    self.address = address
    self.addressKind = address?.kind ?? addressKind
    self.layoutName = layoutName
    self.text = text
    self.writing = writing
    self.isFromAir = isFromAir
    self.interval = interval
    self.heardFor = heardFor
    self.channels = channels
    self.expectedServices = expectedServices
    self.layouts = layouts
    stableIdentity = Self.stableIdentity(of: address, layoutName)
  }

  private static func stableIdentity(of address: DeviceAddress?, _ layoutName: String?) -> String? {
    guard let address else { return layoutName }
    return switch address.kind {
    case .public, .publicIdentity, .randomStatic, .randomIdentity: address.description
    case .randomResolvable, .randomNonResolvable, .randomReserved, .anonymous, .unknown: nil
    }
  }

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
      scanResponse: layout.scanResponse, addedTypes: declared.addedTypes, isMerged: declared.merged != nil)
    self.init(
      path: path, address: nil, addressKind: declared.addressKind, layoutName: declared.name, text: declared.place,
      writing: declared.text,
      interval: declared.intervalMicroseconds.map(Interval.declared), expectedServices: declared.expectedServices,
      layouts: [subjectLayout])
    demand = declared.demand
    doubts = declared.doubts
    isIntervalAssumed = declared.isIntervalAssumed || declared.isKindAssumed
    isMergeAssumed = declared.mergeSign == .tooMany
    stackBuild = declared.stackBuild
    guard let merged = declared.merged else { return }
    self.merged = merged
    divisions = merged.cuts.map { Division(cut: $0, subject: Subject(declared.divided(at: $0), path: path)) }
  }

  /// Returns the same device with only one layout.
  func sending(only layout: SubjectLayout) -> Subject { sending([layout]) }

  /// Returns the same device with other layouts.
  func sending(_ layouts: [SubjectLayout]) -> Subject {
    var subject = Subject(
      path: path, address: address, addressKind: addressKind, layoutName: layoutName, isFromAir: isFromAir,
      interval: interval, heardFor: heardFor, channels: channels, expectedServices: expectedServices, layouts: layouts)
    subject.stackBuild = stackBuild
    return subject
  }

  func payload(at location: Report.Location) -> Payload? { subjectPayload(at: location)?.payload }

  func subjectPayload(at location: Report.Location) -> SubjectPayload? { layouts.payload(at: location) }

  /// The payloads of all advertisements of a kind that can carry data.
  var advertisingPayloads: [Payload] {
    layouts.filter { $0.carriesAdvertisingData }.compactMap { $0.advertising?.payload }
  }

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

/// A layout with the places and counts of its receptions. A class, because every rule walks it: it is passed on, never
/// copied.
public final class SubjectLayout: Sendable {
  /// The type of its PDU; `nil` when only scan responses were observed, or a log does not say it.
  public let pdu: AdvertisingPDU?
  /// The advertising data; `nil` when only scan responses were observed.
  public let advertising: SubjectPayload?
  /// The distinct scan responses; empty when none is known.
  public let scanResponses: [SubjectPayload]
  /// The state of the scan response data.
  public let scanResponse: Layout.ScanResponse
  /// AD types that the host adds, with values that are not known.
  let addedTypes: Set<ADType>
  /// Whether the advertising data are such for certain, and not those of a scan response.
  public let isBlockKnown: Bool
  /// Whether the advertising data are both blocks in one string.
  public let isMerged: Bool
  /// All payloads with their positions, advertising data first. Kept, because every rule walks them.
  let payloads: [(position: PayloadPosition, payload: SubjectPayload)]
  /// Whether only the beginning of a payload was received.
  let isTruncated: Bool

  init(
    pdu: AdvertisingPDU?, advertising: SubjectPayload?, scanResponses: [SubjectPayload],
    scanResponse: Layout.ScanResponse, addedTypes: Set<ADType> = [], isBlockKnown: Bool = true,
    isMerged: Bool = false, showing detail: SubjectPayload.Detail = .everything
  ) {
    var advertising = advertising
    var scanResponses = scanResponses
    if detail == .everything {
      let signs = SubjectPayload.signs(of: (advertising.map { [$0] } ?? []) + scanResponses)
      advertising = advertising?.recognised(beside: signs)
      scanResponses = scanResponses.map { $0.recognised(beside: signs) }
    }
    payloads =
      (advertising.map { [(.advertising, $0)] } ?? [])
      + scanResponses.enumerated().map { (.scanResponse($0.offset), $0.element) }
    isTruncated = payloads.contains { $0.payload.isTruncated }
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponses = scanResponses
    self.scanResponse = scanResponse
    self.addedTypes = addedTypes
    self.isBlockKnown = isBlockKnown
    self.isMerged = isMerged
  }

  convenience init(_ observed: ObservedLayout) {
    self.init(
      pdu: observed.layout.pdu,
      advertising: observed.layout.advertising.map {
        SubjectPayload(
          payload: $0, count: observed.count, sighting: observed.firstSighting, isTruncated: observed.isTruncated)
      },
      scanResponses: observed.scanResponses.map {
        SubjectPayload(payload: $0.payload, count: $0.count, sighting: $0.firstSighting, isTruncated: $0.isTruncated)
      },
      scanResponse: observed.layout.scanResponse, isBlockKnown: observed.isBlockKnown)
  }

  /// Whether it could have data and is known to have none.
  var isEmpty: Bool {
    pdu != .advDirectInd && scanResponse != .notObserved && addedTypes.isEmpty
      && payloads.allSatisfy { $0.payload.payload.octets.isEmpty }
  }

  var carriesAdvertisingData: Bool { pdu?.carriesAdvertisingData ?? true }
}

/// One payload with the places and counts of its receptions. A class, because every rule walks it.
public final class SubjectPayload: Sendable {
  /// The octets.
  public let payload: Payload
  /// How often it was received; 0 for a payload that was not received.
  public let count: Int
  /// `nil` for a declared payload.
  public let sighting: Sighting?
  /// Its place in a text; `nil` for a captured payload or an argument.
  package let text: WrittenPayload?
  /// The octets of a declared payload whose values vary or are not known.
  package let open: Variation
  /// Whether only the beginning of the payload was received.
  public let isTruncated: Bool
  /// The detail in which rules see a payload. Only one rule sees a payload that is judged again, for a fix.
  enum Detail {
    case everything
    /// The structures taken apart.
    case structures
    /// The octets, for rules that walk the structures in place.
    case octets
  }

  /// The whole AD structures, taken apart once for all rules.
  let structures: [DecodedPayload.Element]
  /// The types of these structures.
  let types: TypeSet
  /// The data among them in well-known formats, in the order sent. Empty until the payload is in a layout.
  let recognised: [RecognisedPayload]
  /// How the walk over its structures ended.
  let ending: PayloadEnding
  /// Every UUID of its service lists, in the order sent, with the number of octets that its removal frees.
  let listings: [(listing: ServiceListing, octets: Int)]
  /// The services of its lists, with the whole UUIDs of ragged ones.
  let services: Set<BluetoothUUID>

  init(
    payload: Payload, count: Int = 1, sighting: Sighting? = nil, text: WrittenPayload? = nil,
    open: Variation = Variation(), isTruncated: Bool = false, showing detail: Detail = .everything
  ) {
    self.open = open
    self.payload = payload
    self.count = count
    self.sighting = sighting
    self.text = text
    self.isTruncated = isTruncated
    let decoded = (detail == .octets ? Payload() : payload).decoded
    ending = decoded.ending
    var elements = decoded.elements
    // Only the last one can overrun.
    if elements.last?.overruns ?? false { elements.removeLast() }
    // A wrong length octet makes structures of what is none.
    let doubt = isTruncated || detail == .octets ? nil : payload.doubtfulLength
    if let doubt { elements.removeAll { $0.offset >= doubt.certainCount } }
    structures = elements
    types = TypeSet(of: elements[...])
    recognised = []
    let listed = detail == .everything ? payload.listingsToLeaveOut : []
    listings = doubt.map { doubt in listed.filter { $0.listing.offset < doubt.certainCount } } ?? listed
    services = Set(listings.lazy.map { $0.listing.uuid })
  }

  /// The same payload with its data recognised.
  private init(_ payload: SubjectPayload, beside signs: DeviceHints) {
    self.payload = payload.payload
    count = payload.count
    sighting = payload.sighting
    text = payload.text
    open = payload.open
    isTruncated = payload.isTruncated
    structures = payload.structures
    types = payload.types
    ending = payload.ending
    listings = payload.listings
    services = payload.services
    recognised = structures.compactMap { RecognisedPayload($0, beside: signs) }
  }

  /// Returns the hints by which data in the payloads of a layout are recognised; empty where there are no data.
  fileprivate static func signs(of payloads: [SubjectPayload]) -> DeviceHints {
    guard payloads.contains(where: { !$0.types.isDisjoint(with: .vendorData) }) else { return .none }
    guard payloads.contains(where: { $0.mayHaveSigns }) else { return .none }
    let signs = DeviceHints(in: payloads.filter { !$0.types.isDisjoint(with: .signs) }.map { $0.structures })
    return signs.tellAFormat ? signs : .none
  }

  private var mayHaveSigns: Bool {
    !types.isDisjoint(with: .signs) && DeviceHints.mayTellAFormat(in: structures)
  }

  /// Returns it with its data recognised, by the hints of its layout.
  fileprivate func recognised(beside signs: DeviceHints) -> SubjectPayload {
    types.isDisjoint(with: .vendorData) ? self : SubjectPayload(self, beside: signs)
  }

  /// The first Flags, with their structure.
  var flags: (structure: DecodedPayload.Element, flags: Flags)? {
    guard types.contains(.flags) else { return nil }
    for structure in structures {
      if case .flags(let flags) = structure.value { return (structure, flags) }
    }
    return nil
  }

  /// Whether Flags show that the device wants to be found.
  var isDiscoverable: Bool {
    flags.map { !$0.flags.isDisjoint(with: .discoverable) } ?? false
  }

  func contains(_ type: ADType) -> Bool { types.contains(type) }

  /// Returns the structures of some types, in the order sent. Most often they follow each other, and are not copied.
  func structures(of types: TypeSet) -> ArraySlice<DecodedPayload.Element> {
    var (first, end, count) = (0, 0, 0)
    for index in structures.indices where types.contains(structures[index].type) {
      if count == 0 { first = index }
      end = index + 1
      count += 1
    }
    return end - first == count ? structures[first..<end] : structures.filter { types.contains($0.type) }[...]
  }

  /// The structure of the complete name, or else of a shortened one, with the name.
  var localName: (structure: DecodedPayload.Element, name: LocalName)? {
    guard !types.isDisjoint(with: .names) else { return nil }
    let names = structures.compactMap { structure in
      if case .localName(let name) = structure.value { (structure, name) } else { nil }
    }
    return names.first { $0.1.isComplete } ?? names.first
  }

  /// The companies of the manufacturer data, in the order sent.
  var companies: [UInt16] {
    guard types.contains(.manufacturerData) else { return [] }
    return structures.compactMap { if case .manufacturerData(let data) = $0.value { data.company } else { nil } }
  }
}

/// A service UUID of a service list or of service data, with the place of its octets.
package struct ServiceMention {
  /// The UUID.
  package let uuid: BluetoothUUID
  /// The width in which it is sent.
  package let width: BluetoothUUID.Width
  /// Offset of the UUID's first octet from the start of the payload.
  package let offset: Int
  /// Whether it is in a service list, not in service data.
  let isListed: Bool

  /// The UUID of the octets in the other order.
  var reversed: BluetoothUUID {
    switch width {
    case .bits128: uuid.reversed
    case .bits16, .bits32:
      BluetoothUUID(UInt32(OctetOrder.bigEndian.number(of: (uuid.littleEndian(width: width) ?? [])[...])))
    }
  }
}

extension DecodedPayload.Element {
  /// The UUIDs of a service list of whole UUIDs, or the one of service data.
  package var mentionedServices: [ServiceMention] {
    switch value {
    case .serviceUUIDs(let list) where list.rest.isEmpty:
      list.uuids.enumerated().map {
        ServiceMention(
          uuid: $0.element, width: list.width, offset: offset + 2 + $0.offset * list.width.octets, isListed: true)
      }
    case .serviceData(let data):
      [ServiceMention(uuid: data.uuid, width: data.width, offset: offset + 2, isListed: false)]
    default: []
    }
  }
}

extension SubjectPayload {
  /// Returns whether some octets of a UUID are open.
  func isOpen(_ mention: ServiceMention) -> Bool {
    open.covers(any: mention.offset..<mention.offset + mention.width.octets)
  }

  /// Returns the UUID in words: with its name, or with placeholders for octets that are open.
  func words(of mention: ServiceMention) -> String {
    isOpen(mention) ? open.uuid(at: mention.offset, mention.width, in: payload) : mention.uuid.named
  }

  /// The services of its lists, with the whole UUIDs of ragged ones.
  var listedServices: [ServiceMention] {
    listings.map {
      ServiceMention(
        uuid: $0.listing.uuid, width: $0.listing.width, offset: $0.listing.offset, isListed: true)
    }
  }

  /// The services of its service data.
  var servicesOfData: [ServiceMention] {
    guard !types.isDisjoint(with: .serviceData) else { return [] }
    return structures.compactMap { structure in
      guard case .serviceData = structure.value else { return nil }
      return structure.mentionedServices.first
    }
  }
}
