public import AdvertObservation
package import AdvertReading
public import AdvertisingData

/// One payload with the places and counts of its receptions. A class, because every rule walks it.
public final class SubjectPayload: Sendable {
  /// The octets.
  public let payload: Payload
  /// The number of receptions; 0 for a payload that was not received.
  public let count: Int
  /// The first reception; `nil` for a declared payload.
  public let sighting: Sighting?
  /// The place of the payload in a text; `nil` for a captured payload or an argument.
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
  static func signs(of payloads: [SubjectPayload]) -> DeviceHints {
    guard payloads.contains(where: { !$0.types.isDisjoint(with: .vendorData) }) else { return .none }
    guard payloads.contains(where: { $0.mayHaveSigns }) else { return .none }
    let signs = DeviceHints(in: payloads.filter { !$0.types.isDisjoint(with: .signs) }.map { $0.structures })
    return signs.tellAFormat ? signs : .none
  }

  private var mayHaveSigns: Bool {
    !types.isDisjoint(with: .signs) && DeviceHints.mayTellAFormat(in: structures)
  }

  /// Returns it with its data recognised, by the hints of its layout.
  func recognised(beside signs: DeviceHints) -> SubjectPayload {
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
