internal import AdvertisingData

/// The best way to send a number of items in two blocks of limited size.
///
/// Dynamic programming over the octets used: the least cost of the first items for every pair of sizes, item after
/// item. Costs add up, and addition does not change their order. So a choice that is worse at the same sizes can never
/// be part of the best packing, and only such choices are left out: the result is proved to be the best. Sizes stop
/// counting at the limit of their block; octets beyond it count as overflow, so the packing that lacks the fewest
/// octets is found in the same way.
struct Packing {
  /// The choice taken for each item.
  let choices: [Choice]
  let cost: PackingCost

  var fits: Bool { cost.overflow == 0 }

  /// Returns the best packing; `nil` when an item cannot be sent at all, and when a limit is below zero.
  static func best(
    of items: [Item], advertisingLimit: Int, scanResponseLimit: Int, objective: Objective
  ) -> Packing? {
    guard advertisingLimit >= 0, scanResponseLimit >= 0 else { return nil }
    let width = scanResponseLimit + 1
    var layers = [[Step(state: 0, cost: PackingCost(), from: 0, choice: 0)]]
    // The position of each pair's step in the new layer.
    var positions = [Int32](repeating: -1, count: (advertisingLimit + 1) * width)
    for item in items {
      let options = item.map { choice in
        Option(
          advertising: choice.advertisingOctets, scanResponse: choice.scanResponseOctets,
          cost: objective.cost(of: choice))
      }
      let layer = layers[layers.count - 1]
      var next: [Step] = []
      for from in layer.indices {
        for (choice, option) in options.enumerated() {
          let advertising = layer[from].state / width + option.advertising
          let scanResponse = layer[from].state % width + option.scanResponse
          let state = min(advertising, advertisingLimit) * width + min(scanResponse, scanResponseLimit)
          var cost = layer[from].cost + option.cost
          cost.overflow += max(0, advertising - advertisingLimit) + max(0, scanResponse - scanResponseLimit)
          let step = Step(state: state, cost: cost, from: from, choice: choice)
          let known = Int(positions[state])
          if known < 0 {
            positions[state] = Int32(next.count)
            next.append(step)
          } else if cost < next[known].cost {
            next[known] = step
          }
        }
      }
      for step in next { positions[step.state] = -1 }
      layers.append(next)
    }
    return best(of: layers[layers.count - 1], objective, width: width).map { position, cost in
      Packing(choices: trace(back: position, through: layers, of: items), cost: cost)
    }
  }

  /// Returns the position of the step that costs least; of several, the one with the smallest sizes.
  private static func best(
    of layer: [Step], _ objective: Objective, width: Int
  ) -> (position: Int, cost: PackingCost)? {
    var best: (position: Int, cost: PackingCost)?
    for position in layer.indices {
      let state = layer[position].state
      let cost = layer[position].cost + objective.cost(usesScanResponse: state % width > 0)
      if let known = best, !(cost < known.cost), known.cost < cost || layer[known.position].state < state { continue }
      best = (position, cost)
    }
    return best
  }

  private struct Option {
    let advertising: Int
    let scanResponse: Int
    let cost: PackingCost
  }

  /// The best way to reach a pair of sizes: the cost, the step of the layer before, and the choice.
  private struct Step {
    let state: Int
    let cost: PackingCost
    let from: Int
    let choice: Int
  }

  /// - Parameter layers: the first one is before all items.
  private static func trace(back position: Int, through layers: [[Step]], of items: [Item]) -> [Choice] {
    var position = position
    var choices: [Choice] = []
    for (item, layer) in zip(items, layers.dropFirst()).reversed() {
      choices.append(item[layer[position].choice])
      position = layer[position].from
    }
    return choices.reversed()
  }
}

extension Packing {
  /// Returns the structures of a block in the order sent: those that were in it keep their order, new ones follow.
  func pieces(in block: Block) -> [Piece] {
    let pieces = choices.flatMap { block == .advertising ? $0.advertising : $0.scanResponse }
    let staying = pieces.filter { $0.origin?.block == block }
    let coming = pieces.filter { $0.origin?.block != block }
    return staying.sorted { $0.position < $1.position } + coming.sorted { $0.position < $1.position }
  }

  func payload(of block: Block) -> Payload { Self.payload(of: pieces(in: block)) }

  static func payload(of pieces: [Piece]) -> Payload {
    Payload(pieces.flatMap { [UInt8(truncatingIfNeeded: $0.octets.count + 1), $0.type.rawValue] + $0.octets })
  }
}

extension Piece {
  /// The position. New structures come last.
  fileprivate var position: Int { origin?.index ?? .max }
}

/// The cost of a packing, as numbers in the order of importance: the first that differs decides. Less is better.
struct PackingCost: Hashable, Comparable {
  /// Octets beyond the limits of the blocks.
  var overflow = 0
  /// Weights of losses.
  var loss = 0
  /// The first and second criterion of the objective.
  var first = 0
  var second = 0
  var third = 0
  /// The number of changed structures and UUIDs.
  var change = 0

  static func + (one: Self, other: Self) -> Self {
    PackingCost(
      overflow: one.overflow + other.overflow, loss: one.loss + other.loss, first: one.first + other.first,
      second: one.second + other.second, third: one.third + other.third, change: one.change + other.change)
  }

  static func < (one: Self, other: Self) -> Bool {
    if one.overflow != other.overflow { return one.overflow < other.overflow }
    if one.loss != other.loss { return one.loss < other.loss }
    if one.first != other.first { return one.first < other.first }
    if one.second != other.second { return one.second < other.second }
    if one.third != other.third { return one.third < other.third }
    return one.change < other.change
  }
}

/// The objectives of a packing, after keeping everything.
enum Objective: CaseIterable {
  /// Most identification in the advertising data, then fewest octets, then an empty scan response.
  case identification
  /// The fewest changed structures, then the fewest octets, then most identification.
  case fewestChanges
  /// The shortest advertising data, then fewest octets, then most identification.
  case shortAdvertising

  /// Returns the cost that a choice adds, independent of the other choices.
  func cost(of choice: Choice) -> PackingCost {
    let advertising = choice.advertisingOctets
    let octets = advertising + choice.scanResponseOctets
    return switch self {
    case .identification:
      PackingCost(loss: choice.loss, first: -choice.identification, second: octets, change: choice.change)
    case .fewestChanges:
      // Whether a list says that it is complete is not worth a change more.
      PackingCost(
        loss: choice.losses.reduce(0) { $0 + ($1.kind == .completeness ? 0 : $1.weight) }, first: choice.change,
        second: octets, third: -choice.identification)
    case .shortAdvertising:
      PackingCost(
        loss: choice.loss, first: advertising, second: octets, third: -choice.identification, change: choice.change)
    }
  }

  /// Returns the cost of a packing as a whole beyond its choices.
  func cost(usesScanResponse: Bool) -> PackingCost {
    switch self {
    case .identification: PackingCost(third: usesScanResponse ? 1 : 0)
    case .fewestChanges, .shortAdvertising: PackingCost()
    }
  }
}
