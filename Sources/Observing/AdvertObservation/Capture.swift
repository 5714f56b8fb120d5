public import AdvertCapture
public import AdvertReading

/// A capture read whole: the devices that were received, and the problems of the file.
///
/// ```swift
/// for device in try Capture(path: "btsnoop_hci.log").devices {
///   print(device.name ?? "", device.services)
/// }
/// ```
///
/// It recognises every format by its bytes, even compressed or in an archive, which can contain several captures. To
/// get each report while it is read, or to read more than fits into memory, give a sink of your own to `CaptureReader`.
public struct Capture: Sendable {
  /// The result of reading the file. For an archive, counts are sums over the captures in it.
  public let summary: CaptureSummary
  /// The observation of each capture of the file, in the order of `summary.captures`: one, unless the file is an
  /// archive.
  public let observations: [Observation]

  /// The most devices of a capture that are kept by default. A device costs memory, and a hostile capture can invent
  /// them.
  public static let usualMostDevices = 100_000

  /// Reads bytes from any source, in the same way as a file.
  public init(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions(), maximumDevices: Int = usualMostDevices,
    keys: [IdentityResolvingKey] = []
  ) throws(CaptureError) {
    var observations = Observations(maximumAdvertisers: maximumDevices)
    summary = try CaptureReader.read(source, options: options, into: &observations)
    self.observations = observations.all.map { observation in
      var observation = observation
      if !keys.isEmpty { observation.owners = keys.owners(of: observation.addresses) }
      return observation
    }
  }

  /// The devices of all captures in the file, sorted by address within each. An element is made on access.
  ///
  /// They include advertising that the capturing host sent itself; ``Advertiser/origin`` distinguishes it.
  public var devices: some BidirectionalCollection<Advertiser> {
    observations.map { $0.advertisers }.joined()
  }

  /// The problems of the file and of each capture in it, one entry for each kind. Empty for a file that was read whole
  /// and has no peculiarities.
  public var problems: [CaptureProblem] {
    (summary.isArchive ? summary.problems : []) + summary.captures.flatMap { $0.problems }
      + observations.compactMap { $0.leftOut }.map { leftOut in
        var problem = CaptureProblem(
          .devicesLeftOut, fileOffset: leftOut.firstSighting.fileOffset ?? 0, record: leftOut.firstSighting.record,
          expected: "fewer devices", found: "more than the limit")
        problem.count = leftOut.reports
        return problem
      }
  }
}
