import AdvertScan
import Foundation
import TestSupport
import Testing

/// The page says *proved by running* only of what a check runs: Reference/Scanners.md has its versions and its scanner.
@Suite struct RunEvidenceTests {
  private static let page = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Reference/Scanners.md").standardized

  /// The claims that a run shows, each with what it says.
  private static func run(_ profile: ScannerProfile) -> [(claim: String, source: String)] {
    profile.statements.compactMap { statement in
      guard case .run(let source) = statement.evidence else { return nil }
      return (statement.name + ": " + statement.value, source)
    }
  }

  @Test func everyVersionIsOneThatACheckRan() throws {
    let versions = Self.page.split(separator: "\n").filter { $0.hasPrefix("Versions: ") }.joined(separator: "\n")
    #expect(versions.contains("BlueZ") && versions.contains("Android") && versions.contains("Chromium"))
    var sources: Set<String> = []
    for profile in ScannerProfile.allVersions { sources.formUnion(Self.run(profile).map { $0.source }) }
    #expect(sources.count >= 5)
    for source in sources {
      #expect(source.hasSuffix(" 2026"), "\(source)")
      let numbers = source.split { !$0.isNumber && $0 != "." }.map { String($0) }.filter { $0 != "2026" }
      #expect(!numbers.isEmpty, "\(source)")
      for number in numbers { #expect(versions.contains(" " + number), "\(source)") }
    }
  }

  /// A check compares verdicts of the profile itself, or of another one with the same claim of the same scanner.
  @Test func everyClaimIsOfAScannerThatWasRun() {
    let asked = ScannerProfile.allVersions.filter { Self.page.contains("`\($0.id)`") }
    #expect(asked.count >= 9)
    let known = Set(asked.flatMap { Self.run($0).map { "\($0.claim), \($0.source)" } })
    for profile in ScannerProfile.allVersions {
      for (claim, source) in Self.run(profile) {
        #expect(known.contains("\(claim), \(source)"), "\(profile.id): \(claim)")
      }
    }
  }

  /// The page claims no run of scanners that no check knows.
  @Test(arguments: ["ios-foreground", "windows", "zephyr-passive", "tasmota", "shelly", "android@15"])
  func othersHaveNoneOfTheirOwn(_ id: String) throws {
    let profile = try #require(ScannerProfile.named(id))
    #expect(Self.run(profile).isEmpty, "\(id)")
  }
}

/// A claim with its name, its value in words, and its evidence.
private struct Statement {
  let name: String
  let value: String
  let evidence: Evidence
}

extension [Statement] {
  fileprivate mutating func add<Value>(_ name: String, _ claim: Claim<Value>?) {
    if let claim { append(Statement(name: name, value: "\(claim.value)", evidence: claim.evidence)) }
  }
}

extension ScannerProfile {
  fileprivate var statements: [Statement] {
    var found: [Statement] = []
    found.add("scanType", scanType)
    found.add("requirement", requirement)
    found.add("serviceFilter", serviceFilter)
    found.add("delivery", delivery)
    found.add("duplicates", duplicates)
    found.add("receivesExtended", receivesExtended)
    found.add("receivesCoded", receivesCoded)
    found.add("readsOverflowArea", readsOverflowArea)
    found.add("flagsRequirement", flagsRequirement)
    found.add("scanResponseLoss", scanResponseLoss)
    found.add("namePadding", namePadding)
    found.add("refusals", refusals)
    found.add("readsPastZero", readsPastZero)
    found.add("malformedData", malformedData)
    found.add("beaconsHiddenIf", beaconsHiddenIf)
    found.add("hidesIBeacons", hidesIBeacons)
    found.add("filterEvaluation", filterEvaluation)
    for remark in remarks { found.add("remark", remark) }
    for change in changes { found.add("change", change) }
    return found
  }
}
