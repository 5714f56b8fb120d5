/// What a packing costs, as numbers in the order of what matters: the first that differs decides. Less is better.
struct PackingCost: Hashable, Comparable {
  /// Octets beyond what the blocks hold.
  var overflow = 0
  /// Weights of what is lost.
  var loss = 0
  /// What the objective puts first, second and third.
  var first = 0
  var second = 0
  var third = 0
  /// Structures and UUIDs touched.
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

/// What a packing is to be best in, after keeping everything.
enum Objective: CaseIterable {
  /// Most identification in the advertising data, then fewest octets, then nothing in the scan response.
  case identification
  /// The fewest structures touched, then the shortest advertising data, then most identification.
  case fewChanges
  /// The shortest advertising data, then fewest octets, then most identification.
  case shortAdvertising

  /// The part of the cost that a choice brings along wherever the other choices fall.
  func cost(of choice: Choice) -> PackingCost {
    let advertising = choice.advertisingOctets
    let octets = advertising + choice.scanResponseOctets
    return switch self {
    case .identification:
      PackingCost(loss: choice.loss, first: -choice.identification, second: octets, change: choice.change)
    case .fewChanges:
      PackingCost(
        loss: choice.loss, first: choice.change, second: advertising, third: -choice.identification)
    case .shortAdvertising:
      PackingCost(
        loss: choice.loss, first: advertising, second: octets, third: -choice.identification, change: choice.change)
    }
  }

  /// What a packing as a whole costs beyond its choices.
  func cost(usesScanResponse: Bool) -> PackingCost {
    switch self {
    case .identification: PackingCost(third: usesScanResponse ? 1 : 0)
    case .fewChanges, .shortAdvertising: PackingCost()
    }
  }
}
