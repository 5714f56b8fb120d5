package import AdvertLint
package import AdvertScan
package import AdvertisingData

/// The differences of one device.
package struct DeviceDiff: Hashable, Sendable {
  /// The device on the old side; `nil` when it is new.
  package let old: DiffDevice?
  /// The device on the new side; `nil` when it is gone.
  package let new: DiffDevice?
  /// The way in which the device was matched; `nil` when it is gone or new.
  package let match: DeviceMatch?
  /// The differences, in the order: address, kind of advertising, fields, interval, strength, scanners, findings.
  package let differences: [Difference]
  /// Octets that vary on a side, so that they are not a difference.
  package let varying: [VaryingOctets]
  /// The parts that could not be compared.
  package let gaps: [DiffGap]

  /// Whether the device differs, is gone or is new.
  package var differs: Bool { match == nil || !differences.isEmpty }

  var hasSomethingToSay: Bool { differs || !varying.isEmpty || !gaps.isEmpty }
}

extension DeviceDiff {
  init(gone old: DiffDevice) {
    self.init(old: old, new: nil, match: nil, differences: [], varying: [], gaps: [])
  }

  init(new: DiffDevice) {
    self.init(old: nil, new: new, match: nil, differences: [], varying: [], gaps: [])
  }
}

/// A device of one side.
package struct DiffDevice: Hashable, Sendable {
  /// The first input with the device, as the user named it.
  package let path: String
  /// The first address of the device; `nil` for a declared layout.
  package let address: DeviceAddress?
  /// The kind of its address, known or declared; `nil` for a declared layout without one.
  package let addressKind: DeviceAddress.Kind?
  /// The best local name of the device; `nil` when it sends none.
  package let name: String?
  /// The name of a declared layout.
  package let layoutName: String?
  /// Whether the device is the capturing host itself.
  package let isHost: Bool
  /// The number of advertisements received.
  package let advertisements: Int
  /// The number of scan responses received.
  package let scanResponses: Int
  /// The signal strength; `nil` when it was not measured.
  package let strength: DiffStrength?
  /// The advertising interval; `nil` when it is not known.
  package let interval: DiffInterval?
  /// The parts of its layouts that are not certain, each once.
  package let doubts: [Doubt]
}

/// The ways in which a device is matched with one of the other side.
package enum DeviceMatch: String, Hashable, Sendable, CaseIterable {
  /// The address and its type.
  case address
  /// An identity resolving key.
  case key
  /// The name of the declared layout.
  case layout
  /// The local name, which one device of each side has.
  case name
  /// The companies and services of its data, which one device of each side has.
  case payload
  /// Each side is the host of its log, with addresses that change.
  case host
  /// Each side has only one device.
  case only
}

/// Signal strengths in dBm, of the capture with the most advertisements.
package struct DiffStrength: Hashable, Sendable {
  /// The weakest.
  package let min: Int8
  /// The median; for an even number of values the lower of the middle two.
  package let median: Int8
  /// The strongest.
  package let max: Int8
}

/// An advertising interval, in microseconds.
package struct DiffInterval: Hashable, Sendable {
  /// The shortest and the longest interval. They are equal for a measured or declared interval.
  package let range: ClosedRange<Int64>
  /// The number of gaps of an estimate; `nil` for an interval that is declared or set.
  package let samples: Int?
}

/// One difference between the advertising of a device on the two sides.
package enum Difference: Hashable, Sendable {
  /// Two fixed addresses.
  case address(old: DeviceAddress, new: DeviceAddress)
  /// The kind of address, where one side declares it.
  case addressKind(old: DeviceAddress.Kind, new: DeviceAddress.Kind)
  /// The kind of advertising.
  case pdu(old: AdvertisingPDU, new: AdvertisingPDU)
  /// A field that only the new side sends.
  case added(SentField)
  /// A field that only the old side sends.
  case gone(SentField)
  /// A field that is in the other block.
  case moved(old: SentField, new: SentField)
  /// A field with another value.
  case changed(FieldChange)
  /// The same fields in another order, or in other AD structures.
  case order(old: [SentField], new: [SentField])
  /// A kind of layout that the device sends besides others, on the new side only.
  case layoutAdded(SentLayout)
  /// A kind of layout that the device sends besides others, on the old side only.
  case layoutGone(SentLayout)
  /// The advertising interval.
  case interval(old: DiffInterval, new: DiffInterval)
  /// The signal strength.
  case strength(old: DiffStrength, new: DiffStrength)
  /// Whether scan responses are received, while other devices answer on both sides.
  case scanResponses(old: Int, new: Int)
  /// A scanner with another verdict.
  case scanner(ScannerChange)
  /// A finding that only the new side has.
  case findingAdded(Finding)
  /// A finding that only the old side has.
  case findingGone(Finding)

  /// The aspect of the difference, for the aspects that may differ.
  package var aspect: DiffAspect {
    switch self {
    case .address, .addressKind: .address
    case .pdu: .pdu
    case .added, .gone, .moved, .order, .layoutAdded, .layoutGone: .fields
    case .changed(let change):
      switch change.old.key {
      case .name: .name
      case .manufacturerData, .serviceData: .data
      case .service, .other, .remainder: .fields
      }
    case .interval: .interval
    case .strength: .rssi
    case .scanResponses: .count
    case .scanner: .scanners
    case .findingAdded, .findingGone: .findings
    }
  }
}

/// The values of one field on both sides.
package struct FieldChange: Hashable, Sendable {
  /// The field as sent most often on the old side; with `octets`, of the values of the length that both sides share.
  package let old: SentField
  /// The field as sent most often on the new side, of the same values.
  package let new: SentField
  /// Neighbouring octets that differ, from the start of the field and within both; empty when the lengths differ.
  package let octets: [Range<Int>]
}

/// A kind of layout: the fields of one block in their order.
package struct SentLayout: Hashable, Sendable {
  package let block: Block
  /// The kind of advertising; `nil` for a scan response.
  package let pdu: AdvertisingPDU?
  /// The fields as sent most often.
  package let fields: [SentField]
}

/// A scanner with another verdict on the new side. Neither verdict is *unknown*.
package struct ScannerChange: Hashable, Sendable {
  /// The scanner's question.
  package let question: Question
  /// The scanner.
  package let profile: ScannerProfile.ID
  /// The verdict on the old side.
  package let old: Verdict.Word
  /// The verdict on the new side.
  package let new: Verdict.Word

  /// Whether the scanner discovers the device on the new side, and did not for certain on the old side.
  package var isGain: Bool { new == .discovered || old == .missed && new == .may }
}

/// Octets that are not the same in all payloads of a side.
package struct VaryingOctets: Hashable, Sendable {
  /// The field as sent most often on the old side.
  package let field: SentField
  /// Neighbouring octets from the start of the field; empty when the length varies.
  package let octets: [Range<Int>]
  /// The number of different values of the field on each side.
  package let distinct: [Int]
}

/// Data that one side does not know, so that they were not compared.
package enum DiffGap: Hashable, Sendable {
  /// No scan response was received: its data are not known.
  case scanResponseNotObserved(isOld: Bool)
  /// No advertising data were received, only scan responses.
  case advertisingNotObserved(isOld: Bool)
  /// The host of a firmware image adds a field to the block when the program runs.
  case addedByHost(Block, isOld: Bool)
}
