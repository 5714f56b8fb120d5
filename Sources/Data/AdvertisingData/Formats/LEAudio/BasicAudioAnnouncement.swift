/// The parameters for receiving the streams of an audio broadcast (service data of 0x1851 in periodic advertising): the
/// Broadcast Audio Source Endpoint, or BASE.
///
/// Source: Zephyr's subsys/bluetooth/audio/bap_base.c and bumble's bumble/profiles/bap.py agree; numbers are
/// little-endian.
package enum BasicAudioAnnouncement {
  /// Service data of 0x1851. Receivers that follow the periodic advertising use its data, and it has no service list.
  package static let format = KnownPayload.Format(
    "basicAudioAnnouncement", name: "LE Audio streams", in: .services([0x1851]),
    fields: [
      .string("data"), .integer("presentationDelayUs", unit: "µs"), .objects("subgroups", Part.ofSubgroup),
      .string("rest"),
    ],
    // The number of subgroups.
    beginning: { _ in [.structure(at: 3..<4)] }, isFoundByData: { _, _ in true },
    read: { octets, _ throws(Malformation) in
      try octets.require(fixedCount)
      let delay = octets.span.littleEndian(at: 0, count: 3)
      var subgroups = Part(fields: [], problems: [], end: fixedCount)
      var objects: [Field.Value] = []
      while objects.count < Int(octets[3]), let subgroup = Part.subgroup(of: octets, at: subgroups.end) {
        objects.append(.object(subgroup.fields))
        subgroups.problems += subgroup.problems
        subgroups.end = subgroup.end
      }
      let end = subgroups.end
      let isCut = objects.count < Int(octets[3])
      return KnownPayload.Reading(
        title: "LE Audio streams:",
        fields: [
          // Between the reception of a packet and its sound.
          Field("presentationDelayUs", delay, label: "presentation delay", unit: "µs", at: 0..<3, role: .structure),
          .structure(at: 3..<4),
          Field(
            "subgroups", .list(objects), at: fixedCount..<end, wording: .items(separator: "; "), separator: "; "),
          Field("rest", .octets(Array(octets[end...])), label: "then", at: end..<octets.count, separator: "; "),
        ],
        problems: (octets[3] == 0 ? [.unexpected(offset: 3, expected: "at least 1 subgroup")] : []) + subgroups.problems
          + (isCut ? [.cut(offset: end)] : KnownPayload.Problem.surplus(of: octets, after: end)))
    })

  private static let fixedCount = 4

  /// A part of the data that was read: a subgroup or a stream.
  private struct Part {
    var fields: [Field]
    var problems: [KnownPayload.Problem]
    /// The offset after the part.
    var end: Int

    static let ofSubgroup =
      AudioCodec.declaredFields + CodecConfiguration.declaredFields + AudioMetadata.declaredFields + [
        .objects("streams", [.integer("index")] + CodecConfiguration.declaredFields)
      ]

    /// Reads a subgroup, the streams with the same encoding and content: their number, the codec with its configuration
    /// for all of them, and the metadata. `nil` when the subgroup is not whole.
    static func subgroup(of octets: [UInt8], at start: Int) -> Part? {
      let configured = start + 1 + AudioCodec.length
      guard configured < octets.count, let configuration = octets.counted(at: configured) else { return nil }
      let described = configured + 1 + configuration.count
      guard let description = octets.counted(at: described) else { return nil }
      let codec = AudioCodec(decoding: octets, at: start + 1)
      let configurationOfAll = CodecConfiguration(configuration, of: codec)
      let metadata = AudioMetadata(declaredCount: octets[described], of: description)
      let firstStream = described + 1 + description.count
      var position = firstStream
      var streams: [Field.Value] = []
      var problemsOfStreams: [KnownPayload.Problem] = []
      for _ in 0..<Int(octets[start]) {
        guard let stream = Part.stream(of: octets, at: position, codec) else { return nil }
        streams.append(.object(stream.fields))
        problemsOfStreams += stream.problems
        position = stream.end
      }
      let streamsField = Field(
        "streams", .list(streams), at: firstStream..<position, wording: .items(separator: "; "), separator: "; ")
      let count: [KnownPayload.Problem] =
        (1...31).contains(streams.count) ? [] : [.unexpected(offset: start, expected: "from 1 to 31 streams")]
      return Part(
        fields: [.structure(at: start..<start + 1)] + codec.fields(from: start + 1)
          + [.structure(at: configured..<configured + 1)] + configurationOfAll.fields(from: configured + 1)
          + metadata.fields(at: described) + [streamsField],
        problems: count + configurationOfAll.problems(from: configured + 1) + metadata.problems(at: described)
          + problemsOfStreams, end: position)
    }

    /// Reads one broadcast isochronous stream: its number in its group, and the codec's configuration for it alone.
    private static func stream(of octets: [UInt8], at start: Int, _ codec: AudioCodec) -> Part? {
      guard let configured = octets.counted(at: start + 1) else { return nil }
      let configuration = CodecConfiguration(configured, of: codec)
      let index = octets[start]
      let isIndex = (1...31).contains(index)
      let number = Field(
        "index", index, label: "stream", at: start..<start + 1,
        role: isIndex ? .structure : .limited([0...0, 32...255]))
      let problems: [KnownPayload.Problem] =
        isIndex ? [] : [.unexpected(offset: start, expected: "the number of a stream, from 1 to 31")]
      return Part(
        fields: [number, .structure(at: start + 1..<start + 2)] + configuration.fields(from: start + 2),
        problems: problems + configuration.problems(from: start + 2), end: start + 2 + configured.count)
    }
  }
}

extension [UInt8] {
  /// Returns the octets after a length octet at `offset`; `nil` when it is missing or counts more octets than there
  /// are.
  fileprivate func counted(at offset: Int) -> [UInt8]? {
    guard offset < count, count - offset > Int(self[offset]) else { return nil }
    return Array(self[offset + 1..<offset + 1 + Int(self[offset])])
  }
}
