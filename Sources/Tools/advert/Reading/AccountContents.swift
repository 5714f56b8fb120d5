internal import AdvertCapture
internal import AdvertRedaction
internal import AdvertScan

/// A file with Home Assistant's account of devices.
extension FileContents {
  /// Adds the account in Home Assistant's diagnostics to the bytes in it.
  ///
  /// - Parameter takesLayouts: whether layouts are made of bytes of both packets in one.
  mutating func takeAccounts(_ source: RewindableSource, _ accounts: Accounts, takesLayouts: Bool) {
    for index in inputs.indices {
      if accounts == .beside {
        inputs[index].noteAccount()
      } else {
        inputs[index].takeAccount(takesMerged: !takesLayouts)
      }
    }
    guard source.mayBeDownload, let known = source.text.flatMap({ HostAccount(reading: $0) }) else { return }
    if let position = inputs.firstIndex(where: { !$0.isCapture }) {
      inputs[position].account = known
    } else if accounts == .alone {
      // It has more about each device than a log.
      inputs = [Input(path: path, .text([], ""), account: known)]
    }
  }

  /// Takes Home Assistant's diagnostics without a line with bytes; returns `false` for any other text.
  mutating func takeAccount(
    _ source: RewindableSource, _ taken: Taken, _ redaction: Redaction?
  ) throws(InputProblem) -> Bool {
    guard let known = source.text.flatMap({ HostAccount(reading: $0) }) else { return false }
    guard taken.accounts == .alone, redaction == nil else {
      throw InputProblem(
        expected: taken.layouts != nil ? "a capture or layouts" : "a capture",
        found: "diagnostics of Home Assistant, "
          + (taken.accounts == .alone
            ? "which --redact does not take" : "without bytes: advert inspect and advert reach show what they have"),
        isNoCapture: true)
    }
    inputs = [Input(path: path, .text([], ""), account: known)]
    mark(source)
    return true
  }
}
