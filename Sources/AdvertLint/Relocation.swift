internal import AdvertisingData

/// What it takes to move a service UUID from the scan response into the advertising data.
struct Relocation {
  private let listing: ServiceListing
  private let response: DecodedPayload
  private let advertising: DecodedPayload
  private let free: Int
  private let limit: Int

  init(of listing: ServiceListing, from response: Payload, into advertising: Payload, limit: Int) {
    self.listing = listing
    self.response = response.decoded
    self.advertising = advertising.decoded
    self.limit = limit
    free = limit - advertising.significantCount
  }

  /// In one line: that it fits, what to leave out or to move so that it does, or how much is lacking.
  var advice: String {
    if needed <= free {
      return "put it into the advertising data: it needs \(needed) bytes, \(free) are free"
    }
    // The fewest moves first, and among them the structure scanners miss least.
    for move in moves.map({ [$0] }) + pairs(of: moves) where makesRoom(move) {
      let words = move.map(\.words).joined(separator: " and ")
      let total = limit - free - move.reduce(0) { $0 + $1.octets } + needed
      return "\(words), and it fits into the advertising data (\(total) of \(limit) bytes)"
    }
    return "put it into the advertising data: it needs \(needed) bytes, \(free) are free, "
      + "so \(needed - free) must go elsewhere"
  }

  /// A list of its width that is there already spares the two bytes of a new one.
  private var needed: Int {
    let width = listing.uuid.shortestWidth
    let hasList = advertising.elements.contains { ServiceUUIDList.width(of: $0.type) == width && !$0.overruns }
    return width.octets + (hasList ? 0 : 2)
  }

  /// Taking a structure out of the advertising data.
  private struct Move {
    let words: String
    let octets: Int
    /// Octets it takes in the scan response.
    let moved: Int
  }

  private var moves: [Move] {
    var moves: [Move] = []
    for element in advertising.elements where !element.overruns {
      switch element.value {
      case .appearance(.unknown):
        moves.append(Move(words: "leave out Appearance 0x0000", octets: element.size, moved: 0))
      case .localName(let name):
        let kind = name.isComplete ? "Complete" : "Shortened"
        moves.append(
          Move(
            words: "move the \(kind) Local Name to the scan response", octets: element.size, moved: element.size))
      case .txPowerLevel:
        moves.append(
          Move(words: "move the TX Power Level to the scan response", octets: element.size, moved: element.size))
      case .appearance:
        moves.append(
          Move(words: "move the Appearance to the scan response", octets: element.size, moved: element.size))
      default: break
      }
    }
    return moves.sorted { ($0.moved > 0 ? 1 : 0, $0.octets) < ($1.moved > 0 ? 1 : 0, $1.octets) }
  }

  private func pairs(of moves: [Move]) -> [[Move]] {
    moves.indices.flatMap { first in moves[(first + 1)...].map { [moves[first], $0] } }
  }

  private func makesRoom(_ moves: [Move]) -> Bool {
    let gained = moves.reduce(0) { $0 + $1.octets }
    let moved = moves.reduce(0) { $0 + $1.moved }
    return needed <= free + gained && responseCountWithoutListing + moved <= limit
  }

  /// The scan response's size once the UUID has left it, with its list when it was alone there.
  private var responseCountWithoutListing: Int {
    var count = response.payload.significantCount
    if let list = response.elements.first(where: { $0.octetRange.contains(listing.offset) }) {
      count -= list.value.octets.count == listing.width.octets ? list.size : listing.width.octets
    }
    return count
  }
}
