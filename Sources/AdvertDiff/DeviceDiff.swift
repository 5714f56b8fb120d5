public import AdvertLint
public import AdvertScan
public import AdvertisingData

/// What is different about one device.
public struct DeviceDiff: Hashable, Sendable {
  /// The device on the old side; `nil` when it is new.
  public let old: DiffDevice?
  /// The device on the new side; `nil` when it is gone.
  public let new: DiffDevice?
  /// By what it was found again; `nil` when it is gone or new.
  public let match: DeviceMatch?
  /// In the order: address, kind of advertising, fields, interval, strength, scanners, findings.
  public let differences: [Difference]
  /// What varies on a side, so that it makes no difference.
  public let varying: [VaryingOctets]
  /// What could not be compared.
  public let gaps: [DiffGap]

  init(
    old: DiffDevice, new: DiffDevice, match: DeviceMatch, differences: [Difference], varying: [VaryingOctets],
    gaps: [DiffGap]
  ) {
    self.old = old
    self.new = new
    self.match = match
    self.differences = differences
    self.varying = varying
    self.gaps = gaps
  }

  init(gone old: DiffDevice) {
    self.old = old
    (new, match, differences, varying, gaps) = (nil, nil, [], [], [])
  }

  init(new: DiffDevice) {
    self.new = new
    (old, match, differences, varying, gaps) = (nil, nil, [], [], [])
  }

  /// Whether it differs, is gone or is new.
  public var differs: Bool { match == nil || !differences.isEmpty }

  var hasSomethingToSay: Bool { differs || !varying.isEmpty || !gaps.isEmpty }
}

/// A device as one side knows it.
public struct DiffDevice: Hashable, Sendable {
  /// The input that has it first, as the user named it.
  public let path: String
  /// Its first address; `nil` for a declared layout.
  public let address: DeviceAddress?
  /// The kind of its address, known or declared; `nil` for a declared layout without one.
  public let addressKind: DeviceAddress.Kind?
  /// Its best local name; `nil` when it sends none.
  public let name: String?
  /// The name of a declared layout.
  public let layoutName: String?
  /// Whether it is the capturing host itself.
  public let isHost: Bool
  /// Advertisements received.
  public let advertisements: Int
  /// Scan responses received.
  public let scanResponses: Int
  /// How strong it is; `nil` when that was not measured.
  public let strength: DiffStrength?
  /// How often it advertises; `nil` when that is not known.
  public let interval: DiffInterval?
}

/// By what a device was found on the other side.
public enum DeviceMatch: String, Hashable, Sendable, CaseIterable {
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
  /// There is one on each side, and nothing else.
  case only
}

/// Signal strengths in dBm, of the capture with the most advertisements.
public struct DiffStrength: Hashable, Sendable {
  /// The weakest.
  public let min: Int8
  /// The median; of an even number the lower of the middle two.
  public let median: Int8
  /// The strongest.
  public let max: Int8
}

/// An advertising interval, in microseconds.
public struct DiffInterval: Hashable, Sendable {
  /// The shortest and the longest. The same for what is measured or declared.
  public let range: ClosedRange<Int64>
  /// How many gaps an estimate rests on; `nil` for what is declared or set.
  public let samples: Int?
}

/// One difference between what a device sends on the two sides.
public enum Difference: Hashable, Sendable {
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
  /// How often it advertises.
  case interval(old: DiffInterval, new: DiffInterval)
  /// How strong it is.
  case strength(old: DiffStrength, new: DiffStrength)
  /// Whether scan responses come, while other devices answer on both sides.
  case scanResponses(old: Int, new: Int)
  /// A scanner with another verdict.
  case scanner(ScannerChange)
  /// A finding that only the new side has.
  case findingAdded(Finding)
  /// A finding that only the old side has.
  case findingGone(Finding)

  /// What the difference is about, for what may differ.
  public var aspect: DiffAspect {
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
public struct FieldChange: Hashable, Sendable {
  /// As sent most often on the old side.
  public let old: SentField
  /// As sent most often on the new side.
  public let new: SentField
  /// Neighbouring octets that differ, from the start of the field; empty when the lengths differ.
  public let octets: [Range<Int>]
}

/// A kind of layout: the fields of one block in their order.
public struct SentLayout: Hashable, Sendable {
  /// Which block it is.
  public let block: Block
  /// The kind of advertising; `nil` for a scan response.
  public let pdu: AdvertisingPDU?
  /// As sent most often.
  public let fields: [SentField]
}

/// A scanner that has another verdict on the new side. Neither verdict is *unknown*.
public struct ScannerChange: Hashable, Sendable {
  /// What the scanner looks for.
  public let question: Question
  /// The scanner.
  public let profile: ScannerProfile.ID
  /// What it had on the old side.
  public let old: Verdict.Word
  /// What it has on the new side.
  public let new: Verdict.Word

  /// Whether the scanner discovers the device now, and did not for certain.
  public var isGain: Bool { new == .discovered || old == .missed && new == .may }
}

/// Octets that are not the same in all payloads of a side.
public struct VaryingOctets: Hashable, Sendable {
  /// The field as sent most often on the old side.
  public let field: SentField
  /// Neighbouring octets from the start of the field; empty when the length varies.
  public let octets: [Range<Int>]
  /// Different values of the field on each side.
  public let distinct: [Int]
}

/// What one side does not know, so that it was not compared.
public enum DiffGap: Hashable, Sendable {
  /// No scan response was received: nothing is known about it.
  case scanResponseNotObserved(isOld: Bool)
  /// No advertising data were received, only scan responses.
  case advertisingNotObserved(isOld: Bool)
  /// The host of a firmware image adds a field to the block when the program runs.
  case addedByHost(Block, isOld: Bool)
}
