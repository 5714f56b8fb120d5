internal import AdvertObservation
internal import AdvertReading
package import AdvertisingData

/// A layout to look for mentions in: payload by payload, with how often and when each was received.
struct LayoutView {
  var pdu: AdvertisingPDU?
  /// Whether the advertising begins on LE Coded; `nil` when that is not known.
  var beginsOnCoded: Bool?
  let isBlockKnown: Bool
  var scanResponseIsObserved: Bool
  var advertising: PayloadView?
  var responses: [PayloadView]
  /// Whether a block has more octets than its kind of advertising carries, so that how much is sent is not known.
  var isTooLong = false
  /// Services whose places in lists of the advertising data do not count, because hardly any advertisement has them.
  var strays: Set<BluetoothUUID> = []

  struct PayloadView {
    let payload: Payload
    let isTruncated: Bool
    /// Whether a length octet is wrong, so that only the octets before it mean anything: `payload` has only these.
    let isMalformed: Bool
    /// The change with which the octets would parse; `nil` where none is likely.
    let correction: DoubtfulLength.Correction?
    var reception: Reception
    /// The places in the payload as sent of zero length octets that `payload` does not have, in ascending order.
    var zeros: [Int] = []

    init(payload: Payload, isTruncated: Bool, reception: Reception) {
      let doubt = isTruncated ? nil : payload.doubtfulLength
      self.payload = doubt.map { Payload(Array(payload.octets.prefix($0.certainCount))) } ?? payload
      self.isTruncated = isTruncated
      isMalformed = doubt != nil
      correction = doubt?.correction
      self.reception = reception
    }

    /// The offset in the payload as sent of an octet of `payload`.
    func originalOffset(of offset: Int) -> Int {
      zeros.reduce(offset) { $1 <= $0 ? $0 + 1 : $0 }
    }
  }

  /// - Parameters:
  ///   - received: the number of receptions of the advertising data; 0 for those of a declared layout.
  ///   - isTruncated: whether only the beginning of a payload is known, by its position in the layout's `blocks`.
  init(
    _ layout: Layout, isBlockKnown: Bool = true, received: Int = 0, isTruncated: (Int) -> Bool = { _ in false }
  ) {
    pdu = layout.pdu
    beginsOnCoded = layout.phys.beginsOnCoded
    self.isBlockKnown = isBlockKnown
    scanResponseIsObserved = layout.scanResponse != .notObserved
    responses = []
    for (position, (block, payload)) in layout.blocks.enumerated() {
      let isAdvertising = block == .advertising
      let view = PayloadView(
        payload: payload, isTruncated: isTruncated(position),
        reception: isAdvertising ? Reception(count: received) : Reception())
      if isAdvertising { advertising = view } else { responses.append(view) }
    }
  }

  init(_ declared: DeclaredLayout) {
    let layout = declared.knownLayout
    self.init(layout) { declared.knownCount(of: layout.blocks[$0].block) != nil }
    if declared.isPrimaryPHYUnknown { beginsOnCoded = nil }
    isTooLong = declared.isTooLong
  }

  init(_ observed: ObservedLayout) {
    pdu = observed.layout.pdu
    beginsOnCoded = observed.layout.phys.beginsOnCoded
    isBlockKnown = observed.isBlockKnown
    scanResponseIsObserved = observed.layout.scanResponse != .notObserved
    advertising = observed.layout.advertising.map {
      PayloadView(payload: $0, isTruncated: observed.isTruncated, reception: observed.reception)
    }
    responses = observed.scanResponses.map {
      PayloadView(payload: $0.payload, isTruncated: $0.isTruncated, reception: $0.reception)
    }
  }
}

extension LayoutView {
  /// Whether a mention in a service list of the advertising data does not count.
  func isStray(_ mentioned: Mentioned) -> Bool {
    guard !strays.isEmpty, case .service(let uuid) = mentioned else { return false }
    return strays.contains(uuid)
  }

  /// Whether only a scan response was received, of an advertisement that carries data.
  fileprivate var lacksAdvertisement: Bool {
    advertising == nil && !responses.isEmpty && pdu?.carriesAdvertisingData ?? true
  }

  /// Returns whether another layout is of legacy advertisements that were received, which the scan responses of this one can
  /// answer.
  fileprivate func canAnswer(_ other: LayoutView) -> Bool {
    guard other.received > 0, other.isBlockKnown else { return false }
    guard let answered = other.pdu else { return true }
    return answered.isScannable && !answered.isExtended && (pdu ?? answered) == answered
  }
}

extension [LayoutView] {
  /// The layouts of one device, as they are judged together. All commands judge these, so that they agree which services
  /// are hidden:
  ///
  /// - A scan response that came before any advertisement that it can answer is judged with the first one that came
  ///   later. Where none came, its advertising data stay unknown.
  /// - A service that scan responses list, and fewer than one in ten of the received advertisements, counts as not
  ///   advertised: one stray packet helps no scanner.
  var together: [LayoutView] {
    guard count > 1 else { return self }
    var views = self
    for index in views.indices where views[index].lacksAdvertisement {
      guard let answered = views.first(where: { views[index].canAnswer($0) }) else { continue }
      views[index].pdu = answered.pdu
      views[index].advertising = answered.advertising
      // The other layout has the receptions.
      views[index].advertising?.reception = Reception()
    }
    let strays = strays
    guard !strays.isEmpty else { return views }
    for index in views.indices { views[index].strays = strays }
    return views
  }

  private var strays: Set<BluetoothUUID> {
    let all = reduce(0) { $0 + $1.received }
    // Of ten or fewer receptions, one is at least a tenth.
    guard all > 10 else { return [] }
    var answered: Set<BluetoothUUID> = []
    for view in self {
      for response in view.responses { answered.formUnion(response.payload.services) }
    }
    guard !answered.isEmpty else { return [] }
    var counts: [BluetoothUUID: Int] = [:]
    for view in self where view.received > 0 {
      for uuid in Set(view.advertising?.payload.services ?? []).intersection(answered) {
        counts[uuid, default: 0] += view.received
      }
    }
    return Set(counts.filter { $0.value * 10 < all }.keys)
  }
}

extension LayoutView {
  fileprivate var received: Int { advertising?.reception.count ?? 0 }
}

/// A layout to be judged, with what is known of it. Judges that keep layouts in a form of their own make it.
package struct ScannedLayout: Sendable {
  let view: LayoutView

  init(view: LayoutView) { self.view = view }

  /// - Parameters:
  ///   - isBlockKnown: whether the advertising data are such for certain, and not those of a scan response.
  ///   - received: the number of receptions of the advertising data; 0 when they were not received.
  ///   - isTruncated: whether only the beginning of a payload is known, by its position in the layout's `blocks`.
  package init(_ layout: Layout, isBlockKnown: Bool, received: Int, isTruncated: (Int) -> Bool) {
    view = LayoutView(layout, isBlockKnown: isBlockKnown, received: received, isTruncated: isTruncated)
  }
}

/// The properties of a layout, besides its mentions, that decide. Layouts alike in these are alike for every scanner,
/// however many different payloads a device sends.
struct LayoutKind: Hashable {
  let pdu: AdvertisingPDU?
  /// Whether the advertising begins on LE Coded; `nil` when that is not known.
  let beginsOnCoded: Bool?
  /// Whether the advertising data are such for certain, and not those of a scan response.
  let isBlockKnown: Bool
  /// Whether a block has more octets than its kind of advertising carries.
  let isTooLong: Bool
  let advertising: BlockKnowledge
  let scanResponse: BlockKnowledge

  /// How well one block of a layout is known, and whether a filter finds any data in it.
  struct BlockKnowledge: Hashable {
    /// Whether the block was observed, or is known not to exist.
    var isObserved: Bool
    /// Whether only the beginning of the block was received.
    var isTruncated = false
    /// Whether a wrong length octet hides the meaning of what follows.
    var isMalformed = false
    /// The change of a wrong length octet with which the block would parse; `nil` where none is likely.
    var correction: DoubtfulLength.Correction?
    /// Whether the block lists a service.
    var listsServices = false
    /// Whether the block has any AD structure.
    var hasStructures = false
    /// Whether the block has service data of Matter.
    var hasMatterData = false
    /// The first octet of its Flags; `nil` without any.
    var flags: UInt8?
    /// The parts that receivers take apart in different ways.
    var oddities: Oddities = []
    /// Whether the block has data of an iBeacon or an Eddystone.
    var isOfLocationBeacon = false
    /// Whether the block has data of an iBeacon.
    var isOfIBeacon = false

    var isComplete: Bool { isObserved && !isTruncated && !isMalformed }
  }

  /// Whether a scanner can ask for a scan response.
  var isScannable: Bool { pdu?.isScannable ?? true }
  /// The oddities of both blocks.
  var oddities: Oddities { advertising.oddities.union(scanResponse.oddities) }
}

extension LayoutView {
  var kind: LayoutKind {
    // A PDU that carries no advertising data is known to have none, observed or not.
    var advertised = LayoutKind.BlockKnowledge(isObserved: advertising != nil || !(pdu?.carriesAdvertisingData ?? true))
    if let advertising { advertised.note(advertising) }
    var answered = LayoutKind.BlockKnowledge(isObserved: scanResponseIsObserved)
    for response in responses { answered.note(response) }
    return LayoutKind(
      pdu: pdu, beginsOnCoded: beginsOnCoded, isBlockKnown: isBlockKnown, isTooLong: isTooLong,
      advertising: advertised, scanResponse: answered)
  }
}

extension LayoutKind.BlockKnowledge {
  fileprivate mutating func note(_ view: LayoutView.PayloadView) {
    isTruncated = isTruncated || view.isTruncated
    isMalformed = isMalformed || view.isMalformed
    correction = correction ?? view.correction
    var walk = view.payload.structures
    while let structure = walk.next() {
      hasStructures = true
      oddities.formUnion(structure.oddities)
      isOfLocationBeacon = isOfLocationBeacon || structure.isOfLocationBeacon
      isOfIBeacon = isOfIBeacon || structure.isOfIBeacon
      if let width = ServiceUUIDList.width(of: structure.type), structure.value.count >= width.octets {
        listsServices = true
      }
      if let width = ServiceData.width(of: structure.type),
        BluetoothUUID(littleEndian: structure.value, at: 0, width: width) == .matter
      {
        hasMatterData = true
      }
      if structure.type == .flags, structure.value.count > 0 { flags = structure.value[0] }
    }
    if case .terminated(let end) = walk.ending, view.payload.octets[end...].contains(where: { $0 != 0 }) {
      oddities.insert(.dataAfterZero)
    }
  }
}
