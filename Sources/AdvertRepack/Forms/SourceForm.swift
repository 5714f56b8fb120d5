public import AdvertObservation
public import AdvertisingData

/// A way to hand a plan over, ready to paste into firmware or a file.
///
/// A new form is one file in this folder and one line in ``all``.
public struct SourceForm: Sendable {
  /// As `--form` knows it.
  public let id: String
  /// What it is, in a few words.
  public let summary: String
  /// The lines of one plan.
  private let write: @Sendable (NumberedPlan) -> [String]
  /// Lines before the first plan.
  private let prologue: [String]

  /// A form with its lines before the first plan, and those of each plan.
  public init(
    id: String, summary: String, prologue: [String] = [], write: @escaping @Sendable (NumberedPlan) -> [String]
  ) {
    self.id = id
    self.summary = summary
    self.prologue = prologue
    self.write = write
  }

  /// Every form that needs no more than the plan.
  public static let all: [SourceForm] = [.hex, .c, .zephyr, .nimBLE, .espIDF, .swift]

  /// The form with this id, `nil` when there is none.
  public static func named(_ id: String) -> SourceForm? {
    all.first { $0.id == id }
  }

  /// A plan to write, and what is declared of its layout beside the data.
  public struct Entry: Sendable {
    /// Where it is from. It may hold anything but line breaks.
    public var title: String
    /// Of the layout, used where the form has names of any text; `nil` when it has none.
    public var name: String?
    /// What is written.
    public var plan: Plan
    /// The kind of address that is declared; `nil` when none is.
    public var addressKind: DeviceAddress.Kind?
    /// The advertising interval that is declared, in microseconds; `nil` when none is.
    public var intervalMicroseconds: Int64?
    /// Services that the layout must have in its advertising data.
    public var expectedServices: [BluetoothUUID]
    /// The payloads that the plan was made of, where some of their octets vary.
    public var patterns: [PayloadPattern]

    /// An entry; what is left out is not declared.
    public init(
      title: String, name: String? = nil, plan: Plan, addressKind: DeviceAddress.Kind? = nil,
      intervalMicroseconds: Int64? = nil, expectedServices: [BluetoothUUID] = [], patterns: [PayloadPattern] = []
    ) {
      self.patterns = patterns
      self.title = title
      self.name = name
      self.plan = plan
      self.addressKind = addressKind
      self.intervalMicroseconds = intervalMicroseconds
      self.expectedServices = expectedServices
    }
  }

  /// The plans in this form.
  public func text(of entries: [Entry]) -> String {
    var blocks = prologue.isEmpty ? [] : [prologue]
    for (index, entry) in entries.enumerated() {
      var entry = entry
      entry.title = Self.harmless(entry.title)
      blocks.append(write(NumberedPlan(entry, number: entries.count == 1 ? nil : index + 1)))
    }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// What no comment of any language ends at or goes on after, and no build service that logs it takes for a command.
  private static func harmless(_ title: String) -> String {
    var result = ""
    for scalar in title.unicodeScalars {
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\\" && scalar != "*"
        && scalar != "?" && (scalar != "#" || result.last != "#")
      result.append(isPlain ? Character(scalar) : "_")
    }
    return result
  }
}

/// A plan among several, so that its names can differ from those of the others.
public struct NumberedPlan: Sendable {
  /// What is written.
  public let plan: Plan
  /// `nil` when it is the only one.
  public let number: Int?
  /// Where the layout is from. Holds nothing that ends a comment.
  public let title: String
  /// Of the layout; `nil` when it has none.
  public let name: String?
  /// The kind of address that is declared; `nil` when none is.
  public let addressKind: DeviceAddress.Kind?
  /// The interval that is declared; `nil` when none is.
  public let interval: DeclaredInterval?
  /// Services that the layout must have in its advertising data.
  public let expectedServices: [BluetoothUUID]
  /// What of the advertising data varies.
  public let advertisingVariation: Variation
  /// What of the scan response varies.
  public let scanResponseVariation: Variation

  init(_ entry: SourceForm.Entry, number: Int?) {
    plan = entry.plan
    self.number = number
    title = entry.title
    name = entry.name
    addressKind = entry.addressKind
    interval = entry.intervalMicroseconds.map(DeclaredInterval.init)
    expectedServices = entry.expectedServices
    advertisingVariation = PayloadPattern.variation(of: entry.plan.advertising, madeOf: entry.patterns)
    scanResponseVariation =
      entry.plan.scanResponse.map { PayloadPattern.variation(of: $0, madeOf: entry.patterns) } ?? Variation()
  }

  /// An identifier of this plan.
  public func named(_ name: String) -> String { number.map { "\(name)_\($0)" } ?? name }

  /// What the plan is, in one line.
  public var heading: String {
    "\(title): \(plan.pdu.rawValue)" + (interval.map { ", interval \($0.words)" } ?? "")
      + (addressKind.map { ", \($0.rawValue) address" } ?? "") + varyingWords
  }
}

extension NumberedPlan {
  /// Placeholders stand for values that the program must put there.
  private var varyingWords: String {
    let blocks = [("advertising data", advertisingVariation), ("scan response data", scanResponseVariation)]
    return blocks.filter { !$0.1.isEmpty }.map { "; \($0.1.words) of the \($0.0) vary" }.joined()
  }
}

/// An advertising interval as firmware sets it.
public struct DeclaredInterval: Sendable {
  private let microseconds: Int64

  private static let microsecondsPerUnit: Int64 = 625

  init(_ microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Units of 0.625 ms, as `0x00a0`; `nil` when parameters of 16 bits have no room for it.
  public var units: String? {
    let units = (microseconds + Self.microsecondsPerUnit / 2) / Self.microsecondsPerUnit
    guard let octets = UInt16(exactly: units) else { return nil }
    return "0x" + HexText.compact([UInt8(octets >> 8), UInt8(truncatingIfNeeded: octets)])
  }

  /// In milliseconds: `1022.5 ms`.
  public var words: String {
    var digits = String(1000 + microseconds % 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(microseconds / 1000)" + (digits.isEmpty ? "" : ".\(digits)") + " ms"
  }
}
