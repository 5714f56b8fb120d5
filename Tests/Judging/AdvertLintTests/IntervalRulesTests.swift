import AdvertObservation
import AdvertisingData
import Testing

@testable import AdvertLint

@Suite struct IntervalRulesTests {
  private func findings(
    _ rule: Rule, _ interval: Subject.Interval, pdu: AdvertisingPDU = .advInd, _ advertising: String = "02 01 06",
    address: DeviceAddress? = nil, kind: DeviceAddress.Kind? = nil, isFromAir: Bool = false
  ) -> [Finding] {
    let layout = MarkedLayout(
      pdu: pdu, advertising, address: address, addressKind: kind, interval: interval,
      heardFor: isFromAir ? 60_000_000 : nil)
    return Linter(rules: [rule]).lint(Subject(example: [layout]))
  }

  /// In units, as a developer writes them into firmware.
  @Test func applesListIsExact() {
    let accepted = (0x20...0x1000).filter {
      findings(.advertisingIntervalNotApple, .declared(Int64($0) * 625)).isEmpty
    }
    #expect(accepted == [32, 244, 338, 510, 668, 874, 1216, 1364, 1636, 2056])
  }

  @Test func aRangeNeedsOneValue() {
    #expect(findings(.advertisingIntervalNotApple, .configured(152_500...152_500)).isEmpty)
    #expect(
      findings(.advertisingIntervalNotApple, .configured(152_500...211_250)).map(\.message)
        == ["the interval is 152.5 to 211.25 ms (set by the host), which is not one that Apple recommends"])
  }

  @Test func adviceIsTheNearest() {
    #expect(
      findings(.advertisingIntervalNotApple, .declared(1_000_000)).map(\.fix)
        == ["use 1022.5 ms (1636 units), for minimum and maximum alike"])
  }

  @Test(arguments: [
    (100_000, 40, true), (100_000, 15, false), (40_000, 40, false), (143_000, 40, false), (162_000, 40, false),
    (165_000, 40, true), (305_000, 40, false), (457_000, 40, false), (240_000, 40, true),
  ]) func measuredIntervalsMustBeFarOff(_ microseconds: Int64, _ samples: Int, _ isFlagged: Bool) {
    let interval = Subject.Interval.measured(IntervalEstimate(microseconds: microseconds, samples: samples))
    #expect(findings(.advertisingIntervalNotApple, interval, isFromAir: true).isEmpty == !isFlagged)
  }

  @Test func onlyWhatWantsToBeFoundAndConnectedTo() {
    let interval = Subject.Interval.declared(100_000)
    #expect(!findings(.advertisingIntervalNotApple, interval).isEmpty)
    #expect(findings(.advertisingIntervalNotApple, interval, pdu: .advNonconnInd).isEmpty)
    #expect(findings(.advertisingIntervalNotApple, interval, "02 01 04").isEmpty)
    #expect(findings(.advertisingIntervalNotApple, interval, "02 01 06 04 ff 4c 00 10").isEmpty)
    #expect(findings(.advertisingIntervalNotApple, interval, "02 01 06 06 ff 06 00 03 00 80").isEmpty)
    let address = DeviceAddress(bits: 0x7081_940D_FBAA, type: .random)
    #expect(findings(.advertisingIntervalNotApple, interval, address: address, isFromAir: true).isEmpty)
    #expect(!findings(.advertisingIntervalNotApple, interval, kind: .randomResolvable).isEmpty)
  }

  @Test func nothingIsFasterThanControllersAllow() {
    #expect(findings(.advertisingIntervalTooFast, .declared(19_375)).map(\.severity) == [.error])
    #expect(findings(.advertisingIntervalTooFast, .configured(19_375...30_000)).map(\.severity) == [.error])
    #expect(findings(.advertisingIntervalTooFast, .declared(20_000)).isEmpty)
    #expect(findings(.advertisingIntervalTooFast, .declared(3_750), pdu: .advDirectInd, "").isEmpty)
    let measured = Subject.Interval.measured(IntervalEstimate(microseconds: 12_000, samples: 60))
    #expect(findings(.advertisingIntervalTooFast, measured, isFromAir: true).isEmpty)
  }

  @Test(arguments: [
    (AdvertisingPDU.advScanInd, true), (.advNonconnInd, true), (.advInd, false), (.extendedNonconnectable, false),
  ]) func oldControllersRefuseFastBroadcasts(_ pdu: AdvertisingPDU, _ isFlagged: Bool) {
    let findings = findings(.advertisingIntervalTooFast, .declared(99_375), pdu: pdu)
    #expect(findings.map(\.severity) == (isFlagged ? [.note] : []))
    #expect(self.findings(.advertisingIntervalTooFast, .configured(50_000...50_000), pdu: pdu).isEmpty)
    #expect(self.findings(.advertisingIntervalTooFast, .declared(100_000), pdu: pdu).isEmpty)
  }

  @Test func whatThePayloadStates() {
    let stated = "02 01 06 03 1a f4 00"
    func isFlagged(_ interval: Subject.Interval) -> Bool {
      !findings(.advertisingIntervalMisstated, interval, stated, isFromAir: true).isEmpty
    }
    #expect(!isFlagged(.declared(152_500)))
    #expect(isFlagged(.declared(151_875)))
    #expect(!isFlagged(.configured(100_000...152_500)))
    #expect(isFlagged(.configured(160_000...200_000)))
    // Shorter is a contradiction; longer may be what was missed.
    #expect(isFlagged(.measured(IntervalEstimate(microseconds: 100_000, samples: 40))))
    #expect(!isFlagged(.measured(IntervalEstimate(microseconds: 100_000, samples: 10))))
    #expect(!isFlagged(.measured(IntervalEstimate(microseconds: 140_000, samples: 40))))
    #expect(!isFlagged(.measured(IntervalEstimate(microseconds: 305_000, samples: 40))))
  }

  /// Times come from the capture, so an estimate can be anything.
  @Test(arguments: [Int64.min, -1, 0, 1, .max - 1, .max]) func noTimeIsTooStrange(_ microseconds: Int64) {
    for interval in [
      Subject.Interval.declared(microseconds), .configured(microseconds...microseconds),
      .measured(IntervalEstimate(microseconds: microseconds, samples: 64)),
    ] {
      let layout = MarkedLayout(
        "02 01 05 03 1a 20 00 06 16 2c fe 12 34 56", interval: interval, heardFor: .max, count: .max)
      let subject = Subject(example: [layout])
      #expect(Linter().lint(subject).allSatisfy { !$0.message.isEmpty }, "\(interval)")
    }
  }

  @Test func limitedModeCountsTheTimeAdvertised() {
    func isFlagged(_ seconds: Int64, _ count: Int, _ flags: String = "02 01 05") -> Bool {
      let layout = MarkedLayout(
        flags, interval: .measured(IntervalEstimate(microseconds: 100_000, samples: 40)),
        heardFor: seconds * 1_000_000, count: count)
      return !Linter(rules: [.limitedDiscoverableTooLong]).lint(Subject(example: [layout])).isEmpty
    }
    #expect(isFlagged(181, 5403))
    #expect(!isFlagged(180, 5403))
    #expect(!isFlagged(181, 5400))
    #expect(!isFlagged(181, 5403, "02 01 06"))
  }
}
