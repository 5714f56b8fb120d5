import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Code for Xtensa. What each instruction does is compared with QEMU (`UnicornTests`).
@Suite struct XtensaTests {
  private static func run(
    _ code: String, catching caught: [UInt32: String] = [:], bound: Int = 50_000, arguments: [UInt32] = [0, 0, 0, 0],
    answer: ProgramRun<XtensaProcessor>.Answer = { _, _, _, _ in .result(0) }
  ) -> ProgramRun<XtensaProcessor> {
    let octets = [UInt8](hex: code)
    let segment = LoadedSegment(
      addresses: 0x8000..<0x8000 + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    var run = ProgramRun(
      XtensaProcessor(memory: ProgramMemory(segments: [segment], outside: OutsideContents(seed: 0))),
      code: [0x8000..<0x8000 + UInt32(octets.count)], catching: caught)
    run.run(0x8000, stack: 0x2001_0000, bound: bound, arguments: arguments, answer: answer)
    return run
  }

  /// A jump to itself, a function that calls itself, stores everywhere, a loop without instructions for it in a loop, a wait
  /// for the clock, a jump to where nothing is, and a stack without end: all end by a bound.
  @Test(arguments: [
    "06ffff", "364100e5ffff", "364100290222d210c6fdff", "3641007cf2768202f0200006fdff", "36410020ea0346feff", "a00200",
    "36f1ffe5ffff",
  ]) func endlessCodeEnds(_ code: String) {
    let run = Self.run(code)
    #expect(run.steps <= 50_000)
  }

  /// Zeros, a family of other processors, a return without a window, a division by zero, a shift by 32, and the beginning of a
  /// function with another stack pointer: each ends the run where it is.
  @Test(arguments: ["000000", "ffffff", "1df0", "4023c2", "002301", "364500"])
  func whatIsReservedEndsTheRun(_ code: String) {
    let run = Self.run(code)
    #expect(run.steps == 1)
    #expect(!run.hasReturned)
  }

  /// One to six in registers, seven and eight on the stack, a call of 0x8040; the result is stored at 0x20000000. Behind it, at
  /// 0x8024, a function that stores its argument at 0x20000004 and returns 9.
  private static let eightArguments =
    "3661000c7229010c8229110c1a0c2b0c3c0c4d0c5e0c6fa502000c12302201a9021df0003641000c1330330129130c921df0"

  private static func stored(_ run: ProgramRun<XtensaProcessor>) -> [UInt8]? {
    var memory = run.processor.memory
    return memory.octets(at: 0x2000_0000, count: 8)
  }

  @Test func argumentsComeFromRegistersAndFromTheStack() {
    var given: [UInt32] = []
    var callers: [UInt32] = []
    let run = Self.run(Self.eightArguments, catching: [0x8040: "wanted"]) { _, arguments, returns, _ in
      given = (0..<8).map { arguments[$0] }
      callers = returns
      return .result(0x1234_5678)
    }
    #expect(given == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(callers.first == 0x801A)
    #expect(run.hasReturned)
    #expect(Self.stored(run)?.prefix(4) == [0x78, 0x56, 0x34, 0x12])
  }

  /// The function that a stack calls back returns 9, and the call that was answered its own result.
  @Test func aFunctionIsCalledBack() {
    var isCalledBack: [Bool] = []
    let run = Self.run(Self.eightArguments, catching: [0x8040: "wanted"]) { _, arguments, _, _ in
      isCalledBack.append(arguments.isCalledBack)
      return .call(0x8024, arguments: [0x55], result: 4)
    }
    #expect(Self.stored(run) == [4, 0, 0, 0, 0x55, 0, 0, 0])
    #expect(isCalledBack == [false])
  }

  /// The sum of the numbers up to 40, each in a function of its own: their registers are more than there are.
  @Test func registersOfManyFunctionsAreSaved() {
    let run = Self.run("3641008c520ba2a5ffffaa221df0", arguments: [40, 0, 0, 0])
    #expect(run.hasReturned)
    #expect(run.processor.result == 820)
  }

  /// Functions in functions move their stack behind their calls: what was saved below it moves with it. The outermost one has 11
  /// in a register meanwhile.
  @Test func registersBelowAStackMoveWithIt() {
    let run = Self.run("3641000cb51c4aa50000aa251df000003641008c920ba2a5ffff32c1c01013000c121df0")
    #expect(run.hasReturned)
    #expect(run.processor.result == 12)
  }

  /// Whatever a window has in its registers is in memory behind the request to save it, as the convention says.
  @Test func allRegistersAreSavedOnRequest() {
    var processor = XtensaProcessor(memory: ProgramMemory(segments: [], outside: OutsideContents(seed: 0)))
    _ = processor.memory.store(0x0000_5000, at: 0x8000, size: 4)
    processor.counter = 0x8000
    // A function with four registers has called this one.
    processor.state.set(base: 1)
    processor.state.set(live: 0b11)
    for register in UInt32(0)..<4 { processor.state[physical: 0 &- 4 &+ register] = 0x100 + register }
    processor.state[physical: 1] = 0x2000_1000
    processor.state[physical: 2] = 0
    #expect(processor.step() == .none)
    let saved = processor.memory.octets(at: 0x2000_0FF0, count: 16)
    #expect(saved == [0, 1, 0, 0, 1, 1, 0, 0, 2, 1, 0, 0, 3, 1, 0, 0])
    #expect(processor.state.live == 0b10)
  }

  /// What overflows has a result.
  @Test(
    arguments: [
      (0xD22340, 0x8000_0000, UInt32.max, 0x8000_0000), (0xF22340, 0x8000_0000, UInt32.max, 0),
      (0xA22340, UInt32.max, UInt32.max, 0xFFFF_FFFE), (0xB22340, UInt32.max, UInt32.max, 0),
      (0xD22340, 0xFFFF_FFF9, 2, 0xFFFF_FFFD), (0xF22340, 0xFFFF_FFF9, 2, UInt32.max),
    ] as [(UInt32, UInt32, UInt32, UInt32)]) func productsAndQuotientsHaveResults(
      _ code: UInt32, _ one: UInt32, _ other: UInt32, _ result: UInt32
    )
  {
    var processor = XtensaProcessor(memory: ProgramMemory(segments: [], outside: OutsideContents(seed: 0)))
    _ = processor.memory.store(code, at: 0x8000, size: 4)
    processor[3] = one
    processor[4] = other
    processor.counter = 0x8000
    #expect(processor.step() == .none)
    #expect(processor[2] == result)
  }

  /// The pointer to the variables of a thread is what was written, and no constant.
  @Test func userRegistersKeepWhatIsWritten() {
    var processor = XtensaProcessor(memory: ProgramMemory(segments: [], outside: OutsideContents(seed: 0)))
    processor.memory.write([0x30, 0xE7, 0xF3, 0x70, 0x4E, 0xE3], at: 0x8000)
    processor[3] = 0x1234
    processor.counter = 0x8000
    #expect(processor.step() == .none)
    #expect(processor.step() == .none)
    #expect(processor[4] == 0x1234)
  }

  /// Each instruction of an image changed to another: whatever runs then ends within its bounds.
  @Test(arguments: ["nimble", "nimble-extended", "bluedroid", "bluedroid-raw", "bluedroid-extended"])
  func hostileCodeEnds(_ name: String) throws {
    let octets = [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path("made-\(name)-esp32.elf"))))
    var generator = SplitMix64(seed: 2073)
    for _ in (0..<100).sampled(oneIn: 20) {
      var changed = octets
      for _ in 0..<8 {
        changed[Int.random(in: 52..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let image = try? FirmwareImage(ImageFile(changed))
      for array in image?.arrays ?? [] { #expect(array.payload.octets.count <= 1650) }
    }
  }
}
