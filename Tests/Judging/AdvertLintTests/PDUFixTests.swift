import AdvertReading
import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

/// Fixes that send a layout in another kind of PDU.
@Suite struct PDUFixTests {
  private static let iBeacon =
    "02 01 06 1a ff 4c 00 02 15 2d 7a 9f 0c e0 e8 4c c9 a7 1b a2 1d b2 d0 34 a1 00 05 00 58 c5"
  private static let mesh = "0f 2a 68 00 01 02 03 04 05 06 07 08 09 0a 0b 0c"

  struct Row: Sendable {
    let rule: String
    let pdu: AdvertisingPDU
    let blocks: [String]
    let fix: String
  }

  /// Data of a scan response stay where a scannable PDU is allowed, and else the fix names what is lost.
  @Test(arguments: [
    Row(
      rule: "ibeacon-connectable", pdu: .advInd, blocks: [iBeacon, ""],
      fix: "advertise with ADV_NONCONN_IND, unless connections are wanted"),
    Row(
      rule: "ibeacon-connectable", pdu: .advInd, blocks: [iBeacon, "03 03 0d 18"],
      fix: "advertise with ADV_SCAN_IND, unless connections are wanted"),
    Row(rule: "mesh-not-broadcast", pdu: .advInd, blocks: [mesh, ""], fix: "send it with ADV_NONCONN_IND"),
    Row(
      rule: "mesh-not-broadcast", pdu: .advScanInd, blocks: [mesh, "03 03 0d 18"],
      fix: "send it with ADV_NONCONN_IND; no scanner then finds service 180d; ios-background then misses the device"),
  ])
  func scanResponses(_ row: Row) {
    let subject = Subject(example: [
      MarkedLayout(pdu: row.pdu, row.blocks[0], scanResponse: .declared(row.blocks[1]))
    ])
    #expect(Linter().lint(subject).first { $0.rule == row.rule }?.fix == row.fix)
  }

  /// Data that invite a connection are in a PDU that allows one.
  @Test(arguments: [
    ("0b 16 f6 ff 00 00 0f f1 ff 01 80 00", true), ("0b 16 f6 ff 01 00 0f f1 ff 01 80 00", false),
    ("06 16 2c fe 12 34 56", true), ("07 16 2c fe 00 12 34 56", false),
    ("15 16 27 18 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 00 00", true),
    ("0c 16 28 18 00 00 01 02 03 04 05 06 07", true), ("03 16 4f 18", true),
    ("16 ff 4c 00 06 31 01 11 22 33 44 55 66 0a 00 01 00 02 02 aa bb cc dd", true),
    ("0a ff 4c 00 10 05 0b 1c 83 90 96", false), ("04 16 53 18 00", true),
    ("06 16 52 18 56 34 12", false), ("04 16 0d 18 00", false),
  ]) func invitations(_ data: String, _ isFlagged: Bool) {
    for pdu in AdvertisingPDU.allCases where pdu != .advDirectInd {
      let found = Linter().lint(Subject(example: [MarkedLayout(pdu: pdu, data)])).first {
        $0.rule == "role-not-connectable"
      }
      #expect((found != nil) == (isFlagged && !pdu.isConnectable), "\(pdu) \(data)")
      let other = pdu.isExtended ? "EXT_CONNECTABLE" : "ADV_IND"
      if let found { #expect(found.fix?.hasPrefix("send it with \(other)") == true, "\(pdu) \(data)") }
    }
  }

  /// The fix of no rule names another kind of PDU that makes an answer worse in silence.
  @Test(arguments: Rule.all) func noAnswerGetsWorseInSilence(_ rule: Rule) {
    for example in rule.examples where example.isFlagged {
      guard case .layouts(let layouts) = example.input, layouts.count == 1, let marked = layouts.first else { continue }
      for response in [nil, "03 03 0d 18"] where response == nil || marked.pdu.isScannable && !marked.isMerged {
        let layout = MarkedLayout(
          pdu: marked.pdu, marked.advertising, scanResponse: response.map { .declared($0) } ?? marked.scanResponse)
        let subject = Subject(example: [layout])
        for finding in Linter(expectations: example.expectations).lint(subject) where finding.rule == rule.id {
          guard let fix = finding.fix,
            let pdu = AdvertisingPDU.allCases.first(where: { fix.contains("with \($0.rawValue)") })
          else { continue }
          let before = layout.layout
          let after = Layout(
            pdu: pdu, advertising: before.advertising,
            scanResponse: pdu.isScannable ? before.scanResponse : .notScannable, phys: before.phys)
          guard let loss = Effect.all(of: before, becoming: after).loss else { continue }
          #expect(fix.hasSuffix(loss), "\(rule.id): \(fix)")
        }
      }
    }
  }
}
