import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Code for RISC-V. What each instruction does is compared with Unicorn (`UnicornTests`).
@Suite struct RISCVTests {
  private static func run(
    _ code: String, catching caught: [UInt32: String] = [:], bound: Int = 50_000,
    answer: ProgramRun<RISCVProcessor>.Answer
  ) -> ProgramRun<RISCVProcessor> {
    let octets = [UInt8](hex: code)
    let segment = LoadedSegment(
      addresses: 0x8000..<0x8000 + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    var run = ProgramRun(
      RISCVProcessor(memory: ProgramMemory(segments: [segment], outside: OutsideContents(seed: 0))),
      code: [0x8000..<0x8000 + UInt32(octets.count)], catching: caught)
    run.run(0x8000, stack: 0x2001_0000, bound: bound, answer: answer)
    return run
  }

  /// A loop, a function that calls itself, stores everywhere, code that changes what lies behind it, a wait for the
  /// clock, a jump to where nothing is, and a stack without end: all end by a bound.
  @Test(arguments: [
    "01a0", "411106c6eff0dfff", "416508c12a951105edbf", "170500000c4185054cc1ddbf", "732500c075fdedbf", "e7000000f5bf",
    "37010080130101800ac0edbf",
  ]) func endlessCodeEnds(_ code: String) {
    let run = Self.run(code) { _, _, _, _ in .result(0) }
    #expect(run.steps <= 50_000)
  }

  /// Zeros, ones, a shift by more than there are bits, and an addition to the stack pointer of nothing: each is reserved
  /// and ends the run where it is.
  @Test(arguments: ["0000", "ffffffff", "13150502", "0161"]) func whatIsReservedEndsTheRun(_ code: String) {
    let run = Self.run(code) { _, _, _, _ in .result(0) }
    #expect(run.steps == 1)
    #expect(!run.hasReturned)
  }

  /// Of all instructions of 16 bits, those that are no instruction, or one of the floating-point unit.
  @Test func compressedInstructionsAreThoseOfTheManual() {
    var reserved: [String: Int] = [:]
    for code in UInt32(0)..<1 << 16 where code & 3 != 3 && RISCVProcessor.expanded(code) == nil {
      reserved["\(code & 3).\(code >> 13)", default: 0] += 1
    }
    // All of a form are 2,048. Of c.addi4spn those that add nothing; c.lui and c.addi16sp with nothing; shifts by more than
    // 31, and operations of 64 bits; c.lwsp to register 0; c.jr to register 0.
    #expect(
      reserved == [
        "0.0": 8, "0.1": 2048, "0.3": 2048, "0.4": 2048, "0.5": 2048, "0.7": 2048, "1.3": 32, "1.4": 768, "2.0": 1024,
        "2.1": 2048, "2.2": 64, "2.3": 2048, "2.4": 1, "2.5": 2048, "2.7": 2048,
      ])
  }

  /// Nine and ten on the stack, one to eight in registers, a call of 0x8040; the result is stored at 0x20000000. Behind it, at
  /// 0x802C, a function that stores its argument at 0x20000004 and returns 9.
  private static let tenArguments =
    "011106ce25452ac029452ac2054589450d469146154799471d48a148ef004002b707002088c3f24005618280b7070020c8c3254582800100"

  private static func stored(_ run: ProgramRun<RISCVProcessor>) -> [UInt8]? {
    var memory = run.processor.memory
    return memory.octets(at: 0x2000_0000, count: 8)
  }

  @Test func argumentsComeFromRegistersAndFromTheStack() {
    var given: [UInt32] = []
    var callers: [UInt32] = []
    let run = Self.run(Self.tenArguments, catching: [0x8040: "wanted"]) { _, arguments, returns, _ in
      given = (0..<10).map { arguments[$0] }
      callers = returns
      return .result(0x1234_5678)
    }
    #expect(given == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    #expect(callers.first == 0x8020)
    #expect(run.hasReturned)
    #expect(Self.stored(run)?.prefix(4) == [0x78, 0x56, 0x34, 0x12])
  }

  /// The function that a stack calls back returns 9, and the call that was answered its own result.
  @Test func aFunctionIsCalledBack() {
    var isCalledBack: [Bool] = []
    let run = Self.run(Self.tenArguments, catching: [0x8040: "wanted"]) { _, arguments, _, _ in
      isCalledBack.append(arguments.isCalledBack)
      return .call(0x802C, arguments: [0x55], result: 4)
    }
    #expect(Self.stored(run) == [4, 0, 0, 0, 0x55, 0, 0, 0])
    #expect(isCalledBack == [false])
  }

  /// What is no number is left: division by zero and what overflows have results, as the manual says (12.2).
  @Test(
    arguments: [
      (0x02b5_4533, 7, 0, UInt32.max), (0x02b5_4533, 0x8000_0000, UInt32.max, 0x8000_0000), (0x02b5_6533, 7, 0, 7),
      (0x02b5_6533, 0x8000_0000, UInt32.max, 0), (0x02b5_5533, 7, 0, UInt32.max), (0x02b5_7533, 7, 0, 7),
      (0x02b5_3533, UInt32.max, UInt32.max, 0xFFFF_FFFE), (0x02b5_2533, UInt32.max, UInt32.max, UInt32.max),
    ] as [(UInt32, UInt32, UInt32, UInt32)]) func divisionsHaveResults(
      _ code: UInt32, _ one: UInt32, _ other: UInt32, _ result: UInt32
    )
  {
    var processor = RISCVProcessor(memory: ProgramMemory(segments: [], outside: OutsideContents(seed: 0)))
    _ = processor.memory.store(code, at: 0x8000, size: 4)
    processor[10] = one
    processor[11] = other
    processor.counter = 0x8000
    #expect(processor.step() == .none)
    #expect(processor[10] == result)
  }

  /// Each instruction of an image changed to another: whatever runs then ends within its bounds.
  @Test(arguments: ["zephyr", "nimble", "ti", "bluedroid", "bluedroid-extended"])
  func hostileCodeEnds(_ name: String) throws {
    let octets = [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path("made-\(name)-riscv32.elf"))))
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
