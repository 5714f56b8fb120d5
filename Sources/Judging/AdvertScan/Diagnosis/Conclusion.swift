extension Diagnosis {
  /// The conclusions of a diagnosis. Each has one sentence.
  package enum Conclusion: String, Hashable, Sendable, CaseIterable {
    // The device is at fault.
    /// The data that the app looks for are only in the scan response, and this scanner does not ask for that.
    case onlyInScanResponse
    /// The device does not send the data that the app looks for.
    case notSent
    /// The device sends the data in a way that this scanner does not receive.
    case notReceivable
    /// The device sends the data in a way that this scanner receives only when the app says so.
    case notByDefault
    /// The host listened long enough for the device and received nothing of it.
    case silentDuringScan

    // The device was found, or nearly.
    /// The host connected to the device.
    case found
    /// The host received the device and tried to connect to it, and every attempt failed.
    case connectionFailed
    /// The host received little of the device, whose signal is weak.
    case weakSignal
    /// The host received the data once, or in few of many reports.
    case rarelyReceived
    /// The host received the data, but not in a scan with a filter for them.
    case sometimesReceived

    // The app is at fault.
    /// The host received the data while it scanned.
    case received
    /// The host received the data in a scan without a filter, and this scanner needs one.
    case receivedWithoutFilter
    /// The scanner filters for services only, and the app looks for something else.
    case cannotBeAsked
    /// The scanner refuses the filter.
    case isRefused
    /// The filter looks at service lists, and the device has the service in service data.
    case onlyInServiceData
    /// The filters of the host's scans ask for something else.
    case filterAsksForAnother
    /// The data are in the scan response, and the host did not ask for it.
    case scannedPassively
    /// The host was connected to the device while it scanned, and such a device rarely advertises.
    case connected
    /// The host listened for less time than the device needs to be heard.
    case listenedTooLittle

    // It is not known.
    /// The log has no command that starts a scan.
    case scanNotInLog
    /// The log does not have the filters of the host's scans, or not the data that they ask for.
    case filterNotInLog
    /// The log lacks the data of the device that decide.
    case deviceNotInLog
    /// Too little is known of how this scanner works.
    case scannerNotKnown
    /// The device was received while the host scanned, but not the scan response that decides.
    case scanResponseLost
    /// Nothing of the device was received while the host scanned, but it may have used another address meanwhile.
    case addressMayHaveChanged
    /// Nothing of it was received while the host scanned, and it is not known how long the host listened or how often
    /// the device sends.
    case timesNotInLog

    /// The side to look at next, unless another scanner misses the device.
    package var blame: Blame {
      switch self {
      case .onlyInScanResponse, .notSent, .notReceivable, .silentDuringScan: .device
      case .isRefused, .received, .receivedWithoutFilter, .filterAsksForAnother, .scannedPassively, .listenedTooLittle:
        .app
      case .cannotBeAsked, .onlyInServiceData, .notByDefault: .either
      case .weakSignal: .radio
      case .found, .connected: .nowhere
      case .connectionFailed, .rarelyReceived, .sometimesReceived, .scanNotInLog, .filterNotInLog, .deviceNotInLog,
        .scannerNotKnown, .scanResponseLost, .addressMayHaveChanged, .timesNotInLog:
        .unknown
      }
    }

    /// Whether the conclusion says that the device does its part.
    package var clearsDevice: Bool { [.app, .nowhere, .radio].contains(blame) }
  }

  /// The sides to look at next.
  package enum Blame: String, Hashable, Sendable, CaseIterable {
    /// The device and its data.
    case device
    /// The app: how it scans, or how it handles the results.
    case app
    /// The device or the app: a change of either is enough.
    case either
    /// The way between them: distance, antennas and walls.
    case radio
    /// The device was found.
    case nowhere
    /// The log does not show it.
    case unknown
  }
}
