internal import AdvertCapture
internal import AdvertObservation
package import AdvertisingData

/// The latest data of a block, and the octets of it that change.
package struct HeardBlock: Sendable {
  /// The latest data.
  package private(set) var payload: Payload
  /// The number of receptions.
  package private(set) var count = 1
  let form: PayloadForm
  private(set) var attributes: AdvertisingReport.Attributes
  /// For each octet, the time in the stream of its latest change, and 0 for one that never changed; empty while none
  /// did.
  private var changes: [Int64] = []

  init(_ report: borrowing AdvertisingReport, form: PayloadForm) {
    payload = Payload(copying: report.data)
    self.form = form
    attributes = report.attributes
  }

  /// Whether the data are known to be those of their block: a log can have data without saying which packet had them.
  var isBlockKnown: Bool { attributes.pdu != .unstated }

  /// Returns the doubts about the data: their block, and their end.
  func doubts(in block: Block) -> [Doubt] {
    (isBlockKnown ? [] : [Doubt(.whichBlock, .unknown, .logDoesNotSay)])
      + payload.doubts(in: block, isTruncated: !attributes.isComplete)
  }

  /// Returns whether an octet had another value before.
  package func changes(at offset: Int) -> Bool { changes.indices.contains(offset) && changes[offset] != 0 }

  /// Returns the time in the stream of an octet's latest change; `nil` for one that never changed.
  package func lastChange(at offset: Int) -> Int64? { changes(at: offset) ? changes[offset] : nil }

  /// Returns whether a report has the same data.
  @inline(__always)
  func isRepeated(by report: borrowing AdvertisingReport) -> Bool {
    let data = report.data
    guard data.count == payload.octets.count, attributes.isComplete == report.isComplete else { return false }
    let octets = payload.octets.span
    for index in octets.indices where octets[index] != data[index] { return false }
    return true
  }

  mutating func countRepeat() { count += 1 }

  /// Takes data of the same form, which have the same number of octets.
  mutating func take(_ report: borrowing AdvertisingReport, at now: Int64) {
    count += 1
    attributes = report.attributes
    let data = report.data
    guard data.count == payload.octets.count else {
      payload = Payload(copying: data)
      changes = []
      return
    }
    if changes.isEmpty { changes = Array(repeating: 0, count: data.count) }
    for index in data.indices where payload.octets[index] != data[index] {
      payload.octets[index] = data[index]
      changes[index] = max(now, 1)
    }
  }
}

/// The advertising of a device at one moment: its advertising data of one form, and the scan response that answered
/// them last.
package struct HeardLayout: Sendable {
  /// The kind of advertising; `nil` when nothing shows it: a log does not say it, or only a legacy scan response was received.
  package let pdu: AdvertisingPDU?
  /// The advertising set; `nil` for legacy advertising.
  package let advertisingSID: UInt8?
  /// The advertising data; `nil` when only a scan response was received.
  package internal(set) var advertising: HeardBlock?
  /// The scan response data; `nil` when none were received.
  package internal(set) var scanResponse: HeardBlock?
  /// The time in the stream of the latest report.
  package internal(set) var lastHeard: Int64

  /// Returns whether advertisements like this belong to it.
  @inline(__always)
  func isOf(_ pdu: AdvertisingPDU?, _ report: borrowing AdvertisingReport) -> Bool {
    self.pdu == pdu && advertisingSID == report.advertisingSID
  }
}
