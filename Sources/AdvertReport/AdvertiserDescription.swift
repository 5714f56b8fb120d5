internal import AdvertLint
package import AdvertObservation
package import AdvertisingData

/// The address of an advertiser and its kind, in words.
package struct AdvertiserDescription {
  private let advertiser: Advertiser

  init(_ advertiser: Advertiser) {
    self.advertiser = advertiser
  }

  /// `F0:F1:F2:F3:F4:F5 and 2 more`.
  var addressWords: String {
    let others = advertiser.otherAddresses.count
    return advertiser.address.description + (others == 0 ? "" : " and \(others) more")
  }

  var kindWords: String {
    (advertiser.origin == .host ? "this host, " : "") + advertiser.address.kind.words
      + (advertiser.owner.map { ", resolved by key \($0 + 1)" } ?? "")
  }

  /// Without the zeros that some devices fill the name up with.
  var nameWords: String? { advertiser.name.map { HostileText.visible($0.withoutPadding) } }

  /// `101 ms`, `~1.28 s`; of a host what it set.
  var intervalWords: String? {
    if let interval = advertiser.interval { return Self.words(interval) }
    guard let range = advertiser.configuredInterval else { return nil }
    let (least, most) = (Self.words(range.lowerBound), Self.words(range.upperBound))
    return least == most ? least : "\(least) to \(most)"
  }

  /// `101 ms`, `1.28 s`.
  package static func words(_ microseconds: Int64) -> String {
    guard microseconds >= 1_000_000 else { return "\((microseconds + 500) / 1000) ms" }
    return "\(DecimalNumber(microseconds / 10_000, decimals: 2)) s"
  }

  /// `101 ms`, and `~101 ms` for a rough estimate.
  package static func words(_ interval: IntervalEstimate) -> String {
    (interval.isRough ? "~" : "") + words(interval.microseconds)
  }

  /// `advertising interval about 101.3 ms, from 11 gaps only`, or why it is not known; `nil` for a host.
  var intervalLine: String? {
    if let interval = advertiser.interval {
      let tenths = (interval.milliseconds * 10).rounded() / 10
      return "advertising interval about \(tenths) ms, from \(counted(interval.samples, "gap"))"
        + (interval.isRough ? " only" : "")
    }
    return advertiser.intervalObstacle.map { "advertising interval not measurable: \($0.words)" }
  }

  /// `scanners asked 10 times for its scan response, and no answer was heard`; `nil` when no sniffer heard any asked, and for
  /// what cannot be asked.
  var requestsLine: String? {
    guard let asked = advertiser.scanRequests, asked > 0 || advertiser.scanResponses == 0,
      advertiser.layouts.contains(where: { $0.layout.pdu?.isScannable ?? true })
    else { return nil }
    return "scanners asked \(times(asked)) for its scan response"
      + (asked == 0 ? "" : ", \(Self.answers(advertiser.scanResponses))")
  }

  /// `; asked 10 times, never answered`, behind a verdict that misses the scan response.
  var requestsClause: String {
    guard let asked = advertiser.scanRequests, advertiser.scanResponses == 0 else { return "" }
    return asked == 0 ? "; no scanner was heard asking for it" : "; asked \(times(asked)), never answered"
  }

  private static func answers(_ count: Int) -> String {
    count == 0 ? "and no answer was heard" : "and \(counted(count, "answer")) \(count == 1 ? "was" : "were") heard"
  }

  var otherAddressLines: [String] {
    advertiser.otherAddresses.map { "also \($0)" }
  }
}

extension IntervalObstacle {
  /// What stands in the way.
  package var words: String {
    switch self {
    case .noTimes: "the capture has no times"
    case .tooFewGaps: "too few advertisements were heard"
    case .gapsTooShort: "advertisements came closer together than any interval, as in bursts"
    case .gapsDisagree: "the gaps between the advertisements have no length in common"
    }
  }
}

/// The content of an advertiser's manufacturer and service data over time, in words and in JSON.
struct VendorDataDescription {
  private let advertiser: Advertiser

  init(_ advertiser: Advertiser) {
    self.advertiser = advertiser
  }

  /// A line for each place of the advertiser's own address, and lines on how the bytes change.
  var lines: [String] {
    advertiser.embeddedAddresses.map(Self.words) + advertiser.payloadBehaviours.flatMap(Self.lines)
  }

  func write(to json: inout JSONWriter) {
    json.array("embeddedAddresses", advertiser.embeddedAddresses) { json, embedded in
      json.object { json in
        json.value("block", embedded.block.rawValue)
        json.value("offset", embedded.offset)
        json.value("order", embedded.order.rawValue)
        json.value("difference", embedded.difference)
        Self.write(embedded.owner, to: &json)
      }
    }
    json.array("payloadBehaviours", advertiser.payloadBehaviours) { json, behaviour in
      json.object { json in
        json.value("block", behaviour.block.rawValue)
        Self.write(behaviour.owner, to: &json)
        json.value("length", behaviour.length)
        json.value("distinct", behaviour.distinctCount)
        json.array("fields", behaviour.fields) { json, field in
          json.object { json in Self.write(field, to: &json) }
        }
      }
    }
  }

  private static func words(_ embedded: EmbeddedAddress) -> String {
    let whose =
      switch embedded.difference {
      case 0: "its own address"
      case ..<0: "its own address minus \(-embedded.difference)"
      default: "its own address plus \(embedded.difference)"
      }
    let order = embedded.order == .bigEndian ? "most" : "least"
    return "\(whose) is at byte \(embedded.offset) of the \(embedded.block.words), in \(embedded.owner.words), "
      + "\(order) significant byte first"
  }

  private static func lines(_ behaviour: PayloadBehaviour) -> [String] {
    let heading =
      "\(behaviour.owner.words), \(counted(behaviour.length, "byte")) in the \(behaviour.block.words), "
      + "\(behaviour.distinctCount) different:"
    return [heading] + behaviour.fields.map { "  \(words($0.range)) \(words($0.role, count: $0.range.count))" }
  }

  private static func words(_ range: Range<Int>) -> String {
    range.count == 1 ? "byte \(range.lowerBound)" : "bytes \(range.lowerBound) to \(range.upperBound - 1)"
  }

  private static func words(_ role: PayloadBehaviour.Role, count: Int) -> String {
    switch role {
    case .constant: return count == 1 ? "stays" : "stay"
    case .varying: return count == 1 ? "changes" : "change"
    case .counter(let order, let missed):
      let misses = missed == 0 ? "" : " (\(counted(missed, "value")) not seen)"
      return (count == 1 ? "counts up" : "count up" + words(order)) + misses
    case .checksum(let checksums):
      let names = checksums.map { checksum in
        checksum.algorithm.words + " of the bytes before"
          + (checksum.coversOwner ? ", the owner's number included" : "")
          + words(checksum.order)
      }
      return "\(count == 1 ? "is" : "are") the " + names.joined(separator: "; or the ")
    }
  }

  private static func words(_ order: OctetOrder?) -> String {
    switch order {
    case nil: ""
    case .bigEndian: ", most significant byte first"
    case .littleEndian: ", least significant byte first"
    }
  }

  private static func write(_ field: PayloadBehaviour.Field, to json: inout JSONWriter) {
    json.value("offset", field.range.lowerBound)
    json.value("length", field.range.count)
    switch field.role {
    case .constant: json.value("role", "constant")
    case .varying: json.value("role", "varying")
    case .counter(let order, let missed):
      json.value("role", "counter")
      json.value("order", order?.rawValue)
      json.value("missed", missed)
    case .checksum(let checksums):
      json.value("role", "checksum")
      json.array("checksums", checksums) { json, checksum in
        json.object { json in
          json.value("algorithm", checksum.algorithm.words)
          json.value("order", checksum.order?.rawValue)
          json.value("coversOwner", checksum.coversOwner)
        }
      }
    }
  }

  private static func write(_ owner: VendorDataOwner, to json: inout JSONWriter) {
    switch owner {
    case .company(let company):
      json.value("company", Int(company))
      json.null("uuid")
    case .service(let uuid):
      json.null("company")
      json.value("uuid", uuid.description)
    }
  }
}

extension VendorDataOwner {
  fileprivate var words: String {
    switch self {
    case .company(let company):
      "manufacturer data of " + Company.named(company)
    case .service(let uuid): "service data of " + uuid.named
    }
  }
}

extension Block {
  /// For people.
  package var words: String {
    switch self {
    case .advertising: "advertising data"
    case .scanResponse: "scan response data"
    }
  }
}

extension Checksum.Algorithm {
  /// As in JSON.
  fileprivate var words: String {
    switch self {
    case .xor: "XOR"
    case .sum: "sum"
    case .invertedSum: "inverted sum"
    case .negatedSum: "negated sum"
    case .crc(let crc): crc.name
    }
  }
}
