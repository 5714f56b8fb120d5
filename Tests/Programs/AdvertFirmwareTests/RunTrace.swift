import Foundation

@testable import AdvertFirmware

/// One run of a program without symbols that handed something over.
struct RunTrace: Encodable {
  /// What lies in flash.
  var segments: [Segment] = []
  /// Which contents everything has that comes from outside the image.
  var seed: UInt32
  /// Where the program did not go on by itself, in the order of the run.
  var changes: [Change] = []
  /// Whether there were more changes than are noted, so that the run cannot be followed behind the last one.
  var isCut = false
  /// Loops that only let time pass and were cut short, in the order of the run.
  var delays: [Delay] = []
  /// Instructions of the whole run.
  var steps: Int
  /// The registers behind it.
  var registers: [UInt32]
  /// What was handed over, in the order of the run.
  var caught: [Caught]

  /// The function that was run by itself.
  var name: String?
  /// The pages of memory that the run has written to; `nil` where they are not compared.
  var pages: [Page]?

  struct Segment: Encodable {
    var address: UInt64
    var octets: Data
    /// Whether it is in RAM.
    var isWritable: Bool
  }

  struct Page: Encodable {
    var address: UInt32
    /// A number that other octets hardly have.
    var check: UInt32
  }

  struct Caught: Encodable {
    var octets: [String: [UInt8]]
    var parameters: Parameters?
  }

  struct Parameters: Encodable {
    /// What the advertising is, in alphabetical order.
    var kind: [String]
    /// In microseconds.
    var interval: [Int64]?

    init(_ parameters: AdvertisingParameters) {
      kind = [
        (parameters.isConnectable, "connectable"), (parameters.isDirected, "directed"),
        (parameters.isExtended, "extended"), (parameters.isScannable, "scannable"),
      ].filter(\.0).map(\.1)
      interval = parameters.interval.map { [$0.lowerBound, $0.upperBound] }
    }
  }

  struct Delay: Encodable {
    /// Instructions before it.
    var steps: Int
    /// The register that counts, and what is in it afterwards.
    var register: UInt8
    var value: UInt32
  }

  struct Change: Encodable {
    /// Instructions before it.
    var steps: Int
    var kind: String
    /// The program counter is the last one.
    var registers: [UInt32]
    /// The flags, as the four highest bits of the status register have them.
    var flags: UInt32
    /// PRIMASK, BASEPRI and FAULTMASK.
    var masks: [UInt32]
    /// How often it was made, and the instructions from one to the next: of skipped calls only.
    var count: Int
    var distance: Int
  }

  /// The runs of all programs in a file from which payloads are told, or the reason why there are none, in words.
  static func traces(of path: String) throws -> (runs: [RunTrace], reason: String?) {
    let file = ImageFile([UInt8](try Data(contentsOf: URL(filePath: path))))
    let isELF = file.octets(at: 0, count: 4) == ELFFile.magic
    let image = isELF ? (try? ELFFile(ImageBytes(file))).map { UnnamedImage($0) } : try? UnnamedImage(file)
    guard let image else { return ([], "no image of a program for Thumb that is recognised") }
    var reason: String?
    let runs = image.programs.filter(\.isAdvertising).flatMap { program -> [RunTrace] in
      let run = UnnamedRun(image, program)
      let results: [AdvertisingRun.Result]
      switch run.outcome() {
      case .made(let found): results = found
      case .closed(let why, _):
        reason = why.description
        return []
      }
      return OutsideContents.allSeeds.flatMap { seed in
        var trial = ProgramTrial<ThumbProcessor>(
          run.program, OutsideContents(seed: seed, map: .nordic), notRunning: [:], canBeExtended: true)
        trial.runReset(program.table, bound: UnnamedRun.bound)
        return Set(results.map(\.beginning)).compactMap { beginning in
          continued(trial, from: beginning).map {
            var trace = RunTrace($0, seed: seed)
            trace.segments = segments(of: run.program)
            return trace
          }
        }
      }
    }
    return (runs, runs.isEmpty ? reason ?? "what was handed over is not handed over again" : nil)
  }

  /// A run that goes on with the function of which a payload is told.
  private static func continued(
    _ trial: ProgramTrial<ThumbProcessor>, from beginning: String?
  ) -> ProgramTrial<ThumbProcessor>? {
    guard let beginning else { return trial.caught.isEmpty ? nil : trial }
    guard let entry = beginning.split(separator: "x").last.flatMap({ UInt32($0, radix: 16) }) else { return nil }
    for arguments in [trial.unknownArguments(entry), [0, 0, 0, 0]] {
      var other = trial
      other.run(entry, bound: RunAgreement.functionBound, arguments: arguments)
      if other.caught != trial.caught { return other }
    }
    return nil
  }

  /// The memory before a run.
  static func segments(of program: LoadedProgram) -> [Segment] {
    program.segments.map { segment in
      let count = UInt64(segment.addresses.count)
      let octets = segment.contents.flatMap { $0.octets(at: 0, count: count) }
      return Segment(
        address: segment.addresses.lowerBound, octets: octets.map { Data($0) } ?? Data(count: Int(count)),
        isWritable: segment.isWritable || segment.contents == nil)
    }
  }

  /// Makes a trace without the memory before the run.
  init(_ trial: ProgramTrial<ThumbProcessor>, seed: UInt32) {
    self.seed = seed
    changes = trial.program.interventions.map { change in
      let flags = change.state.flags
      return Change(
        steps: change.steps, kind: change.kind.rawValue,
        registers: (0..<15).map { change.state[$0] } + [change.counter],
        flags: (flags.isNegative ? 8 : 0) | (flags.isZero ? 4 : 0) | (flags.hasCarry ? 2 : 0)
          | (flags.hasOverflow ? 1 : 0),
        masks: (16...19).filter { $0 != 18 }.map { change.state.masks[$0] ?? 0 },
        count: change.count, distance: change.distance)
    }
    isCut = trial.program.interventions.count >= RunBounds.maximumInterventions
    delays = trial.program.delays.map { Delay(steps: $0.steps, register: $0.register, value: $0.value) }
    steps = trial.program.executed
    registers = (0..<16).map { trial.program.processor.registers[$0] }
    caught = trial.caught.map { caught in
      Caught(
        octets: Dictionary(uniqueKeysWithValues: caught.octets.map { ($0.key.rawValue, $0.value) }),
        parameters: caught.parameters.map(Parameters.init))
    }
  }
}

extension OutsideContents {
  /// Those of all runs.
  fileprivate static var allSeeds: [UInt32] { Set(seeds + Assumption.allCases.flatMap(\.seeds)).sorted() }
}
