import AdvertScan
import AdvertisingData
import Testing

/// The example of the README, as another program would write it.
@Suite struct LibraryExampleTests {
  @Test func layoutIsJudgedFromAnotherProgram() throws {
    // snippet
    let helmet = Layout(
      pdu: .advInd,
      advertising: Payload([0x02, 0x01, 0x06, 0x04, 0x09, 0x48, 0x61, 0x74]),
      declaring: Payload([0x03, 0x03, 0x0F, 0x18]))
    let battery = Question.service(BluetoothUUID(0x180F))

    let verdict = ScannerProfile.windows.verdict(on: helmet, for: battery)
    print(verdict.outcome, verdict.explanation, verdict.mention?.offset ?? "")
    // missed service UUID only in scan response; this scan is passive 2
    // end
    #expect(verdict.outcome == .missed)
    #expect(verdict.explanation == "service UUID only in scan response; this scan is passive")
    #expect(verdict.mention?.offset == 2)
  }
}
