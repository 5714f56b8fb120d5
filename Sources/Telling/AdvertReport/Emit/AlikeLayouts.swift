internal import AdvertObservation
internal import AdvertisingData

/// The layouts of a device whose advertising data differ only in values.
struct AlikeLayouts: Sendable {
  /// The common properties of the layouts.
  struct Kind: Hashable, Sendable {
    private let pdu: AdvertisingPDU?
    private let shape: PayloadShape?

    init(_ layout: Layout) {
      pdu = layout.pdu
      shape = layout.advertising.map { PayloadShape($0) }
    }
  }

  /// Scan responses that differ only in values.
  private struct Responses {
    var received: [(Payload, Int)] = []
    /// The number of different scan responses.
    var count = 0
    var changes: [String] = []
  }

  private var received: [(Payload, Int)] = []
  private var changes: [String] = []
  private var responses: [PayloadShape: Responses] = [:]
  /// The number of different scan responses.
  private var responseCount = 0

  /// Returns all layouts of a device by their kinds, each of which is examined once.
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

  /// The advertising data of the layouts.
  var advertising: [Payload] { received.map { $0.0 } }

  /// Returns the scan responses that differ from this one only in values.
  func responses(like payload: Payload) -> [Payload] {
    responses[PayloadShape(payload)]?.received.map { $0.0 } ?? []
  }

  /// Returns remarks on the bytes that change from one of them to another.
  func remarks(on layout: Layout) -> [String] {
    guard let own = layout.scanResponse.payloads.first, let alike = responses[PayloadShape(own)] else { return changes }
    let others = responseCount - alike.count
    return changes + alike.changes + (others > 0 ? ["\(counted(others, "other scan response")) of another form."] : [])
  }
}
