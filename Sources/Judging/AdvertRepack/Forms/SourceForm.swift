internal import AdvertObservation
package import AdvertReading
public import AdvertisingData

/// A form of a layout that is ready to compile into firmware or to keep in a file.
///
/// A new form is one file in this folder and one line in ``all``.
public struct SourceForm: Sendable {
  /// The id, for `--form`.
  public let id: String
  /// The ids of other stacks that have the same calls.
  package let otherIDs: [String]
  /// A description in a few words.
  public let summary: String
  /// Whether the form is C, so that headers may contain it.
  public var isC: Bool { language == .c }
  private let language: SourceLanguage
  private var comments: SourceComment { language.comments }
  /// The lines of one layout, without its heading.
  private let write: @Sendable (NumberedEntry) -> [String]
  /// Lines before the first layout.
  private let prologue: [String]

  /// A form with its lines before the first layout, and those of each layout.
  package init(
    id: String, otherIDs: [String] = [], summary: String, language: SourceLanguage, prologue: [String] = [],
    write: @escaping @Sendable (NumberedEntry) -> [String]
  ) {
    self.id = id
    self.otherIDs = otherIDs
    self.summary = summary
    self.language = language
    self.prologue = prologue
    self.write = write
  }

  /// Every form that needs only the layout.
  public static let all: [SourceForm] = [
    .hex, .c, .zephyr, .nimBLE, .nimBLEArduino, .espIDF, .bluedroid, .esp32BLE, .arduinoBLE, .bluefruit, .nRF5, .aioble,
    .adafruitBLE, .espruino, .blueZ, .btmgmt, .android, .coreBluetooth, .swift,
  ]

  /// Returns the form with this id; `nil` when there is none.
  public static func named(_ id: String) -> SourceForm? {
    all.first { $0.id == id || $0.otherIDs.contains(id) }
  }

  /// Returns the layouts in this form. The lines of the heading come first as comments; they may contain any characters
  /// but line breaks.
  public func text(of entries: [Entry], heading: [String] = []) -> String {
    var blocks: [[String]] = []
    // C's includes come after the origin of the file.
    if !heading.isEmpty { blocks.append(heading.map { comments.outermost.line($0) }) }
    if !prologue.isEmpty { blocks.append(prologue) }
    let names = distinctNames(of: entries)
    for (index, entry) in entries.enumerated() {
      let numbered = NumberedEntry(entry, number: entries.count == 1 ? nil : index + 1, name: names[index])
      blocks.append(
        ([numbered.heading] + entry.remarks).map { comments.line($0) } + language.unsetLines(numbered) + write(numbered)
      )
    }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// Returns whether the form has code for any of the layouts, and not only comments that say why it has none.
  package func hasCode(for entries: [Entry]) -> Bool {
    entries.contains { entry in
      write(NumberedEntry(entry, number: nil, name: "layout")).contains { !comments.isLine($0) }
    }
  }

  /// Returns a different name for each layout: its own, with a number where it repeats.
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

/// The language of a form: its comments, and the way in which a program fails as long as values are not set.
package enum SourceLanguage: Sendable {
  case c, cpp, kotlin, swift, javaScript, python, shell
  /// Lines of hex, which have placeholders.
  case hex
  /// A manifest, which has placeholders.
  case manifest

  fileprivate var comments: SourceComment {
    switch self {
    case .c: .c
    case .cpp, .kotlin, .swift, .javaScript: .slashes
    case .python, .shell, .hex: .numberSign
    case .manifest: .indentedNumberSign
    }
  }

  /// The name that a program must define once it sets the octets that vary, and values that were assumed were checked.
  private static let name = "ADVERT_VALUES_ARE_SET"

  /// Returns the lines with which the code of a layout does not build, or does not run, before the program sets the octets
  /// that vary, or before someone checks those that were assumed; empty for a layout without such octets.
  fileprivate func unsetLines(_ entry: NumberedEntry) -> [String] {
    guard let orders = entry.orders else { return [] }
    let order = "\(orders), and define \(Self.name)"
    let constant = entry.named("valuesAreSet")
    return switch self {
    case .c, .cpp: ["#ifndef \(Self.name)", "#error \(SourceText.literal(Array(order.utf8)))", "#endif"]
    case .kotlin: ["private val \(constant): Unit = \(Self.name)  // \(SourceText.harmless(order))"]
    case .swift: ["private let \(constant): Void = \(Self.name)  // \(SourceText.harmless(order))"]
    case .javaScript: ["\(Self.name);  // \(SourceText.harmless(order))"]
    case .python: ["\(Self.name)  # \(SourceText.harmless(order))"]
    case .shell:
      [": \"${\(Self.name):?\(String(SourceText.harmless(order).map { "\"$`}".contains($0) ? "_" : $0 }))}\""]
    case .hex, .manifest: []
    }
  }
}

/// The form of one-line comments.
package struct SourceComment: Hashable, Sendable {
  private let start: String
  private let end: String

  /// `/* … */`
  package static let c = SourceComment(start: "/* ", end: " */")
  /// `// …`
  package static let slashes = SourceComment(start: "// ", end: "")
  /// `# …`
  package static let numberSign = SourceComment(start: "# ", end: "")
  /// `# …`, with the indentation of the names of layouts in a manifest.
  package static let indentedNumberSign = SourceComment(start: "  # ", end: "")

  /// The form of comments before everything else.
  var outermost: SourceComment { self == .indentedNumberSign ? .numberSign : self }

  /// Whether a line is a comment, or empty.
  func isLine(_ line: String) -> Bool {
    line.isEmpty || line.utf8.drop { $0 == 0x20 }.starts(with: start.utf8.filter { $0 != 0x20 })
  }

  func line(_ text: String) -> String { start + SourceText.harmless(text) + end }
}

extension SourceForm {
  /// A layout to write, with its known properties besides the data.
  public struct Entry: Sendable {
    /// The origin. It may contain any characters but line breaks.
    public var title: String
    /// The name of the layout, used where the form allows any text as a name; `nil` when it has none.
    public var name: String?
    /// The type of the PDU; `nil` when it is not known.
    public var pdu: AdvertisingPDU?
    /// The advertising data; `nil` when they are not known.
    public var advertising: Payload?
    /// The scan response data; `nil` when they are not known, or there are none.
    public var scanResponse: Payload?
    /// The kind of address; `nil` when it is not known.
    public var addressKind: DeviceAddress.Kind?
    /// The advertising interval, in microseconds; `nil` when it is not known.
    public var intervalMicroseconds: Int64?
    /// Services that the layout must have in its advertising data.
    public var expectedServices: [BluetoothUUID]
    /// The payloads of the layout or of the plan's source, when some of their octets vary.
    package var patterns: [PayloadPattern]
    /// Sentences about octets that are only assumed, without full stops.
    package var assumed: [String] = []
    /// Further remarks, one line each. They may contain any characters but line breaks.
    public var remarks: [String] = []
    /// Whether the structures must stay in their order. The order in a plan has no meaning.
    public var keepsOrder: Bool

    /// A plan; properties that are left out are not declared.
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

    /// An unchanged layout, with the first of its scan responses; properties that are left out are not known.
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

/// A layout among several, with names that differ from those of the others.
package struct NumberedEntry: Sendable {
  private let entry: SourceForm.Entry
  /// The number; `nil` when it is the only one.
  package let number: Int?
  /// The name, which no other layout has.
  package let name: String

  init(_ entry: SourceForm.Entry, number: Int?, name: String) {
    self.entry = entry
    self.number = number
    self.name = name
  }

  /// The type of the PDU; the usual type when it is not known.
  package var pdu: AdvertisingPDU { entry.pdu ?? .advInd }
  /// Whether the type of the PDU is known.
  package var isPDUKnown: Bool { entry.pdu != nil }
  /// The advertising data; empty when there are none, or they are not known.
  package var advertising: Payload { entry.advertising ?? Payload() }
  /// The scan response data; empty when there are none, or they are not known.
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
  /// The varying octets of the advertising data.
  package var advertisingVariation: Variation { PayloadPattern.variation(of: advertising, madeOf: entry.patterns) }
  /// The varying octets of the scan response.
  package var scanResponseVariation: Variation { PayloadPattern.variation(of: scanResponse, madeOf: entry.patterns) }
  /// Whether the structures must stay in their order.
  package var keepsOrder: Bool { entry.keepsOrder }

  /// Returns an identifier for this layout.
  package func named(_ name: String) -> String { number.map { "\(name)_\($0)" } ?? name }

  /// A description of the layout in one line.
  var heading: String {
    "\(entry.title): \(entry.pdu?.rawValue ?? "unknown PDU")" + (interval.map { ", interval \($0.words)" } ?? "")
      + (addressKind.map { ", \($0.rawValue) address" } ?? "") + (varyingWords.map { "; \($0) vary" } ?? "")
  }

  /// The orders to the user of the code about octets that vary or are assumed; `nil` without any.
  fileprivate var orders: String? {
    let setting = varyingWords.map { ["set \($0)"] } ?? []
    let checking = entry.assumed.isEmpty ? [] : ["check the values (\(entry.assumed.joined(separator: "; ")))"]
    let orders = setting + checking
    return orders.isEmpty ? nil : orders.joined(separator: ", ")
  }

  /// The octets whose values the program must set; `nil` without any.
  fileprivate var varyingWords: String? {
    let blocks = [("advertising data", advertisingVariation), ("scan response data", scanResponseVariation)]
    let words = blocks.filter { !$0.1.isEmpty }.map { "\($0.1.words) of the \($0.0)" }
    return words.isEmpty ? nil : words.joined(separator: " and ")
  }
}

/// An advertising interval as firmware sets it.
public struct DeclaredInterval: Sendable {
  let microseconds: Int64

  private static let microsecondsPerUnit: Int64 = 625

  init(_ microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Returns units of 0.625 ms, as `0x00a0`; `nil` when they do not fit the parameters, which have 16 bits, and 24 in
  /// extended advertising.
  public func units(for pdu: AdvertisingPDU) -> String? {
    let units = (microseconds + Self.microsecondsPerUnit / 2) / Self.microsecondsPerUnit
    guard units >= 0, units <= (pdu.isExtended ? 0xFF_FFFF : 0xFFFF) else { return nil }
    let digits = String(units, radix: 16)
    return "0x" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }

  /// In seconds: `0.1`.
  var seconds: String {
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var digits = String(1_000_000 + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole)" + (digits.isEmpty ? ".0" : ".\(digits)")
  }

  /// The milliseconds; `nil` when they are no whole number.
  var wholeMilliseconds: Int64? { microseconds % 1000 == 0 ? microseconds / 1000 : nil }

  /// In milliseconds: `1022.5 ms`.
  public var words: String {
    var digits = String(1000 + microseconds % 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(microseconds / 1000)" + (digits.isEmpty ? "" : ".\(digits)") + " ms"
  }
}
