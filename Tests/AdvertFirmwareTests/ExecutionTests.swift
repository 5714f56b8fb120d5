import AdvertObservation
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
    #expect(declared.advertisingVariation.ranges == [19..<21])
    #expect(declared.scanResponseVariation.isEmpty)
    #expect(declared.layout.scanResponse == .declared(Payload([UInt8](hex: "1107c7415e22900a7db3524c1f6b0101e93a"))))
    #expect(!image.arrays.contains { $0.isWritable })
  }

  /// A function that waits for hardware is left, and the payload is then not certain.
  @Test func leavesWhatWaitsAndSaysSo() throws {
    let image = try KeptImage.named("softdevice-waits-thumb.elf")
    #expect(image.layouts.map(\.name) == ["advertising_init"])
    #expect(!image.arrays.contains { !$0.isWritable })
    #expect(image.remarks.contains { $0.contains("sensor_init") })
  }

  /// Each instruction of an image changed to another: whatever runs then ends within its bounds.
  @Test func hostileCodeEnds() throws {
    let octets = [UInt8](try Data(contentsOf: URL(filePath: KeptImage.path("softdevice-thumb.elf"))))
    var generator = SplitMix64(seed: 2071)
    for _ in (0..<400).sampled(oneIn: 20) {
      var changed = octets
      for _ in 0..<8 {
        changed[Int.random(in: 52..<changed.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let image = try? FirmwareImage(ImageFile(changed))
      for array in image?.arrays ?? [] { #expect(array.payload.octets.count <= 1650) }
    }
  }

  @Test func memoryIsBounded() {
    var memory = ProgramMemory(segments: [], outside: OutsideContents(seed: 0))
    var address: UInt32 = 0x2000_0000
    var count = 0
    while memory.store(1, at: address, size: 4), count < 1 << 20 {
      address &+= 0x1000
      count += 1
    }
    #expect(count == ProgramMemory.mostPages)
  }

  /// `b .`, and a function that calls itself: both end by a bound.
  @Test(arguments: ["fee7", "00b5fff7fdff", "04e0ffe7fce7"]) func endlessCodeEnds(_ code: String) throws {
    let octets = [UInt8](hex: code)
    let segment = LoadedSegment(
      addresses: 0x8000..<0x8000 + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    let memory = ProgramMemory(segments: [segment], outside: OutsideContents(seed: 0))
    var run = ProgramRun(ThumbProcessor(memory: memory), code: [0x8000..<0x8000 + UInt32(octets.count)], catching: [:])
    run.run(0x8000, stack: 0x2001_0000, bound: 50_000) { _, _, _, _ in .result(0) }
    #expect(run.steps <= 50_000)
  }

  /// What `Scripts/compare/compare-execution` drew, run by Unicorn before.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["ADVERT_EXECUTION_CASES"] != nil)) func runsAsUnicorn() throws
  {
    let path = try #require(ProcessInfo.processInfo.environment["ADVERT_EXECUTION_CASES"])
    let cases = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var reader = CaseReader(octets: cases)
    var (alike, unknown, different) = (0, 0, 0)
    while let wanted = reader.next() {
      var processor = wanted.processor()
      var event = ThumbProcessor.Event.none
      for _ in 0..<wanted.count where event != .undefined { event = processor.step() }
      guard event != .undefined else {
        unknown += 1
        continue
      }
      let found = wanted.differences(processor)
      if found.isEmpty {
        alike += 1
      } else {
        different += 1
        Issue.record("\(wanted.code.prefix(6).map { String($0, radix: 16) }) differs: \(found)")
      }
    }
    print("\(alike) instructions alike, \(unknown) not known here, \(different) different")
    #expect(alike > 0)
  }
}

/// One case: what was before, and what Unicorn left.
private struct ExecutionCase {
  var code: [UInt8] = []
  var count = 0
  var registers: [UInt32] = []
  var flags: UInt32 = 0
  var floats: [UInt32] = []
  var data: [UInt8] = []
  var registersAfter: [UInt32] = []
  var flagsAfter: UInt32 = 0
  var floatsAfter: [UInt32] = []

  func processor() -> ThumbProcessor {
    func segment(_ octets: [UInt8], at address: UInt64) -> LoadedSegment {
      LoadedSegment(addresses: address..<address + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    }
    let memory = ProgramMemory(
      segments: [segment(code + [UInt8](repeating: 0, count: 48), at: 0x8000), segment(before, at: 0x2000_0000)],
      outside: OutsideContents(seed: 0))
    var processor = ThumbProcessor(memory: memory)
    for (index, value) in registers.enumerated() { processor.registers[index] = value }
    for (index, value) in floats.enumerated() { processor.floats[index] = value }
    processor.flags = .init(
      isNegative: flags >> 31 == 1, isZero: flags >> 30 & 1 == 1, hasCarry: flags >> 29 & 1 == 1,
      hasOverflow: flags >> 28 & 1 == 1)
    return processor
  }

  var before: [UInt8] = []

  func differences(_ processor: ThumbProcessor) -> [String] {
    var found: [String] = []
    for (index, value) in registersAfter.enumerated() where processor.registers[index] != value {
      found.append("r\(index) is \(processor.registers[index]), not \(value)")
    }
    for (index, value) in floatsAfter.enumerated() where processor.floats[index] != value {
      found.append("s\(index) is \(processor.floats[index]), not \(value)")
    }
    let flags = processor.flags
    let word: UInt32 =
      (flags.isNegative ? 8 : 0) | (flags.isZero ? 4 : 0) | (flags.hasCarry ? 2 : 0) | (flags.hasOverflow ? 1 : 0)
    if word != flagsAfter >> 28 { found.append("flags are \(word), not \(flagsAfter >> 28)") }
    var memory = processor.memory
    if memory.octets(at: 0x2000_0000, count: data.count) != data { found.append("the memory is another") }
    return found
  }
}

private struct CaseReader {
  let octets: [UInt8]
  var place = 0

  mutating func take(_ count: Int) -> [UInt8] {
    defer { place += count }
    return Array(octets[place..<place + count])
  }

  mutating func words(_ count: Int) -> [UInt32] {
    let octets = take(4 * count)
    return (0..<count).map { index in (0..<4).reduce(0) { $0 | UInt32(octets[4 * index + $1]) << UInt32(8 * $1) } }
  }

  mutating func next() -> ExecutionCase? {
    guard place < octets.count else { return nil }
    var item = ExecutionCase()
    item.code = take(16)
    item.count = Int(take(1)[0])
    item.registers = words(16)
    item.flags = words(1)[0]
    item.floats = words(32)
    item.before = take(4096)
    item.registersAfter = words(16)
    item.flagsAfter = words(1)[0]
    item.floatsAfter = words(32)
    item.data = item.before
    let changes = Int(take(1)[0])
    let written = take(3 * 255)
    for change in 0..<changes {
      item.data[Int(written[3 * change]) | Int(written[3 * change + 1]) << 8] = written[3 * change + 2]
    }
    return item
  }
}
