import AdvertObservation
import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// Code of firmware that is run to see what it hands to the stack.
@Suite struct ExecutionTests {
  /// The source's Flags, name and company; two octets of the factory's; the UUID in the scan response.
  @Test func catchesWhatTheProgramMakes() throws {
    let image = try KeptImage.named("softdevice-thumb.elf")
    #expect(image.arrays.map(\.evidence) == [FirmwareImage.Evidence.run, .run])
    let layout = try #require(image.layouts.first)
    #expect(image.layouts.count == 1)
    #expect(layout.name == "advertising_init")
    #expect(layout.pdu == .advInd)
    #expect(layout.parameters?.interval == 100_000...100_000)
    let declared = layout.declared
    let octets = try #require(declared.layout.advertising).octets
    #expect(octets.dropLast(2).elementsEqual([UInt8](hex: "0201060a0942696b652050756d7006ffffff01")))
    #expect(octets.count == 21)
    #expect(declared.variation(of: .advertising).ranges == [19..<21])
    #expect(declared.variation(of: .scanResponse).isEmpty)
    #expect(declared.layout.scanResponse == .declared(Payload([UInt8](hex: "1107c7415e22900a7db3524c1f6b0101e93a"))))
    #expect(!image.arrays.contains { $0.isWritable })
  }

  /// A function that waits for hardware is left. It ran before the payload was begun, so the payload is certain.
  @Test func leavesWhatWaitsAndSaysSo() throws {
    let image = try KeptImage.named("softdevice-waits-thumb.elf")
    #expect(image.layouts.map(\.name) == ["advertising_init"])
    #expect(image.arrays.flatMap(\.doubts).map(\.cause) == [.outsideImage])
    #expect(image.remarks.contains { $0.contains("sensor_init") })
  }

  /// Each instruction of an image changed to another: whatever runs then ends within its bounds.
  @Test func hostileCodeEnds() throws {
    let octets = [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path("softdevice-thumb.elf"))))
    var generator = SplitMix64(seed: 2071)
    for _ in (0..<400).sampled(oneIn: 80) {
      var changed = octets
      for _ in 0..<8 {
        changed[Int.random(in: 52..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let image = try? FirmwareImage(ImageFile(changed))
      for array in image?.arrays ?? [] { #expect(array.payload.octets.count <= 1650) }
    }
  }

  /// Constructors that do not end, a `main` that does not either, and functions that could hand something over.
  @Test func allRunsOfAnImageAreBounded() {
    let effort = RunEffort(100_000)
    // `add r0, #1`, and back to it.
    let steps = OutsideContents.seeds.map { run("0130fde7", bound: 60_000, seed: $0, effort: effort).steps }
    #expect(steps == [60_000, 40_000, 0])
    #expect(effort.isSpent)
  }

  /// Linked programs in an archive, each of which calls the stack and never ends.
  @Test func allMembersOfAnArchiveAreBoundedTogether() throws {
    // A call of the function at the end; `add r0, #1`, and back to it; a return.
    let text = MadeImage.Section(
      name: ".text", flags: 6, address: 0x8000, octets: [UInt8](hex: "00f002f80130fde770477047"))
    let functions = ["main", "waits", "bt_le_adv_start"].map { (name: $0, isLocal: false, isHidden: false) }
    let program = MadeImage(sections: [text] + MadeImage.symbols(functions, after: 1)).octets
    let archive = MadeImage.archive((0..<20).map { ("program\($0).elf", program) })
    let alone = try FirmwareImage(ImageFile(program), instructions: 100_000)
    #expect(alone.runs.contains { $0.instructions > 10_000 })
    let image = try FirmwareImage(ImageFile(archive), instructions: 100_000)
    #expect(image.runs.reduce(0) { $0 + $1.instructions } <= 110_000)
  }

  private func run(
    _ code: String, bound: Int, seed: UInt32 = 0, effort: RunEffort = RunEffort()
  ) -> ProgramRun<ThumbProcessor> {
    let octets = [UInt8](hex: code)
    let segment = LoadedSegment(
      addresses: 0x8000..<0x8000 + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    let memory = ProgramMemory(segments: [segment], outside: OutsideContents(seed: seed))
    var run = ProgramRun(
      ThumbProcessor(memory: memory), code: [0x8000..<0x8000 + UInt32(octets.count)], catching: [:], effort: effort)
    run.run(0x8000, stack: 0x2001_0000, bound: bound) { _, _, _, _ in .result(0) }
    return run
  }

  /// `for (i = 4080; i; i--) for (j = 200; j; j--);`: each inner loop is cut short, and a reader gets one line.
  @Test func aDelayThatIsRepeatedIsOneEvent() {
    let run = run("00b5ff242401c8200138fdd1013cfad100bd", bound: 1_000_000)
    #expect(run.hasReturned)
    #expect(run.delays.count == 4080)
    let shown = RunAccount.delays(of: run.delays)
    #expect(shown.map(\.first.place) == [0x8008])
    #expect(shown.map(\.count) == [4080])
  }

  /// `for (r0 = 200; r0; r0--) if (r1 != r2) nop;` only lets time pass. `for (r0 = 200; r0 != 100; r0--)` ends at 100.
  @Test func aDelayMayCompareOtherNumbers() {
    let delay = run("c820914200d000bf0138fad17047", bound: 10_000)
    #expect(delay.hasReturned)
    #expect(delay.delays.count == 1)
    #expect(delay.executed < 200)
    let count = run("c820642101388842fcd17047", bound: 10_000)
    #expect(count.hasReturned)
    #expect(count.delays.isEmpty)
    #expect(count.processor.registers[0] == 100)
  }

  /// What the processor itself knows does not come from outside: no exception is active.
  @Test func noExceptionIsActive() {
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 1))
    let readings = (0..<12).compactMap { _ in memory.load(0xE000_ED04, size: 4) }
    #expect(readings.count == 12)
    #expect(readings.allSatisfy { $0 & 0x1FF == 0 })
    #expect(Set(readings).count > 1)
  }

  /// A SoftDevice that is enabled sets the priority of its interrupt: with 0, the program would not enable the interrupt.
  @Test func theSoftDeviceSetsThePriorityOfItsInterrupt() {
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 1))
    var host = RunningHost(outside: OutsideContents(seed: 1))
    let before = memory.load(0xE000_E414, size: 4)
    #expect(before == 0)
    let result = SoftDevice.answer(0x10, CallArguments([0, 0, 0, 0]), callers: [], &host, &memory)
    #expect(result == 0)
    let after = memory.load(0xE000_E414, size: 4)
    #expect(after == 0xC0_0000)
  }

  /// Interrupts are enabled and disabled by the bits of a word, and each comes in its turn, until all have come often enough.
  @Test func enabledInterruptsComeInTurn() {
    var interrupts = EnabledInterrupts()
    let none = interrupts.next()
    #expect(none == nil)
    interrupts.write(1 << 17 | 1 << 3, at: 0xE000_E100)
    interrupts.write(1 << 4, at: 0xE000_E104)
    interrupts.write(1 << 3, at: 0xE000_E180)
    interrupts.write(1, at: 0xE000_E200)
    interrupts.enable(1000)
    #expect(interrupts.numbers.sorted() == [17, 36] as [UInt32])
    let taken = (0..<100).compactMap { _ in interrupts.next() }
    #expect(taken.prefix(3).elementsEqual([17, 36, 17] as [UInt32]))
    #expect(taken.count == 64)
  }

  /// `cmp r0, r0; itt ne; movne r0, #1; movne r1, #1; bx lr`: what an IT block leaves out does not count.
  @Test func anInstructionThatIsLeftOutDoesNotCount() {
    let run = run("80421cbf012001217047", bound: 100)
    #expect(run.hasReturned)
    #expect(run.executed == 3)
    #expect(run.steps == 5)
  }

  /// PRIMASK before and behind CPSID; BASEPRI 0x40, which 0x60 and 0 as its maximum leave and 0x20 lowers; PRIMASK behind CPSIE;
  /// FAULTMASK.
  @Test func masksOfInterruptsAreReadBack() {
    let registers = run(
      "eff3108472b6eff31085402080f31188602080f31288eff31186202080f31288002080f31288eff3118762b6eff3108171b6eff313827047",
      bound: 100
    ).processor.registers
    #expect([4, 5, 6, 7, 1, 2].map { registers[$0] } == [0, 1, 0x40, 0x20, 0, 1])
  }

  /// 5,000 calls of a function that waits: it is run until it is clear that it does not end.
  @Test func aFunctionThatNeverReturnsIsNotRunAgain() throws {
    let run = run("10b541f2883400f003f8013cfbd110bdfee7", bound: 1_000_000)
    #expect(run.ending == .returned)
    #expect(run.abandoned.count == 64)
    let skipped = try #require(run.interventions.last)
    #expect(skipped.count == 5000 - 64)
    #expect(skipped.distance == 3)
    #expect(run.steps < 64 * 256 + 3 * 5000 + 16)
  }

  /// What a reader is told of the end of a run: a return, a loop, an instruction that is none, the bound.
  @Test(arguments: [
    ("7047", RunEnding.returned), ("fee7", .waiting), ("0130fde7", .tooLong),
    ("00de", .stopped(Obstacle(kind: .unknownInstruction, site: 0x8000))),
  ]) func howARunEndedIsKnown(_ code: String, _ ending: RunEnding) {
    #expect(run(code, bound: 1000).ending == ending)
  }

  /// A peripheral has only aligned numbers: others are read as the two in which they lie.
  @Test(arguments: [(1, 4), (2, 4), (3, 4), (1, 2), (3, 2)] as [(UInt32, Int)])
  func aPeripheralIsReadInAlignedNumbers(_ offset: UInt32, _ size: Int) {
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 3))
    var other = memory
    // The readings of a seed that do not have all bits alike.
    let start: UInt32 = 0x4000_1000
    for word in [start, start + 4] {
      for _ in 0..<2 { _ = (memory.load(word, size: 4), other.load(word, size: 4)) }
    }
    let low = start + offset & ~UInt32(size - 1)
    let bits = 8 * UInt64(size)
    let parts = [low, low + UInt32(size)].map { UInt64(other.load($0, size: size) ?? 0) }
    let expected = (parts[0] | parts[1] << bits) >> (8 * UInt64(start + offset - low)) & (1 << bits - 1)
    #expect(memory.load(start + offset, size: size).map(UInt64.init) == expected)
  }

  /// An instruction that is none, a breakpoint, and a call of what is no code: each with its place.
  @Test(arguments: [
    ("00b500f000f8", Obstacle(kind: .unknownInstruction, site: 0x8006), "00de"),
    ("00b500f000f8", Obstacle(kind: .breakpoint, site: 0x8006), "00be"),
    ("00b500f002f8", Obstacle(kind: .noCode, site: 0x800A), "0000"),
  ]) func whyAFunctionIsLeftIsKnown(_ calling: String, _ obstacle: Obstacle, _ called: String) {
    #expect(run(calling + called, bound: 100).interventions.first { $0.kind == .left }?.obstacle == obstacle)
  }

  @Test func memoryIsBounded() {
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 0))
    var address: UInt32 = 0x2000_0000
    var count = 0
    while memory.store(1, at: address, size: 4), count < 1 << 20 {
      address &+= 0x1000
      count += 1
    }
    #expect(count == ProgramMemory.maximumPages)
  }

  /// `b .`, and a function that calls itself: both end by a bound.
  @Test(arguments: ["fee7", "00b5fff7fdff", "04e0ffe7fce7"]) func endlessCodeEnds(_ code: String) {
    #expect(run(code, bound: 50_000).steps <= 50_000)
  }
}
