internal import AdvertCapture
internal import AdvertRedaction
internal import AdvertScan

/// A file with Home Assistant's account of devices.
extension FileContents {
  /// Takes the values and the scans of apps that a log tells, and adds the account in Home Assistant's diagnostics to the
  /// bytes in it.
  mutating func takeAccounts(_ source: RewindableSource, _ redaction: Redaction?) throws(InputProblem) {
    if redaction != nil {
      let summaries = inputs.compactMap { $0.summary }
      if summaries.contains(where: { !$0.apps.isEmpty }), summaries.allSatisfy({ $0.records == 0 && $0.values.isEmpty })
      {
        throw InputProblem(
          expected: "bytes or values of devices: --redact does not take the scans of apps",
          found: "the scans of apps alone", isNoCapture: true)
      }
      for index in inputs.indices { inputs[index].leaveOutApps() }
    }
    for index in inputs.indices {
      if taken.accounts == .beside {
        inputs[index].noteAccount()
      } else {
        inputs[index].takeAccount(takesMerged: !takesLayouts)
      }
    }
    guard redaction == nil, source.mayBeDownload, let known = source.text.flatMap({ HostAccount(reading: $0) }) else {
      return
    }
    if let position = inputs.firstIndex(where: { !$0.isCapture }) {
      inputs[position].account = known
    } else if taken.accounts == .alone {
      // It has more about each device than a log.
      inputs = [Input(path: path, .text([], ""), account: known)]
    }
  }

  /// Takes Home Assistant's diagnostics without a line with bytes; returns `false` for any other text.
  mutating func takeAccount(_ source: RewindableSource, _ redaction: Redaction?) throws(InputProblem) -> Bool {
    guard let known = source.text.flatMap({ HostAccount(reading: $0) }) else { return false }
    guard redaction == nil else {
      throw InputProblem(
        expected: "bytes or values of devices: --redact does not take an account of Home Assistant",
        found: "an account alone", isNoCapture: true)
    }
    guard taken.accounts == .alone else {
      throw refusal(
        of: "diagnostics of Home Assistant, without bytes: advert inspect and advert reach show what they have")
    }
    inputs = [Input(path: path, .text([], ""), account: known)]
    return true
  }
}
