/// How to receive the streams of an audio broadcast (service data of 0x1851 in periodic advertising): the Broadcast Audio
/// Source Endpoint, or BASE.
///
/// Source: Zephyr's subsys/bluetooth/audio/bap_base.c and bumble's bumble/profiles/bap.py agree; numbers are
/// little-endian.
public struct BasicAudioAnnouncement: KnownFormat {
  /// Service data of 0x1851.
  public static let format = KnownPayload.Format(
    "basicAudioAnnouncement", name: "LE Audio streams", in: .services([0x1851]), as: Self.self)

  /// Receivers that follow the periodic advertising look at its data, and no list is there.
  public static func isFoundByData(_: [UInt8], of _: UInt16) -> Bool { true }

  /// Between the reception of a packet and its sound, in microseconds. 24 bits.
  public let presentationDelay: UInt32
  /// The number of subgroups as sent.
  public let declaredCount: UInt8
  /// The subgroups that are whole, in the order sent.
  public let subgroups: [Subgroup]
  /// Octets after the last whole subgroup; empty in practice.
  public let rest: [UInt8]

  /// Streams that are encoded alike and have the same content.
  public struct Subgroup: Hashable, Sendable {
    /// How the streams are encoded.
    public let codec: AudioCodec
    /// What the codec needs to be told of all of them.
    public let configuration: CodecConfiguration
    /// What the streams are.
    public let metadata: AudioMetadata
    /// The streams, in the order sent.
    public let streams: [Stream]
  }

  /// One broadcast isochronous stream.
  public struct Stream: Hashable, Sendable {
    /// The number of the stream in its group, from 1 to 31.
    public let index: UInt8
    /// What the codec needs to be told of this stream alone.
    public let configuration: CodecConfiguration
  }

  private static let headCount = 4

  /// Throws when there are fewer than four octets.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(Self.headCount)
    presentationDelay = UInt32(octets[0]) | UInt32(octets[1]) << 8 | UInt32(octets[2]) << 16
    declaredCount = octets[3]
    var position = Self.headCount
    var subgroups: [Subgroup] = []
    while subgroups.count < Int(declaredCount), let subgroup = Subgroup(decoding: octets, at: position) {
      subgroups.append(subgroup)
      position += subgroup.octets.count
    }
    self.subgroups = subgroups
    rest = Array(octets[position...])
  }

  /// Encoded again: the octets that were decoded.
  public var octets: [UInt8] {
    Array(littleEndian: presentationDelay, count: 3) + [declaredCount] + subgroups.flatMap { $0.octets } + rest
  }

  /// No subgroup, subgroups that are cut off, numbers that no stream can have, and octets too many.
  public var problems: [KnownPayload.Problem] {
    var problems: [KnownPayload.Problem] = []
    if declaredCount == 0 { problems.append(.unexpected(offset: 3, expected: "at least 1 subgroup")) }
    var position = Self.headCount
    for subgroup in subgroups {
      problems += subgroup.problems(from: position)
      position += subgroup.octets.count
    }
    if subgroups.count < Int(declaredCount) {
      problems.append(.cut(offset: position))
    } else {
      problems += KnownPayload.Problem.surplus(rest, at: position)
    }
    return problems
  }

  /// What the data are, for people.
  public var title: String { "LE Audio streams:" }

  /// In the order sent.
  public var fields: [Field] {
    var position = Self.headCount
    var values: [Field.Value] = []
    for subgroup in subgroups {
      values.append(.object(subgroup.fields(from: position)))
      position += subgroup.octets.count
    }
    return [
      Field(
        "presentationDelayUs", presentationDelay, label: "presentation delay", unit: "µs", at: 0..<3, role: .structure),
      .structure(at: 3..<4),
      Field(
        "subgroups", .list(values), at: Self.headCount..<position, wording: .items(separator: "; "), separator: "; "),
      Field("rest", .octets(rest), label: "then", at: position..<position + rest.count, separator: "; "),
    ]
  }

  /// The number of subgroups.
  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 3..<4)] }
}

extension BasicAudioAnnouncement.Subgroup {
  /// `nil` when the subgroup is not whole.
  fileprivate init?(decoding octets: [UInt8], at start: Int) {
    // The number of streams, the codec, and the length of its configuration.
    var position = start + 1 + AudioCodec.length
    guard position < octets.count else { return nil }
    codec = AudioCodec(decoding: octets, at: start + 1)
    guard let configured = octets.counted(at: position) else { return nil }
    configuration = CodecConfiguration(configured, of: codec)
    position += 1 + configured.count
    guard let described = octets.counted(at: position) else { return nil }
    metadata = AudioMetadata(declaredCount: octets[position], of: described)
    position += 1 + described.count
    var streams: [BasicAudioAnnouncement.Stream] = []
    for _ in 0..<Int(octets[start]) {
      guard let configured = octets.counted(at: position + 1) else { return nil }
      streams.append(
        BasicAudioAnnouncement.Stream(
          index: octets[position], configuration: CodecConfiguration(configured, of: codec)))
      position += 2 + configured.count
    }
    self.streams = streams
  }

  fileprivate var octets: [UInt8] {
    [UInt8(truncatingIfNeeded: streams.count)] + codec.octets
      + [UInt8(truncatingIfNeeded: configuration.octets.count)] + configuration.octets + [metadata.declaredCount]
      + metadata.octets + streams.flatMap { $0.octets }
  }

  /// Offsets of the length of the configuration, that of the metadata, and the first stream.
  private func offsets(from start: Int) -> (configuration: Int, metadata: Int, streams: Int) {
    let configuration = start + 1 + AudioCodec.length
    let metadata = configuration + 1 + self.configuration.octets.count
    return (configuration, metadata, metadata + 1 + self.metadata.octets.count)
  }

  fileprivate func problems(from start: Int) -> [KnownPayload.Problem] {
    let offsets = offsets(from: start)
    var problems: [KnownPayload.Problem] = []
    if !(1...31).contains(streams.count) {
      problems.append(.unexpected(offset: start, expected: "from 1 to 31 streams"))
    }
    problems += configuration.problems(from: offsets.configuration + 1) + metadata.problems(at: offsets.metadata)
    var position = offsets.streams
    for stream in streams {
      if !(1...31).contains(stream.index) {
        problems.append(.unexpected(offset: position, expected: "the number of a stream, from 1 to 31"))
      }
      problems += stream.configuration.problems(from: position + 2)
      position += stream.octets.count
    }
    return problems
  }

  fileprivate func fields(from start: Int) -> [Field] {
    let offsets = offsets(from: start)
    var position = offsets.streams
    var values: [Field.Value] = []
    for stream in streams {
      values.append(.object(stream.fields(from: position)))
      position += stream.octets.count
    }
    return [.structure(at: start..<start + 1)] + codec.fields(from: start + 1)
      + [.structure(at: offsets.configuration..<offsets.configuration + 1)]
      + configuration.fields(from: offsets.configuration + 1) + metadata.fields(at: offsets.metadata) + [
        Field(
          "streams", .list(values), at: offsets.streams..<position, wording: .items(separator: "; "), separator: "; ")
      ]
  }
}

extension BasicAudioAnnouncement.Stream {
  fileprivate var octets: [UInt8] {
    [index, UInt8(truncatingIfNeeded: configuration.octets.count)] + configuration.octets
  }

  fileprivate func fields(from start: Int) -> [Field] {
    [
      Field(
        "index", index, label: "stream", at: start..<start + 1,
        role: (1...31).contains(index) ? .structure : .limited([0...0, 32...255])),
      .structure(at: start + 1..<start + 2),
    ] + configuration.fields(from: start + 2)
  }
}

extension [UInt8] {
  /// The octets after a length octet at `offset`; `nil` when it is missing or more are counted than there are.
  fileprivate func counted(at offset: Int) -> [UInt8]? {
    guard offset < count, count - offset > Int(self[offset]) else { return nil }
    return Array(self[offset + 1..<offset + 1 + Int(self[offset])])
  }
}
