internal import AdvertisingData

/// The fingerprints of the flags on one subject, rule by rule. The part that flags of a rule on one payload share is
/// made once for all of them, and the normal form of a payload once for all rules.
struct SubjectFingerprints {
  /// The most normal forms that are kept. A device can have any number of payloads.
  private static let maximumNormals = 1024

  private let layouts: [SubjectLayout]
  /// The identity of the subject; `nil` without one.
  private let identity: String?
  private var normals = SmallDictionary<Report.Location, NormalPayload>()
  private var normalCount = 0
  /// The hash over the rule and the device.
  private var start = FieldHash()
  private var origins: [Origin] = []
  private var positions = SmallDictionary<Report.Location, Int>()
  /// The location used last, with its position in `origins`: flags on a payload follow each other.
  private var latest: (location: Report.Location, position: Int)?

  /// The part that all flags in one location share.
  private struct Origin {
    let hash: FieldHash
    /// The normal form; `nil` for flags on no payload.
    let normal: NormalPayload?
  }

  /// The place that tells flags of the rule on the subject apart: flags in the same place have the same fingerprint.
  struct Place: Hashable {
    /// Position in `origins`.
    fileprivate let origin: Int
    fileprivate let inPayload: PlaceInPayload
  }

  init(on layouts: [SubjectLayout], of identity: String?) {
    self.layouts = layouts
    self.identity = identity
  }

  /// Goes on with another rule. Places of the rule before are no longer valid.
  mutating func begin(_ check: SubjectCheck) {
    start = check.fingerprintStart
    start.add(identity ?? "")
    origins = []
    positions = SmallDictionary()
    latest = nil
  }

  mutating func place(of flag: Report.Flag) -> Place {
    let position = position(of: flag.location)
    guard let normal = origins[position].normal else {
      return Place(origin: position, inPayload: PlaceInPayload())
    }
    let start = flag.offset ?? 0
    return Place(origin: position, inPayload: normal.place(of: start..<start + (flag.length ?? 0)))
  }

  func fingerprint(at place: Place) -> Fingerprint {
    let origin = origins[place.origin]
    var hash = origin.hash
    if origin.normal != nil {
      hash.add(place.inPayload.octets)
    }
    return Fingerprint(hash)
  }

  private mutating func position(of location: Report.Location) -> Int {
    if let latest, latest.location == location { return latest.position }
    let position = positions.value(of: location, orPut: origins.count)
    if position == origins.count { origins.append(origin(of: location)) }
    latest = (location, position)
    return position
  }

  private mutating func normal(of payload: Payload, at location: Report.Location) -> NormalPayload {
    if let normal = normals[location] { return normal }
    let normal = NormalPayload(payload)
    if normalCount < Self.maximumNormals {
      normals.put(normal, for: location)
      normalCount += 1
    }
    return normal
  }

  private mutating func origin(of location: Report.Location) -> Origin {
    var hash = start
    if let position = location.payload, let payload = layouts.payload(at: location) {
      let normal = normal(of: payload.payload, at: location)
      hash.add(position.block.rawValue)
      hash.add(normal.octets)
      return Origin(hash: hash, normal: normal)
    }
    let layout =
      location.layout.map { layouts[$0] } ?? (identity == nil ? layouts.first : nil)
    for (position, payload) in layout?.payloads ?? [] {
      hash.add(position.block.rawValue)
      hash.add(NormalPayload(payload.payload).octets)
    }
    return Origin(hash: hash, normal: nil)
  }
}
