import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

/// What did not arrive proves nothing: a payload cut short has no finding that the whole one does not have.
@Suite struct TruncationTests {
  struct Mark: Hashable {
    let rule: String
    let layout: Int?
    let block: Block?
    let offset: Int?

    init(_ finding: Finding) {
      rule = finding.rule
      layout = finding.place.layout
      block = finding.place.block
      offset = finding.place.offset
    }
  }

  @Test(arguments: Rule.all) func cutsOfExamplesHaveNoFindingsOfTheirOwn(_ rule: Rule) {
    for example in rule.examples {
      guard case .layouts(let layouts) = example.input else { continue }
      // A part of a payload whose division is unknown is another kind of input.
      guard rule.id != "division-unknown" else { continue }
      let whole = Subject(example: layouts)
      let linter = Linter(expectations: example.expectations)
      let known = Set(linter.lint(whole).map(Mark.init))
      for (index, layout) in whole.layouts.enumerated() {
        for (position, payload) in layout.payloads {
          for count in 0..<payload.payload.count {
            let cut = whole.cutting(position, ofLayout: index, to: count)
            let found = Set(linter.lint(cut).map(Mark.init))
            #expect(found.isSubset(of: known), "\(example.reason), \(position) cut to \(count) bytes")
          }
        }
      }
    }
  }

  /// The judgement that a cut payload escapes is one it does not escape when it is whole.
  @Test func aCutPayloadIsNotTakenForAWholeOne() {
    let subject = Subject(example: [MarkedLayout("02 01 06 0a 09 41 42 43")])
    #expect(Linter().lint(subject).map(\.rule) == ["structure-overruns-payload"])
    #expect(Linter().lint(subject.cutting(.advertising, ofLayout: 0, to: 8)).isEmpty)
    #expect(Linter().lint(subject.cutting(.advertising, ofLayout: 0, to: 0)).isEmpty)
  }
}

extension Subject {
  /// The subject with only so many octets of one payload received.
  func cutting(_ position: PayloadPosition, ofLayout changed: Int, to count: Int) -> Subject {
    func cut(_ payload: SubjectPayload) -> SubjectPayload {
      SubjectPayload(payload: Payload(Array(payload.payload.octets.prefix(count))), isTruncated: true)
    }
    let layouts = layouts.enumerated().map { index, layout -> SubjectLayout in
      guard index == changed else { return layout }
      return SubjectLayout(
        pdu: layout.pdu,
        advertising: position == .advertising ? layout.advertising.map(cut) : layout.advertising,
        scanResponses: layout.scanResponses.enumerated().map {
          position == .scanResponse($0.offset) ? cut($0.element) : $0.element
        },
        scanResponse: layout.scanResponse)
    }
    return Subject(
      path: path, address: address, addressKind: addressKind, isFromAir: isFromAir, interval: interval,
      heardFor: heardFor, channels: channels, layouts: layouts)
  }
}
