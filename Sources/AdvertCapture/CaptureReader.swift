/// Reads captures of any known format and hands their advertising to a sink.
public enum CaptureReader {
  /// Reads all of an input: a capture, a compressed one, or every capture in an archive. Damage half-way ends the
  /// reading of a capture and is in its summary's problems; what came before it has reached the sink.
  ///
  /// - Throws: when the input neither is a capture nor holds one, or is of a kind that cannot be read at all.
  public static func read<Sink: AdvertisingSink>(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), into sink: inout Sink
  ) throws(CaptureError) -> CaptureSummary {
    var input = InputWindow(source, capacity: options.windowCapacity)
    var search = CaptureSearch(sink: ErasedSink(sink), options: options)
    defer {
      // What went in comes out: the cast cannot fail.
      if let filled = search.sink.base as? Sink { sink = filled }
    }
    let summary = try search.read(&input, member: nil)
    guard !summary.captures.isEmpty else { throw Self.noCapture(in: summary) }
    return summary
  }

  private static func noCapture(in archive: CaptureSummary) -> CaptureError {
    let members = archive.members.isEmpty ? "no members" : "none among \(archive.inventory)"
    return .noCaptureInside(
      archive: archive.format, members: ([members] + archive.problems.map(\.message)).joined(separator: "; "))
  }
}
