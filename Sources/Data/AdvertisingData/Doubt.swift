/// A part of a layout that is not certain: which part, how far, and why.
///
/// A layout that an input declares always has one likely value for every octet, and a layout of a capture has what was
/// received. Its doubts say which parts may be others on the air.
public struct Doubt: Hashable, Sendable {
  /// The uncertain part.
  public var part: Part
  /// The degree of trust in the value.
  public var kind: Kind
  /// The reason for the uncertainty.
  public var cause: Cause

  /// A doubt about a part, with its cause.
  public init(_ part: Part, _ kind: Kind, _ cause: Cause) {
    self.part = part
    self.kind = kind
    self.cause = cause
  }

  /// A part of a layout.
  public enum Part: Hashable, Sendable {
    /// Octets of a block, from its start: their values. The AD structures are known, with their lengths and types.
    case octets(Block, Range<Int>)
    /// A block from an octet on: neither its AD structures nor their number are known there.
    case rest(Block, from: Int)
    /// The end of the advertising data in octets of both blocks: the numbers of octets that may be before it.
    case boundary([Int])
    /// The block that the octets belong to.
    case whichBlock
    /// An AD structure that the host adds to what the program gives it. Its value is unknown, or it is only assumed that
    /// the host adds it.
    case added(ADType)
    /// How much of a block is sent, which has more octets than its kind of advertising carries.
    case size(Block)
    /// The kind of advertising.
    case pdu
    /// The PHY of the primary channels, where extended advertising begins.
    case primaryPHY
    /// The interval.
    case interval
  }

  /// How far a value can be trusted.
  public enum Kind: Hashable, Sendable {
    /// The value varies by design: each of these is sent some time, or by some device. The value shown is one of them.
    case varies(OctetSet, mayBeAbsent: Bool)
    /// The value is likely, and another one is possible.
    case assumed
    /// The value is not known. The one shown stands for none.
    case unknown
  }

  /// The cause of a doubt.
  public enum Cause: Hashable, Sendable {
    /// A manifest has a placeholder there.
    case placeholder
    /// The program sets the value when it runs.
    case setAtRunTime
    /// The value comes from outside the firmware image: another chip, a serial number, a sensor.
    case outsideImage
    /// A peripheral writes to this memory by itself.
    case peripheral
    /// The program can change the octets before it sends them.
    case programWrites
    /// No code of the firmware image wrote the octets.
    case neverWritten
    /// A function did not end when the image's code was run, and was taken for successful.
    case abandoned(String)
    /// A function was run by itself, with arguments that are not known.
    case calledAlone(String)
    /// The run supposed something, or a line of a program is not read, in words that follow a colon.
    case supposed(String, line: Int? = nil)
    /// Neither the file nor the command says it.
    case notStated
    /// The controller chooses from a range.
    case controllerChooses
    /// The host of the device adds it.
    case hostAdds
    /// The input has both blocks in one string.
    case blocksJoined
    /// The capture has none of it.
    case notReceived
    /// The rest was not received, or a log in text leaves it out.
    case cutShort
    /// The log does not say it.
    case logDoesNotSay
    /// An AD structure reaches beyond the end, so a length octet before it may be wrong.
    case overruns
    /// The payload has more octets than fit.
    case tooLong(count: Int, limit: Int)
  }
}

extension Doubt.Cause {
  /// The cause in words that follow a colon, for people. Names from a file are escaped where they are shown.
  public var words: String {
    switch self {
    case .placeholder: "the manifest has placeholders there"
    case .setAtRunTime: "the program sets what is there when it runs"
    case .outsideImage: "what is there comes from outside the image"
    case .peripheral: "hardware writes to that memory"
    case .programWrites: "the program can write there before it sends"
    case .neverWritten: "no code of the image wrote there"
    case .abandoned(let name): "\(name) did not end when the code was run, and was taken for successful"
    case .calledAlone(let name): "\(name) was run by itself, and what it is given is not known"
    case .supposed(let words, let line): line.map { "\(words) (line \($0))" } ?? words
    case .notStated: "nothing states it"
    case .controllerChooses: "the controller chooses from a range"
    case .hostAdds: "the host adds it"
    case .blocksJoined: "the input has both blocks in one string"
    case .notReceived: "none was received"
    case .cutShort: "the rest was not received, or the log leaves it out"
    case .logDoesNotSay: "the log does not say it"
    case .overruns: "an AD structure reaches beyond the end"
    case .tooLong(let count, let limit): "of \(count) bytes \(limit) fit, and stacks refuse more or cut them"
    }
  }

  /// A short id of the kind of cause, for documents.
  public var id: String {
    switch self {
    case .placeholder: "placeholder"
    case .setAtRunTime: "setAtRunTime"
    case .outsideImage: "outsideImage"
    case .peripheral: "peripheral"
    case .programWrites: "programWrites"
    case .neverWritten: "neverWritten"
    case .abandoned: "abandoned"
    case .calledAlone: "calledAlone"
    case .supposed: "supposed"
    case .notStated: "notStated"
    case .controllerChooses: "controllerChooses"
    case .hostAdds: "hostAdds"
    case .blocksJoined: "blocksJoined"
    case .notReceived: "notReceived"
    case .cutShort: "cutShort"
    case .logDoesNotSay: "logDoesNotSay"
    case .overruns: "overruns"
    case .tooLong: "tooLong"
    }
  }
}

extension Doubt {
  /// The block that the doubt is about; `nil` when it is about both, or about how they are sent.
  public var block: Block? {
    switch part {
    case .octets(let block, _), .rest(let block, _): block
    case .boundary, .whichBlock, .added, .size, .pdu, .primaryPHY, .interval: nil
    }
  }

  /// Whether the doubt is about octets whose values are not known, or about octets that are not shown at all.
  public var isUnknown: Bool { kind == .unknown && block != nil }

  /// The doubt in one sentence without a full stop, for people: `bytes 9 to 12 of the scan response are not known: no
  /// code of the image wrote there`.
  public var words: String { Self.words(part, octets.map { [$0] } ?? [], kind, cause) }

  /// Returns doubts in sentences: those about octets of one block with one cause are one sentence.
  package static func words(of doubts: [Doubt]) -> [String] {
    var sentences: [(doubt: Doubt, octets: [Range<Int>])] = []
    for doubt in doubts {
      let octets = doubt.octets
      if let octets, let known = sentences.firstIndex(where: { $0.doubt.isAlike(doubt) }) {
        sentences[known].octets.append(octets)
      } else {
        sentences.append((doubt, octets.map { [$0] } ?? []))
      }
    }
    return sentences.map { words($0.doubt.part, $0.octets, $0.doubt.kind, $0.doubt.cause) }
  }

  private var octets: Range<Int>? {
    switch part {
    case .octets(_, let octets): octets
    case .rest, .boundary, .whichBlock, .added, .size, .pdu, .primaryPHY, .interval: nil
    }
  }

  /// Whether both are about octets of one block, with one cause.
  private func isAlike(_ other: Doubt) -> Bool {
    octets != nil && other.octets != nil && block == other.block && cause == other.cause
      && Self.words(of: kind, isPlural: true) == Self.words(of: other.kind, isPlural: true)
  }

  private static func words(_ part: Part, _ octets: [Range<Int>], _ kind: Kind, _ cause: Cause) -> String {
    let subject: String
    var isPlural = true
    switch part {
    case .octets(let block, _):
      let ranges = octets.sorted { $0.lowerBound < $1.lowerBound }.joinedRanges()
      isPlural = ranges.reduce(0) { $0 + $1.count } != 1
      let places = ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound - 1)" }
      subject = "\(isPlural ? "bytes" : "byte") \(listed(places)) of \(block.withArticle)"
    case .rest(let block, let first):
      subject = block.withArticle + (first == 0 ? "" : " from byte \(first) on")
      isPlural = block == .advertising
    case .boundary(let counts):
      subject = "the end of the advertising data (after \(listed(counts.map { "\($0)" }, "or")) bytes)"
      isPlural = false
    case .whichBlock:
      subject = "the block of the data"
      isPlural = false
    case .added(let type):
      let verb = kind == .unknown ? "adds" : "may add"
      return "the host \(verb) \(type.addedWords) when the program runs"
    case .size(let block):
      subject = "how much of \(block.withArticle) is sent"
      isPlural = false
    case .pdu:
      subject = "the kind of advertising"
      isPlural = false
    case .primaryPHY:
      subject = "the PHY on which the advertising begins (LE 1M or LE Coded)"
      isPlural = false
    case .interval:
      subject = "the interval"
      isPlural = false
    }
    return "\(subject) \(words(of: kind, isPlural: isPlural)): \(cause.words)"
  }

  private static func words(of kind: Kind, isPlural: Bool) -> String {
    switch kind {
    case .varies: isPlural ? "vary" : "varies"
    case .assumed: isPlural ? "are assumed" : "is assumed"
    case .unknown: isPlural ? "are not known" : "is not known"
    }
  }
}

extension ADType {
  /// The AD structures that hosts add, for people.
  fileprivate var addedWords: String {
    switch self {
    case .flags: "Flags"
    case .completeLocalName, .shortenedLocalName: "the name of the device"
    default: "an AD structure of type 0x\(HexText.compact([rawValue]))"
    }
  }
}
