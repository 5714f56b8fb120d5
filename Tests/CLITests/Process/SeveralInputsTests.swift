import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// Inputs that are read on all cores come out as if they were read one after the other.
@Suite struct SeveralInputsTests {
  /// Captures of 1, 2, 3 … devices, some of them cut short, between files that are no captures.
  private static func makeInputs(_ random: inout SplitMix64, in folder: URL) throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try (0..<24).map { number in
      let path = folder.appending(path: "input-\(number)")
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return path.path
      case 1: try Data("layouts: [".utf8).write(to: path)
      case 2: try Data("\u{FF} and no capture".utf8).write(to: path)
      case let kind:
        var file = BtsnoopFile(dataLink: 1002)
        for _ in 0..<Int.random(in: 1...300, using: &random) {
          let device = UInt8.random(in: 0...UInt8(number), using: &random)
          file.add([4] + HCIEvent.legacy([LegacyReport(address: [device, 0, 0, 0, 0, 0xC0], data: [2, 1, 6])]))
        }
        try Data(kind == 3 ? file.octets.dropLast(5) : file.octets).write(to: path)
      }
      return path.path
    }
  }

  @Test(arguments: (UInt64(0)..<4).sampled(oneIn: 4)) func theOrderIsThatOfTheArguments(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = FileManager.default.temporaryDirectory.appending(path: "inputs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try Self.makeInputs(&random, in: folder)
    for command in [["inspect", "--format", "json"], ["lint", "--format", "json"], ["reach"]] {
      let together = CommandLineRun(command + paths)
      let alone = paths.map { CommandLineRun(command + [$0]) }
      #expect(
        together.diagnostics == alone.map(\.diagnostics).joined(), "seed \(seed), \(command[0])")
      for _ in 0..<(isExhaustive ? 3 : 1) {
        let again = CommandLineRun(command + paths)
        #expect(again.transcript == together.transcript, "seed \(seed), \(command[0])")
      }
    }
    struct Document: Decodable {
      struct Capture: Decodable { let path: String }
      struct Advertiser: Decodable {
        let capture: Int
        let address: String
        let advertisements: Int
      }
      let captures: [Capture]
      let advertisers: [Advertiser]
    }
    func document(_ paths: [String]) throws -> Document? {
      let output = CommandLineRun(["inspect", "--format", "json"] + paths).output
      return output.isEmpty ? nil : try JSONDecoder().decode(Document.self, from: Data(output.utf8))
    }
    let together = try #require(try document(paths))
    let alone = try paths.compactMap { try document([$0]) }
    #expect(together.captures.map(\.path) == alone.flatMap(\.captures).map(\.path), "seed \(seed)")
    for (number, one) in alone.enumerated() {
      let same = together.advertisers.filter { $0.capture == number }
      #expect(same.map(\.address) == one.advertisers.map(\.address), "seed \(seed)")
      #expect(same.map(\.advertisements) == one.advertisers.map(\.advertisements), "seed \(seed)")
    }
  }

  /// Captures, layouts in hex and manifests.
  @Test(arguments: ["reach", "lint", "repack"]) func kindsOfInputsStayInOrder(_ command: String) {
    let paths = ["Fixtures/famous/advert.yml", "Fixtures/angi/before.btsnoop", "Fixtures/angi/before.hex"]
    for arguments in [paths, paths.reversed(), [paths[1], paths[0], paths[2]]] {
      let run = CommandLineRun([command] + arguments + ["--adv", "020106", "--scan-response", "03030f18"])
      var order: [String] = []
      for line in run.output.split(separator: "\n") {
        guard let path = (paths + ["--adv"]).first(where: line.hasPrefix), path != order.last else { continue }
        order.append(path)
      }
      #expect(order == arguments + ["--adv"])
    }
  }

  /// Two threads need two readers at once, which wait for each other: one after the other would not end.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1), .timeLimit(.minutes(5)))
  func filesAreReadAtOnce() throws {
    let console = Console(output: { _ in }, octets: { _ in }, diagnostics: { _ in }, style: .plain)
    let waiting = Mutex(0)
    var taken: [String] = []
    var run = try ReadingRun(["Package.swift", "README.md"], redaction: nil, on: console)
    _ = try run.readAtOnce { _, path throws(InputProblem) in
      waiting.withLock { $0 += 1 }
      while waiting.withLock({ $0 < 2 }) { sched_yield() }
      return path
    } take: {
      taken.append($0)
      return []
    }
    #expect(taken == ["Package.swift", "README.md"])
  }
}
