internal import AdvertisingData

/// The header of one unit of debug information, and the means to read its entries.
///
/// Sources: DWARF Debugging Information Format, versions 2 to 5, section 7.5.
struct DebugUnit {
  /// The range of the unit in its section, including its header.
  let range: Range<Int>
  /// The octets of the unit, or of its whole section. The index of an octet is its offset in the section minus
  /// ``origin``.
  let octets: [UInt8]
  let origin: Int
  let order: OctetOrder
  let version: UInt64
  let offsetSize: Int
  let addressSize: Int
  let abbreviations: Abbreviations
  /// The offset of the first entry in the section.
  let firstEntry: Int
  /// The start of the unit's part in tables that units share.
  var stringOffsetsBase: UInt64 = 0
  var addressBase: UInt64 = 0
  var rangesBase: UInt64 = 0
  /// The base of the addresses of its ranges.
  var lowAddress: CodeAddress?
  var lineTable: UInt64?
  /// The folder in which the compiler ran.
  var folder: DebugText?

  /// The address of an instruction, or the number of octets up to it.
  enum CodeAddress {
    case address(UInt64)
    case indexed(UInt64)
    case number(UInt64)
  }

  /// The place where the ranges of an entry are listed.
  enum RangesPlace {
    case offset(UInt64)
    case indexed(UInt64)
  }

  /// The attributes of an entry that matter here.
  struct Entry {
    /// The offset in the section.
    var offset: Int
    var tag: UInt64 = 0
    var hasChildren = false
    var name: DebugText?
    /// The offset of the entry of its type.
    var type: Int?
    /// The offset of the entry that this one completes: a declaration, or an inlined function.
    var origin: Int?
    var size: UInt64?
    var count: UInt64?
    var upperBound: UInt64?
    var file: UInt64?
    var line: UInt64?
    /// A constant location, as an expression.
    var location: Range<Int>?
    /// The range of its instructions: from the low to the high address, or several ranges.
    var lowAddress: CodeAddress?
    var highAddress: CodeAddress?
    var ranges: RangesPlace?
    /// The place in the source that calls the inlined function.
    var callFile: UInt64?
    var callLine: UInt64?
    /// Only the unit's own entry has these.
    var stringOffsetsBase: UInt64?
    var addressBase: UInt64?
    var rangesBase: UInt64?
    var lineTable: UInt64?
    /// The folder in which the compiler ran.
    var folder: DebugText?
  }

  /// A name: in the unit, or in one of the tables of strings.
  enum DebugText {
    case here(Int)
    case string(UInt64)
    case lineString(UInt64)
    case indexed(UInt64)
  }

  func cursor(at offset: Int) -> DebugCursor {
    DebugCursor(octets, order, at: offset - origin, end: range.upperBound - origin)
  }

  /// Reads an entry and moves past it. `nil` for the mark that ends a list of children, and for an entry that cannot be
  /// read.
  func entry(_ cursor: inout DebugCursor) -> Entry? {
    var entry = Entry(offset: cursor.position + origin)
    let code = cursor.variable()
    guard code != 0, !cursor.isPastEnd else { return nil }
    guard let abbreviation = abbreviations[code] else {
      // The entries after this one cannot be separated.
      cursor.position = cursor.end
      return nil
    }
    entry.tag = abbreviation.tag
    entry.hasChildren = abbreviation.hasChildren
    if let size = abbreviation.fixedSize, !Self.tagsRead.contains(entry.tag) {
      cursor.skip(size)
      return entry
    }
    for attribute in abbreviation.attributes {
      read(attribute, into: &entry, &cursor)
    }
    return cursor.isPastEnd ? nil : entry
  }

  /// Tags whose attributes are read.
  private static let tagsRead: Set<UInt64> = [
    DebugTag.variable, DebugTag.array, DebugTag.structure, DebugTag.typedef, DebugTag.base, DebugTag.subrange,
    DebugTag.unit, DebugTag.pointer, DebugTag.const, DebugTag.volatile, DebugTag.restrict, DebugTag.atomic,
    DebugTag.inlined,
  ]

  private func read(_ attribute: Abbreviations.Attribute, into entry: inout Entry, _ cursor: inout DebugCursor) {
    let value = value(attribute.form, attribute.constant, &cursor)
    switch (attribute.name, value) {
    case (0x02, .block(let range)): entry.location = range
    case (0x03, .text(let text)): entry.name = text
    case (0x0B, .number(let number)): entry.size = number
    case (0x10, .number(let number)): entry.lineTable = number
    case (0x11, .address(let address)): entry.lowAddress = .address(address)
    case (0x11, .addressIndex(let index)): entry.lowAddress = .indexed(index)
    case (0x12, .address(let address)): entry.highAddress = .address(address)
    case (0x12, .addressIndex(let index)): entry.highAddress = .indexed(index)
    case (0x12, .number(let number)): entry.highAddress = .number(number)
    case (0x1B, .text(let text)): entry.folder = text
    case (0x2F, .number(let number)): entry.upperBound = number
    case (0x31, .reference(let offset)), (0x47, .reference(let offset)): entry.origin = offset
    case (0x37, .number(let number)): entry.count = number
    case (0x3A, .number(let number)): entry.file = number
    case (0x3B, .number(let number)): entry.line = number
    case (0x49, .reference(let offset)): entry.type = offset
    case (0x55, .number(let number)): entry.ranges = .offset(number)
    case (0x55, .rangesIndex(let index)): entry.ranges = .indexed(index)
    case (0x58, .number(let number)): entry.callFile = number
    case (0x59, .number(let number)): entry.callLine = number
    case (0x72, .number(let number)): entry.stringOffsetsBase = number
    case (0x73, .number(let number)): entry.addressBase = number
    case (0x74, .number(let number)): entry.rangesBase = number
    default: break
    }
  }

  private enum Value {
    case number(UInt64)
    case block(Range<Int>)
    case text(DebugText)
    case reference(Int)
    case address(UInt64)
    case addressIndex(UInt64)
    case rangesIndex(UInt64)
    case other
  }

  /// Reads the value of an attribute (DWARF 5, 7.5.6).
  private func value(_ form: UInt64, _ constant: Int64, _ cursor: inout DebugCursor) -> Value {
    func block(_ count: UInt64) -> Value { cursor.take(count).map { .block($0) } ?? .other }
    func reference(_ offset: UInt64) -> Value {
      let (place, overflow) = range.lowerBound.addingReportingOverflow(Int(clamping: offset))
      return overflow ? .other : .reference(place)
    }
    switch form {
    case 0x01: return .address(cursor.number(addressSize))
    case 0x03: return block(cursor.number(2))
    case 0x04: return block(cursor.number(4))
    case 0x05: return .number(cursor.number(2))
    case 0x06: return .number(cursor.number(4))
    case 0x07: return .number(cursor.number(8))
    case 0x08:
      let start = cursor.position
      cursor.skipText()
      return .text(.here(start))
    case 0x09, 0x18: return block(cursor.variable())
    case 0x0A: return block(cursor.number(1))
    case 0x0B, 0x0C: return .number(cursor.number(1))
    case 0x0D: return .number(UInt64(bitPattern: cursor.signedVariable()))
    case 0x0E: return .text(.string(cursor.number(offsetSize)))
    case 0x0F: return .number(cursor.variable())
    case 0x10: return .reference(Int(clamping: cursor.number(version == 2 ? addressSize : offsetSize)))
    case 0x11: return reference(cursor.number(1))
    case 0x12: return reference(cursor.number(2))
    case 0x13: return reference(cursor.number(4))
    case 0x14: return reference(cursor.number(8))
    case 0x15: return reference(cursor.variable())
    case 0x16:
      let form = cursor.variable()
      // A form that refers to the next number for the form may do so only once.
      return form == 0x16 ? .other : value(form, 0, &cursor)
    case 0x17: return .number(cursor.number(offsetSize))
    case 0x19: return .number(1)
    case 0x1A: return .text(.indexed(cursor.variable()))
    case 0x1B, 0x1F01: return .addressIndex(cursor.variable())
    case 0x22:
      _ = cursor.variable()
      return .other
    case 0x23: return .rangesIndex(cursor.variable())
    case 0x1C, 0x1D, 0x1F20, 0x1F21:
      cursor.skip(UInt64(form == 0x1C ? 4 : offsetSize))
      return .other
    case 0x1E:
      cursor.skip(16)
      return .other
    case 0x1F: return .text(.lineString(cursor.number(offsetSize)))
    case 0x20:
      cursor.skip(8)
      return .other
    case 0x21: return .number(UInt64(bitPattern: constant))
    case 0x24:
      cursor.skip(8)
      return .other
    case 0x25...0x28: return .text(.indexed(cursor.number(Int(form - 0x24))))
    case 0x29...0x2C: return .addressIndex(cursor.number(Int(form - 0x28)))
    case 0x1F02: return .text(.indexed(cursor.variable()))
    default:
      // The length of an unknown form is also unknown.
      cursor.position = cursor.end
      cursor.skip(1)
      return .other
    }
  }
}

/// Tags of entries (DWARF 5, 7.5.3).
enum DebugTag {
  static let array: UInt64 = 0x01
  static let pointer: UInt64 = 0x0F
  static let unit: UInt64 = 0x11
  static let structure: UInt64 = 0x13
  static let typedef: UInt64 = 0x16
  static let inlined: UInt64 = 0x1D
  static let subrange: UInt64 = 0x21
  static let base: UInt64 = 0x24
  static let const: UInt64 = 0x26
  static let variable: UInt64 = 0x34
  static let volatile: UInt64 = 0x35
  static let restrict: UInt64 = 0x37
  static let atomic: UInt64 = 0x47
}

/// The coding of the entries of a unit: the attributes of an entry and their forms (DWARF 5, 7.5.3).
struct Abbreviations {
  struct Attribute {
    var name: UInt64
    var form: UInt64
    var constant: Int64
  }

  struct Abbreviation {
    var tag: UInt64
    var hasChildren: Bool
    var attributes: [Attribute]
    /// The number of octets of the attributes, when it is constant.
    var fixedSize: UInt64?
  }

  private var byCode: [UInt64: Abbreviation] = [:]

  subscript(_ code: UInt64) -> Abbreviation? { byCode[code] }

  /// The abbreviations of a unit whose entries cannot be separated.
  static let none = Abbreviations()

  private init() {}

  init(_ cursor: inout DebugCursor, addressSize: Int, offsetSize: Int) {
    while !cursor.isAtEnd {
      let code = cursor.variable()
      guard code != 0 else { return }
      let tag = cursor.variable()
      let hasChildren = cursor.octet() != 0
      var attributes: [Attribute] = []
      while !cursor.isAtEnd {
        let name = cursor.variable()
        let form = cursor.variable()
        let constant = form == 0x21 ? cursor.signedVariable() : 0
        if name == 0, form == 0 { break }
        attributes.append(Attribute(name: name, form: form, constant: constant))
      }
      var size: UInt64? = 0
      for attribute in attributes {
        let own = Self.size(of: attribute.form, addressSize, offsetSize)
        size = size.flatMap { size in own.map { size + $0 } }
      }
      // Of two with the same code, the first one counts. A hostile table ends with the section.
      if byCode[code] == nil {
        byCode[code] = Abbreviation(tag: tag, hasChildren: hasChildren, attributes: attributes, fixedSize: size)
      }
    }
  }

  private static func size(of form: UInt64, _ addressSize: Int, _ offsetSize: Int) -> UInt64? {
    switch form {
    case 0x01: UInt64(addressSize)
    case 0x05, 0x12, 0x26, 0x2A: 2
    case 0x06, 0x13, 0x1C, 0x28, 0x2C: 4
    case 0x07, 0x14, 0x20, 0x24: 8
    case 0x0B, 0x0C, 0x11, 0x25, 0x29: 1
    case 0x0E, 0x17, 0x1D, 0x1F, 0x1F20, 0x1F21: UInt64(offsetSize)
    case 0x19, 0x21: 0
    case 0x1E: 16
    case 0x27, 0x2B: 3
    default: nil
    }
  }
}
