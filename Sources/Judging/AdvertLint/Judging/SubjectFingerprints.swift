internal import AdvertisingData

/// The fingerprints of the flags on one subject. The normal form of a payload is made once for all of them.
struct SubjectFingerprints {
  /// The most normal forms that are kept. A device can have any number of payloads.
  private static let maximumNormals = 1024

  private let layouts: [SubjectLayout]
  /// The identity of the subject; `nil` without one.
  private let identity: String?
  private var normals: [Report.Location: NormalPayload] = [:]

  /// The place that tells flags of one rule on the subject apart: flags in the same place have the same fingerprint.
  struct Place: Hashable {
    fileprivate let location: Report.Location
    fileprivate let inPayload: PlaceInPayload
  }

  init(on subject: Subject) {
    layouts = subject.layouts
    identity = subject.stableIdentity
  }

  mutating func place(of flag: Flag) -> Place {
    guard let normal = normal(at: flag.location) else {
      return Place(location: flag.location, inPayload: PlaceInPayload())
    }
    let start = flag.offset ?? 0
    return Place(location: flag.location, inPayload: normal.place(of: start..<start + (flag.length ?? 0)))
  }

  mutating func fingerprint(at place: Place, ofRule rule: String) -> Fingerprint {
    var hash = FieldHash()
    hash.add(rule)
    hash.add(identity ?? "")
    if let block = place.location.payload?.block, let normal = normal(at: place.location) {
      hash.add(block.rawValue)
      hash.add(normal.octets)
      hash.add(place.inPayload.octets)
      return Fingerprint(hash)
    }
    let layout = place.location.layout.map { layouts[$0] } ?? (identity == nil ? layouts.first : nil)
    for (position, payload) in layout?.payloads ?? [] {
      hash.add(position.block.rawValue)
      hash.add(NormalPayload(payload.payload).octets)
    }
    return Fingerprint(hash)
  }

  /// Returns the normal form of a payload; `nil` for a place that is no payload.
  private mutating func normal(at location: Report.Location) -> NormalPayload? {
    if let normal = normals[location] { return normal }
    guard let payload = layouts.payload(at: location) else { return nil }
    let normal = NormalPayload(payload.payload)
    if normals.count < Self.maximumNormals { normals[location] = normal }
    return normal
  }
}
