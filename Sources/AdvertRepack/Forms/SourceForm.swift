package import AdvertObservation
public import AdvertisingData

/// A way to hand a layout over, ready to compile into firmware or to keep in a file.
///
/// A new form is one file in this folder and one line in ``all``.
public struct SourceForm: Sendable {
  /// As `--form` knows it.
  public let id: String
  /// What it is, in a few words.
  public let summary: String
  /// Whether it is C, which headers may hold.
  public var isC: Bool { comments == .c }
  private let comments: SourceComment
  /// The lines of one layout, without its heading.
  private let write: @Sendable (NumberedEntry) -> [String]
  /// Lines before the first layout.
  private let prologue: [String]

  /// A form with its lines before the first layout, and those of each layout.
  package init(
    id: String, summary: String, comments: SourceComment, prologue: [String] = [],
    write: @escaping @Sendable (NumberedEntry) -> [String]
  ) {
    self.id = id
    self.summary = summary
    self.comments = comments
    self.prologue = prologue
    self.write = write
  }

  /// Every form that needs no more than the layout.
  public static let all: [SourceForm] = [
    .hex, .c, .zephyr, .nimBLE, .nimBLEArduino, .espIDF, .bluedroid, .bluefruit, .swift,
  ]

  /// The form with this id, `nil` when there is none.
  public static func named(_ id: String) -> SourceForm? {
    all.first { $0.id == id }
  }

  /// The layouts in this form. The lines of the heading stand before it as comments; they may hold anything but line breaks.
  public func text(of entries: [Entry], heading: [String] = []) -> String {
    var blocks: [[String]] = []
    // What C includes comes after what says where the file is from.
    if !heading.isEmpty { blocks.append(heading.map { comments.outermost.line($0) }) }
    if !prologue.isEmpty { blocks.append(prologue) }
    let names = distinctNames(of: entries)
    for (index, entry) in entries.enumerated() {
      let numbered = NumberedEntry(entry, number: entries.count == 1 ? nil : index + 1, name: names[index])
      blocks.append(([numbered.heading] + entry.remarks).map { comments.line($0) } + write(numbered))
    }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// A name for each layout that no other has: its own, with a number where it stands twice.
  private func distinctNames(of entries: [Entry]) -> [String] {
    var taken = Set(entries.compactMap { $0.name })
    var used: Set<String> = []
    return entries.enumerated().map { index, entry in
      let number = entries.count == 1 ? "" : "_\(index + 1)"
      let own = entry.name ?? (entry.keepsOrder ? "layout" : "repacked") + number
      guard used.contains(own) || entry.name == nil && taken.contains(own) else {
        used.insert(own)
        return own
      }
      var next = index + 1
      while !taken.insert("\(own) \(next)").inserted { next += 1 }
      return "\(own) \(next)"
    }
  }
}

/// How comments of one line look.
package struct SourceComment: Hashable, Sendable {
  private let start: String
  private let end: String

  /// `/* … */`
  package static let c = SourceComment(start: "/* ", end: " */")
  /// `// …`
  package static let slashes = SourceComment(start: "// ", end: "")
  /// `# …`
  package static let numberSign = SourceComment(start: "# ", end: "")
  /// `# …`, as far in as the names of layouts in a manifest.
  package static let indentedNumberSign = SourceComment(start: "  # ", end: "")

  /// Before everything else.
  var outermost: SourceComment { self == .indentedNumberSign ? .numberSign : self }

  func line(_ text: String) -> String { start + SourceText.harmless(text) + end }
}

extension SourceForm {
  /// A layout to write, and what is known of it beside the data.
  public struct Entry: Sendable {
    /// Where it is from. It may hold anything but line breaks.
    public var title: String
    /// Of the layout, used where the form has names of any text; `nil` when it has none.
    public var name: String?
    /// What it is sent with; `nil` when that is not known.
    public var pdu: AdvertisingPDU?
    /// `nil` when the advertising data are not known.
    public var advertising: Payload?
    /// `nil` when the scan response data are not known, or there can be none.
    public var scanResponse: Payload?
    /// The kind of address; `nil` when it is not known.
    public var addressKind: DeviceAddress.Kind?
    /// The advertising interval, in microseconds; `nil` when it is not known.
    public var intervalMicroseconds: Int64?
    /// Services that the layout must have in its advertising data.
    public var expectedServices: [BluetoothUUID]
    /// The payloads that it is, or that the plan was made of, where some of their octets vary.
    package var patterns: [PayloadPattern]
    /// What else there is to say of it, a line each. They may hold anything but line breaks.
    public var remarks: [String] = []
    /// Whether the structures must stay in their order. A plan says the same in any order.
    public var keepsOrder: Bool

    /// A plan; what is left out is not declared.
    package init(
      title: String, name: String? = nil, plan: Plan, addressKind: DeviceAddress.Kind? = nil,
      intervalMicroseconds: Int64? = nil, expectedServices: [BluetoothUUID] = [], patterns: [PayloadPattern] = []
    ) {
      self.patterns = patterns
      self.title = title
      self.name = name
      pdu = plan.pdu
      advertising = plan.advertising
      scanResponse = plan.scanResponse
      self.addressKind = addressKind
      self.intervalMicroseconds = intervalMicroseconds
      self.expectedServices = expectedServices
      keepsOrder = false
    }

    /// A layout as it is, with the first of its scan responses; what is left out is not known.
    package init(
      title: String, name: String? = nil, layout: Layout, addressKind: DeviceAddress.Kind? = nil,
      intervalMicroseconds: Int64? = nil, expectedServices: [BluetoothUUID] = [], patterns: [PayloadPattern] = []
    ) {
      self.patterns = patterns
      self.title = title
      self.name = name
      pdu = layout.pdu
      advertising = layout.advertising
      scanResponse = layout.scanResponse.payloads.first
      self.addressKind = addressKind
      self.intervalMicroseconds = intervalMicroseconds
      self.expectedServices = expectedServices
      keepsOrder = true
    }
  }
}

/// A layout among several, so that its names can differ from those of the others.
package struct NumberedEntry: Sendable {
  private let entry: SourceForm.Entry
  /// `nil` when it is the only one.
  package let number: Int?
  /// Of the layout, and of no other of them.
  package let name: String

  init(_ entry: SourceForm.Entry, number: Int?, name: String) {
    self.entry = entry
    self.number = number
    self.name = name
  }

  /// What it is sent with; the usual kind when that is not known.
  package var pdu: AdvertisingPDU { entry.pdu ?? .advInd }
  /// Whether that is known.
  package var isPDUKnown: Bool { entry.pdu != nil }
  /// Empty when there are none, or they are not known.
  package var advertising: Payload { entry.advertising ?? Payload() }
  /// Empty when there are none, or they are not known.
  package var scanResponse: Payload { entry.scanResponse ?? Payload() }
  /// The kind of address; `nil` when it is not known.
  package var addressKind: DeviceAddress.Kind? { entry.addressKind }
  /// The interval; `nil` when it is not known.
  package var interval: DeclaredInterval? { entry.intervalMicroseconds.map(DeclaredInterval.init) }
  /// The interval in units of 0.625 ms, for parameters; `nil` when it is not known, or they have no room for it.
  package var intervalUnits: String? { interval?.units(for: pdu) }
  /// The interval that parameters of a host then have.
  var intervalWords: String {
    guard let interval else { return "100 to 150 ms" }
    return intervalUnits == nil ? "100 to 150 ms, as there is no room for \(interval.words)" : interval.words
  }
  /// Services that the layout must have in its advertising data.
  package var expectedServices: [BluetoothUUID] { entry.expectedServices }
  /// What of the advertising data varies.
  package var advertisingVariation: Variation { PayloadPattern.variation(of: advertising, madeOf: entry.patterns) }
  /// What of the scan response varies.
  package var scanResponseVariation: Variation { PayloadPattern.variation(of: scanResponse, madeOf: entry.patterns) }
  /// Whether the structures must stay in their order.
  package var keepsOrder: Bool { entry.keepsOrder }

  /// An identifier of this layout.
  package func named(_ name: String) -> String { number.map { "\(name)_\($0)" } ?? name }

  /// What the layout is, in one line.
  var heading: String {
    "\(entry.title): \(entry.pdu?.rawValue ?? "unknown PDU")" + (interval.map { ", interval \($0.words)" } ?? "")
      + (addressKind.map { ", \($0.rawValue) address" } ?? "") + varyingWords
  }

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

  /// Units of 0.625 ms, as `0x00a0`; `nil` when the parameters have no room for it: they have 16 bits, and 24 in extended
  /// advertising.
  public func units(for pdu: AdvertisingPDU) -> String? {
    let units = (microseconds + Self.microsecondsPerUnit / 2) / Self.microsecondsPerUnit
    guard units >= 0, units <= (pdu.isExtended ? 0xFF_FFFF : 0xFFFF) else { return nil }
    let digits = String(units, radix: 16)
    return "0x" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }

  /// In milliseconds: `1022.5 ms`.
  public var words: String {
    var digits = String(1000 + microseconds % 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(microseconds / 1000)" + (digits.isEmpty ? "" : ".\(digits)") + " ms"
  }
}
