import AdvertLint
import AdvertObservation
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// What lint, reach and decode say of firmware images.
@Suite struct ImageLintTests {
  @Test func whatIsAssumedIsANote() {
    let assumed = CommandLineRun(["lint", "Fixtures/images/zephyr-thumb.elf"])
    #expect(
      assumed.output.contains(
        "note: the image does not show how payloads are sent: assumed ad + sd as ADV_IND, ad_moving as ADV_IND "
          + "[image-parameters-assumed]"))
    let known = CommandLineRun(["lint", "Fixtures/images/parameters-thumb.elf"])
    #expect(!known.output.contains("image-parameters-assumed"))
    #expect(known.output.contains("the interval is 150 ms, which is not one that Apple recommends (ad + sd)"))
  }

  @Test func reachSaysWhatIsAssumed() {
    let run = CommandLineRun(["reach", "Fixtures/images/zephyr-thumb.elf"])
    #expect(run.diagnostics.contains("the image does not show how payloads are sent: assumed ad + sd as ADV_IND"))
  }

  @Test func decodeSaysHowPayloadsAreSent() {
    let run = CommandLineRun(["decode", "Fixtures/images/parameters-thumb.elf"])
    #expect(
      run.output.contains(
        "ad + sd: sent as ADV_IND every 100 to 150 ms, by the call of bt_le_adv_start in main; the host adds its name "
          + "“Bike Lamp” to the scan response data\n"))
    #expect(
      run.output.contains("ad_beacon: sent as ADV_NONCONN_IND every 1000 ms, by the call of bt_le_adv_start in main\n"))
    let redacted = CommandLineRun(["decode", "Fixtures/images/parameters-thumb.elf", "--redact"])
    #expect(!redacted.output.contains("Bike Lamp"))
  }

  /// A rule that misses something knows what the host adds.
  @Test func flagsThatTheHostAddsAreNotMissing() throws {
    let layout = Layout(pdu: .advInd, advertising: Payload([UInt8](hex: "03 03 0f 18")), declaring: nil)
    func rules(_ added: Set<ADType>) -> [String] {
      Linter().lint(Subject(DeclaredLayout(layout: layout, addedTypes: added), path: "image")).map(\.rule)
    }
    #expect(rules([]).contains("flags-missing"))
    #expect(!rules([.flags]).contains("flags-missing"))
  }
}
