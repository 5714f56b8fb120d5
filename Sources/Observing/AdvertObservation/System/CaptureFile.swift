public import AdvertCapture
internal import AdvertReading

extension Capture {
  /// Reads a file: a capture, a compressed capture, or every capture in an archive.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - options: whether packets with a wrong CRC count, and how much of the file is in memory at a time.
  ///   - maximumDevices: the limit of received devices in each capture. The first ones are kept, and the others are
  ///     reported as a problem.
  ///   - keys: random addresses that the same key resolves are one device.
  /// - Throws: `CaptureError` when the file cannot be read, or when it neither is nor contains a capture. A capture
  ///   with later damage is read, and the damage is among the ``problems``.
  public init(
    path: String, options: CaptureOptions = CaptureOptions(), maximumDevices: Int = usualMostDevices,
    keys: [IdentityResolvingKey] = []
  ) throws(CaptureError) {
    let source: FileSource
    do throws(InputFailure) {
      source = try FileSource(path: path)
    } catch {
      throw .unreadable(reason: error.reason)
    }
    try self.init(source, options: options, maximumDevices: maximumDevices, keys: keys)
  }
}
