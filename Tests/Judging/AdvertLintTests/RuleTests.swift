import AdvertScan
import AdvertisingData
import Foundation
import Testing

@testable import AdvertLint

extension Rule: CustomTestStringConvertible {
  public var testDescription: String { id }
}

extension Example {
  /// The scanners that the example is for.
  var expectations: Expectations { Expectations(scanners: scanners) }
}

@Suite struct RuleTests {
  /// Where a finding must be: layout, block and offset.
  struct Mark: Hashable {
    let layout: Int
    let block: Block
    let offset: Int
  }

  @Test(arguments: Rule.all) func examplesHold(_ rule: Rule) {
    for example in rule.examples {
      switch example.input {
      case .layouts(let layouts):
        let subject = Subject(example: layouts)
        let findings = Linter(rules: [rule], expectations: example.expectations).lint(subject)
        let found = Set(findings.compactMap(Mark.init))
        #expect(found == Mark.marks(of: layouts), "\(example.reason)")
        #expect(findings.isEmpty == !example.isFlagged, "\(example.reason)")
        #expect(findings.allSatisfy { $0.rule == rule.id && !$0.message.isEmpty })
      case .capture(let description, let input):
        let linter = Linter(rules: [rule])
        let findings = linter.lint(input()) + linter.lint(run: [input()]) + linter.lint(expectationsOf: input())
        #expect(findings.isEmpty == !example.isFlagged, "\(description)")
      }
    }
  }

  @Test(arguments: Rule.all) func hasAcceptedAndFlaggedExamples(_ rule: Rule) {
    #expect(rule.examples.contains { $0.isFlagged })
    #expect(rule.examples.contains { !$0.isFlagged })
  }

  @Test(arguments: Rule.all) func acceptedExamplesAreSilentForAllRules(_ rule: Rule) {
    for example in rule.examples where !example.isFlagged {
      guard case .layouts(let layouts) = example.input else { continue }
      let found = Set(Linter(expectations: example.expectations).lint(Subject(example: layouts)).map(\.rule))
      #expect(found == Set(example.alsoFlaggedBy), "\(example.reason)")
    }
  }

  @Test(arguments: Rule.all) func fixesAreSilentForTheRule(_ rule: Rule) {
    for example in rule.examples {
      guard let fixed = example.fixed else { continue }
      let linter = Linter(rules: [rule], expectations: example.expectations)
      #expect(linter.lint(Subject(example: fixed)).isEmpty, "\(example.reason)")
    }
  }

  @Test(arguments: Rule.all) func flaggedExamplesAreNotSilencedByOtherRules(_ rule: Rule) {
    for example in rule.examples where example.isFlagged {
      guard case .layouts(let layouts) = example.input else { continue }
      #expect(
        Linter(expectations: example.expectations).lint(Subject(example: layouts)).contains { $0.rule == rule.id },
        "\(example.reason)")
    }
  }

  @Test(arguments: Rule.all) func silencesRulesThatExist(_ rule: Rule) {
    for id in rule.silences {
      #expect(id != rule.id && Rule.named(id) != nil, "\(id)")
    }
  }

  @Test func listIsSortedAndIdsAreUnique() {
    let ids = Rule.all.map(\.id)
    #expect(ids == Set(ids).sorted())
  }

  @Test func everyRuleFileIsInTheList() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Judging/AdvertLint/Rules").standardized
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
    // `service-uuid-only-in-scan-response` lives in ServiceUUIDOnlyInScanResponse.swift.
    let fromFiles = files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent.lowercased() }.sorted()
    let fromList = Rule.all.map { $0.id.replacing("-", with: "") }.sorted()
    #expect(fromFiles == fromList)
  }
}

extension RuleTests.Mark {
  init?(_ finding: Finding) {
    guard let layout = finding.place.layout, let block = finding.place.block, let offset = finding.place.offset else {
      return nil
    }
    self.init(layout: layout, block: block, offset: offset)
  }

  static func marks(of layouts: [MarkedLayout]) -> Set<Self> {
    var marks: Set<Self> = []
    for (index, layout) in layouts.enumerated() {
      for offset in layout.advertising.map({ MarkedLayout.read($0).marks }) ?? [] {
        marks.insert(Self(layout: index, block: .advertising, offset: offset))
      }
      switch layout.scanResponse {
      case .declared(let marked), .observed(let marked):
        for offset in MarkedLayout.read(marked).marks {
          marks.insert(Self(layout: index, block: .scanResponse, offset: offset))
        }
      case .notObserved: break
      }
    }
    return marks
  }
}
