import AdvertObservation
import AdvertisingData
import TestSupport
import Testing

/// The parts of a captured layout that are not certain, by what was received of it.
@Suite struct ObservedDoubtsTests {
  private static let noResponse = Doubt(.rest(.scanResponse, from: 0), .unknown, .notReceived)

  private func doubts(_ heard: Heard...) throws -> [Doubt] {
    try #require(try Airtime(heard).advertisers().first?.layouts.first).doubts
  }

  @Test func aWholeLayoutHasNone() throws {
    #expect(try doubts(.adv(.advInd, "020106"), .response("03030f18")) == [])
    #expect(try doubts(.adv(.advNonconnInd, "020106")) == [])
  }

  @Test func aBlockThatWasNotReceivedIsUnknown() throws {
    #expect(try doubts(.adv(.advInd, "020106")) == [Self.noResponse])
    #expect(try doubts(.response("03030f18")) == [Doubt(.rest(.advertising, from: 0), .unknown, .notReceived)])
  }

  @Test func theEndOfACutPayloadIsUnknown() throws {
    let cut = Heard.adv(.extendedNonconnectable, "0201060509").with { $0.isTruncated = true }
    #expect(try doubts(cut) == [Doubt(.rest(.advertising, from: 5), .unknown, .cutShort)])
  }

  /// A length octet that is too large by any number: from the first octet that may be wrong on, nothing is certain.
  @Test func nothingBehindADoubtfulLengthIsCertain() throws {
    for length in UInt8(5)...200 {
      let octets: [UInt8] = [2, 1, 6, length, 9, 0x41, 0x42, 0x43]
      let first = try #require(Payload(octets).doubtfulLength).certainCount
      #expect(first <= 3)
      let heard = Heard.adv(.advNonconnInd, "").with { $0.data = octets }
      #expect(try doubts(heard) == [Doubt(.rest(.advertising, from: first), .unknown, .overruns)], "\(length)")
    }
  }

  /// Each doubt in a sentence that names its part and its cause.
  @Test func sentences() {
    let expected: [(Doubt, String)] = [
      (Self.noResponse, "the scan response is not known: none was received"),
      (
        Doubt(.rest(.advertising, from: 5), .unknown, .cutShort),
        "the advertising data from byte 5 on are not known: the rest was not received, or the log leaves it out"
      ),
      (Doubt(.whichBlock, .unknown, .logDoesNotSay), "the block of the data is not known: the log does not say it"),
      (
        Doubt(.boundary([4, 7, 17]), .unknown, .blocksJoined),
        "the end of the advertising data (after 4, 7 or 17 bytes) is not known: the input has both blocks in one string"
      ),
      (
        Doubt(.primaryPHY, .unknown, .logDoesNotSay),
        "the PHY on which the advertising begins (LE 1M or LE Coded) is not known: the log does not say it"
      ),
      (Doubt(.added(.flags), .assumed, .hostAdds), "the host may add Flags when the program runs"),
      (
        Doubt(.added(.completeLocalName), .unknown, .hostAdds),
        "the host adds the name of the device when the program runs"
      ),
    ]
    for (doubt, words) in expected { #expect(doubt.words == words) }
  }
}
