import Foundation

@testable import AdvertFirmware

/// What the short functions of an image do, each run by itself from the same memory, for another machine to run again.
struct FunctionTraces: Encodable {
  var path: String
  var seed: UInt32 = 0
  var segments: [RunTrace.Segment] = []
  var runs: [RunTrace] = []

  /// The most instructions of a function, as the image has them.
  private static let longest = 500
  /// The most instructions of a run, with those of functions that it calls.
  private static let bound = 2000
  /// Memory for more functions is not kept.
  private static let maximumFunctions = 20_000

  /// Runs the functions of an ELF file for Thumb whose initial data are in the file.
  init(of path: String) throws {
    self.path = path
    let file = ImageFile([UInt8](try Data(contentsOf: URL(filePath: path))))
    guard let elf = try? ELFFile(ImageBytes(file)), elf.machine == .arm, !elf.isRelocatable else { return }
    let symbols = Symbols(elf, bases: nil, functions: [])
    let program = LoadedProgram(asMainFindsIt: elf)
    segments = RunTrace.segments(of: program)
    let starting = ProgramTrial<ThumbProcessor>(
      program, OutsideContents(seed: seed), notRunning: [:], canBeExtended: true)
    var known: Set<UInt64> = []
    for function in symbols.functions(beginning: [""]).prefix(Self.maximumFunctions)
    where known.insert(function.addresses.lowerBound).inserted && Self.isShort(function, in: ImageMemory(elf)) {
      var trial = starting
      let entry = UInt32(truncatingIfNeeded: function.addresses.lowerBound)
      // An exclusive transfer must be aligned.
      trial.run(entry, bound: Self.bound, arguments: trial.unknownArguments(entry).map { $0 & ~3 })
      var run = RunTrace(trial, seed: seed)
      run.name = function.name
      run.pages = trial.program.processor.memory.writtenPages.map {
        RunTrace.Page(address: $0.address, check: Self.check(of: $0.octets))
      }
      runs.append(run)
    }
  }

  private static func isShort(_ function: Symbols.Function, in memory: ImageMemory) -> Bool {
    let size = function.addresses.count
    guard 2...4 * longest ~= size,
      case .octets(let code, _, _) = memory.contents(at: function.addresses.lowerBound, count: UInt64(size))
    else { return false }
    var (place, count) = (0, 0)
    while place + 1 < code.count {
      place += code[place + 1] >> 3 >= 0b11101 ? 4 : 2
      count += 1
    }
    return count < longest
  }

  /// The check of zlib (RFC 1952, 8).
  static func check(of octets: [UInt8]) -> UInt32 {
    ~octets.reduce(UInt32.max) { check, octet in
      (0..<8).reduce(check ^ UInt32(octet)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
