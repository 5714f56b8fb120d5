public import AdvertisingData

extension ObservedLayout {
  /// The parts of the layout that are not certain: the capture does not have them, or has only a part of them.
  public var doubts: [Doubt] {
    var doubts: [Doubt] = []
    if let advertising = layout.advertising {
      if !isBlockKnown { doubts.append(Doubt(.whichBlock, .unknown, .logDoesNotSay)) }
      doubts += advertising.doubts(in: .advertising, isTruncated: isTruncated)
    } else {
      doubts.append(Doubt(.rest(.advertising, from: 0), .unknown, .notReceived))
    }
    if layout.pdu == nil, layout.advertising != nil { doubts.append(Doubt(.pdu, .unknown, .logDoesNotSay)) }
    if layout.pdu?.isExtended ?? false, layout.phys.beginsOnCoded == nil {
      doubts.append(Doubt(.primaryPHY, .unknown, .logDoesNotSay))
    }
    if layout.scanResponse == .notObserved, layout.pdu?.isScannable ?? true {
      // The data of a block that is not known may be the scan response.
      doubts.append(Doubt(.rest(.scanResponse, from: 0), .unknown, isBlockKnown ? .notReceived : .logDoesNotSay))
    }
    // Several scan responses are several payloads: a doubt about one of them is no doubt about the others.
    if let only = scanResponses.first, scanResponses.count == 1 {
      doubts += only.payload.doubts(in: .scanResponse, isTruncated: only.isTruncated)
    }
    return doubts
  }
}

extension Advertiser {
  /// The parts of its layouts that are not certain, each once.
  public var doubts: [Doubt] { layouts.flatMap { $0.doubts }.withoutRepeats }

  /// The doubts about what was received: the block of a payload, and payloads of which a part is missing or has a doubtful
  /// length.
  package var doubtsAboutReceived: [Doubt] {
    doubts.filter { $0.part == .whichBlock || $0.cause == .cutShort || $0.cause == .overruns }
  }
}

extension Payload {
  /// Returns the doubts about the end of a payload that was received.
  package func doubts(in block: Block, isTruncated: Bool) -> [Doubt] {
    if isTruncated { return [Doubt(.rest(block, from: count), .unknown, .cutShort)] }
    return doubtfulLength.map { [Doubt(.rest(block, from: $0.certainCount), .unknown, .overruns)] } ?? []
  }
}
