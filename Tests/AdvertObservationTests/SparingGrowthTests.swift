import Testing

@testable import AdvertObservation

@Suite struct SparingGrowthTests {
  /// Past several numbers at which an array moves.
  @Test func keepsWhatIsThere() {
    var numbers: [UInt16] = []
    let count = (1 << 20) + 5
    for number in 0..<count { numbers.appendSparingly(UInt16(truncatingIfNeeded: number &* 31)) }
    #expect(numbers.count == count)
    #expect(numbers.indices.allSatisfy { numbers[$0] == UInt16(truncatingIfNeeded: $0 &* 31) })
  }

  @Test func leavesCopiesAlone() {
    var numbers = (0..<1 << 14).map { UInt32($0) }
    let copy = numbers
    numbers.appendSparingly(7)
    #expect(numbers.count == copy.count + 1)
    #expect(copy == (0..<1 << 14).map { UInt32($0) })
  }

  @Test func makesRoomForManyOnly() {
    var few: [UInt8] = [1, 2, 3]
    few.makeRoom(for: 1)
    #expect(few.capacity < 1 << 14)

    var many = [UInt8](repeating: 5, count: 1 << 14)
    many.makeRoom(for: 100)
    #expect(many.capacity >= 4 << 14)
    #expect(many.capacity < 8 << 14)
    #expect(many == [UInt8](repeating: 5, count: 1 << 14))
  }
}
