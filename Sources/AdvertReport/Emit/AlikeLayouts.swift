internal import AdvertObservation
internal import AdvertisingData

/// The layouts of a device whose advertising data differ in nothing but values.
struct AlikeLayouts: Sendable {
  /// What they have in common.
  struct Kind: Hashable, Sendable {
    private let pdu: AdvertisingPDU?
    private let shape: PayloadShape?

    init(_ layout: Layout) {
      pdu = layout.pdu
      shape = layout.advertising.map { PayloadShape($0) }
    }
  }

  /// Scan responses that differ in nothing but values.
  private struct Responses {
    var received: [(Payload, Int)] = []
    /// How many of them are different.
    var count = 0
    var changes: [String] = []
  }

  private var received: [(Payload, Int)] = []
  private var changes: [String] = []
  private var responses: [PayloadShape: Responses] = [:]
  /// How many different scan responses there are.
  private var responseCount = 0

  /// All layouts of a device by their kinds, each of which is looked at once.
  static func of(_ advertiser: Advertiser) -> [Kind: AlikeLayouts] {
    var kinds: [Kind: AlikeLayouts] = [:]
    for observed in advertiser.layouts where observed.layout.advertising != nil {
      kinds[Kind(observed.layout), default: AlikeLayouts()].add(observed)
    }
    for kind in Array(kinds.keys) { kinds[kind]?.findChanges() }
    return kinds
  }

  private mutating func add(_ observed: ObservedLayout) {
    if let advertising = observed.layout.advertising { received.append((advertising, observed.count)) }
    for response in observed.scanResponses {
      responses[PayloadShape(response.payload), default: Responses()].received.append(
        (response.payload, response.count))
    }
  }

  private mutating func findChanges() {
    changes = PayloadVariants(received).changes.map { "Advertising data: \($0)." }
    for shape in Array(responses.keys) {
      guard let received = responses[shape]?.received else { continue }
      let variants = PayloadVariants(received)
      responses[shape]?.changes = variants.changes.map { "Scan response data: \($0)." }
      responses[shape]?.count = variants.payloads.count
      responseCount += variants.payloads.count
    }
  }

  /// Their advertising data.
  var advertising: [Payload] { received.map { $0.0 } }

  /// Their scan responses that differ from this one in nothing but values.
  func responses(like payload: Payload) -> [Payload] {
    responses[PayloadShape(payload)]?.received.map { $0.0 } ?? []
  }

  /// Bytes that change from one of them to another, beside what one of them sends.
  func remarks(on layout: Layout) -> [String] {
    guard let own = layout.scanResponse.payloads.first, let alike = responses[PayloadShape(own)] else { return changes }
    let others = responseCount - alike.count
    return changes + alike.changes + (others > 0 ? ["\(counted(others, "other scan response")) of another form."] : [])
  }
}
