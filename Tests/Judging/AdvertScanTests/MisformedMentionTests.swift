import AdvertScan
import AdvertisingData
import Testing

/// Verdicts on services that a device has in a form that no filter matches.
@Suite struct MisformedMentionTests {
  private func phrases(
    _ service: BluetoothUUID, _ hex: String, _ response: Layout.ScanResponse = .declared(Payload())
  ) throws -> Set<String> {
    let layout = Layout(pdu: .advInd, advertising: Payload(try HexText.octets(of: hex)), scanResponse: response)
    let question = Question.service(service)
    let device = ScannedDevice([layout], asking: [question])
    return Set(
      ScannerProfile.all.map { profile in
        let verdict = profile.verdict(on: device, for: question)
        #expect(verdict.outcome == profile.verdict(on: layout, for: question).outcome)
        #expect(profile.discovery(of: device, for: question, during: nil).verdict == verdict)
        return verdict.phrase
      })
  }

  @Test func saysWhereItIs() throws {
    let service: BluetoothUUID = "757ed3e4-1828-4a0c-8362-c229c3a6da72"
    let list = "02 01 06 11 07 75 7e d3 e4 18 28 4a 0c 83 62 c2 29 c3 a6 da 72"
    let place = "seen byte-reversed in the advertising data, bytes 5 to 20"
    #expect(try phrases(service, list) == ["\(place): a filter for it does not match"])
    #expect(
      try phrases(service, list, .notObserved) == [
        "\(place): a filter for it does not match",
        "the service UUID may be in the scan response, which was not observed; \(place)",
      ])
    #expect(
      try phrases(service, "1a ff 4c 00 02 15 75 7e d3 e4 18 28 4a 0c 83 62 c2 29 c3 a6 da 72 00 01 00 02 c5") == [
        "seen inside an iBeacon of the advertising data, bytes 6 to 21: a filter for it does not match"
      ])
    #expect(try phrases("00000000-1828-4a0c-8362-c229c3a6da72", list) == ["nothing mentions it"])
  }

  @Test func saysThatSomeServicesAreRarelyAdvertised() throws {
    for service: BluetoothUUID in [0x1800, 0x1801, 0x180A] {
      #expect(
        try phrases(service, "02 01 06") == [
          "nothing mentions it; devices rarely advertise this GATT service, and apps read it after connecting"
        ])
    }
  }

  /// A shortened name, or data with other bytes, are there: they do not match.
  @Test(arguments: [
    (Question.name("Sensor"), "02 01 06 06 08 53 65 6e 73 6f", "nothing matches it"),
    (.name(nil), "02 01 06", "it sends no name"),
    (.data(DataQuestion(nameLike: "Sensor*")), "02 01 06 06 08 53 65 6e 73 6f", "nothing matches it"),
  ])
  func anotherValueIsNoAbsence(_ question: Question, _ hex: String, _ phrase: String) throws {
    let layout = Layout(
      pdu: .advInd, advertising: Payload(try HexText.octets(of: hex)), scanResponse: .declared(Payload()))
    let device = ScannedDevice([layout], asking: [question])
    #expect(ScannerProfile.android.verdict(on: device, for: question).phrase == phrase)
  }

  @Test func otherDataAreNoAbsence() throws {
    let layout = Layout(
      pdu: .advInd, advertising: Payload(try HexText.octets(of: "02 01 06 05 ff 59 00 02 01")),
      scanResponse: .declared(Payload()))
    for (beginning, verb) in [([UInt8](), "mentions"), ([0x01], "matches")] {
      let company: UInt16 = beginning.isEmpty ? 0x004C : 0x0059
      let question = Question.data(try #require(DataQuestion(.manufacturer(company), beginning: beginning)))
      let device = ScannedDevice([layout], asking: [question])
      #expect(ScannerProfile.android.verdict(on: device, for: question).phrase == "nothing \(verb) it")
    }
  }

  /// The right form in the scan response is the answer, whatever the advertising data have.
  @Test func theRightFormCounts() throws {
    let response = Layout.ScanResponse.declared(Payload([0x03, 0x03, 0x0F, 0x18]))
    #expect(try phrases(0x180F, "03 03 18 0f", response).allSatisfy { !$0.contains("byte-reversed") })
  }
}
