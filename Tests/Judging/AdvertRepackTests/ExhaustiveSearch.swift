import AdvertisingData

/// What sending a layout costs, as `Docs/Repack.md` orders it, without the count of changes.
struct Score: Comparable, CustomStringConvertible {
  var loss = 0
  var identification = 0
  var octets = 0
  var usesScanResponse = false

  static func < (one: Score, other: Score) -> Bool {
    (one.loss, -one.identification, one.octets, one.usesScanResponse ? 1 : 0)
      < (other.loss, -other.identification, other.octets, other.usesScanResponse ? 1 : 0)
  }

  var description: String {
    "loss \(loss), identification \(identification), \(octets) bytes\(usesScanResponse ? ", scan response" : "")"
  }
}

/// Tries every way to send a layout: each fact in each block and each encoding, with no shortcut. Shares nothing with the
/// solver but the rules both follow. For layouts without contradictions.
struct ExhaustiveSearch {
  private let layout: Layout
  private let demanded: Set<BluetoothUUID>
  private let advertised: [DecodedPayload.Element]
  private let answered: [DecodedPayload.Element]
  private var facts: [[Way]] = []
  private var uuids: [UUIDFact] = []
  private var best: Score?

  /// One way to send a fact.
  private struct Way {
    var advertising = 0
    var scanResponse = 0
    var identification = 0
    var loss = 0
  }

  private struct UUIDFact {
    let uuid: BluetoothUUID
    let isAdvertised: Bool
  }

  static func best(_ layout: Layout, demanded: Set<BluetoothUUID>) -> Score? {
    var search = ExhaustiveSearch(layout, demanded)
    search.tryFacts(from: 0, Way())
    return search.best
  }

  private init(_ layout: Layout, _ demanded: Set<BluetoothUUID>) {
    self.layout = layout
    self.demanded = demanded
    advertised = layout.advertising?.decoded.elements ?? []
    answered = layout.scanResponse.payloads.first?.decoded.elements ?? []
    var seen: Set<[UInt8]> = []
    for (element, isAdvertised) in advertised.map({ ($0, true) }) + answered.map({ ($0, false) }) {
      switch element.value {
      case .serviceUUIDs(let list):
        for uuid in list.uuids where !uuids.contains(where: { $0.uuid == uuid }) {
          uuids.append(UUIDFact(uuid: uuid, isAdvertised: isAdvertised))
        }
      case .localName: break
      default:
        let content = [element.type.rawValue] + element.value.octets
        if seen.insert(content).inserted { facts.append(ways(of: element, isAdvertised)) }
      }
    }
    let names = (advertised + answered).compactMap { if case .localName(let name) = $0.value { name } else { nil } }
    if let name = names.first(where: \.isComplete) ?? names.max(by: { $0.octets.count < $1.octets.count }) {
      facts.append(ways(of: name))
    }
  }

  private var hasScanResponse: Bool { layout.pdu?.isScannable ?? false }

  private func ways(of element: DecodedPayload.Element, _ isAdvertised: Bool) -> [Way] {
    let size = element.size
    switch element.value {
    case .flags:
      let keep = Way(advertising: 3)
      return layout.pdu?.isConnectable ?? true ? [keep] : [keep, Way(loss: 110)]
    case .appearance(.unknown): return either(size) + [Way()]
    case .appearance: return either(size, identification: 10)
    case .manufacturerData(let data):
      if isAdvertised, KnownPayload.recognised(in: data) != nil { return [Way(advertising: size, identification: 100)] }
      let other = answered.contains { response in
        response.type == .manufacturerData
          && !advertised.contains { $0.type == response.type && $0.value.octets == response.value.octets }
      }
      let inBoth = other && advertised.contains { $0.type == .manufacturerData }
      let ways = either(size, identification: 100, loss: isAdvertised ? 100 : 0)
      return inBoth && hasScanResponse ? [ways[isAdvertised ? 0 : 1]] : ways
    case .serviceData(let data):
      let short = 2 + data.uuid.shortestWidth.octets + data.data.count
      if isAdvertised, let known = KnownPayload.recognised(in: data), !known.format.isOfAnyDevice {
        return [size, short].map { Way(advertising: $0, identification: 100) }
      }
      return [size, short].flatMap { either($0, identification: 100, loss: isAdvertised ? 100 : 0) }
    case .advertisingInterval(let interval):
      return either(size) + (interval.units <= 0xFFFF ? either(4) : [])
    default: return either(size)
    }
  }

  private func either(_ size: Int, identification: Int = 0, loss: Int = 0) -> [Way] {
    let here = Way(advertising: size, identification: identification)
    return hasScanResponse ? [here, Way(scanResponse: size, loss: loss)] : [here]
  }

  private func ways(of name: LocalName) -> [Way] {
    let size = 2 + name.octets.count
    let weight = name.isComplete ? 60 : min(20 + name.octets.count, 59)
    let names = Set(
      advertised.filter { $0.type == .completeLocalName || $0.type == .shortenedLocalName }.map { $0.value.octets })
    func hidden(_ shown: [UInt8]?) -> Int { 60 * names.count { $0 != shown } }
    var ways = [Way(advertising: size, identification: weight, loss: hidden(name.octets))]
    guard hasScanResponse else { return ways }
    ways.append(Way(scanResponse: size, loss: hidden(nil)))
    if !names.isEmpty {
      // The names of these layouts are ASCII, so every beginning ends between characters. It has three octets at least.
      ways += (3..<max(3, name.octets.count)).map {
        Way(
          advertising: 2 + $0, scanResponse: size, identification: min(20 + $0, 59),
          loss: hidden(Array(name.octets.prefix($0))))
      }
    }
    return ways
  }

  private mutating func tryFacts(from index: Int, _ total: Way) {
    guard index < facts.count else { return tryUUIDs(total) }
    for way in facts[index] {
      tryFacts(
        from: index + 1,
        Way(
          advertising: total.advertising + way.advertising, scanResponse: total.scanResponse + way.scanResponse,
          identification: total.identification + way.identification, loss: total.loss + way.loss))
    }
  }

  /// Every subset of the UUIDs in the advertising data, the others in the scan response.
  private mutating func tryUUIDs(_ total: Way) {
    for subset in 0..<(1 << uuids.count) {
      var total = total
      var here: [BluetoothUUID.Width: Set<BluetoothUUID>] = [:]
      var there: [BluetoothUUID.Width: Set<BluetoothUUID>] = [:]
      var isAllowed = true
      for (index, fact) in uuids.enumerated() {
        let width = fact.uuid.shortestWidth
        if subset >> index & 1 == 1 {
          here[width, default: []].insert(fact.uuid)
          total.identification += 100
        } else {
          there[width, default: []].insert(fact.uuid)
          if demanded.contains(fact.uuid) || !hasScanResponse { isAllowed = false }
          if fact.isAdvertised { total.loss += 100 }
        }
      }
      guard isAllowed else { continue }
      for (width, set) in here { total.advertising += 2 + width.octets * set.count }
      for (width, set) in there { total.scanResponse += 2 + width.octets * set.count }
      total.loss += Set(here.keys).intersection(there.keys).filter { isClaimLost($0, here[$0], there[$0]) }.count
      guard total.advertising <= 31, total.scanResponse <= 31 else { continue }
      let score = Score(
        loss: total.loss, identification: total.identification, octets: total.advertising + total.scanResponse,
        usesScanResponse: total.scanResponse > 0)
      if best.map({ score < $0 }) ?? true { best = score }
    }
  }

  /// The lists of the layout that have UUIDs of this width, as sent shortest.
  private func lists(
    _ elements: [DecodedPayload.Element], _ width: BluetoothUUID.Width
  ) -> [(isComplete: Bool, uuids: Set<BluetoothUUID>)] {
    elements.compactMap { element in
      guard case .serviceUUIDs(let list) = element.value else { return nil }
      let uuids = Set(list.uuids.filter { $0.shortestWidth == width })
      return uuids.isEmpty ? nil : (list.isComplete, uuids)
    }
  }

  private func isClaimLost(
    _ width: BluetoothUUID.Width, _ here: Set<BluetoothUUID>?, _ there: Set<BluetoothUUID>?
  ) -> Bool {
    let all = Set(uuids.map(\.uuid).filter { $0.shortestWidth == width })
    let lists = lists(advertised, width) + lists(answered, width)
    let claimed = lists.allSatisfy(\.isComplete) || lists.contains { $0.isComplete && $0.uuids == all }
    guard claimed else { return false }
    func stays(_ elements: [DecodedPayload.Element], _ sent: Set<BluetoothUUID>?) -> Bool {
      let lists = self.lists(elements, width)
      return lists.allSatisfy(\.isComplete) && lists.contains { $0.uuids == sent }
    }
    return !stays(advertised, here) && !stays(answered, there)
  }
}
