import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// Judging the subjects of an input on all cores gives the findings of one core.
@Suite struct InputJudgingTests {
  /// Layouts that each hide a service of their own. Every third layout comes again later.
  private static func layouts(_ count: Int, seed: UInt64) -> [DeclaredLayout] {
    var random = SplitMix64(seed: seed)
    var layouts: [DeclaredLayout] = []
    while layouts.count < count {
      if layouts.count % 3 == 2, let again = layouts.randomElement(using: &random) {
        layouts.append(again)
        continue
      }
      let name = (0..<Int.random(in: 4...20, using: &random)).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }
      let service = UInt16.random(in: 0xFD00...0xFE00, using: &random)
      let advertising = Payload([2, 1, 6, UInt8(name.count + 1), 9] + name)
      let response = Payload([3, 3, UInt8(truncatingIfNeeded: service), UInt8(service >> 8)])
      layouts.append(DeclaredLayout(layout: Layout(pdu: .advInd, advertising: advertising, declaring: response)))
    }
    return layouts
  }

  /// More layouts than have plans: the first in the order of the input have them, whichever core judges them.
  @Test(arguments: [0, 1, 63, 64, 400, 3000]) func findingsAreThoseOfOneCore(_ count: Int) {
    let layouts = Self.layouts(count, seed: 23)
    let linter = Linter()
    let run = LintRun([Input(path: "layouts.hex", .text(layouts, ""))], by: linter)
    var repackings = Repackings(for: [])
    let settings = LintSettings().effective(for: "layouts.hex")
    let expected = layouts.map { linter.lint(Subject($0, path: "layouts.hex"), settings, &repackings) }
    #expect(run.inputs[0].devices.map(\.findings) == expected, "seed 23")
    #expect(run.totals.devices == count)
    #expect(run.totals.layouts == count)
    #expect(run.totals.count(.warning) + run.totals.count(.error) + run.totals.count(.note) == run.findings.count)
    if count == 3000 {
      let hidden = run.findings.filter { $0.rule == "service-uuid-only-in-scan-response" }
      // One was repacked for nothing else, so the number of fixes is that of the plans and of layouts that come again.
      #expect(hidden.count == 3000)
      #expect(hidden.prefix(500).allSatisfy { $0.fixBytes != nil })
      #expect(hidden.contains { $0.fixBytes == nil })
    }
  }

  /// What is told as it goes is what is kept.
  @Test func aPassTellsWhatARunKeeps() {
    let inputs = [
      Input(path: "one.hex", .text(Self.layouts(150, seed: 1), "")),
      Input(path: "two.hex", .text(Self.layouts(10, seed: 2), "")),
    ]
    let linter = Linter(expectations: Expectations(services: [BluetoothUUID(0x180F)]))
    let run = LintRun(inputs, by: linter)
    var told: [Finding] = []
    let totals = LintPass(inputs, by: linter).run { told += $0.allFindings }
    #expect(Set(told) == Set(run.findings))
    #expect(told.count == run.findings.count)
    #expect(totals.devices == 160)
    #expect(totals.count(.warning) == run.totals.count(.warning))
    // The service that is missing concerns both inputs, so it comes last.
    #expect(told.last?.rule == "expected-service-missing")
  }

  /// A baseline leaves out the same of a pass and of a run.
  @Test func aBaselineLeavesOutKnownFindings() {
    let inputs = [Input(path: "one.hex", .text(Self.layouts(200, seed: 3), ""))]
    let all = LintRun(inputs)
    let known = Baseline(Set(Baseline(of: all).entries.sorted { $0.fingerprint < $1.fingerprint }.prefix(50)))
    let rest = all.leavingOut(known)
    var told: [Finding] = []
    let totals = LintPass(inputs, leavingOut: known).run { told += $0.devices.flatMap(\.findings) }
    #expect(told == rest.findings)
    #expect(totals.known?.count == all.findings.count - told.count)
    #expect(totals.known?.count == rest.totals.known?.count)
    #expect(totals.known?.unused == 0)
    #expect(totals.count(.warning) == rest.totals.count(.warning))
  }
}
