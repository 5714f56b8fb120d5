import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// What `Scripts/compare/compare-execution` drew, run by Unicorn before.
@Suite struct UnicornTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["ADVERT_EXECUTION_CASES"] != nil)) func runsAsUnicorn() throws {
    let path = try #require(Self.environment["ADVERT_EXECUTION_CASES"])
    let cases = CaseReader(try Data(contentsOf: URL(filePath: path)))
    let result =
      switch Self.environment["ADVERT_EXECUTION_SET"] {
      case "thumb": run(cases, ThumbProcessor.self)
      case "riscv": run(cases, RISCVProcessor.self)
      case "xtensa": run(cases, XtensaProcessor.self)
      default: try #require(nil as Result?, "a set of instructions that is not known here")
      }
    for code in result.unknown.prefix(40) { print("not known here: \(code)") }
    print("\(result.alike) instructions alike, \(result.unknown.count) not known here, \(result.different) different")
    #expect(result.alike > 0)
  }

  private struct Result {
    var alike = 0
    /// Instructions that Unicorn runs and this does not.
    var unknown: [String] = []
    var different = 0
  }

  private func run<Code: ComparedProcessor>(_ cases: CaseReader, _: Code.Type) -> Result {
    var reader = cases
    var result = Result()
    func segment(_ octets: [UInt8], at address: UInt64) -> LoadedSegment {
      LoadedSegment(addresses: address..<address + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    }
    // QEMU's memory is zero elsewhere.
    let zeros = LoadedSegment(addresses: 0..<0x800_0000, contents: nil)
    var memory = ProgramMemory(
      segments: [
        zeros, segment([UInt8](repeating: 0, count: 64), at: UInt64(Code.codeAddress)),
        segment(cases.data, at: UInt64(Code.dataAddress)),
      ],
      outside: OutsideContents(seed: 0))
    // Its pages are made once.
    _ = (memory.load(Code.codeAddress, size: 4), memory.load(Code.dataAddress, size: 4))
    while let wanted = reader.next(words: Code.wordCount) {
      var processor = wanted.processor(Code.self, memory)
      let changes = processor.memory.changes
      var event = ProcessorEvent.none
      for _ in 0..<max(wanted.count, 1) where event != .undefined { event = processor.step() }
      if event == .undefined, wanted.count > 0 {
        result.unknown.append(Array(wanted.code.prefix(8)).hex)
        continue
      }
      let found =
        wanted.count > 0
        ? wanted.differences(processor, since: changes) : event == .undefined ? [] : ["it is reserved, and was run"]
      if found.isEmpty {
        result.alike += 1
      } else {
        result.different += 1
        Issue.record("\(wanted.code.prefix(8).map { String($0, radix: 16) }) differs: \(found)")
      }
    }
    return result
  }
}

/// A processor whose registers and flags are compared as words, in the order of the cases.
private protocol ComparedProcessor: Processor {
  static var wordCount: Int { get }
  var words: [UInt32] { get set }
  /// Where the code lies, and the data.
  static var codeAddress: UInt32 { get }
  static var dataAddress: UInt32 { get }
}

extension ComparedProcessor {
  static var codeAddress: UInt32 { 0x8000 }
  static var dataAddress: UInt32 { 0x2000_0000 }
}

extension ThumbProcessor: ComparedProcessor {
  static var wordCount: Int { 49 }

  var words: [UInt32] {
    get {
      let word: UInt32 =
        (flags.isNegative ? 8 : 0) | (flags.isZero ? 4 : 0) | (flags.hasCarry ? 2 : 0) | (flags.hasOverflow ? 1 : 0)
      return (0..<16).map { registers[$0] } + [word << 28] + (0..<32).map { floats[$0] }
    }
    set {
      for index in 0..<16 { registers[index] = newValue[index] }
      let word = newValue[16]
      flags = Flags(
        isNegative: word >> 31 == 1, isZero: word >> 30 & 1 == 1, hasCarry: word >> 29 & 1 == 1,
        hasOverflow: word >> 28 & 1 == 1)
      for index in 0..<32 { floats[index] = newValue[17 + index] }
    }
  }
}

extension RISCVProcessor: ComparedProcessor {
  static var wordCount: Int { 33 }

  var words: [UInt32] {
    get { (0..<32).map { self[$0] } + [counter] }
    set {
      for index in 0..<UInt32(32) { self[index] = newValue[Int(index)] }
      counter = newValue[32]
    }
  }
}

extension XtensaProcessor: ComparedProcessor {
  static var wordCount: Int { 58 }
  static var codeAddress: UInt32 { 0x4_8000 }
  static var dataAddress: UInt32 { 0x4_0000 }

  /// QEMU's processor has 32 registers, which are named from the beginning of the window on.
  var words: [UInt32] {
    get {
      let special = [
        state.base, state.live, state.shift, state.loopBegin, state.loopEnd, state.loopCount, state.booleans,
        state.compared,
      ]
      return (0..<32).map { state[physical: $0] } + [counter, state.status | state.increment << 16] + special
        + (0..<16).map { floats[$0] }
    }
    set {
      state.groups = 8
      state.set(base: newValue[34])
      state.set(live: newValue[35])
      for index in 0..<UInt32(32) { state[physical: index] = newValue[Int(index)] }
      counter = newValue[32]
      state.status = newValue[33] & ~0x3_0000
      state.increment = newValue[33] >> 16 & 3
      (state.shift, state.loopBegin, state.loopEnd) = (newValue[36], newValue[37], newValue[38])
      (state.loopCount, state.booleans, state.compared) = (newValue[39], newValue[40], newValue[41])
      for index in 0..<16 { floats[index] = newValue[42 + index] }
    }
  }
}

/// One case: what was before, and what Unicorn left.
private struct ExecutionCase {
  var code: [UInt8] = []
  /// How many instructions run; 0 for one that is reserved.
  var count = 0
  var before: [UInt32] = []
  var after: [UInt32] = []
  var data: [UInt8] = []
  var dataAfter: [UInt8] = []

  /// The processor before it runs.
  ///
  /// - Parameter memory: the memory of all cases.
  func processor<Code: ComparedProcessor>(_: Code.Type, _ memory: ProgramMemory) -> Code {
    var processor = Code(memory: memory)
    processor.memory.write(code, at: Code.codeAddress)
    processor.words = before
    return processor
  }

  /// - Parameter changes: how often the memory had changed before.
  func differences<Code: ComparedProcessor>(_ processor: Code, since changes: Int) -> [String] {
    var found: [String] = []
    for (index, (own, wanted)) in zip(processor.words, after).enumerated() where own != wanted {
      found.append("word \(index) is \(own), not \(wanted)")
    }
    // Most write nothing.
    if processor.memory.changes == changes {
      if data != dataAfter { found.append("nothing is written") }
      return found
    }
    var memory = processor.memory
    if memory.octets(at: Code.dataAddress, count: dataAfter.count) != dataAfter {
      found.append("the memory is another")
    }
    return found
  }
}

/// Octets of the memory, which are the same for all cases, and the cases.
private struct CaseReader {
  private let octets: Data
  let data: [UInt8]
  private var place: Int

  private static let dataSize = 4096

  init(_ octets: Data) {
    self.octets = octets
    data = Array(octets.prefix(Self.dataSize))
    place = data.count
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    defer { place += count }
    return Array(octets[place..<place + count])
  }

  private mutating func number(_ size: Int) -> UInt32 {
    take(size).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func next(words: Int) -> ExecutionCase? {
    guard place < octets.count else { return nil }
    var item = ExecutionCase()
    item.code = take(16)
    item.count = Int(number(1))
    item.before = (0..<words).map { _ in number(4) }
    item.after = (0..<words).map { _ in number(4) }
    item.data = data
    item.dataAfter = data
    for _ in 0..<number(2) {
      let change = Int(number(2))
      item.dataAfter[change] = UInt8(number(1))
    }
    return item
  }
}
