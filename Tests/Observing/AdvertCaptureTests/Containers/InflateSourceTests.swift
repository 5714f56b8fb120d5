import AdvertReading
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct InflateSourceTests {
  private static let plain = (0..<5000).flatMap { Octets.little(UInt64($0 * $0), 3) } + Octets.noise(3000, seed: 4)

  /// All that comes out, and why it ended when it did not end well.
  private static func inflate(
    _ packed: [UInt8], _ wrapper: Inflater.Wrapper, packedLength: Int? = nil, step: Int = .max, room: Int = 1 << 16,
    limits: InflateSource.Limits = .init(), budget: UnpackingBudget = UnpackingBudget()
  ) throws(InputFailure) -> (octets: [UInt8], failure: String?, left: Int) {
    var input = InputWindow(TrickleSource(packed, step: step), capacity: 64, budget: budget, depth: 0)
    let result = try input.lent { window throws(InputFailure) in
      let source = try InflateSource(window, wrapper, packedLength: packedLength, limits: limits)
      var octets: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: room)
      while true {
        do throws(InputFailure) {
          let count = try source.read(into: &buffer, at: 0)
          guard count > 0 else { return (octets, String?.none) }
          octets += buffer.prefix(count)
        } catch {
          return (octets, error.reason)
        }
      }
    }
    return (result.0, result.1, packed.count - input.offset)
  }

  @Test(arguments: [(Inflater.Wrapper.none, Octets.Wrapper.none), (.zlib, .zlib), (.gzip, .gzip)])
  func inflatesEachWrapper(_ wrapper: Inflater.Wrapper, _ packedBy: Octets.Wrapper) throws {
    let packed = Octets.deflated(Self.plain, packedBy)
    for (step, room) in [(Int.max, 1 << 16), (1, 1 << 16), (7, 1), (.max, 1)] {
      let result = try Self.inflate(packed, wrapper, step: step, room: room)
      #expect(result.octets == Self.plain)
      #expect(result.failure == nil)
      #expect(result.left == 0)
    }
  }

  /// What follows the stream stays in the window below.
  @Test func leavesWhatFollows() throws {
    let packed = Octets.deflated(Self.plain, .none)
    #expect(try Self.inflate(packed + [1, 2, 3], .none).left == 3)
    #expect(try Self.inflate(packed + [1, 2, 3], .none, packedLength: packed.count).left == 3)
  }

  /// Each beginning of a stream gives a beginning of the content, then fails.
  @Test(arguments: [(Inflater.Wrapper.none, Octets.Wrapper.none), (.zlib, .zlib), (.gzip, .gzip)])
  func cutShort(_ wrapper: Inflater.Wrapper, _ packedBy: Octets.Wrapper) throws {
    let plain = Array(Self.plain.prefix(600))
    let packed = Octets.deflated(plain, packedBy)
    var longest = 0
    for length in 0..<packed.count {
      for limit in [nil, length] {
        let result = try Self.inflate(
          limit == nil ? Array(packed.prefix(length)) : packed, wrapper, packedLength: limit)
        #expect(plain.starts(with: result.octets))
        #expect(result.failure == "the compressed data end too early")
        longest = max(longest, result.octets.count)
      }
    }
    #expect(longest == plain.count || wrapper == .none)
  }

  /// How much room there is makes no difference, whether a stream is whole or not: what zlib holds back for want of room
  /// comes out when there is no more to put in.
  @Test func roomMakesNoDifference() throws {
    for plain in [[UInt8](repeating: 0, count: 700), Array(Self.plain.prefix(40)) + [UInt8](repeating: 9, count: 300)] {
      let packed = Octets.deflated(plain, .none)
      for length in 1...packed.count {
        let whole = try Self.inflate(Array(packed.prefix(length)), .none)
        #expect((whole.failure == nil) == (length == packed.count))
        for room in [1, 2, 64, 258, 300, 600] {
          for limit in [nil, length] {
            let result = try Self.inflate(
              limit == nil ? Array(packed.prefix(length)) : packed, .none, packedLength: limit, room: room)
            #expect(result.octets == whole.octets, "\(length) octets, room for \(room)")
            #expect(result.failure == whole.failure)
          }
        }
      }
    }
  }

  /// Every change of an octet ends somehow; what the checksum covers is found out.
  @Test func damaged() throws {
    let plain = Array(Self.plain.prefix(300))
    let packed = Octets.deflated(plain, .zlib)
    for place in packed.indices {
      for difference in [0x01, 0x10, 0x80, 0xFF] as [UInt8] {
        var changed = packed
        changed[place] ^= difference
        let result = try Self.inflate(changed, .zlib)
        #expect(result.failure != nil || result.octets == plain, "octet \(place) changed by \(difference)")
      }
    }
  }

  @Test func handsOutWhatCameBeforeDamage() throws {
    var packed = Octets.deflated(Self.plain, .zlib)
    packed[packed.count - 1] ^= 1
    let result = try Self.inflate(packed, .zlib)
    #expect(result.octets == Self.plain)
    #expect(result.failure == "the compressed data are damaged (incorrect data check)")
  }

  // MARK: Limits

  private static let bomb = Octets.deflated([UInt8](repeating: 0, count: 1 << 22), .zlib)

  @Test func theRatioIsLimited() throws {
    let limits = InflateSource.Limits(ratio: 200, ratioApplies: 1 << 20)
    let result = try Self.inflate(Self.bomb, .zlib, room: 1 << 12, limits: limits)
    #expect(result.failure == "the compressed data unpack to more than 200 times their size")
    #expect(result.octets.count <= 1 << 20)
    #expect(try Self.inflate(Self.bomb, .zlib, limits: .init(ratio: 1100, ratioApplies: 0)).failure == nil)
    #expect(try Self.inflate(Self.bomb, .zlib, limits: .init(ratio: 200, ratioApplies: 1 << 22)).failure == nil)
  }

  @Test func theBudgetIsShared() throws {
    let packed = Octets.deflated([UInt8](repeating: 7, count: 1000), .zlib)
    let budget = UnpackingBudget(octets: 2500)
    #expect(try Self.inflate(packed, .zlib, room: 100, budget: budget).octets.count == 1000)
    #expect(try Self.inflate(packed, .zlib, room: 100, budget: budget).octets.count == 1000)
    let third = try Self.inflate(packed, .zlib, room: 100, budget: budget)
    #expect(third.octets.count == 500)
    #expect(third.failure == "the input unpacks to more than its size can explain")
  }

  /// All streams together, each of which may be packed well.
  @Test func theSizeOfTheInputLimitsTheBudget() {
    let budget = UnpackingBudget()
    #expect(budget.spend(octets: UnpackingBudget.maximumOctetsAnyhow))
    #expect(!budget.spend(octets: 1))
    budget.allow(forPacked: 10)
    #expect(budget.spend(octets: 2000))
    #expect(!budget.spend(octets: 1))
    budget.allow(forPacked: 1 << 40)
    #expect(budget.spend(octets: UnpackingBudget.maximumOctets - UnpackingBudget.maximumOctetsAnyhow - 2000))
    #expect(!budget.spend(octets: 1))
  }

  // MARK: Checksum

  @Test func checksumInPieces() {
    let octets = Self.plain
    var checksum: UInt32 = 0
    for start in stride(from: 0, to: octets.count, by: 777) {
      checksum = CRC32.update(checksum, with: Array(octets[start..<min(start + 777, octets.count)]).span)
    }
    #expect(UInt64(checksum) == Octets.checksum(octets))
    #expect(CRC32.update(0, with: Array("123456789".utf8).span) == 0xCBF4_3926)
    #expect(CRC32.update(0xCBF4_3926, with: [UInt8]().span) == 0xCBF4_3926)
  }
}
