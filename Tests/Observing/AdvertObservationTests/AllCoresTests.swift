import Testing

@testable import AdvertObservation

/// Work that several threads share gives what one thread would give.
@Suite struct AllCoresTests {
  /// Around the number from which on threads share, and beyond what is kept at a time.
  static let counts = [0, 1, 31, 32, 33, 63, 64, 65, 300, 4096, 4097, 20_000]

  @Test(arguments: counts) func resultsComeInOrderAndOnce(_ count: Int) {
    #expect(AllCores.map(count) { 3 * $0 } == (0..<count).map { 3 * $0 })
    #expect(AllCores.mapParts(of: count) { Array($0) }.flatMap(\.self) == Array(0..<count))
    var taken: [Int] = []
    AllCores.mapParts(of: count, known: (), memory: ()) { _, _, part in
      Array(part)
    } take: { _, parts in
      taken += parts.joined()
    }
    #expect(taken == Array(0..<count))
  }

  /// A part never knows of those behind it, and of each part before it all or nothing.
  @Test(arguments: counts) func partsKnowOfThoseBefore(_ count: Int) {
    var last = 0
    AllCores.mapParts(of: count, known: 0, memory: ()) { known, _, part in
      (known: known, part: part)
    } take: { known, parts in
      for (knew, part) in parts {
        #expect(knew <= part.lowerBound && knew >= last)
        last = knew
      }
      known += parts.reduce(0) { $0 + $1.part.count }
    }
  }

  @Test func memoriesAreKeptFromOnePartToTheNext() {
    var counts: [Int] = []
    AllCores.mapParts(of: 5000, known: (), memory: 0) { _, memory, part in
      memory += part.count
      return memory
    } take: { _, parts in
      counts += parts
    }
    // Each thread counted up what it worked on, so some part was not the first of its thread.
    #expect(counts.contains { $0 > 32 })
    #expect(counts.max() ?? 0 <= 5000)
  }
}
