internal import AdvertLint
package import AdvertObservation
package import AdvertisingData

/// The address of an advertiser and its kind, in words.
package struct AdvertiserDescription {
  private let advertiser: Advertiser

  package init(_ advertiser: Advertiser) {
    self.advertiser = advertiser
  }

  /// `F0:F1:F2:F3:F4:F5 and 2 more`; `3 addresses` of the capturing host, which changes them.
  package var addressWords: String {
    if advertiser.origin == .host, !advertiser.otherAddresses.isEmpty {
      return counted(advertiser.addresses.count, "address", "addresses")
    }
    let others = advertiser.otherAddresses.count
    return advertiser.address.description + (others == 0 ? "" : " and \(others) more")
  }

  package var kindWords: String {
    guard advertiser.origin != .host || Set(advertiser.addresses.map { $0.kind }).count == 1 else { return "this host" }
    return (advertiser.origin == .host ? "this host, " : "") + advertiser.address.kind.words
      + (advertiser.owner.map { ", resolved by key \($0 + 1)" } ?? "")
  }

  /// The name without the zeros with which some devices fill it up.
  var nameWords: String? { advertiser.name.map { HostileText.visible($0.withoutPadding) } }

  /// `101 ms`, `~1.28 s`; for a host the interval that it set.
  package var intervalWords: String? {
    if let interval = advertiser.interval { return Self.words(interval) }
    if let several = advertiser.severalIntervals { return Self.words(several) }
    guard let range = advertiser.configuredInterval else {
      let different = Set(advertiser.layouts.compactMap { $0.configuredInterval }).count
      return different > 1 ? "\(different) intervals" : nil
    }
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

  /// `28 ms, then 270 ms` for an interval that changed, `315 ms and 500 ms` for two sets.
  package static func words(_ several: SeveralIntervals) -> String {
    several.estimates.map { words($0) }.joined(separator: several.cause == .change ? ", then " : " and ")
  }

  /// `advertising interval about 101.3 ms, from 11 gaps only`, or why it is not known; `nil` for a host.
  var intervalLine: String? {
    if let interval = advertiser.interval {
      let tenths = (interval.milliseconds * 10).rounded() / 10
      return "advertising interval about \(tenths) ms, from \(counted(interval.samples, "gap"))"
        + (interval.isRough ? " only" : "")
    }
    if let several = advertiser.severalIntervals {
      let estimates = several.estimates.map { "\(Self.words($0)) (\(counted($0.samples, "gap")))" }
      return several.cause == .change
        ? "advertising interval changes: " + estimates.joined(separator: ", then ")
        : "advertising intervals of \(several.estimates.count) sets: " + estimates.joined(separator: " and ")
    }
    return advertiser.intervalObstacle.map { "advertising interval not measurable: \($0.words)" }
  }

  /// `scanners asked 10 times for its scan response, and no answer was heard`; `nil` when no sniffer heard a request,
  /// and for advertising without scan responses.
  var requestsLine: String? {
    guard let asked = advertiser.scanRequests, asked > 0 || advertiser.scanResponses == 0,
      advertiser.layouts.contains(where: { $0.layout.pdu?.isScannable ?? true })
    else { return nil }
    return "scanners asked \(times(asked)) for its scan response"
      + (asked == 0 ? "" : ", \(Self.answers(advertiser.scanResponses))")
  }

  /// `; asked 10 times, never answered`, after a verdict that misses the scan response.
  var requestsClause: String {
    guard let asked = advertiser.scanRequests, advertiser.scanResponses == 0 else { return "" }
    return asked == 0 ? "; no scanner was heard asking for it" : "; asked \(times(asked)), never answered"
  }

  private static func answers(_ count: Int) -> String {
    count == 0 ? "and no answer was heard" : "and \(counted(count, "answer")) \(count == 1 ? "was" : "were") heard"
  }

  /// `also F0:F1:F2:F3:F4:F6`, one line for each further address; of a host that changes them the first ones.
  var otherAddressLines: [String] {
    let others = advertiser.otherAddresses
    guard advertiser.origin == .host, others.count > Self.maximumAddresses else { return others.map { "also \($0)" } }
    return others.prefix(Self.maximumAddresses).map { "also \($0)" }
      + ["and \(others.count - Self.maximumAddresses) more addresses"]
  }

  private static let maximumAddresses = 8
}

extension IntervalObstacle {
  /// The obstacle in words.
  package var words: String {
    switch self {
    case .noTimes: "the capture has no times"
    case .tooFewGaps: "too few advertisements were heard"
    case .gapsTooShort: "advertisements came closer together than any interval, as in bursts"
    case .gapsDisagree: "the gaps between the advertisements have no length in common"
    case .hostPauses: "the host listened in turns that are shorter than the interval"
    case .severalIntervals: "there are several intervals"
    }
  }
}

/// The content of an advertiser's manufacturer and service data over time, in words and as keys.
package struct VendorDataDescription {
  private let advertiser: Advertiser

  package init(_ advertiser: Advertiser) {
    self.advertiser = advertiser
  }

  /// A line for each place of the advertiser's own address, and lines about the changes of the bytes.
  package var lines: [String] {
    advertiser.embeddedAddresses.map(Self.words) + advertiser.payloadBehaviours.flatMap(Self.lines)
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
    return [heading] + behaviour.fields.map { "  \($0.range.byteWords) \(words($0.role, count: $0.range.count))" }
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
}

// MARK: Keys

extension VendorDataDescription {
  static let keys: Keys<Advertiser> = [
    Key("embeddedAddresses", .list(.object(embeddedAddress)), "where its data hold its own address, or one next to it")
    { $0.embeddedAddresses },
    Key("payloadBehaviours", .list(.object(behaviour)), "how its manufacturer and service data change") {
      $0.payloadBehaviours
    },
  ]

  private static let embeddedAddress: Keys<EmbeddedAddress> = [
    Key("block", .word(Block.self), "the block of the data") { $0.block },
    Key("offset", .integer, "of its first byte in the payload") { $0.offset },
    Key("order", .word(OctetOrder.self), "the order of its bytes") { $0.order },
    Key("difference", .integer, "that address minus its own, -2 to 2") { $0.difference },
    .all(owner) { $0.owner },
  ]

  private static let behaviour: Keys<PayloadBehaviour> = [
    Key("block", .word(Block.self), "the block of the data") { $0.block },
    .all(owner) { $0.owner },
    Key("length", .integer, "bytes of the data, without the company or UUID") { $0.length },
    Key("distinct", .integer, "how many different data were seen") { $0.distinctCount },
    Key("fields", .list(.object(field)), "the data from the first byte to the last, without gaps") { $0.fields },
  ]

  private static let owner: Keys<VendorIdentifier> = [
    Key("company", .integer, "the company of the manufacturer data", null: "in service data") { owner in
      if case .company(let company) = owner { Int(company) } else { nil }
    },
    Key("uuid", .uuid, "the UUID of the service data", null: "in manufacturer data") { owner in
      if case .service(let uuid) = owner { uuid } else { nil }
    },
  ]

  private static let field: Keys<PayloadBehaviour.Field> = [
    Key("offset", .integer, "from 0 after the company or UUID") { $0.range.lowerBound },
    Key("length", .integer, "bytes of the field") { $0.range.count },
    Key(
      "role", .words(["constant", "varying", "counter", "checksum"]), "`constant`, `varying`, `counter` or `checksum`"
    ) { field in
      switch field.role {
      case .constant: "constant"
      case .varying: "varying"
      case .counter: "counter"
      case .checksum: "checksum"
      }
    },
    Key(
      "order", .word(OctetOrder.self), "the order of the counter's bytes", null: "for one byte",
      absent: "unless it is a counter"
    ) { field in if case .counter(let order, _) = field.role { .some(order) } else { .none } },
    Key("missed", .integer, "values of the counter that were not received", absent: "unless it is a counter") { field in
      if case .counter(_, let missed) = field.role { missed } else { nil }
    },
    Key(
      "checksums", .list(.object(checksum)), "the checksums that are right in all data, usually one",
      absent: "unless it is a checksum"
    ) { field in if case .checksum(let checksums) = field.role { checksums } else { nil } },
  ]

  private static let checksum: Keys<Checksum> = [
    Key("algorithm", .string, "`XOR`, `sum`, `inverted sum`, `negated sum` or the name of a CRC") {
      $0.algorithm.words
    },
    Key("order", .word(OctetOrder.self), "the order of its bytes", null: "for one byte") { $0.order },
    Key("coversOwner", .boolean, "whether it includes the company or UUID") { $0.coversOwner },
  ]
}

extension VendorIdentifier {
  fileprivate var words: String {
    switch self {
    case .company(let company):
      "manufacturer data of " + Company.named(company)
    case .service(let uuid): "service data of " + uuid.named
    }
  }
}

extension Block {
  /// The words for people.
  package var words: String {
    switch self {
    case .advertising: "advertising data"
    case .scanResponse: "scan response data"
    }
  }
}

extension Checksum.Algorithm {
  /// The words in JSON.
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

extension Observation {
  /// `12 advertisements`, `4 scan responses`, `2 advertisers`: what was received over the air. Packets of an unknown block,
  /// and payloads of devices without an address, are counted by themselves.
  package func receivedWords(_ noun: String) -> [String] {
    let unclear = unclearReceptions
    let isUnknown = unclear.unknownBlocks > 0
    let known = advertisements - unclear.unknownBlocks
    let addressed = receivedCount - unclear.advertisersWithoutAddress
    return [
      isUnknown && known == 0 ? nil : counted(known, "advertisement"),
      isUnknown && scanResponses == 0 ? nil : counted(scanResponses, "scan response"),
      isUnknown ? counted(unclear.unknownBlocks, "packet") + " whose block is not known" : nil,
      addressed == 0 && unclear.payloadsWithoutAddress > 0 ? nil : counted(addressed, noun),
      unclear.payloadsWithoutAddress > 0
        ? counted(unclear.payloadsWithoutAddress, "payload") + " of devices without an address" : nil,
    ].compactMap { $0 }
  }

  /// `; this host advertised with 65 addresses`; empty when the capturing host did not advertise.
  package var hostWords: String {
    switch hostAddressCount {
    case 0: ""
    case 1: "; this host advertised"
    default: "; this host advertised with \(counted(hostAddressCount, "address", "addresses"))"
    }
  }
}
